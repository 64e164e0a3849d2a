import { tournamentTerms } from '@croupier/contract/promotion-terms'
import { describe, expect, test } from 'vitest'
import { rulesOf } from '../jurisdiction/jurisdiction.ts'
import { faultsOf } from './publish-rules.ts'
import type { PublishWorld } from './publish-world.ts'
import { tournamentCosts } from './tournament-faults.ts'

const world = (place: 'default' | 'uk' = 'default'): PublishWorld => ({
  games: new Map([['fruit-parade', { provider: 'croupier' }]]),
  leastStake: () => 20n,
  spinFault: () => null,
  bonuses: new Map([
    ['five', { fixed: { EUR: '5' }, min_balance: { EUR: '0.20' } }],
    ['bare', { min_balance: { EUR: '0.20' } }],
  ]),
  spins: new Set(['ten']),
  bets: new Set(),
  betTypes: new Map(),
  ticketed: new Set(),
  goods: new Set(['mug']),
  levels: 0,
  offers: new Map(),
  rules: rulesOf(place).promotions,
  place,
})
const cash = (from: number, to: number) => ({ from, to, kind: 'cash', amount: { EUR: '10' } })
const cup = { starts_at: '2026-01-05T00:00Z', ends_at: '2026-01-12T00:00Z', prizes: [cash(1, 1), cash(2, 3)] }
const faults = (more: Record<string, unknown>, place: 'default' | 'uk' = 'default') =>
  faultsOf('tournaments', 'cup', { ...cup, ...more }, world(place))

describe('a tournament that cannot be meant is not published', () => {
  test.each([
    ['a good one', {}, []],
    ['a place that is named twice', { prizes: [cash(1, 3), cash(3, 5)] }, ['place 3 is named twice']],
    [
      'games of one over bets',
      { kind: 'odds_best', games: [{ type: 'slot' }] },
      ['odds_best is about bets: it has no games'],
    ],
    [
      'goods that are not published',
      { prizes: [{ from: 1, to: 1, kind: 'goods', template: 'cap' }] },
      ['no published goods cap'],
    ],
    ['goods', { prizes: [{ from: 1, to: 1, kind: 'goods', template: 'mug' }] }, []],
    ['places that are none', { prizes: [cash(3, 2)] }, ['places 3 to 2 are none']],
    ['cash without an amount', { prizes: [{ from: 1, to: 1, kind: 'cash' }] }, ['place 1: cash without an amount']],
    [
      'spins that are not published',
      { prizes: [{ from: 1, to: 1, kind: 'freespins', template: 'x' }] },
      ['no published spins x'],
    ],
    [
      'a bonus without an amount',
      { prizes: [{ from: 1, to: 1, kind: 'bonus', template: 'bare' }] },
      ['bare says no amount'],
    ],
    ['an unknown game', { games: [{ game: 'gone' }] }, ['no game gone']],
    ['an unknown studio', { games: [{ provider: 'gone' }] }, ['no studio gone']],
    ['an end before the start', { ends_at: cup.starts_at }, ['it ends before it starts']],
    ['one that overlaps itself', { repeats: 'day' }, ['it is longer than a day']],
    ['volume without a cap', { kind: 'stake' }, ['stake rewards volume: it needs most_per_day']],
    ['a fee in points, or a ticket', { fee_points: 100, by_ticket: true }, []],
    ['points without a number', { prizes: [{ from: 1, to: 1, kind: 'points' }] }, ['place 1: points without a number']],
    ['cash and points', { prizes: [{ ...cash(1, 1), points: 5 }] }, ['place 1: cash and points']],
    ['hours of offers', { conditions: { weekdays: [1] } }, ['weekdays is for offers']],
  ])('%s', (_name, more, said) => {
    expect(faults(more)).toEqual(said)
  })

  test('volume and a payout that costs the score are not offered under uk', () => {
    expect(faults({}, 'uk')).toEqual([])
    expect(faults({ kind: 'win', most_per_day: 100 }, 'uk')).toEqual(['win rewards volume: it is not offered here'])
    expect(faults({ reset_on_cashout: true }, 'uk')).toEqual(['reset_on_cashout is not allowed here'])
  })
})

test('the greatest cost is all places of all prizes, by currency', () => {
  const terms = tournamentTerms.parse({
    ...cup,
    repeats: 'week',
    prizes: [
      cash(1, 1),
      cash(2, 4),
      { from: 5, to: 6, kind: 'bonus', template: 'five' },
      { from: 7, to: 9, kind: 'points', points: 200 },
    ],
  })
  const worth = ({ kind }: { kind: string }, currency: string) => (kind === 'bonus' && currency === 'EUR' ? 500n : null)
  expect(tournamentCosts(terms, worth)).toEqual([
    'at most 50.00 EUR each week, where every winner plays in EUR',
    '600 points each week',
  ])
})
