import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inAdvance, isGuessing, isWanted, whenIdle } from './in-advance.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function browser({
  connection,
  hidden = false,
  rests = [],
}: {
  connection?: object
  hidden?: boolean
  rests?: (() => void)[] | null
}) {
  vi.stubGlobal('navigator', { ...(connection && { connection }) })
  vi.stubGlobal('document', { hidden })
  const requestIdleCallback = (work: () => void) => rests?.push(work)
  if (rests) vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  vi.stubGlobal('window', rests ? { requestIdleCallback } : {})
}

test('what can wait is done when the page has stood and the browser rests', () => {
  const rests: (() => void)[] = []
  const work = vi.fn()
  browser({ connection: { saveData: false, effectiveType: '4g' }, rests })
  whenIdle(work)
  vi.advanceTimersByTime(2999)
  expect(rests).toEqual([])
  vi.advanceTimersByTime(1)
  expect(work).not.toHaveBeenCalled()
  for (const rest of rests) rest()
  expect(work).toHaveBeenCalledTimes(1)
})

test('a browser that does not tell of its rest does it by the clock', () => {
  const work = vi.fn()
  browser({ rests: null })
  whenIdle(work)
  vi.advanceTimersByTime(3000)
  expect(work).toHaveBeenCalledTimes(1)
})

test.each([
  [{ connection: { saveData: true, effectiveType: '4g' } }],
  [{ connection: { saveData: false, effectiveType: 'slow-2g' } }],
  [{ connection: { effectiveType: '2g' } }],
  [{ hidden: true }],
])('with %j nothing is fetched that was not asked for', (about) => {
  const work = vi.fn()
  browser({ ...about, rests: null })
  whenIdle(work)
  vi.advanceTimersByTime(60_000)
  expect(work).not.toHaveBeenCalled()
})

test('a page that is left before lets go of it', () => {
  const rests: (() => void)[] = []
  const work = vi.fn()
  browser({ rests })
  const letGo = whenIdle(work)
  vi.advanceTimersByTime(3000)
  letGo()
  for (const rest of rests) rest()
  whenIdle(work)()
  vi.advanceTimersByTime(3000)
  expect(work).not.toHaveBeenCalled()
  expect(rests).toHaveLength(1)
})

test('what fails in advance says nothing, unless it was asked for meanwhile', async () => {
  const said: boolean[] = []
  const fail = async () => {
    await null
    said.push(isGuessing())
    throw new Error('lost')
  }
  await inAdvance(fail)
  const guessing = inAdvance(fail)
  isWanted()
  await guessing
  expect(said).toEqual([true, false])
  expect(isGuessing()).toBe(false)
})
