import { expect, test } from 'vitest'
import { fateOf, totalText } from './marks.ts'

test('a soft hand shows both totals, a hard one and twenty-one only one', () => {
  expect(totalText(['AS', '6H'])).toBe('7/17')
  expect(totalText(['TS', '6H'])).toBe('16')
  expect(totalText(['AS', 'KH'])).toBe('21')
})

test('a push is no win', () => {
  expect([
    fateOf({ won: 5, stake: 2 }),
    fateOf({ won: 2, stake: 2 }),
    fateOf({ won: 1, stake: 2 }),
    fateOf({ won: 0, stake: 2 }),
  ]).toEqual(['is-won', 'is-back', 'is-back', 'is-gone'])
})
