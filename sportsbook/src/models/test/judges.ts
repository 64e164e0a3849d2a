import type { BasketballFact, FootballFact, HockeyFact, ShooterFact, Side, TennisFact } from '../../facts.ts'
import { type BasketballState, basketballPosition, totalOf } from '../basketball-chain.ts'
import { type FootballPosition, footballPosition } from '../football-position.ts'
import { type HockeyPosition, hockeyPosition, hockeyScore } from '../hockey-chain.ts'
import { judgeScore, type Share, scoreRule } from '../score-rules.ts'
import { mapsWon, type ShooterParams, shooterPosition } from '../shooter-chain.ts'
import { holdsInShooter } from '../shooter-prices.ts'
import { addTennisFact, setsWon, type TennisParams, tennisStart } from '../tennis-chain.ts'
import { holdsInTennis } from '../tennis-prices.ts'

/**
 * What a match that is over makes of an outcome, read from the states of its chain by the rules that prices are summed
 * with: nothing here knows of records and of how markets are settled.
 */
export type Judge = (market: { type: string; period: string; line: string | null }, outcome: string) => Share

type Pair = readonly [home: number, away: number]
const winIf = (isTrue: boolean): Share => [isTrue ? 1 : 0, 0]
const back: Share = [0, 1]
const sign = (home: number, away: number) => (home > away ? '1' : home < away ? '2' : 'x')

/** Where the line says how many scores have an outcome of their own, the rule of the model for all of them is not asked. */
function onGrid(line: string, outcome: string, [home, away]: Pair): Share {
  const [most = 0, mostAway = 0] = line.split(':').map(Number)
  return winIf(outcome === (home > most || away > mostAway ? 'other' : `${home}:${away}`))
}

const byScore = (type: string, line: string | null, outcome: string, score: Pair): Share =>
  type === 'correct_score' && line !== null
    ? onGrid(line, outcome, score)
    : judgeScore(scoreRule(type, line, outcome), ...score)

/** Who scored so many goals, or that there were not so many. */
const nth = (sides: readonly Side[], line: string | null, outcome: string): Share =>
  winIf(outcome === String(sides[Number(line) - 1] ?? 'none'))

const footballRules: Record<string, string> = {
  corners_total: 'total',
  corners_handicap: 'handicap',
  cards_total: 'total',
}

function qualifiedIn({ state, kicks }: FootballPosition): string {
  const inBy = (side: Side) => kicks.filter((kick) => kick.side === side && kick.isIn).length
  return sign(state.home + inBy(1) / 100, state.away + inBy(2) / 100)
}

function goalsOfNinety(facts: readonly FootballFact[]): Side[] {
  const more = facts.findIndex((fact) => fact.kind === 'begin' && fact.data.period === 'et1')
  const ninety = more < 0 ? facts : facts.slice(0, more)
  return ninety.flatMap((fact) => (fact.kind === 'goal' ? [fact.data.side] : []))
}

export function footballJudge(facts: readonly FootballFact[]): Judge {
  const end = footballPosition(facts)
  const goals = goalsOfNinety(facts)
  const half = end.half ?? end.state
  const full = end.regular ?? end.state
  return ({ type, period, line }, outcome) => {
    const inPeriod = (first: Pair, all: Pair): Pair =>
      period === 'h1' ? first : period === 'ft' ? all : [all[0] - first[0], all[1] - first[1]]
    const rule = (score: Pair) => byScore(footballRules[type] ?? type, line, outcome, score)
    if (type === 'half_full') return winIf(outcome === `${sign(half.home, half.away)}-${sign(full.home, full.away)}`)
    if (type === 'next_goal') return nth(goals, line, outcome)
    if (type === 'to_qualify') return winIf(outcome === qualifiedIn(end))
    if (type === 'cards_total') {
      const [h1, h2] = [end.yellows.h1[0] + end.yellows.h1[1], end.yellows.h2[0] + end.yellows.h2[1]]
      return rule(
        inPeriod([h1 + 2 * (half.redHome + half.redAway), 0], [h1 + h2 + 2 * (full.redHome + full.redAway), 0]),
      )
    }
    if (type.startsWith('corners')) {
      const { h1, h2 } = end.corners
      return rule(inPeriod(h1, [h1[0] + h2[0], h1[1] + h2[1]]))
    }
    return rule(inPeriod([half.home, half.away], [full.home, full.away]))
  }
}

const setRules: Record<string, string> = { set_winner: 'winner', games_total: 'total', games_handicap: 'handicap' }

