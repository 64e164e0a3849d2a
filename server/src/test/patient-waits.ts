import { vi } from 'vitest'

const leastMs = 60_000

/** What a test waits for may take its time on a machine that stands still now and then; what never comes is still found out. */
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor } = vi
  const waitPatiently: typeof waitFor = (look, options) => {
    const wanted = typeof options === 'number' ? { timeout: options } : options
    return waitFor(look, { ...wanted, timeout: Math.max(wanted?.timeout ?? 0, leastMs) })
  }
  Object.assign(vi, { waitFor: waitPatiently })
}
