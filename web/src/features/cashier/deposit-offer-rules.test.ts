import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { Refusal } from '@croupier/contract/refusals'
import { describe, expect, test } from 'vitest'
import { gainOf, offerAgainst, offerNoOf, settleWish, startOffer, type Typed } from './deposit-offer-rules.ts'
import { problemOf } from './deposit-rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const half: WirePromotion = {
  id: 'half:0',
  kind: 'bonus',
  title: 'Half',
  percent: '50',
  amount: null,
  max: eur('100.00'),
  spins: null,
  stake: null,
  game: null,
  winnings: null,
  mode: 'non_sticky',
  wagering: { basis: 'bonus', times: '30' },
  max_bet: eur('5.00'),
  max_conversion: null,
  max_conversion_times: null,
  min_balance: null,
  principal: 'converts',
  counts: 'bonus',
  on_withdrawal: 'forfeit',
  asks_first: false,
  contributions: [],
  excluded: [],
  days: 7,
}
type Trigger = WireOffer['trigger']
const params: Trigger['params'] = {
  exclude_methods: ['crypto'],
  min_amount: eur('20.00'),
  max_bonus: null,
  deposit_number: null,
  code_needed: false,
  needs: [],
  level: null,
  frequency: { kind: 'once', count: null },
}
const offer = (id: string, trigger: Partial<Trigger> = {}, rest: Partial<WireOffer> = {}): WireOffer => ({
  id,
  campaign: 'c',
  title: id,
  description: { text: '', terms: '', image_735_240: '', image_360_240: '', facts: [] },
  trigger: { action: 'deposit', params, user_satisfies_params: true, reason: null, reason_data: {}, ...trigger },
  promotions: [half],
  status: 'open',
  claim: null,
  starts_at: null,
  ends_at: null,
  version: { hash: '', published_at: '' },
  ...rest,
})
const typed = (minor: bigint | null, method = 'card', fee: Typed['fee'] = null): Typed => ({ minor, method, fee })
const onePercent = { percent: '1', fixed: eur('0.00') }

describe('what an offer comes to as it is typed', () => {
  test.each([
    ['nothing typed', typed(null), null],
    ['60.00', typed(6_000n), { bonus: 3_000n, wager: 90_000n }],
    ['40.00 with a fee of one percent', typed(4_000n, 'card', onePercent), { bonus: 1_980n, wager: 59_400n }],
    ['300.00: the cap', typed(30_000n), { bonus: 10_000n, wager: 300_000n }],
  ])('%s', (_what, said, gain) => {
    expect(gainOf(half, said)).toEqual(gain)
  })

  test('a fixed bonus is known before the amount is, but not what is wagered of a deposit', () => {
    const fixed = { ...half, percent: null, amount: eur('10.00'), max: null }
    expect(gainOf(fixed, typed(null))).toEqual({ bonus: 1_000n, wager: 30_000n })
    const both = { ...fixed, wagering: { basis: 'both' as const, times: '2' } }
    expect(gainOf(both, typed(null))).toEqual({ bonus: 1_000n, wager: null })
    expect(gainOf(both, typed(2_000n))).toEqual({ bonus: 1_000n, wager: 6_000n })
  })
})

describe('why an offer cannot go with a deposit', () => {
  test.each([
    ['it can', typed(2_000n), null],
    ['too little', typed(1_999n), { reason: 'AMOUNT_TOO_SMALL', data: { min: eur('20.00') } }],
    [
      'a method that is left out',
      typed(2_000n, 'crypto'),
      { reason: 'METHOD_EXCLUDED', data: { methods: ['crypto'] } },
    ],
    ['nothing typed', typed(null), null],
  ])('%s', (_what, said, no) => {
    expect(offerAgainst(offer('half'), said)).toEqual(no)
  })

  test('what the server says of the player comes first', () => {
    const used = offer('half', { user_satisfies_params: false, reason: 'ALREADY_USED', reason_data: {} })
    expect(offerAgainst(used, typed(1n))).toEqual({ reason: 'ALREADY_USED', data: {} })
  })

  test('too little for a single cent of bonus is too little', () => {
    const open = offer('half', { params: { ...params, min_amount: null } })
    expect(offerAgainst(open, typed(1n))?.reason).toBe('AMOUNT_TOO_SMALL')
    expect(offerAgainst(open, typed(2n))).toBeNull()
  })
})

describe('the choice', () => {
  const [one, other] = [offer('one'), offer('other', { params: { ...params, min_amount: eur('100.00') } })]
  const offers = [one, other]
  const wish = (id: string | null) => ({ id, refused: null })

  test('starts with none, with the one the player came from, or with the one that was taken', () => {
    const taken = offer('taken', {}, { status: 'taken' })
    expect(startOffer(offers, null)).toBeNull()
    expect(startOffer(offers, 'other')).toBe('other')
    expect(startOffer([...offers, taken], null)).toBe('taken')
    expect(startOffer([...offers, taken], 'one')).toBe('one')
    expect(startOffer(offers, 'unknown')).toBeNull()
    const away = offer('away', { user_satisfies_params: false, reason: 'OVER' }, { status: 'taken' })
    expect(startOffer([away], null)).toBeNull()
  })

  test('falls back to none when the amount or the method makes it impossible, says so, and comes back with one that fits', () => {
    expect(settleWish(offers, wish('other'), typed(10_000n)).chosen).toBe(other)
    const small = settleWish(offers, wish('other'), typed(6_000n))
    expect([small.chosen, small.lost?.offer, small.lost?.no?.reason]).toEqual([null, other, 'AMOUNT_TOO_SMALL'])
    const excluded = settleWish(offers, wish('other'), typed(10_000n, 'crypto'))
    expect([excluded.chosen, excluded.lost?.no?.reason]).toEqual([null, 'METHOD_EXCLUDED'])
    expect(settleWish(offers, wish('other'), typed(20_000n))).toMatchObject({ chosen: other, lost: null })
    expect(settleWish(offers, wish(null), typed(1n))).toMatchObject({ chosen: null, lost: null })
  })

  test('what the server refused is shown with its reason, and the rest stays open', () => {
    const no = { reason: 'BUDGET_SPENT', data: {} } as const
    const { cards, chosen, refused } = settleWish(offers, { id: null, refused: { id: 'one', no } }, typed(10_000n))
    expect(cards.map((card) => card.no?.reason)).toEqual(['BUDGET_SPENT', undefined])
    expect([chosen, refused?.offer]).toEqual([null, one])
  })
})

describe('a no of the server', () => {
  const refusal = (reason: 'OFFER_REFUSED' | 'UNKNOWN_OFFER', data = {}) =>
    new Refusal(`InvalidParameter:${reason}`, { message: 'no', fields: { campaign_offer_id: [reason] }, data })

  test('is told at the offers, with its reason', () => {
    const said = { offer_reason: 'FREQUENCY', offer_data: { from: '2026-11-23T00:00:00Z' } }
    expect(problemOf(refusal('OFFER_REFUSED', said))).toEqual({
      kind: 'offer',
      no: { reason: 'FREQUENCY', data: { from: '2026-11-23T00:00:00Z' } },
    })
    expect(problemOf(refusal('UNKNOWN_OFFER'))).toEqual({ kind: 'offer', no: { reason: 'OVER', data: {} } })
  })

  test('a word of a newer server is no fault of the page', () => {
    expect(offerNoOf({ offer_reason: 'NEW_WORD', offer_data: 3 })).toEqual({ reason: 'NOT_AVAILABLE', data: {} })
  })
})
