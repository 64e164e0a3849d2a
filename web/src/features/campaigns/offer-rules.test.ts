import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { describe, expect, test } from 'vitest'
import { actionOf, isApart, isOver, joinFrom, nextOf, reasonOf, rounded, standingOf, wayOf } from './offer-rules.ts'
import { exampleDeposits, isExcluded, rateOfGame, sumsOf } from './offer-sums.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const half: WirePromotion = {
  id: 'welcome:0',
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
  min_balance: eur('0.20'),
  principal: 'converts',
  counts: 'bonus',
  on_withdrawal: 'forfeit',
  asks_first: false,
  contributions: [
    { game: 'twin-dice', name: 'Twin Dice', percent: '0' },
    { type: 'fast', percent: '50' },
    { default: true, percent: '100' },
  ],
  excluded: [{ game: 'liftoff', name: 'Liftoff' }, { provider: 'orbit' }],
  days: 14,
}

type Trigger = WireOffer['trigger']
const offerOf = (more: Partial<Omit<WireOffer, 'trigger'>> & { trigger?: Partial<Trigger> } = {}): WireOffer => ({
  id: 'welcome',
  campaign: 'welcome',
  title: 'Welcome',
  description: { text: '', terms: '', image_735_240: '', image_360_240: '', facts: [] },
  promotions: [half],
  status: 'open',
  claim: null,
  starts_at: null,
  ends_at: null,
  version: { hash: '0123456789abcdef', published_at: '2026-11-02T10:00:00Z' },
  ...more,
  trigger: {
    action: 'deposit',
    params: {
      exclude_methods: [],
      min_amount: eur('20.00'),
      max_bonus: eur('100.00'),
      deposit_number: null,
      code_needed: false,
      needs: [],
      level: null,
      frequency: { kind: 'once', count: null },
    },
    user_satisfies_params: true,
    reason: null,
    reason_data: {},
    ...more.trigger,
  },
})
const refused = (reason: Trigger['reason'], reason_data = {}, more: Partial<WireOffer> = {}) =>
  offerOf({ ...more, trigger: { user_satisfies_params: false, reason, reason_data } })
const guest = (more: Partial<WireOffer> = {}): WireOffer => {
  const { user_satisfies_params: _said, ...trigger } = offerOf().trigger
  return { ...offerOf(more), trigger }
}

describe('how an offer stands', () => {
  test.each([
    ['guest', 'join', guest()],
    ['open', 'deposit', offerOf()],
    ['open', 'take', offerOf({ trigger: { action: 'register' } })],
    ['code', 'code', refused('CODE_NEEDED')],
    ['taken', 'goOn', offerOf({ status: 'taken' })],
    ['taken', 'goOn', refused('NEED_DEPOSIT', {}, { status: 'taken' })],
    ['refused', 'none', refused('LEVEL', {}, { status: 'taken' })],
    ['promised', 'entry', refused('ALREADY_PROMISED', {}, { status: 'promised' })],
    ['used', 'bonuses', refused('ALREADY_USED', {}, { status: 'used' })],
    ['refused', 'none', refused('NEED_CONTACT')],
    ['refused', 'none', refused('NOT_AVAILABLE', {}, { status: 'closed' })],
  ] as const)('%s, and its button does: %s', (standing, action, offer) => {
    expect([standingOf(offer), actionOf(offer)]).toEqual([standing, action])
    expect(isApart(offer)).toBe(standing === 'used' || standing === 'refused')
  })

  test('one that is over has no page, one that is to come has', () => {
    const now = Date.parse('2026-11-16T00:00:00Z')
    expect(isOver(refused('OVER', {}, { status: 'closed' }), now)).toBe(true)
    expect(isOver(guest({ status: 'closed', ends_at: '2026-01-01T00:00:00Z' }), now)).toBe(true)
    expect(isOver(guest({ status: 'closed', starts_at: '2040-01-01T00:00:00Z' }), now)).toBe(false)
    expect(isOver(refused('BUDGET_SPENT', {}, { status: 'closed' }), now)).toBe(false)
    expect(isOver(guest(), now)).toBe(false)
  })

  test('a guest who joins from an offer comes back to it', () => {
    expect(joinFrom('promotions')).toBe('/promotions?show_popup_reg=1')
    expect(joinFrom('offers', 'welcome')).toBe('/offers/welcome?show_popup_reg=1&backUrl=%2Foffers%2Fwelcome')
  })

  test.each([
    ['deposit', offerOf()],
    ['deposit', refused('NEED_DEPOSIT')],
    ['bonuses', offerOf({ trigger: { action: 'promo_code' } })],
    ['play', offerOf({ trigger: { action: 'promo_code' }, promotions: [half, { ...half, kind: 'freespins' }] })],
  ] as const)('with what was given one goes to: %s', (next, offer) => expect(nextOf(offer)).toBe(next))
})

