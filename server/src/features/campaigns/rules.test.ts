import { bonusTerms, campaignTerms, spinTerms } from '@croupier/contract/promotion-terms'
import { offerReasons } from '@croupier/contract/promotions'
import { describe, expect, test } from 'vitest'
import { judgeOffer, type LiveOffer, type OfferFacts, type OfferUse, placeFor, type StandingUse } from './rules.ts'

const now = new Date('2026-11-16T12:00:00Z')
const half = bonusTerms.parse({
  mode: 'non_sticky',
  percent: 50,
  max: { EUR: '100', JPY: '15000' },
  wagering: { times: 30 },
  min_balance: { EUR: '0.20', JPY: '20' },
  days: 14,
})
const twenty = spinTerms.parse({ game: 'fruit-parade', stake: { EUR: '0.20' }, count: 20, days: 7 })

function offerOf(terms: Record<string, unknown> = {}, more: Partial<LiveOffer> = {}): LiveOffer {
  const [parsed] = campaignTerms.parse({
    offers: [{ sysname: 'first', action: 'deposit', rewards: [{ bonus: 'half' }], ...terms }],
  }).offers
  if (!parsed) throw new Error('no offer')
  return {
    sysname: 'first',
    campaign: 'welcome',
    terms: parsed,
    rewards: [{ kind: 'bonus', template: 'half', version: 'v', body: {}, terms: half }],
    startsAt: null,
    endsAt: null,
    zone: 'UTC',
    version: 'v',
    publishedAt: now,
    isStopped: false,
    ...more,
  }
}

const facts: OfferFacts = {
  isAvailable: true,
  country: 'DE',
  currency: 'EUR',
  locale: 'en',
  isBetting: null,
  registeredAt: new Date('2026-11-01T00:00:00Z'),
  deposits: 0,
  level: 1,
  hasContact: false,
  isVerified: false,
  missing: ['last_name'],
  isClubOff: false,
  segments: new Set(),
}
const nothing: OfferUse = { uses: [], personPlaces: new Set(), isSpent: false, hasCode: false }
const used = (state: StandingUse['state'], place = 'once', at = now): StandingUse => ({
  state,
  place,
  at,
  entryId: 77n,
})
const spins: LiveOffer['rewards'] = [{ kind: 'freespins', template: 't', version: 'v', body: {}, terms: twenty }]
const day = (text: string) => new Date(`${text}T00:00:00Z`)

type Row = [string, LiveOffer, Partial<OfferFacts>, Partial<OfferUse>, ReturnType<typeof judgeOffer>]
const no = (reason: (typeof offerReasons)[number], data: Record<string, unknown> = {}) => ({ reason, data })

