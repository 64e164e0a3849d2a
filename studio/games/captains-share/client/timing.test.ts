import { expect, test } from 'vitest'
import type { Face } from '../math.ts'
import { timingOf, winMs } from './timing.ts'

const gridOf = (...compasses: number[]) =>
  Array.from({ length: 5 }, (_, reel): Face[] => ['coin', compasses.includes(reel) ? 'compass' : 'fish', 'gem'])

test('a reel is awaited only when two compasses stand before it', () => {
  expect(timingOf({ grid: gridOf() }, 'paid', true).awaited).toEqual([false, false, false, false, false])
  expect(timingOf({ grid: gridOf(1) }, 'paid', true).awaited).toEqual([false, false, false, false, false])
  expect(timingOf({ grid: gridOf(0, 1) }, 'paid', true).awaited).toEqual([false, false, true, true, true])
  expect(timingOf({ grid: gridOf(1, 3) }, 'paid', true).awaited).toEqual([false, false, false, false, true])
})

test('what an awaited reel will show does not change how it is awaited', () => {
  const [without, withIt] = [
    timingOf({ grid: gridOf(0, 2) }, 'paid', true),
    timingOf({ grid: gridOf(0, 2, 4) }, 'paid', true),
  ]
  expect(without).toEqual(withIt)
})

test('nothing is awaited where no more spins can come, nor in turbo', () => {
  expect(timingOf({ grid: gridOf(0, 1) }, 'free', false).awaited).not.toContain(true)
  expect(timingOf({ grid: gridOf(0, 1) }, 'turbo', true).awaited).not.toContain(true)
})

test('reels stop from the left; in turbo together', () => {
  const { stopMs } = timingOf({ grid: gridOf(0, 1) }, 'paid', true)
  expect(stopMs).toEqual([...stopMs].sort((a, b) => a - b))
  expect(new Set(timingOf({ grid: gridOf() }, 'turbo', true).stopMs).size).toBe(1)
})

test('twenty lines are told in less than five seconds', () => {
  expect(20 * winMs(20)).toBeLessThan(5_000)
  expect(winMs(1)).toBe(900)
})
