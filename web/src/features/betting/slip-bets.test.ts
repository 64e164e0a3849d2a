import { describe, expect, test } from 'vitest'
import { offeredNows } from './slip-offers.ts'
import { insteadOf } from './slip-press.ts'
import type { PickNow } from './slip-prices.ts'
import { emptySlip, type SlipPick, type SlipState } from './slip-text.ts'
import { besideOwn, oversOf, slipViewOf } from './slip-view.ts'

const pickOf = (id: number, price: number): SlipPick => ({
  pick: `${id}/result/ft/-/1`,
  ...{ marketId: id, price, version: 4, isLive: false, outcome: '1', isBuildable: true },
  event: { id, slug: 'a-b', sport: 'football', home: 'A', away: 'B', startsAt: '2026-11-17T18:00:00.000Z' },
  market: { type: 'result', period: 'ft', line: null },
})
const picks = [pickOf(1, 2100), pickOf(2, 1720), pickOf(3, 1550)]
const treble: SlipState = { ...emptySlip, picks, stake: '10' }
const open: PickNow = { state: 'open', price: 2100, version: 4, isLive: false, cause: null, reason: null }
const nows = (...told: readonly [number, Partial<PickNow>][]) =>
  new Map(told.map(([id, more]): [string, PickNow] => [`${id}/result/ft/-/1`, { ...open, ...more }]))
const euro = (amount: string) => ({ amount, currency: 'EUR' })

/** What `useSlipView` adds, for a house that takes so much of each bet. */
function viewOf(slip: SlipState, told = nows(), most: readonly string[] = []) {
  const view = slipViewOf(slip, told, 'EUR')
  const quotes = most.map((max, at) => ({
    ...{ key: `quote-${at}-slip`, picks: [], combinations: 1, possible: euro('0.00'), boost_percent: 0 },
    ...{ min_stake: euro('0.20'), max_stake: euro(max), max_cause: 'MARKET' as const, factor: null },
    ...{ delay_seconds: 0, error: null },
  }))
  const act = { has: () => false, toggle: () => {}, remove: () => {}, clear: () => {}, edit: () => {} }
  return { ...view, slip: { ...slip, ...act }, overs: oversOf(view.bets, quotes, 'EUR') }
}

describe('what is asked for', () => {
  test('a multiple is one bet of all picks, at the prices that were seen', () => {
    const [bet, ...more] = slipViewOf(treble, nows([1, { price: 2200, version: 9 }]), 'EUR').bets
    expect(more).toEqual([])
    expect(bet?.body).toEqual({
      ...{ kind: 'multiple', sizes: [3], bankers: [], stake: '10.00', currency: 'EUR', mode: 'real', policy: 'better' },
      picks: picks.map(({ pick, price }) => ({ pick, price, version: 4 })),
    })
  })

  test('a system names its sizes and bankers', () => {
    const four = { ...treble, picks: [...picks, pickOf(4, 3000)] }
    const choice = { kind: 'system', sizes: [2], bankers: [picks[1]?.pick ?? ''] } as const
    expect(slipViewOf({ ...four, choice }, nows(), 'EUR').bets[0]?.body).toMatchObject({
      ...{ kind: 'system', sizes: [2], bankers: [1], stake: '10.00' },
    })
    const each = { ...four, choice, entry: 'each' } as const
    expect(slipViewOf(each, nows(), 'EUR').bets[0]).toMatchObject({ stake: 3_000n, combinations: 3 })
  })

  test('singles are a bet each, with the common stake or their own; closed ones and those without are left out', () => {
    const singles: SlipState = { ...treble, choice: { ...treble.choice, kind: 'singles' } }
    const asked = (slip: SlipState, told = nows()) =>
      slipViewOf(slip, told, 'EUR').bets.map(({ body, picks: own }) => [own[0]?.event.id, body.stake])
    expect(asked(singles)).toEqual([
      [1, '10.00'],
      [2, '10.00'],
      [3, '10.00'],
    ])
    const own = { ...singles, stakes: { '2/result/ft/-/1': '2.5' } }
    expect(asked({ ...own, stake: '' })).toEqual([[2, '2.50']])
    expect(asked(own, nows([1, { state: 'closed' }]))).toEqual([
      [2, '2.50'],
      [3, '10.00'],
    ])
  })

  test('play money and bonuses are named; a free bet has the stake of the house and pays its profit', () => {
    expect(slipViewOf({ ...treble, purse: 'fun' }, nows(), 'FUN').bets[0]?.body).toMatchObject({
      mode: 'demo',
      currency: 'FUN',
    })
    const bonus = {
      id: '77',
      title: 'F',
      type: 'free_bet',
      amount: euro('5.00'),
      balance: euro('5.00'),
      min_odds: null,
      min_legs: 1,
      expires_at: null,
    } as const
    const view = slipViewOf(treble, nows(), 'EUR', new Map(), bonus)
    expect(view.bets[0]?.body).toMatchObject({ free_bet: '77', stake: '5.00' })
    // 5.00 × 5.5986 − 5.00.
    expect(view.possible?.returned).toBe(2_299n)
    expect(besideOwn(bonus, 'EUR')).toBeNull()
    expect(besideOwn({ ...bonus, type: 'wagering' }, 'EUR')).toBe(500n)
    expect([besideOwn({ ...bonus, type: 'combo_boost' }, 'EUR'), besideOwn(null, 'EUR')]).toEqual([0n, 0n])
    const singles: SlipState = { ...treble, choice: { ...treble.choice, kind: 'singles' } }
    expect(slipViewOf(singles, nows(), 'EUR', new Map(), bonus).bets[0]?.body).not.toHaveProperty('free_bet')
  })

  test('before a stake is typed the least stands for it, so that the house can say what holds', () => {
    expect(slipViewOf({ ...treble, stake: '' }, nows(), 'EUR')).toMatchObject({
      block: 'EMPTY',
      bets: [{ stake: 20n }],
    })
  })
})