const table: Row[] = [
  ['nothing stands against it', offerOf(), {}, {}, null],
  ['switched off, and it is over too', offerOf({}, { endsAt: now }), { isAvailable: false }, {}, no('NOT_AVAILABLE')],
  [
    'it begins tomorrow',
    offerOf({}, { startsAt: day('2026-11-17') }),
    {},
    {},
    no('NOT_STARTED', { from: '2026-11-17T00:00:00.000Z' }),
  ],
  ['it begins now', offerOf({}, { startsAt: now }), {}, {}, null],
  ['it ends now', offerOf({}, { endsAt: now }), {}, {}, no('OVER', { until: now.toISOString() })],
  ['stopped', offerOf({}, { isStopped: true }), {}, {}, no('OVER')],
  ['Tuesdays only', offerOf({ conditions: { weekdays: [2] } }), {}, {}, no('NOT_STARTED', { weekdays: [2] })],
  ['Mondays', offerOf({ conditions: { weekdays: [1] } }), {}, {}, null],
  [
    'noon there is not noon here',
    offerOf({ conditions: { hours: { from: 12, to: 13 } } }, { zone: 'Asia/Tokyo' }),
    {},
    {},
    no('NOT_STARTED', { hours: { from: 12, to: 13 }, zone: 'Asia/Tokyo' }),
  ],
  ['at noon', offerOf({ conditions: { hours: { from: 12, to: 13 } } }), {}, {}, null],
  ['another country', offerOf({ conditions: { countries: ['ES'] } }), {}, {}, no('COUNTRY')],
  ['a country that is not known', offerOf({ conditions: { countries: ['ES'] } }), { country: null }, {}, no('COUNTRY')],
  ['not in this country', offerOf({ conditions: { not_countries: ['DE'] } }), {}, {}, no('COUNTRY')],
  ['another currency', offerOf({ conditions: { currencies: ['JPY'] } }), {}, {}, no('CURRENCY')],
  ['a currency that the bonus does not name', offerOf(), { currency: 'BRL' }, {}, no('CURRENCY')],
  ['a currency that the spins do not name', offerOf({}, { rewards: spins }), { currency: 'JPY' }, {}, no('CURRENCY')],
  [
    'a currency without a smallest deposit',
    offerOf({ params: { min_amount: { EUR: '20' } } }),
    { currency: 'JPY' },
    {},
    no('CURRENCY'),
  ],
  ['level', offerOf({ conditions: { level: 4 } }), { level: 3 }, {}, no('LEVEL', { level: 4, yours: 3 })],
  ['at the level', offerOf({ conditions: { level: 4 } }), { level: 4 }, {}, null],
  ['not invited', offerOf({ conditions: { segment: 'vip' } }), {}, {}, no('SEGMENT')],
  ['invited', offerOf({ conditions: { segment: 'vip' } }), { segments: new Set(['vip']) }, {}, null],
  ['another language', offerOf({ conditions: { locales: ['es'] } }), {}, {}, no('SEGMENT')],
  ['registered for sports', offerOf({ conditions: { product: 'casino' } }), { isBetting: true }, {}, no('SEGMENT')],
  ['registered for neither', offerOf({ conditions: { product: 'casino' } }), {}, {}, null],
  ['registered too early', offerOf({ conditions: { registered_from: '2026-11-02T00:00:00Z' } }), {}, {}, no('SEGMENT')],
  ['registered too late', offerOf({ conditions: { registered_to: '2026-11-01T00:00:00Z' } }), {}, {}, no('SEGMENT')],
  ['used', offerOf(), {}, { uses: [used('issued')] }, no('ALREADY_USED')],
  ['promised', offerOf(), {}, { uses: [used('promised')] }, no('ALREADY_PROMISED', { transaction: 77 })],
  [
    'used this week',
    offerOf({ frequency: 'per_week' }),
    {},
    { uses: [used('issued', '2026-W47')] },
    no('FREQUENCY', { from: '2026-11-23T00:00:00.000Z' }),
  ],
  ['used last week', offerOf({ frequency: 'per_week' }), {}, { uses: [used('issued', '2026-W46')] }, null],
  ['another account of the same person', offerOf(), {}, { personPlaces: new Set(['once']) }, no('SAME_PERSON')],
  ['all were given', offerOf(), {}, { isSpent: true }, no('BUDGET_SPENT')],
  [
    'for the second deposit',
    offerOf({ params: { deposit_number: 2 } }),
    { deposits: 3 },
    {},
    no('DEPOSIT_NUMBER', { number: 2, yours: 4 }),
  ],
  ['the second deposit', offerOf({ params: { deposit_number: 2 } }), { deposits: 1 }, {}, null],
  [
    'for new players',
    offerOf({ conditions: { has_deposited: false } }),
    { deposits: 1 },
    {},
    no('DEPOSIT_NUMBER', { number: 1, yours: 2 }),
  ],
  ['for players who have paid', offerOf({ conditions: { has_deposited: true } }), {}, {}, no('NEED_DEPOSIT')],
  ['no confirmed contact', offerOf({ conditions: { has_verified_contact: true } }), {}, {}, no('NEED_CONTACT')],
  [
    'a profile that is not full',
    offerOf({ conditions: { has_full_profile: true } }),
    {},
    {},
    no('NEED_PROFILE', { fields: ['last_name'] }),
  ],
  ['not verified', offerOf({ conditions: { is_verified: true } }), {}, {}, no('NEED_VERIFICATION')],
  ['a code is needed', offerOf({ params: { code_needed: true } }), {}, {}, no('CODE_NEEDED')],
  ['an offer of a code', offerOf({ action: 'promo_code' }), {}, {}, no('CODE_NEEDED')],
  ['the code was typed', offerOf({ params: { code_needed: true } }), {}, { hasCode: true }, null],
  [
    'a method that it does not work with',
    offerOf({ exclude_methods: ['wallet'] }),
    {},
    { deposit: { amount: 2_000n, method: 'wallet' } },
    no('METHOD_EXCLUDED', { methods: ['wallet'] }),
  ],
  [
    'too little',
    offerOf({ params: { min_amount: { EUR: '20' } } }),
    {},
    { deposit: { amount: 1_999n, method: 'card' } },
    no('AMOUNT_TOO_SMALL', { min: { amount: '20.00', currency: 'EUR' } }),
  ],
  [
    'just enough',
    offerOf({ params: { min_amount: { EUR: '20' } } }),
    {},
    { deposit: { amount: 2_000n, method: 'card' } },
    null,
  ],
]

