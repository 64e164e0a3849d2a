import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { describe, expect, test } from 'vitest'
import {
  countLines,
  endLine,
  givenUp,
  groupBonuses,
  nextPayer,
  outcomeOf,
  paysFirst,
  percentOf,
  wageredShare,
} from './rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const bonus: WireBonus = {
  id: '1',
  title: 'Midweek 50%',
  status: 'active',
  mode: 'non_sticky',
  source: 'offer',
  offer_id: 'midweek',
  amount: eur('30.00'),
  balance: eur('12.40'),
  wagering: {
    basis: 'bonus',
    times: '30',
    required: eur('900.00'),
    done: eur('310.00'),
    left: eur('590.00'),
    percent: 34,
    counts: 'bonus',
  },
  max_bet: eur('5.00'),
  max_conversion: null,
  min_balance: eur('0.20'),
  principal: 'converts',
  on_withdrawal: 'forfeit',
  contributions: [
    { game: 'liftoff', name: 'Liftoff', percent: '25' },
    { type: 'fast', percent: '50' },
    { default: true, percent: '100' },
  ],
  excluded: [],
  issued_at: '2026-11-11T08:00:00.000Z',
  take_by: '2026-12-11T08:00:00.000Z',
  days: 7,
  activated_at: '2026-11-11T08:15:00.000Z',
  expires_at: '2026-11-18T08:15:00.000Z',
  ended_at: null,
  end_reason: null,
  end_note: '',
  queue_place: null,
  is_in_use: true,
  asks_first: false,
  can_activate: false,
  can_deactivate: false,
  can_remove: true,
  removal: { lost: eur('12.40'), in_open_rounds: eur('2.00'), keeps: eur('248.60') },
  result: { converted: eur('0.00'), forfeited: eur('0.00') },
}
const like = (change: Partial<WireBonus>): WireBonus => ({ ...bonus, ...change })

test('bonuses stand by what can be done with them, the queue in its order', () => {
  const items = [
    bonus,
    like({ id: '3', status: 'queued', queue_place: 2 }),
    like({ id: '2', status: 'queued', queue_place: 1 }),
    like({ id: '4', status: 'issued' }),
    like({ id: '5', status: 'expired' }),
    like({ id: '6', status: 'lost' }),
  ]
  const { open, queued, issued, ended } = groupBonuses(items)
  const ids = (list: readonly WireBonus[]) => list.map(({ id }) => id)
  expect([open?.id, ids(queued), ids(issued), ids(ended)]).toEqual(['1', ['2', '3'], ['4'], ['5', '6']])
  expect(groupBonuses([like({ status: 'paused' })]).open?.status).toBe('paused')
})

test.each([
  ['non_sticky', 'active', 'own'],
  ['sticky', 'active', 'bonus'],
  ['isolated', 'active', 'alone'],
  ['isolated', 'paused', 'aside'],
  ['isolated', 'issued', 'alone'],
] as const)('of a %s bonus that is %s, %s money pays first', (mode, status, word) => {
  expect(paysFirst({ mode, status })).toBe(word)
})

test.each([
  ['own money first, and there is some', like({}), '0.40', 'ownFirst'],
  ['own money first, and there is none', like({}), '0.00', 'bonus'],
  ['bonus money first', like({ mode: 'sticky' }), '50.00', 'bonus'],
  ['bonus money alone', like({ mode: 'isolated' }), '50.00', 'bonus'],
  ['set aside', like({ mode: 'isolated', status: 'paused', is_in_use: false }), '50.00', 'own'],
  ['nothing in it', like({ is_in_use: false }), '50.00', 'own'],
] as const)('who pays the next stake, %s: %s', (_, of, main, word) => {
  expect(nextPayer(of, eur(main))).toBe(word)
})

test('the edge is never full before all is wagered', () => {
  expect(wageredShare({ required: eur('900.00'), done: eur('310.00') })).toBe(0.3444)
  expect(wageredShare({ required: eur('900.00'), done: eur('899.99') })).toBeLessThan(1)
  expect(wageredShare({ required: eur('900.00'), done: eur('900.00') })).toBe(1)
  expect(wageredShare({ required: eur('0.00'), done: eur('0.00') })).toBe(1)
})

test('what a completed bonus becomes: all, up to a cap, or what it won', () => {
  expect(outcomeOf(bonus).title).toBe('all')
  expect(outcomeOf(like({ max_conversion: eur('50.00') }))).toEqual({ title: 'upTo', text: 'upToText' })
  expect(outcomeOf(like({ principal: 'stays' }))).toEqual({ title: 'won', text: 'wonText' })
  expect(outcomeOf(like({ principal: 'stays', max_conversion: eur('9.00') })).text).toBe('wonUpToText')
})

describe('a bonus that is over says what became of its money', () => {
  const result = (converted: string, forfeited: string) => ({ converted: eur(converted), forfeited: eur(forfeited) })
  test.each([
    ['completed whole', { status: 'completed', result: result('18.60', '0.00') }, 'completed', null, '18.60', true],
    [
      'completed over the cap',
      { status: 'completed', result: result('50.00', '4.00') },
      'completedPart',
      null,
      '50.00',
      true,
    ],
    ['used up', { status: 'lost', result: result('0.00', '0.15') }, 'lost', null, '0.15', false],
    ['ended by time', { status: 'expired', result: result('0.00', '4.15') }, 'expired', null, '4.15', false],
    [
      'removed by the player',
      { status: 'removed', end_reason: 'player', result: result('0.00', '12.40') },
      'removed',
      'player',
      '12.40',
      false,
    ],
    [
      'burned',
      { status: 'removed', end_reason: 'withdrawal', result: result('0.00', '12.40') },
      'removed',
      'withdrawal',
      '12.40',
      false,
    ],
    ['never taken', { status: 'removed', end_reason: 'player', activated_at: null }, 'declined', null, '30.00', false],
    ['never taken in time', { status: 'expired', activated_at: null }, 'expired', null, '30.00', false],
    [
      'taken back in the queue',
      { status: 'removed', end_reason: 'operator', activated_at: null },
      'removed',
      'operator',
      '30.00',
      false,
    ],
  ] as const)('%s', (_, change, word, reason, amount, isGain) => {
    expect(endLine(like(change))).toEqual({ word, reason, amount: eur(amount), isGain })
  })
})

test('every kind of game has its share, and games with one of their own are named', () => {
  expect(countLines(bonus.contributions)).toEqual([
    { word: 'slot', name: '', percent: '100' },
    { word: 'fast', name: '', percent: '50' },
    { word: 'casino', name: '', percent: '100' },
    { word: 'live', name: '', percent: '100' },
    { word: null, name: 'Liftoff', percent: '25' },
  ])
  expect(percentOf(bonus.contributions, { sysname: 'liftoff', type: 'fast' })).toBe('25')
  expect(percentOf(bonus.contributions, { sysname: 'minefold', type: 'fast' })).toBe('50')
  expect(percentOf(bonus.contributions, { sysname: 'plinth', type: 'slot' })).toBe('100')
})

test('removing gives up the purse and what is in open rounds', () => {
  expect(givenUp(bonus.removal)).toEqual(eur('14.40'))
})