/** Who won each game, by its name. */
function gamesOf(params: TennisParams, facts: readonly TennisFact[]) {
  const games = new Map<string, Side>()
  let state = tennisStart
  for (const fact of facts) {
    const before = state
    state = addTennisFact(params, state, fact)
    const isGame = state.sets.length > before.sets.length || state.games.join() !== before.games.join()
    if (fact.kind === 'point' && isGame)
      games.set(`s${before.sets.length + 1}g${before.games[0] + before.games[1] + 1}`, fact.data.side)
  }
  return { games, sets: state.sets }
}

/** Of a match that was played to its end. */
export function tennisJudge(params: TennisParams, facts: readonly TennisFact[]): Judge {
  const { games, sets } = gamesOf(params, facts)
  const total: Pair = [sets.reduce((sum, [own]) => sum + own, 0), sets.reduce((sum, [, theirs]) => sum + theirs, 0)]
  const hasTied = sets.some(([home, away]) => home + away === 13)
  return ({ type, period, line }, outcome) => {
    const part = { type, period, line, outcome }
    if (period === 'ft') return winIf(holdsInTennis(part, setsWon(sets), total, hasTied))
    if (type === 'game_winner') {
      const winner = games.get(period)
      return winner ? winIf(outcome === String(winner)) : back
    }
    const set = sets[Number(period.slice(1)) - 1]
    if (!set) return back
    const rule = setRules[type]
    return rule ? byScore(rule, line, outcome, set) : winIf(holdsInTennis(part, [0, 0], set, set[0] + set[1] === 13))
  }
}

const races = (facts: readonly BasketballFact[]) => {
  const points: [number, number] = [0, 0]
  return facts.flatMap((fact) => {
    if (fact.kind !== 'possession') return []
    points[fact.data.side === 1 ? 0 : 1] += fact.data.points
    return [{ side: fact.data.side, most: Math.max(...points) }]
  })
}

export function basketballJudge(facts: readonly BasketballFact[]): Judge {
  const { periods } = basketballPosition(facts)
  const steps = races(facts)
  const of: Record<string, BasketballState['periods']> = {
    ft: periods,
    rt: periods.slice(0, 4),
    h1: periods.slice(0, 2),
    h2: periods.slice(2, 4),
  }
  return ({ type, period, line }, outcome) => {
    if (type === 'overtime') return winIf(periods.length > 4 === (outcome === 'yes'))
    if (type === 'race_to') {
      const first = steps.find(({ most }) => most >= Number(line))
      return first ? winIf(outcome === String(first.side)) : back
    }
    const quarter = Number(period.slice(1))
    return byScore(type, line, outcome, totalOf(of[period] ?? periods.slice(quarter - 1, quarter)))
  }
}

export function hockeyJudge(facts: readonly HockeyFact[]): Judge {
  const { goals } = hockeyPosition(facts)
  const regular = goals.slice(0, 3)
  const scorers = facts.flatMap((fact) => (fact.kind === 'goal' && fact.data.second < 3600 ? [fact.data.side] : []))
  const of: Record<string, HockeyPosition['goals']> = { ft: goals, rt: regular }
  return ({ type, period, line }, outcome) => {
    if (type === 'overtime') return winIf(goals.length > 3 === (outcome === 'yes'))
    if (type === 'next_goal') return nth(scorers, line, outcome)
    const third = Number(period.slice(1))
    return byScore(type, line, outcome, hockeyScore(of[period] ?? regular.slice(third - 1, third)))
  }
}

/** Who won each round by its name, and who was first to five and to ten. */
function roundsOf(facts: readonly ShooterFact[]): Map<string, Side> {
  const rounds = new Map<string, Side>()
  const score = [1, 2, 3, 4, 5].map((): [number, number] => [0, 0])
  for (const fact of facts) {
    if (fact.kind !== 'round') continue
    const { map, side } = fact.data
    const own = score[map - 1] ?? [0, 0]
    rounds.set(`m${map}r${own[0] + own[1] + 1}`, side)
    own[side - 1] = (own[side - 1] ?? 0) + 1
    const race = `m${map}/${own[side - 1]}`
    if (!rounds.has(race)) rounds.set(race, side)
  }
  return rounds
}

export function shooterJudge(params: ShooterParams, facts: readonly ShooterFact[]): Judge {
  const { maps } = shooterPosition(params, facts)
  const rounds = roundsOf(facts)
  return ({ type, period, line }, outcome) => {
    const part = { type, period, line, outcome }
    if (period === 'ft') return winIf(holdsInShooter(part, mapsWon(maps)))
    if (type === 'round_winner' || type === 'race_to') {
      const winner = rounds.get(type === 'race_to' ? `${period}/${line}` : period)
      return winner ? winIf(outcome === String(winner)) : back
    }
    const map = maps[Number(period.slice(1)) - 1]
    return map ? winIf(holdsInShooter(part, map)) : back
  }
}
