import { describe, expect, test } from 'vitest'
import { isResting, keepOf, levelReviewed, restIn, restsOfSwitches, reviewAt } from './review-rules.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const day = 86_400_000
const from = at('2026-01-31')

const levels = [
  { id: 1, min: 0 },
  { id: 2, min: 500, keep: 100 },
  { id: 3, min: 1_500 },
]

describe('a review', () => {
  test('comes after whole months', () => {
    expect(reviewAt(from, 12, [], from)).toBe(at('2027-01-31'))
    expect(reviewAt(from, 13, [], from)).toBe(at('2027-02-28'))
  })

  test('comes later by breaks and exclusions, each day of them once', () => {
    const rests = [
      { fromMs: from + 10 * day, untilMs: from + 20 * day },
      { fromMs: from + 15 * day, untilMs: from + 25 * day },
      { fromMs: from - 5 * day, untilMs: from + day },
    ]
    const now = from + 100 * day
    expect(restIn(rests, from, now)).toBe(16 * day)
    expect(reviewAt(from, 12, rests, now)).toBe(at('2027-01-31') + 16 * day)
    // What is not over yet counts up to now.
    const open = [{ fromMs: from + 90 * day, untilMs: null }]
    expect(reviewAt(from, 12, open, now)).toBe(at('2027-01-31') + 10 * day)
    expect([isResting(open, now), isResting(rests, now), isResting(open, from)]).toEqual([true, false, false])
  })

  test('rests while the club is switched off', () => {
    const switches = [
      { atMs: 10, value: false },
      { atMs: 20, value: true },
      { atMs: 30, value: false },
    ]
    expect(restsOfSwitches(switches)).toEqual([
      { fromMs: 10, untilMs: 20 },
      { fromMs: 30, untilMs: null },
    ])
  })

  test('takes one level at most, and only from who earned less than it wants', () => {
    expect(levelReviewed(levels, 2, 99n)).toBe(1)
    expect(levelReviewed(levels, 2, 100n)).toBe(2)
    expect(levelReviewed(levels, 3, -5n)).toBe(3)
    expect(levelReviewed([{ id: 1, min: 0, keep: 50 }], 1, 0n)).toBe(1)
    expect([1, 2, 3].map((level) => keepOf(levels, level))).toEqual([0n, 100n, 0n])
  })
})
