import { expect, test } from 'vitest'
import type { FootballFact, HockeyFact, Sport } from '../facts.ts'
import { outcomesOf, sports } from '../sports.ts'
import { basketballPosition } from './basketball-chain.ts'
import { basketballPrices } from './basketball-prices.ts'
import { sampleBasketball } from './basketball-sample.ts'
import type { Draws, Told } from './chain.ts'
import type { MarketChances } from './chances.ts'
import type { FootballParams } from './football-chain.ts'
import { footballPosition } from './football-position.ts'
import { footballPrices } from './football-prices.ts'
import { sampleFootball } from './football-sample.ts'
import { hockeyPosition } from './hockey-chain.ts'
import { hockeyPrices } from './hockey-prices.ts'
import { sampleHockey } from './hockey-sample.ts'
import { shooterPosition } from './shooter-chain.ts'
import { shooterPrices } from './shooter-prices.ts'
import { sampleShooter } from './shooter-sample.ts'
import { tennisPosition } from './tennis-chain.ts'
import { tennisPrices } from './tennis-prices.ts'
import { sampleTennis } from './tennis-sample.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'

/** Every market that a model offers is one of its sport, and has a chance for each of its outcomes and for no other. */

const billion = 1e9

/** Matches cut off somewhere: before the first fact, in every part of play, and right before the end. */
function cutOff<Fact>(told: readonly Told<Fact>[], draws: Draws, cuts: number): Told<Fact>[][] {
  return Array.from({ length: cuts }, (_, cut) => told.slice(0, cut === 0 ? 0 : draws.below(told.length)))
}
const factsOf = <Fact>(told: readonly Told<Fact>[]) => told.map(({ fact }) => fact)

const sinceBegin = (told: readonly Told<FootballFact>[]) =>
  (told.at(-1)?.at ?? 0) - (told.findLast(({ fact }) => fact.kind === 'begin')?.at ?? 0)

const hockeySecond = (told: readonly Told<HockeyFact>[]) => {
  const { fact } = told.findLast(({ fact: each }) => each.kind !== 'finish') ?? {}
  if (fact?.kind === 'goal' || fact?.kind === 'penalty') return fact.data.second
  const periods = told.filter(({ fact: each }) => each.kind === 'end').length
  return Math.min(periods * 1200, 3900)
}

const maps = ['Quarry', 'Harbour', 'Foundry', 'Depot', 'Garden'].map((name, place) => ({
  name,
  odds: 0.9 + place / 20,
  side: 1.1,
}))

type Offers = (draws: Draws, cuts: number) => MarketChances[][]
const football =
  (params: FootballParams): Offers =>
  (draws, cuts) =>
    cutOff(sampleFootball(params, draws), draws, cuts).map((told) =>
      footballPrices(params, footballPosition(factsOf(told)), sinceBegin(told)),
    )
const tennis =
  (sets: 3 | 5): Offers =>
  (draws, cuts) => {
    const params = { home: 0.64, away: 0.6, sets }
    return cutOff(sampleTennis(params, draws), draws, cuts).map((told) =>
      tennisPrices(params, tennisPosition(params, factsOf(told))),
    )
  }
const shooter =
  (count: 3 | 5): Offers =>
  (draws, cuts) => {
    const params = { maps: maps.slice(0, count) }
    return cutOff(sampleShooter(params, draws), draws, cuts).map((told) =>
      shooterPrices(params, shooterPosition(params, factsOf(told))),
    )
  }

const games: [name: string, sport: Sport, offers: Offers, cuts: number, notOffered: readonly string[]][] = [
  ['football', 'football', football({ home: 1.5, away: 1.15 }), 3, ['to_qualify']],
  ['a cup', 'football', football({ home: 1.1, away: 1.1, isCup: true }), 3, []],
  ['tennis, best of three', 'tennis', tennis(3), 6, []],
  ['tennis, best of five', 'tennis', tennis(5), 4, []],
  [
    'basketball',
    'basketball',
    (draws, cuts) => {
      const params = { home: 1.115, away: 1.06 }
      return cutOff(sampleBasketball(params, draws), draws, cuts).map((told) =>
        basketballPrices(params, basketballPosition(factsOf(told))),
      )
    },
    3,
    [],
  ],
  [
    'hockey',
    'hockey',
    (draws, cuts) => {
      const params = { home: 2.8, away: 2.45 }
      return cutOff(sampleHockey(params, draws), draws, cuts).map((told) =>
        hockeyPrices(params, hockeyPosition(factsOf(told)), hockeySecond(told)),
      )
    },
    3,
    [],
  ],
  ['shooter, best of three', 'shooter', shooter(3), 4, []],
  ['shooter, best of five', 'shooter', shooter(5), 4, []],
]

/** Two of three outcomes of a double chance win; elsewhere stakes on all outcomes are won once. */
const isWhole = ({ type, outcomes }: MarketChances) => {
  const list = Object.values(outcomes)
  const wins = list.reduce((sum, { win }) => sum + win, 0)
  const back = list[0]?.back ?? 0
  const whole = (billion - back) * (type === 'double_chance' ? 2 : 1)
  return list.every((each) => each.back === back) && Math.abs(wins - whole) <= 60
}

test.each(games)('%s', { timeout: longTest }, (_, sport, offers, cuts, notOffered) => {
  const draws = seededDraws(cuts * 7 + sport.length)
  const seen = new Set<string>()
  for (let match = 0; match < counted(1, 300); match += 1) {
    for (const market of offers(draws, cuts).flat()) {
      const { type, period, line, outcomes } = market
      const name = [type, period, line ?? '-'].join('/')
      const wanted = outcomesOf(sport, market)
      expect(Object.keys(outcomes).sort(), name).toEqual([...(wanted ?? ['no such market'])].sort())
      expect(isWhole(market), name).toBe(true)
      seen.add(type)
    }
  }
  const types = sports[sport].types.map(({ sysname }) => sysname)
  expect(types.filter((type) => !seen.has(type))).toEqual(notOffered)
})
