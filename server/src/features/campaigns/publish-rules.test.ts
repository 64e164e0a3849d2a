import { describe, expect, test } from 'vitest'
import { rulesOf } from '../jurisdiction/jurisdiction.ts'
import { termsHash } from './live.ts'
import { faultsOf } from './publish-rules.ts'
import type { PublishWorld } from './publish-world.ts'

const offer = { sysname: 'first', action: 'deposit', rewards: [{ bonus: 'half' }] }
const world = (jurisdiction: 'default' | 'uk' = 'default'): PublishWorld => ({
  games: new Map([['fruit-parade', { provider: 'croupier' }]]),
  leastStake: () => 20n,
  spinFault: (_game, _currency, stake) => (stake === 20n ? null : 'no such stake'),
  bonuses: new Map([
    ['half', { percent: 5_000, min_balance: { EUR: '0.20' } }],
    ['bare', { min_balance: { EUR: '0.20' } }],
  ]),
  spins: new Set(['twenty']),
  betTypes: new Map(),
  ticketed: new Set(),
  goods: new Set(['mug']),
  levels: 7,
  bets: new Set(['bet']),
  offers: new Map([
    [
      'taken',
      {
        campaign: 'other',
        terms: {
          sysname: 'taken',
          action: 'deposit',
          params: {},
          conditions: {},
          exclude_methods: [],
          frequency: 'once',
          rewards: [],
        },
      },
    ],
  ]),
  rules: rulesOf(jurisdiction).promotions,
  place: jurisdiction,
})

const bonus = {
  mode: 'non_sticky',
  percent: 50,
  max: { EUR: '100' },
  wagering: { times: 30 },
  min_balance: { EUR: '0.20' },
  days: 14,
}
const british = { ...bonus, wagering: { times: 10 }, asks_first: true }
const freeBet = { type: 'free_bet', amount: { EUR: '5' }, days: 7 }
const spins = { game: 'fruit-parade', stake: { EUR: '0.20' }, count: 20, days: 7 }

describe('a money part that cannot be meant is not published', () => {
  test.each([
    ['a good template', 'bonus-templates', bonus, []],
    ['no mode', 'bonus-templates', { ...bonus, mode: 'strange' }, ['mode']],
    ['percent and fixed', 'bonus-templates', { ...bonus, fixed: { EUR: '5' } }, ['either percent or fixed']],
    ['neither: for winnings of spins', 'bonus-templates', { ...bonus, percent: undefined }, []],
    [
      'a max bet below the smallest stake',
      'bonus-templates',
      { ...bonus, max_bet: { EUR: '0.10' } },
      ['max_bet 0.10 EUR'],
    ],
    ['a game that is not there', 'bonus-templates', { ...bonus, excluded: [{ game: 'none' }] }, ['no game none']],
    [
      'a studio that is not there',
      'bonus-templates',
      { ...bonus, excluded: [{ provider: 'none' }] },
      ['no studio none'],
    ],
    [
      'a contribution above all',
      'bonus-templates',
      { ...bonus, contributions: [{ type: 'slot', percent: 101 }] },
      ['contributions'],
    ],
    ['a hundred days', 'bonus-templates', { ...bonus, days: 100 }, ['days']],
    [
      'no smallest balance in a currency',
      'bonus-templates',
      { ...bonus, max: { EUR: '100', JPY: '9000' } },
      ['min_balance does not name JPY'],
    ],
    ['good spins', 'spin-templates', spins, []],
    ['a stake that the slot does not take', 'spin-templates', { ...spins, stake: { EUR: '0.30' } }, ['no such stake']],
    ['spins of no game', 'spin-templates', { ...spins, game: 'none' }, ['no game none']],
    [
      'winnings that become a bonus',
      'spin-templates',
      { ...spins, winnings: 'bonus', template: 'bare', max_win: { EUR: '50' } },
      [],
    ],
    [
      'winnings that become nothing that is published',
      'spin-templates',
      { ...spins, winnings: 'bonus', template: 'none' },
      ['no published template none'],
    ],
    [
      'spins with a stake in a currency that their greatest win does not name',
      'spin-templates',
      { ...spins, stake: { EUR: '0.20', JPY: '20' }, max_win: { EUR: '50' } },
      ['max_win does not name JPY'],
    ],
    [
      'spins with a stake in a currency that the bonus of their winnings does not name',
      'spin-templates',
      { ...spins, stake: { EUR: '0.20', JPY: '20' }, winnings: 'bonus', template: 'bare' },
      ['min_balance of bare does not name JPY'],
    ],
    [
      'a reward without an amount',
      'campaigns',
      { offers: [{ ...offer, rewards: [{ bonus: 'bare' }] }] },
      ['no amount'],
    ],
    ['a good free bet', 'betting-templates', freeBet, []],
    ['a free bet of nothing', 'betting-templates', { ...freeBet, amount: {} }, ['free_bet says no amount']],
    ['money for bets without wagering', 'betting-templates', { ...freeBet, type: 'wagering' }, ['wagering is missing']],
    ['a refund of nothing', 'betting-templates', { type: 'refund', days: 7 }, ['refund is missing']],
    ['a boost of nothing', 'betting-templates', { type: 'combo_boost', days: 7 }, ['boosts are missing']],
    [
      'a betting bonus that is not published',
      'campaigns',
      { offers: [{ ...offer, rewards: [{ betting_bonus: 'none' }] }] },
      ['no published betting bonus none'],
    ],
    ['a betting bonus', 'campaigns', { offers: [{ ...offer, rewards: [{ betting_bonus: 'bet' }] }] }, []],
    ['a good campaign', 'campaigns', { offers: [offer] }, []],
    [
      'a reward that is not published',
      'campaigns',
      { offers: [{ ...offer, rewards: [{ bonus: 'none' }] }] },
      ['no published template none'],
    ],
    [
      'spins that are not published',
      'campaigns',
      { offers: [{ ...offer, rewards: [{ freespins: 'none' }] }] },
      ['no published spins none'],
    ],
    ['a part of no deposit', 'campaigns', { offers: [{ ...offer, action: 'login' }] }, ['a part of a deposit']],
    ['two offers of one name', 'campaigns', { offers: [offer, offer] }, ['two offers have one name']],
    [
      'an offer of another campaign',
      'campaigns',
      { offers: [{ ...offer, sysname: 'taken' }] },
      ['belongs to campaign other'],
    ],
    [
      'an end before its start',
      'campaigns',
      { starts_at: '2026-02-01', ends_at: '2026-01-01', offers: [offer] },
      ['it ends before it starts'],
    ],
    ['a code of no offer', 'promo-codes', { offer: 'none' }, ['no published offer none']],
    ['a code', 'promo-codes', { offer: 'taken' }, []],
    ['a code for twice of what is once', 'promo-codes', { offer: 'taken', most_per_player: 2 }, ['2 uses per player']],
    [
      'cashback into a template that is not published',
      'cashbacks',
      { product: 'casino', period: 'week', rates: [{ level: 1, rate: 5 }], pays: { template: 'none' } },
      ['no published template none'],
    ],
  ] as const)('%s', (_name, kind, body, said) => {
    const faults = faultsOf(kind, 'mine', body, world())
    expect(faults).toHaveLength(said.length)
    for (const [at, part] of said.entries()) expect(faults[at]).toContain(part)
  })
})

