import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { tournamentKinds } from '@croupier/contract/tournaments'
import { expect, test } from 'vitest'
import { countsGame, hasScore, hundredthsOf, isAbout, multipleOf, tidy, versionIn } from './cup-rules.ts'

test.each([
  ['0', '0.00'],
  ['7', '0.07'],
  ['12340', '123.40'],
  ['123456789', '1,234,567.89'],
  ['900719925474099399', '9,007,199,254,740,993.99'],
])('a score of %s hundredths is ×%s, without a float on the way', (score, text) =>
  expect(hundredthsOf(score)).toBe(text),
)

test('a multiple of the wire has its thousands apart', () =>
  expect(['1234.50', '7.00', '12'].map(multipleOf)).toEqual(['1,234.50', '7.00', '12']))

test.each([
  ['0.400000', 'USDT', '0.40'],
  ['0.400001', 'USDT', '0.400001'],
  ['100.00', 'EUR', '100'],
  ['0.50', 'EUR', '0.50'],
  ['40', 'JPY', '40'],
])('%s %s is written %s', (amount, currency, text) => expect(tidy({ amount, currency }).amount).toBe(text))

const rules: WireTournament['restrictions'] = {
  min_bet: null,
  min_units: 1,
  real_only: true,
  games: [],
  types: [],
  providers: [],
  countries: [],
  not_countries: [],
  level: null,
  most_rounds: 500,
  most_per_day: null,
  most_players: null,
}
const dice = { sysname: 'dice', type: 'fast', studio: { sysname: 'house' } }

test('a game counts by its name, its type or its studio, and everywhere where none is named', () => {
  const counts = (restrictions: Partial<typeof rules>) =>
    countsGame({ restrictions: { ...rules, ...restrictions }, score: { kind: 'multiplier_best' } }, dice)
  expect(counts({})).toBe(true)
  expect(counts({ games: ['dice'] })).toBe(true)
  expect(counts({ games: ['keno'], types: ['fast'] })).toBe(true)
  expect(counts({ types: ['slot'], providers: ['house'] })).toBe(true)
  expect(counts({ games: ['keno'], types: ['slot'], providers: ['other'] })).toBe(false)
})

test.each(tournamentKinds)('no game counts for bets: %s', (kind) =>
  expect(countsGame({ restrictions: rules, score: { kind } }, dice)).toBe(kind !== 'odds_best' && kind !== 'slips_won'),
)

test('what is nothing is no score', () =>
  expect([hasScore('0'), hasScore(null), hasScore(undefined), hasScore('10')]).toEqual([false, false, false, true]))

test('news of boards name some, and what cannot be read names none', () => {
  const news = { items: [{ id: '3', version: 9 }, { id: '12' }] }
  expect([isAbout(news, '12'), isAbout(news, '1'), isAbout(null, '1'), isAbout({ items: 3 }, '3')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(isAbout({ items: [null, 'x'] }, 'x')).toBe(false)
  expect([versionIn(news, '3'), versionIn(news, '12'), versionIn(news, '4')]).toEqual([9, 0, null])
})
