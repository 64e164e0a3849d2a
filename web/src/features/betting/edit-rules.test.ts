import { describe, expect, test } from 'vitest'
import { editedOf, mayEdit } from './edit-rules.ts'
import { betOf, legOf } from './my-bet-samples.ts'

const marketsAt = (...prices: readonly [number, number][]) =>
  new Map(
    prices.map(([id, price]) => [id, { id, version: 7, outcomes: ['1', 'x', '2'], prices: [price, 3_000, 4_000] }]),
  )

const treble = betOf({ kind: 'multiple', sizes: [3], legs: [legOf(1), legOf(2), legOf(3)] })
const all = marketsAt([1, 1_900], [2, 2_100], [3, 1_500])

describe('a bet that is changed', () => {
  test('has what is left, at prices of now', () => {
    expect(editedOf(treble, new Set(['2/result/ft/-/1']), all, '12.00')).toEqual({
      ...{ kind: 'multiple', sizes: [2], bankers: [], stake: '12.00', policy: 'better' },
      picks: [
        { pick: '1/result/ft/-/1', price: 1_900, version: 7 },
        { pick: '3/result/ft/-/1', price: 1_500, version: 7 },
      ],
    })
  })

  test('of one pick is a single', () => {
    const removed = new Set(['2/result/ft/-/1', '3/result/ft/-/1'])
    expect(editedOf(treble, removed, all, '12.00')).toMatchObject({ kind: 'single', sizes: [1] })
  })

  test('leaves out what is decided', () => {
    const bet = { ...treble, legs: [legOf(1, 'won'), legOf(2), legOf(3)] }
    expect(editedOf(bet, new Set(), all, '12.00')?.picks).toHaveLength(2)
  })

  test('stays a system while nothing is taken out of it', () => {
    const legs = [legOf(1, 'undecided', { is_banker: true }), legOf(2), legOf(3), legOf(4)]
    const system = betOf({ kind: 'system', sizes: [2], combinations: 3, legs })
    const markets = marketsAt([1, 1_900], [2, 2_100], [3, 1_500], [4, 1_400])
    expect(editedOf(system, new Set(), markets, '12.00')).toMatchObject({ kind: 'system', sizes: [2], bankers: [0] })
    const fewer = editedOf(system, new Set(['4/result/ft/-/1']), markets, '12.00')
    expect(fewer).toMatchObject({ kind: 'multiple', sizes: [3], bankers: [] })
  })

  test('is none without a pick, or with one that is not for sale', () => {
    expect(editedOf(treble, new Set(treble.legs.map(({ pick }) => pick)), all, '12.00')).toBeNull()
    expect(editedOf(treble, new Set(), marketsAt([1, 1_900], [2, 2_100], [3, 0]), '12.00')).toBeNull()
    expect(editedOf(treble, new Set(), marketsAt([1, 1_900], [2, 2_100]), '12.00')).toBeNull()
  })
})

test('free bets, builders, and what is over or waits are not changed', () => {
  expect(mayEdit(treble)).toBe(true)
  expect(mayEdit({ ...treble, is_free_bet: true })).toBe(false)
  expect(mayEdit({ ...treble, state: 'pending' })).toBe(false)
  expect(mayEdit({ ...treble, state: 'settled' })).toBe(false)
  const { pick, market, outcome, result } = legOf(1)
  expect(mayEdit({ ...treble, legs: [legOf(1, 'undecided', { parts: [{ pick, market, outcome, result }] })] })).toBe(
    false,
  )
})
