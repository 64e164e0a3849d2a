import { vi } from 'vitest'

const longestMs = 60_000

/** What a test waits for may take its time on a machine that stands still now and then; what never comes is still found out. */
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor } = vi
  const waitPatiently: typeof waitFor = (look, options) =>
    waitFor(look, { ...(typeof options === 'object' && options), timeout: longestMs })
  Object.assign(vi, { waitFor: waitPatiently })
}