describe('what stands against it', () => {
  const at = '2026-11-20T00:00:00.000Z'
  const bare = { values: {}, date: null, names: [] }
  test.each([
    [refused('NOT_STARTED', { from: at }), { ...bare, key: 'NOT_STARTED', date: at }, null],
    [refused('NOT_STARTED', { weekdays: [6] }), { ...bare, key: 'NOT_STARTED_LATER' }, null],
    [refused('FREQUENCY', { from: at }), { ...bare, key: 'FREQUENCY', date: at }, null],
    [
      refused('ALREADY_USED', {}, { status: 'used', claim: { at, transaction: '7' } }),
      { ...bare, key: 'ALREADY_USED', date: at },
      null,
    ],
    [refused('ALREADY_USED'), { ...bare, key: 'ALREADY_USED_ONCE' }, null],
    [
      refused('DEPOSIT_NUMBER', { number: 2, yours: 9 }),
      { ...bare, key: 'DEPOSIT_NUMBER', values: { number: 2, yours: 9 } },
      null,
    ],
    [refused('LEVEL', { level: 5, yours: 4 }), { ...bare, key: 'LEVEL', values: { level: 5, yours: 4 } }, '/loyalty'],
    [
      refused('NEED_PROFILE', { fields: ['first_name', 'birth_date'] }),
      { ...bare, key: 'NEED_PROFILE', names: ['first_name', 'birth_date'] },
      '/profile/settings',
    ],
    [refused('NEED_CONTACT'), { ...bare, key: 'NEED_CONTACT' }, '/profile/settings'],
    [refused('NEED_VERIFICATION'), { ...bare, key: 'NEED_VERIFICATION' }, '/profile/verification'],
    [refused('SAME_PERSON'), { ...bare, key: 'SAME_PERSON' }, '/support'],
    [
      refused('ALREADY_PROMISED', { transaction: 88213 }),
      { ...bare, key: 'ALREADY_PROMISED', values: { number: 88213 } },
      '/cashier/history?tab=deposit',
    ],
    [refused('NOT_AVAILABLE'), { ...bare, key: 'NOT_AVAILABLE' }, null],
    [guest({ status: 'closed' }), { ...bare, key: 'CLOSED' }, null],
  ])('%#', (offer, words, to) => {
    expect(reasonOf(offer)).toEqual(words)
    expect(wayOf(offer)?.to ?? null).toBe(to)
  })

  test('nothing, where it is open', () => expect([reasonOf(offerOf()), wayOf(offerOf())]).toEqual([null, null]))
})

describe('the numbers of an offer', () => {
  test('what a deposit gives, and what the play costs on average', () => {
    expect(sumsOf(half, 60_00n, 'EUR')).toEqual({
      deposit: eur('60.00'),
      bonus: eur('30.00'),
      wager: eur('900.00'),
      cost: eur('36.00'),
      isCostMore: true,
      shares: { bonus: 30 / 36, cost: 1 },
    })
    const none = { ...half, contributions: [{ default: true as const, percent: '0' }] }
    expect(sumsOf(none, 60_00n, 'EUR')).toMatchObject({ cost: null, shares: { bonus: 1, cost: 0 } })
    expect(sumsOf({ ...half, percent: null }, 60_00n, 'EUR')).toBeNull()
  })

  test('the examples are the least, three times it, and what gives the most', () => {
    expect(exampleDeposits(offerOf())).toEqual([20_00n, 60_00n, 200_00n])
    expect(exampleDeposits(offerOf({ promotions: [{ ...half, percent: '500' }] }))).toEqual([20_00n, 60_00n])
    expect(exampleDeposits(offerOf({ promotions: [{ ...half, percent: null }] }))).toEqual([])
  })

  test('a game counts before its type, and its type before the rest', () => {
    expect(rateOfGame(half, { game: 'twin-dice', type: 'fast' })).toBe('0')
    expect(rateOfGame(half, { game: 'plinth', type: 'fast' })).toBe('50')
    expect(rateOfGame(half, { game: 'fruit-parade', type: 'slot' })).toBe('100')
    expect(isExcluded(half, { game: 'liftoff', type: 'fast', provider: 'copperfox' })).toBe(true)
    expect(isExcluded(half, { game: 'plinth', type: 'fast', provider: 'orbit' })).toBe(true)
    expect(isExcluded(half, { game: 'plinth', type: 'fast', provider: 'copperfox' })).toBe(false)
  })

  test('whole amounts stand among facts without their cents', () => {
    expect(rounded(eur('20.00'))).toEqual(eur('20'))
    expect(rounded(eur('0.20'))).toEqual(eur('0.20'))
  })
})
