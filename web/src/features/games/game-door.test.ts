import { expect, test } from 'vitest'
import { isDepositFirst } from './game-door.ts'

const door = {
  mode: 'real',
  isPlayer: true,
  isZeroBalanceAllowed: false,
  type: 'slot',
  hasMoney: false,
  isBegun: false,
} as const

test('a slot asks for a deposit before it is opened without money', () => {
  expect(isDepositFirst(door)).toBe(true)
  for (const change of [
    { mode: 'demo' },
    { mode: null },
    { isPlayer: false },
    { isZeroBalanceAllowed: true },
    { type: 'casino' },
    { hasMoney: true },
  ] as const)
    expect(isDepositFirst({ ...door, ...change })).toBe(false)
})

test('whoever stakes everything sees what becomes of it: a game that is open is not taken away', () => {
  expect(isDepositFirst({ ...door, isBegun: true })).toBe(false)
})
