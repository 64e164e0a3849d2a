import { expect, test } from 'vitest'
import { chanceFrom } from '../../test/chance.ts'
import { anyMarkets } from '../../test/markets.ts'
import { numbered } from '../../test/told.ts'
import type { Sport } from '../facts.ts'
import type { Result } from '../result.ts'
import { type MarketKey, type Match, matchOf, outcomesOf } from '../sports.ts'
import { sampleBasketball } from './basketball-sample.ts'
import type { Draws } from './chain.ts'
import { sampleFootball } from './football-sample.ts'
import { sampleHockey } from './hockey-sample.ts'
import type { Share } from './score-rules.ts'
import { sampleShooter } from './shooter-sample.ts'
import { sampleTennis } from './tennis-sample.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { basketballJudge, footballJudge, hockeyJudge, type Judge, shooterJudge, tennisJudge } from './test/judges.ts'

/** What is priced is what is settled: a match settled by its facts, and by the states that its chain went through. */

type Played = { judge: Judge; match: Match; isCup?: boolean }
const maps = ['Quarry', 'Harbour', 'Foundry', 'Depot', 'Garden'].map((name, place) => ({
  name,
  odds: 0.9 + place / 20,
  side: 1.1,
}))

const played: Record<Sport, (draws: Draws) => Played> = {
  football(draws) {
    const isCup = draws.below(3) === 0
    const facts = sampleFootball({ home: 1.5, away: 1.15, isCup }, draws).map(({ fact }) => fact)
    return { judge: footballJudge(facts), match: matchOf('football', numbered(facts)), isCup }
  },
  tennis(draws) {
    const params = { home: 0.64, away: 0.6, sets: draws.below(2) === 0 ? (3 as const) : (5 as const) }
    const facts = sampleTennis(params, draws).map(({ fact }) => fact)
    if (facts.some(({ kind }) => kind === 'retired' || kind === 'walkover')) return played.tennis(draws)
    return { judge: tennisJudge(params, facts), match: matchOf('tennis', numbered(facts)) }
  },
  basketball(draws) {
    // Weaker sides meet the lower lines, and are level more often.
    const facts = sampleBasketball({ home: 1, away: 1 }, draws).map(({ fact }) => fact)
    return { judge: basketballJudge(facts), match: matchOf('basketball', numbered(facts)) }
  },
  hockey(draws) {
    const facts = sampleHockey({ home: 2.8, away: 2.45 }, draws).map(({ fact }) => fact)
    return { judge: hockeyJudge(facts), match: matchOf('hockey', numbered(facts)) }
  },
  shooter(draws) {
    const params = { maps: maps.slice(0, draws.below(2) === 0 ? 3 : 5) }
    const facts = sampleShooter(params, draws).map(({ fact }) => fact)
    return { judge: shooterJudge(params, facts), match: matchOf('shooter', numbered(facts)) }
  },
}

const isSame = ([win, back, of]: Result, share: Share) => win === share[0] * of && back === share[1] * of

/** Where facts and chain say different things. */
function differences(sport: Sport, { judge, match, isCup = true }: Played, markets: readonly MarketKey[]): unknown[] {
  return markets.flatMap((market): unknown[] => {
    const results = match.settle(market)
    if (market.type === 'to_qualify' && !isCup) return results ? [{ market, results }] : []
    const shares = (outcomesOf(sport, market) ?? []).map((outcome) => judge(market, outcome))
    const areSame =
      results?.length === shares.length &&
      shares.length > 1 &&
      shares.every((share, place) => {
        const result = results[place]
        return result !== undefined && isSame(result, share)
      })
    return areSame ? [] : [{ market, results, shares }]
  })
}

const names = ['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const

test.each(names)('%s: facts settle every market as the chain does', { timeout: longTest }, (sport) => {
  const draws = seededDraws(sport.length * 101)
  const chance = chanceFrom(sport.length * 17)
  for (let trial = 0; trial < counted(80, 100_000); trial += 1) {
    const found = differences(sport, played[sport](draws), anyMarkets(chance, sport))
    if (found.length > 0) expect({ trial, found }).toBe('the same')
  }
})

/** Totals stand as soon as the match cannot end with less. */
const totals: readonly MarketKey[] = [
  ...Array.from({ length: 40 }, (_, place) => ({ type: 'games_total', period: 'ft', line: `${place + 10}.5` })),
  ...['2.5', '3.5', '4.5'].map((line) => ({ type: 'sets_total', period: 'ft', line })),
]

test('tennis given up: what stands is what the whole match would have said', { timeout: longTest }, () => {
  const draws = seededDraws(88)
  const chance = chanceFrom(88)
  let [stood, undecided] = [0, 0]
  for (let trial = 0; trial < counted(60, 20_000); trial += 1) {
    const params = { home: 0.64, away: 0.6, sets: draws.below(2) === 0 ? (3 as const) : (5 as const) }
    const whole = sampleTennis(params, draws).map(({ fact }) => fact)
    if (whole.some(({ kind }) => kind === 'retired' || kind === 'walkover')) continue
    const judge = tennisJudge(params, whole)
    const cut = whole.slice(0, 1 + draws.below(whole.length - 2))
    const match = matchOf('tennis', [
      ...numbered(cut),
      { kind: 'retired', data: { side: 1 }, seq: cut.length + 1 },
      { kind: 'finish', data: {}, seq: cut.length + 2 },
    ])
    const decided = [...anyMarkets(chance, 'tennis'), ...totals].filter((market) => {
      const results = match.settle(market)
      const isBack = results?.every(([, back, of]) => back === of) ?? false
      if (isBack) undecided += 1
      return !isBack
    })
    stood += decided.length
    const found = differences('tennis', { judge, match }, decided)
    if (found.length > 0) expect({ trial, found }).toBe('the same')
  }
  expect(Math.min(stood, undecided)).toBeGreaterThan(30)
})
