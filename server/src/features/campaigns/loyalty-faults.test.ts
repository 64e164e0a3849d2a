import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loyaltyTerms, productTerms, programTerms, questTerms } from '@croupier/contract/loyalty-terms'
import { expect, test } from 'vitest'
import { productFaults, programFaults, questFaults } from './loyalty-faults.ts'

const world = (isOneProduct = false) => ({
  games: new Map([['fruit-parade', {}]]),
  bonuses: new Map([
    ['five', { fixed: { EUR: '5' } }],
    ['half', {}],
  ]),
  spins: new Set(['ten']),
  betTypes: new Map([
    ['bet', 'free_bet'],
    ['boost', 'combo_boost'],
  ]),
  ticketed: new Set(['cup']),
  levels: 7,
  rules: { isOneProduct, mayReviewLevels: !isOneProduct },
  place: isOneProduct ? ('uk' as const) : ('default' as const),
})

const program = {
  levels: [
    { id: 1, min: 0 },
    { id: 2, min: 500 },
  ],
  rates: [],
  default_rate: 4,
  most_per_day: 500,
}

test.each([
  [{}, []],
  [{ product: 'sports', rates: [{ type: 'sports', rate: 20 }] }, []],
  [{ product: 'both', rates: [{ type: 'sports', rate: 20 }] }, []],
  [{ rates: [{ type: 'sports', rate: 20 }] }, ['a rate for bets, which earn nothing in it']],
  [{ product: 'sports', rates: [{ type: 'slot', rate: 20 }] }, ['a rate for games, which earn nothing in it']],
  [
    {
      levels: [
        { id: 1, min: 0 },
        { id: 3, min: 500 },
      ],
    },
    ['levels are numbered from 1 without gaps'],
  ],
  [{ levels: [{ id: 1, min: 10 }] }, ['the first level begins at 0']],
  [
    {
      levels: [
        { id: 1, min: 0 },
        { id: 2, min: 0 },
      ],
    },
    ['every level begins above the one before it'],
  ],
  [{ rates: [{ game: 'gone', rate: 5 }] }, ['no game gone']],
  [
    {
      rates: [
        { type: 'slot', rate: 5 },
        { type: 'slot', rate: 6 },
      ],
    },
    ['two rates have one name'],
  ],
])('a programme with %o', (more, faults) => {
  expect(programFaults(programTerms.parse({ ...program, ...more }), world())).toEqual(faults)
})

const kept = (...keep: (number | undefined)[]) => ({
  levels: [0, 500, 800].map((min, at) => ({ id: at + 1, min, keep: keep[at] })),
})
test.each([
  [{ ...kept(undefined, 500, 300), review_months: 12 }, []],
  [kept(undefined, 100), ['no review looks at what levels want']],
  [{ ...kept(10), review_months: 12 }, ['the first level wants nothing']],
  [{ ...kept(undefined, 100, 301), review_months: 12 }, ['a level wants more to be kept than to be reached']],
])('a review with %o', (more, faults) => {
  expect(programFaults(programTerms.parse({ ...program, ...more }), world())).toEqual(faults)
})

test('reviews come at most once a year, and not where the law says so', () => {
  expect(programTerms.safeParse({ ...program, review_months: 11 }).success).toBe(false)
  const yearly = programTerms.parse({ ...program, review_months: 12 })
  expect(programFaults(yearly, world(true))).toEqual(['a level that was reached stays'])
})

test('a programme of another place is refused', () => {
  expect(programFaults(programTerms.parse({ ...program, only_in: ['uk'] }), world())).toEqual(['it is for uk only'])
  expect(programFaults(programTerms.parse({ ...program, only_in: ['uk'] }), world(true))).toEqual([])
})

test('two products are one too many where the law says so', () => {
  expect(programFaults(programTerms.parse({ ...program, product: 'both' }), world(true))).toContain(
    'it is about two products',
  )
})

test.each([
  [{ kind: 'cash', amount: { EUR: '5' } }, []],
  [{ kind: 'cash' }, ['cash names its amount']],
  [{ kind: 'goods', amount: { EUR: '5' } }, ['an amount is for cash']],
  [{ kind: 'goods', template: 'ten' }, ['goods has no template']],
  [{ kind: 'freespins', template: 'ten' }, []],
  [{ kind: 'freespins', template: 'gone' }, ['no published spins gone']],
  [{ kind: 'bonus', template: 'five' }, []],
  [{ kind: 'bonus', template: 'half' }, ['half says no amount']],
  [{ kind: 'bonus' }, ['no published template ']],
  [{ kind: 'free_bet', template: 'bet' }, []],
  [{ kind: 'free_bet', template: 'boost' }, ['no published free bet boost']],
  [{ kind: 'ticket', template: 'cup' }, []],
  [{ kind: 'ticket', template: 'gone' }, ['no published tournament takes tickets: gone']],
  [{ kind: 'goods', level: 8 }, ['no programme has a level 8']],
  [{ kind: 'goods', starts_at: '2026-02-01', ends_at: '2026-01-01' }, ['it ends before it starts']],
])('a product %o', (more, faults) => {
  expect(productFaults(productTerms.parse({ price: 100, ...more }), world())).toEqual(faults)
})

test('a free bet is another product where the law has one', () => {
  const terms = productTerms.parse({ kind: 'free_bet', template: 'bet', price: 100 })
  expect(productFaults(terms, world(true))).toEqual(['it is about another product'])
})

test.each([
  [{}, []],
  [{ steps: [{ kind: 'fairness_checked' }], reward: 151 }, ['what browsers report is worth at most 150 points']],
  [{ steps: [{ kind: 'fairness_checked' }], period: 'weekly' }, ['what browsers alone report can be done once']],
  [{ steps: [{ kind: 'limit_set' }, { kind: 'limit_set' }] }, ['two steps are the same']],
  [{ steps: [{ kind: 'games_tried', count: 2 }] }, ['a quest over games is weekly']],
  [{ steps: [{ kind: 'limit_set' }, { kind: 'demo_games', count: 2 }] }, ['a quest over games is weekly']],
  [{ steps: [{ kind: 'games_tried', count: 2 }], period: 'weekly' }, []],
  [{ steps: [{ kind: 'tour_done', tour: 'lobby' }] }, ['no page has a tour that could be done']],
  [{ conditions: { has_deposited: true } }, ['has_deposited is for offers, a quest has none']],
])('a quest with %o', (more, faults) => {
  expect(
    questFaults(questTerms.parse({ period: 'once', steps: [{ kind: 'limit_set' }], reward: 50, ...more })),
  ).toEqual(faults)
})

test.each(['deposit_made', 'stakes', 'wins', 'days_in_a_row', 'friends'])('there is no step %s', (kind) => {
  expect(questTerms.safeParse({ period: 'once', steps: [{ kind }], reward: 50 }).success).toBe(false)
})

test.each(['loyalty-programs', 'loyalty-products', 'quests'] as const)('the shipped %s can be read', (name) => {
  const file = join(import.meta.dirname, `../../../../content/site/collections/${name}.json`)
  const records: { terms: unknown }[] = JSON.parse(readFileSync(file, 'utf8'))
  for (const { terms } of records) expect(loyaltyTerms[name].safeParse(terms).error).toBeUndefined()
})