describe('the British rules', () => {
  test.each([
    ['ten times', british, null],
    ['example 39', { ...british, wagering: { times: 12 } }, 'wagering 12 × is more than 10 ×'],
    [
      'by a deposit of which the bonus is half',
      { ...british, max: undefined, wagering: { basis: 'deposit', times: 5 } },
      null,
    ],
    [
      'by more of it',
      { ...british, max: undefined, wagering: { basis: 'deposit', times: 5.01 } },
      'wagering 10.02 × is more than 10 ×',
    ],
    [
      'by both',
      { ...british, max: undefined, wagering: { basis: 'both', times: 5 } },
      'wagering 15 × is more than 10 ×',
    ],
    [
      'by the deposit beside a bonus that has a cap',
      { ...british, wagering: { basis: 'deposit', times: 1 } },
      'no end',
    ],
    [
      'a game that counts by a tenth',
      { ...british, contributions: [{ type: 'casino', percent: 10 }] },
      'in full or not at all',
    ],
    ['a game that does not count', { ...british, contributions: [{ type: 'casino', percent: 0 }] }, null],
    ['sticky', { ...british, mode: 'sticky' }, 'sticky'],
    ['not asking first', { ...british, asks_first: false }, 'asks_first'],
  ])('%s', (_name, body, said) => {
    const faults = faultsOf('bonus-templates', 'mine', body, world('uk'))
    expect(faults).toEqual(said === null ? [] : [expect.stringContaining(said)])
  })

  test('an offer is about one product', () => {
    const mixed = { offers: [{ ...offer, conditions: { product: 'sports' } }] }
    const played = { ...freeBet, type: 'wagering', wagering: { times: 12 } }
    expect(faultsOf('betting-templates', 'mine', played, world('uk'))).toEqual(['wagering 12 × is more than 10 ×'])
    expect(faultsOf('campaigns', 'mine', mixed, world('uk'))).toEqual(['offer first: it is about two products'])
    expect(faultsOf('campaigns', 'mine', mixed, world())).toEqual([])
  })
})

test('the version of a money part does not depend on the order of its keys', () => {
  expect(termsHash({ b: [{ y: 1, x: 2 }], a: 1 })).toBe(termsHash({ a: 1, b: [{ x: 2, y: 1 }] }))
  expect(termsHash({ a: 1 })).not.toBe(termsHash({ a: 2 }))
})

test('points are given where a programme is published', () => {
  const points = { offers: [{ ...offer, rewards: [{ points: 5 }] }] }
  expect(faultsOf('campaigns', 'club', points, world())).toEqual([])
  expect(faultsOf('campaigns', 'club', points, { ...world(), levels: 0 })).toEqual([
    'offer first: no published programme gives points',
  ])
})