describe('what has to be done first', () => {
  const singles: SlipState = { ...treble, choice: { ...treble.choice, kind: 'singles' } }
  test.each<[string, SlipState, ReturnType<typeof nows>, string | null]>([
    ['nothing', treble, nows(), null],
    ['a stake', { ...treble, stake: ' ' }, nows(), 'EMPTY'],
    ['a sum', { ...treble, stake: 'x' }, nows(), 'FORMAT'],
    ['more', { ...treble, stake: '0.1' }, nows(), 'TOO_SMALL'],
    ['a closed pick', treble, nows([1, { state: 'closed' }]), 'CLOSED'],
    ['a pause', treble, nows([1, { state: 'paused' }]), 'PAUSED'],
    ['one closed single of three is left out', singles, nows([1, { state: 'closed' }]), null],
    ['one paused single of three is answered on its own', singles, nows([1, { state: 'paused' }]), null],
    [
      'a price for two of one match',
      { ...treble, picks: [...picks, { ...pickOf(1, 1900), pick: '1/total/ft/2.5/over', marketId: 9 }] },
      nows(),
      'UNPRICED',
    ],
    [
      'two of one match that cannot be built',
      {
        ...treble,
        picks: [...picks, { ...pickOf(1, 1900), pick: '1/total/ft/2.5/over', marketId: 9, isBuildable: false }],
      },
      nows(),
      'RELATED',
    ],
  ])('%s', (_, slip, told, block) => expect(slipViewOf(slip, told, 'EUR').block).toBe(block))
})

describe('what a press asks for', () => {
  test('the slip, where nothing is different', () => {
    const view = viewOf(treble, nows(), ['43.20'])
    expect(insteadOf(view)).toEqual({ bets: view.bets, total: 1_000n, edit: null })
  })

  test('the most that the house takes, and the slip says so afterwards', () => {
    const pressed = insteadOf(viewOf({ ...treble, stake: '900', entry: 'each' }, nows(), ['43.20']))
    expect(pressed).toMatchObject({ total: 4_320n, edit: { stake: '43.20', entry: 'total' } })
    expect(pressed.bets[0]?.body).toMatchObject({ stake: '43.20' })
  })

  test('of singles only those that are too much', () => {
    const singles: SlipState = { ...treble, choice: { ...treble.choice, kind: 'singles' } }
    const pressed = insteadOf(viewOf(singles, nows(), ['43.20', '4.50', '43.20']))
    expect(pressed.bets.map(({ body }) => body.stake)).toEqual(['10.00', '4.50', '10.00'])
    expect(pressed).toMatchObject({ total: 2_450n, edit: { stakes: { '2/result/ft/-/1': '4.50' } } })
  })

  test('the new prices where they are asked about, and only those', () => {
    const view = viewOf(treble, nows([1, { price: 2000, version: 7 }], [2, { price: 1800, version: 8 }]))
    const { bets, edit } = insteadOf(view)
    expect(bets[0]?.body.picks).toMatchObject([
      { price: 2000, version: 7 },
      { price: 1720, version: 4 },
      { price: 1550, version: 4 },
    ])
    expect(edit?.picks).toMatchObject([{ price: 2000 }, { price: 1720 }, { price: 1550 }])
  })
})

test('a refusal may know a price before the stream does, never after', () => {
  const offer = (version: number) => ({
    no: {
      ...{ type: 'InvalidParameter', reason: 'ODDS_CHANGED', wasHeld: true },
      data: {
        offer: {
          picks: [
            { pick: '1/result/ft/-/1', price: 2050, version },
            { picks: [], price: null },
          ],
        },
      },
    },
  })
  expect(offeredNows(nows([1, {}]), [offer(5)]).get('1/result/ft/-/1')).toMatchObject({ price: 2050, version: 5 })
  expect(offeredNows(nows([1, { version: 6 }]), [offer(5)]).get('1/result/ft/-/1')).toMatchObject({ price: 2100 })
  expect(offeredNows(nows([1, { state: 'paused' }]), [offer(5)]).get('1/result/ft/-/1')).toMatchObject({
    state: 'paused',
    price: 2100,
  })
  const told = nows([1, {}])
  expect(offeredNows(told, [{ no: null }])).toBe(told)
})
