import { describe, expect, test } from 'vitest'
import { careRule, mayTell } from './care-rules.ts'

describe('care begins', () => {
  const numbers = { refusals: 3, raises: 3, cancels: 3, hours: 10 }

  test.each([
    [[], null],
    [[{ kind: 'refusal', count: 2 }], null],
    [[{ kind: 'refusal', count: 3 }], 'refusal'],
    [[{ kind: 'raise', count: 3 }], 'raise'],
    [[{ kind: 'cancel', count: 4 }], 'cancel'],
    [[{ kind: 'hours', count: 1 }], 'hours'],
    // Signs of different kinds are not added up.
    [
      [
        { kind: 'refusal', count: 2 },
        { kind: 'raise', count: 2 },
      ],
      null,
    ],
  ] as const)('after %j: %s', (signs, rule) => {
    expect(careRule(signs, numbers)).toBe(rule)
  })

  test('not by a rule that content has turned off', () => {
    const off = { refusals: 0, raises: 0, cancels: 0, hours: 0 }
    for (const kind of ['refusal', 'raise', 'cancel', 'hours'] as const)
      expect(careRule([{ kind, count: 100 }], off)).toBeNull()
  })
})

describe('news of promotions', () => {
  const open = { isSwitchedOff: false, isInCare: false, isShut: false }
  const kinds = ['bonusReady', 'bonusCompleted', 'bonusRevoked', 'spinsEnding', 'offerMissed'] as const
  const told = (reach: Partial<typeof open>) => kinds.filter((kind) => mayTell(kind, { ...open, ...reach }))

  test('reach a player who is open to them', () => {
    expect(told({})).toEqual(kinds)
  })

  test('in care say what became of something, and invite to nothing', () => {
    expect(told({ isInCare: true })).toEqual(['bonusCompleted', 'bonusRevoked', 'offerMissed'])
  })

  test('who switched them off, or is shut out, hears only that something is gone', () => {
    expect(told({ isSwitchedOff: true })).toEqual(['bonusRevoked', 'offerMissed'])
    expect(told({ isShut: true })).toEqual(['bonusRevoked', 'offerMissed'])
  })
})
