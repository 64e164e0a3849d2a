import { describe, expect, test } from 'vitest'
import { type BuilderNow, builderKey } from './builder-keeper.ts'
import type { PickNow } from './slip-prices.ts'
import { emptySlip, type SlipPick, type SlipState } from './slip-text.ts'
import { slipViewOf } from './slip-view.ts'

const pickOf = (id: number, price: number, sport = 'football'): SlipPick => ({
  pick: `${id}/result/ft/-/1`,
  marketId: id,
  price,
  version: 1,
  isLive: false,
  event: { id, slug: 'a-b', sport, home: 'A', away: 'B', startsAt: '2026-11-17T18:00:00.000Z' },
  market: { type: 'result', period: 'ft', line: null },
  outcome: '1',
  isBuildable: true,
})

const treble: SlipState = {
  ...emptySlip,
  picks: [pickOf(1, 2100), pickOf(2, 1720), pickOf(3, 1550, 'tennis')],
  stake: '10',
}
const open: PickNow = { state: 'open', price: 2100, version: 1, isLive: false, cause: null, reason: null }
const now = (...told: readonly [number, Partial<PickNow>][]) =>
  new Map(told.map(([id, more]): [string, PickNow] => [`${id}/result/ft/-/1`, { ...open, ...more }]))

describe('what the slip shows', () => {
  test('until the book has answered, what was picked', () => {
    const view = slipViewOf(treble, now(), 'EUR')
    expect(view).toMatchObject({ totalPrice: '5.598', possible: { returned: 5_598n, boost: 137n }, asks: [], delay: 0 })
  })

  test('then the prices of now, also before the player has accepted them', () => {
    const view = slipViewOf(treble, now([1, { price: 2000 }], [2, { price: 1800 }]), 'EUR')
    expect(view).toMatchObject({ totalPrice: '5.58', possible: { returned: 5_580n } })
    expect(view.asks.map(({ pick }) => pick.event.id)).toEqual([1])
    expect(slipViewOf({ ...treble, policy: 'none' }, now([2, { price: 1800 }], [1, {}]), 'EUR').asks).toHaveLength(1)
  })

  test('no sum of what cannot be one bet', () => {
    const closed = slipViewOf(treble, now([2, { state: 'closed' }]), 'EUR')
    expect(closed).toMatchObject({ possible: null, totalPrice: null, boost: null })
    expect(closed.closed.map(({ event }) => event.id)).toEqual([2])
    const twice = { ...pickOf(1, 3500), pick: '1/total/ft/2.5/over', marketId: 9 }
    const unfit = { ...twice, isBuildable: false }
    const related = slipViewOf({ ...treble, picks: [unfit, ...treble.picks] }, now(), 'EUR')
    expect(related).toMatchObject({ possible: null, pairs: [[{ marketId: 9 }, { marketId: 1 }]], builders: [] })
    const singles = slipViewOf(
      { ...treble, picks: [twice, ...treble.picks], choice: { ...treble.choice, kind: 'singles' } },
      now(),
      'EUR',
    )
    expect([singles.pairs, singles.builders]).toEqual([[], []])
    expect(singles.possible?.returned).toBe(3_500n + 2_100n + 1_720n + 1_550n)
  })

  test('picks of one match are a builder at the price of the house', () => {
    const over = { ...pickOf(1, 1900), pick: '1/total/ft/2.5/over', marketId: 9 }
    const picks = [over, pickOf(1, 2100)]
    const key = builderKey(picks.map(({ pick }) => pick))
    const said = (told: BuilderNow) => new Map([[key, { now: told }]])
    const priced = said({ state: 'priced', price: 3520, implied: [], quote: 'word' })
    const view = slipViewOf({ ...treble, picks }, now(), 'EUR', priced)
    expect(view).toMatchObject({ totalPrice: '3.52', possible: { returned: 3_520n, boost: 0n }, boost: null })
    expect([view.isWholeBuilder, view.pairs, view.legs]).toEqual([true, [], 1])
    expect(view.bets[0]?.body).toMatchObject({ kind: 'single', sizes: [1], picks: [{ quote: 'word' }] })
    const asking = slipViewOf({ ...treble, picks }, now(), 'EUR')
    expect(asking).toMatchObject({ totalPrice: null, possible: null, builders: [{ now: null }] })
    const refused = slipViewOf({ ...treble, picks }, now(), 'EUR', said({ state: 'refused', why: 'IMPOSSIBLE' }))
    expect(refused).toMatchObject({ totalPrice: null, possible: null })
    expect(slipViewOf({ ...treble, picks }, now([1, { state: 'closed' }]), 'EUR', priced).possible).toBeNull()
    // A part that moves changes the price of the builder, and is not asked about by itself.
    expect(slipViewOf({ ...treble, picks }, now([1, { price: 1500 }]), 'EUR', priced).asks).toEqual([])
  })

  test('beside other matches a builder is one leg among others', () => {
    const over = { ...pickOf(1, 1900), pick: '1/total/ft/2.5/over', marketId: 9 }
    const picks = [pickOf(2, 1720), over, pickOf(3, 1550), pickOf(1, 2100)]
    const key = builderKey(['1/total/ft/2.5/over', '1/result/ft/-/1'])
    const priced = new Map([
      [key, { now: { state: 'priced', price: 3520, implied: [], quote: 'word' } satisfies BuilderNow }],
    ])
    const slip = { ...treble, picks }
    const view = slipViewOf(slip, now(), 'EUR', priced)
    expect(view).toMatchObject({ isWholeBuilder: false, legs: 3, pairs: [], block: null })
    // 1.720 × 3.520 × 1.550, and the boost of three legs.
    expect(view).toMatchObject({ totalPrice: '9.384', possible: { returned: 9_384n, percent: 3 } })
    expect(view.bets[0]?.body).toMatchObject({
      ...{ kind: 'multiple', sizes: [3], bankers: [] },
      picks: [{ pick: '2/result/ft/-/1' }, { quote: 'word' }, { pick: '3/result/ft/-/1' }],
    })
    expect(view.bets[0]?.picks).toEqual(picks)
    const pinned: SlipState = { ...slip, choice: { kind: 'system', sizes: [1], bankers: [over.pick] } }
    expect(slipViewOf(pinned, now(), 'EUR', priced).bets[0]?.body).toMatchObject({ kind: 'system', bankers: [1] })
    expect(slipViewOf(slip, now(), 'EUR')).toMatchObject({ block: 'UNPRICED', possible: null, bets: [] })
  })

  test('a closed pick is not asked about, a paused one neither', () => {
    const view = slipViewOf(
      treble,
      now([1, { state: 'paused', price: 1500, cause: 'GOAL' }], [2, { state: 'closed', price: 1100 }]),
      'EUR',
    )
    expect(view.asks).toEqual([])
  })

  test('the longest delay of what is live', () => {
    expect(slipViewOf(treble, now([3, { isLive: true }]), 'EUR').delay).toBe(4)
    expect(slipViewOf(treble, now([1, { isLive: true }], [3, { isLive: true }]), 'EUR').delay).toBe(6)
  })

  test('one bet has one stake, however it was entered for a system', () => {
    const each = { ...treble, entry: 'each' } as const
    expect(slipViewOf(each, now(), 'EUR')).toMatchObject({ entry: 'total', stake: { total: 1_000n } })
    const system = { ...each, choice: { kind: 'system', sizes: [2, 3], bankers: [] } } as const
    expect(slipViewOf(system, now(), 'EUR')).toMatchObject({ entry: 'each', stake: { total: 4_000n } })
    expect(slipViewOf({ ...system, stake: '10.5' }, now(), 'JPY')).toMatchObject({
      stake: { fault: 'FORMAT' },
      possible: null,
    })
  })
})
