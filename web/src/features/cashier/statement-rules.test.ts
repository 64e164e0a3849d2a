import { expect, test } from 'vitest'
import { betIdOf, entryIdOf, isOfBonus, moveOf, purseOf, roundOf } from './statement-rules.ts'

test('an address names a purse; any other word is the main one', () => {
  expect(purseOf('betting_bonus')).toBe('betting_bonus')
  expect(purseOf('withdrawal_hold')).toBe('main')
  expect(purseOf(null)).toBe('main')
})

test('a movement of a reason that this page does not know is still called a movement', () => {
  expect(moveOf('stake')).toBe('stake')
  expect(moveOf('lottery')).toBe('other')
  expect(moveOf('toString')).toBe('other')
})

test('deposits and withdrawals lead to their receipt, rounds of a game do not', () => {
  expect(entryIdOf('deposit:12')).toBe(12)
  expect(entryIdOf('withdrawal:7')).toBe(7)
  expect(entryIdOf('round:12')).toBeNull()
  expect(entryIdOf('deposit:12:3')).toBeNull()
  expect(entryIdOf('deposit:99999999999999999999')).toBeNull()
})

test('every reason of the ledger has words of its own, and bonuses are known by their reference', () => {
  expect(['conversion', 'forfeit', 'freebet'].map(moveOf)).toEqual(['conversion', 'forfeit', 'freebet'])
  expect(['bonus:12', 'bonus:', 'bonus:x', 'deposit:12'].map(isOfBonus)).toEqual([true, false, false, false])
})

test('rounds and bets are known by their reference, and lead to where they are told', () => {
  expect(roundOf('round:studio:c01d')).toEqual({ round: 'c01d' })
  expect(roundOf('round:halcyon:a:b')).toEqual({ round: 'a:b', provider: 'halcyon' })
  expect(['round:studio', 'round:', 'bet:7', 'rounds:studio:1'].map(roundOf)).toEqual([null, null, null, null])
  expect(['bet:12', 'bet:', 'bet:x', 'round:studio:12'].map(betIdOf)).toEqual(['12', null, null, null])
})