describe('an offer is judged', () => {
  test.each(table)('%s', (_name, offer, more, use, said) => {
    expect(judgeOffer(offer, { ...facts, ...more }, { ...nothing, ...use }, now)).toEqual(said)
  })

  test('every reason of the page is met by a line', () => {
    const met = new Set(table.flatMap(([, , , , said]) => (said ? [said.reason] : [])))
    expect(offerReasons.filter((reason) => !met.has(reason))).toEqual([])
  })
})

describe('the place of the next use', () => {
  const place = (frequency: Parameters<typeof placeFor>[0], uses: StandingUse[] = [], zone = 'UTC', when = now) =>
    placeFor(frequency, uses, { now: when, zone })

  test('a day, a week and a month are those of the zone of the campaign', () => {
    const night = new Date('2026-12-31T23:30:00Z')
    expect(place('per_day', [], 'Europe/Berlin', night)).toEqual({ place: '2027-01-01' })
    expect(place('per_week', [], 'UTC', night)).toEqual({ place: '2026-W53' })
    expect(place('per_month', [], 'Europe/Berlin', night)).toEqual({ place: '2027-01' })
  })

  test('the next day may be an hour shorter', () => {
    const spring = new Date('2026-03-29T00:30:00Z')
    const uses = [used('issued', '2026-03-29')]
    expect(place('per_day', uses, 'Europe/Berlin', spring)).toEqual(
      no('FREQUENCY', { from: '2026-03-29T22:00:00.000Z' }),
    )
  })

  test('so many times, and a released one is free again', () => {
    expect(place({ times: 2 })).toEqual({ place: 'n:1' })
    expect(place({ times: 2 }, [used('issued', 'n:2')])).toEqual({ place: 'n:1' })
    expect(place({ times: 2 }, [used('issued', 'n:1'), used('issued', 'n:2')])).toEqual(no('ALREADY_USED'))
    expect(place({ times: 2 }, [used('issued', 'n:1'), used('promised', 'n:2')])).toMatchObject({
      reason: 'ALREADY_PROMISED',
    })
  })

  test('days between two uses, to the millisecond', () => {
    const last = new Date(now.getTime() - 3 * 86_400_000)
    const uses = [used('issued', 'd:1', last)]
    expect(place({ days_between: 3 }, uses)).toEqual({ place: 'd:2' })
    const early = new Date(now.getTime() - 1)
    expect(place({ days_between: 3 }, uses, 'UTC', early)).toEqual(no('FREQUENCY', { from: now.toISOString() }))
  })
})
