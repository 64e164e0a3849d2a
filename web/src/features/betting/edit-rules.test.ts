import { describe, expect, test } from 'vitest'
import { addable, type EditWish, editedOf, mayEdit } from './edit-rules.ts'
import { betOf, legOf } from './my-bet-samples.ts'

const marketsAt = (...prices: readonly [number, number][]) =>
  new Map(
    prices.map(([id, price]) => [id, { id, version: 7, outcomes: ['1', 'x', '2'], prices: [price, 3_000, 4_000] }]),
  )

const treble = betOf({ kind: 'multiple', sizes: [3], legs: [legOf(1), legOf(2), legOf(3)] })
const all = marketsAt([1, 1_900], [2, 2_100], [3, 1_500], [4, 1_400])
const slipPick = (id: number) => ({
  ...{ pick: `${id}/result/ft/-/1`, marketId: id, price: 1_300, version: 2, isLive: false, outcome: '1' },
  ...{ isBuildable: true, market: { type: 'result', period: 'ft', line: null } },
  event: { id, slug: 'a-b', sport: 'football', home: 'A', away: 'B', startsAt: '2026-11-17T18:00:00.000Z' },
})
const wish = (more: Partial<EditWish>): EditWish => ({
  ...{ kept: treble.legs, added: [], markets: all, quotes: new Map() },
  ...more,
})
const legs = (...ids: readonly number[]) => ids.map((id) => legOf(id))
const { pick, market, outcome, result } = legOf(1)
const builder = legOf(1, 'undecided', { parts: [{ pick, market, outcome, result }] })

describe('a bet that is changed', () => {
  test('has what is left, at prices of now', () => {
    expect(editedOf(treble, wish({ kept: legs(1, 3) }), '12.00')).toEqual({
      ...{ kind: 'multiple', sizes: [2], bankers: [], stake: '12.00', policy: 'better' },
      picks: [
        { pick: '1/result/ft/-/1', price: 1_900, version: 7 },
        { pick: '3/result/ft/-/1', price: 1_500, version: 7 },
      ],
    })
    expect(editedOf(treble, wish({ kept: legs(1) }), '12.00')).toMatchObject({ kind: 'single', sizes: [1] })
  })

  test('has what was added behind it, at the price of now and not of the slip', () => {
    expect(editedOf(treble, wish({ kept: legs(1, 2), added: [slipPick(4)] }), '12.00')).toMatchObject({
      ...{ kind: 'multiple', sizes: [3] },
      picks: [{}, {}, { pick: '4/result/ft/-/1', price: 1_400, version: 7 }],
    })
  })

  test('keeps a builder by a new word of the house, and is none without it', () => {
    const kept = [builder, legOf(2)]
    const quotes = new Map([[builder.pick, 'word']])
    expect(editedOf(treble, wish({ kept, quotes }), '12.00')?.picks).toMatchObject([
      { quote: 'word' },
      { price: 2_100 },
    ])
    expect(editedOf(treble, wish({ kept }), '12.00')).toBeNull()
  })

  test('stays a system while nothing is taken out of it and nothing comes in', () => {
    const four = [legOf(1, 'undecided', { is_banker: true }), ...legs(2, 3, 4)]
    const system = betOf({ kind: 'system', sizes: [2], combinations: 3, legs: four })
    const becomes = (more: Partial<EditWish>) => editedOf(system, wish({ kept: four, ...more }), '12.00')
    expect(becomes({})).toMatchObject({ kind: 'system', sizes: [2], bankers: [0] })
    expect(becomes({ kept: four.slice(0, 3) })).toMatchObject({ kind: 'multiple', sizes: [3], bankers: [] })
    const markets = marketsAt([1, 1_900], [2, 2_100], [3, 1_500], [4, 1_400], [5, 1_200])
    expect(becomes({ added: [slipPick(5)], markets })).toMatchObject({ kind: 'multiple', sizes: [5] })
  })

  test('is none without a pick, or with one that is not for sale', () => {
    expect(editedOf(treble, wish({ kept: [] }), '12.00')).toBeNull()
    expect(editedOf(treble, wish({ markets: marketsAt([1, 1_900], [2, 2_100], [3, 0]) }), '12.00')).toBeNull()
    expect(editedOf(treble, wish({ markets: marketsAt([1, 1_900], [2, 2_100]) }), '12.00')).toBeNull()
    expect(editedOf(treble, wish({ added: [slipPick(9)] }), '12.00')).toBeNull()
  })
})

test('of the slip come those of other matches, one of each; of one that was taken out too', () => {
  const slip = [slipPick(2), slipPick(4), { ...slipPick(4), pick: '4/total/ft/2.5/over' }]
  expect(addable(slip, legs(1, 2)).map(({ pick: name }) => name)).toEqual(['4/result/ft/-/1'])
  expect(addable(slip, legs(1)).map(({ event }) => event.id)).toEqual([2, 4])
})

test('free bets, what is decided, and what is over or waits are not changed; the rest of a bet may be', () => {
  expect(mayEdit(treble)).toBe(true)
  expect(mayEdit({ ...treble, legs: [builder, legOf(2)] })).toBe(true)
  expect(mayEdit({ ...treble, is_free_bet: true })).toBe(false)
  expect(mayEdit({ ...treble, state: 'pending' })).toBe(false)
  expect(mayEdit({ ...treble, state: 'settled' })).toBe(false)
  expect(mayEdit({ ...treble, legs: [legOf(1, 'won'), legOf(2)] })).toBe(true)
  expect(mayEdit({ ...treble, legs: [legOf(1, 'won'), legOf(2, 'won')] })).toBe(false)
  const decided = { pick, market, outcome, result: legOf(1, 'won').result }
  expect(mayEdit({ ...treble, legs: [legOf(1, 'undecided', { parts: [decided] })] })).toBe(false)
})
