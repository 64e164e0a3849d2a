import { isFactOf } from '@croupier/sportsbook/fact-checks'
import type { FootballPeriod, Numbered, Sport, SportFacts } from '@croupier/sportsbook/facts'
import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import { basketballPosition } from '@croupier/sportsbook/models/basketball-chain'
import { factsThatStand } from '@croupier/sportsbook/models/stand'
import { basketballScore } from '@croupier/sportsbook/records/basketball'
import { hockeyPeriodScore } from '@croupier/sportsbook/records/hockey'
import { mapScore, mapsWonBy } from '@croupier/sportsbook/records/shooter'
import type { Pair } from '@croupier/sportsbook/records/standing'
import { setsWonBy } from '@croupier/sportsbook/records/tennis'
import { sports } from '@croupier/sportsbook/sports'
import type { AnyFact } from '@croupier/sportsbook/world/play'

export type ToldFact = Numbered<AnyFact>
export type BoardScore = NonNullable<FeedMessageOf<'facts'>['score']>

/** Facts of a match are of its sport, which no type says of a list of any. */
export const factsOf = <Name extends Sport>(sport: Name, facts: readonly ToldFact[]): Numbered<SportFacts[Name]>[] =>
  facts.filter((fact) => isFactOf(sport, fact))

export const factsInForce = <Name extends Sport>(sport: Name, facts: readonly ToldFact[]) =>
  factsThatStand<SportFacts[Name]>(factsOf(sport, facts))

const pairOf = ([home, away]: Pair): [number, number] => [home, away]
const sumOf = (pairs: readonly Pair[]): [number, number] =>
  pairs.reduce<[number, number]>(([home, away], pair) => [home + pair[0], away + pair[1]], [0, 0])

/** Points of a game as they are called: 15, 30, 40, and 50 for advantage; of a tie-break as they are. */
function calledPoints([home, away]: Pair, isTieBreak: boolean): [number, number] {
  if (isTieBreak) return [home, away]
  const [own, theirs] =
    home >= 3 && away >= 3 ? [3 + Math.max(0, home - away), 3 + Math.max(0, away - home)] : [home, away]
  const called = [0, 15, 30, 40, 50]
  return [called[own] ?? 0, called[theirs] ?? 0]
}

/** The board of each sport: what each period has that has begun, and `ft`. */
const boards: { [Name in Sport]: (facts: readonly Numbered<SportFacts[Name]>[]) => BoardScore } = {
  football(facts) {
    const { goals, running, kicks } = sports.football.fold(facts)
    const order: readonly FootballPeriod[] = ['h1', 'h2', 'et1', 'et2']
    const at = order.indexOf(running)
    const begun = order.slice(0, at < 0 ? order.length : at + 1)
    const scored = (period: string): Pair => {
      const of = goals.filter((goal) => goal.period === period)
      return [of.filter(({ side }) => side === 1).length, of.filter(({ side }) => side === 2).length]
    }
    const board: BoardScore = Object.fromEntries(begun.map((period) => [period, pairOf(scored(period))]))
    if (running === 'so') board.so = pairOf(kicks)
    return { ...board, ft: sumOf(order.map(scored)) }
  },
  tennis(facts) {
    const record = sports.tennis.fold(facts)
    const running = record.sets.find(({ winner }) => winner === null)
    const sets = record.sets.map(({ score }, at): [string, [number, number]] => [`s${at + 1}`, pairOf(score)])
    const board: BoardScore = { ...Object.fromEntries(sets), ft: pairOf(setsWonBy(record)) }
    if (!record.isFinished) board.game = calledPoints(record.points, !!running?.tieBreak)
    return board
  },
  basketball(facts) {
    const record = sports.basketball.fold(facts)
    const periods = Object.entries(record.points).map(([period, score]): [string, [number, number]] => [
      period,
      pairOf(score ?? [0, 0]),
    ])
    return { ...Object.fromEntries(periods), ft: pairOf(basketballScore(record, 'ft').score) }
  },
  hockey(facts) {
    const record = sports.hockey.fold(facts)
    const begun = facts.flatMap((fact) => (fact.kind === 'begin' && fact.data.period !== 'so' ? fact.data.period : []))
    const board: BoardScore = Object.fromEntries(
      begun.map((period) => [
        period,
        sumOf(record.goals.filter((goal) => goal.period === period).map(({ side }) => (side === 1 ? [1, 0] : [0, 1]))),
      ]),
    )
    if (record.shootout) board.so = record.shootout === 1 ? [1, 0] : [0, 1]
    return { ...board, ft: pairOf(hockeyPeriodScore(record, 'ft').score) }
  },
  shooter(facts) {
    const record = sports.shooter.fold(facts)
    const maps = [...record.maps].map(([map, played]): [string, [number, number]] => [
      `m${map}`,
      pairOf(mapScore(played)),
    ])
    return { ...Object.fromEntries(maps), ft: pairOf(mapsWonBy(record)) }
  },
}

export function scoreOf<Name extends Sport>(sport: Name, facts: readonly ToldFact[]): BoardScore {
  return boards[sport](factsOf(sport, facts))
}

/** Where the clock of play stands: of the running period, and of the match as a board shows it. */
export type PlayClock = { period: string; inPeriod: number; seconds: number; isRunning: boolean }

/** A fact and the second of play at which it was told. */
export type TimedFact = { second: number; fact: ToldFact }

const begins: Readonly<Record<string, number>> = {
  ...{ h1: 0, h2: 2_700, et1: 5_400, et2: 6_300, so: 7_200 },
  ...{ p1: 0, p2: 1_200, p3: 2_400, ot: 3_600 },
}
const hockeyShootout = 3_900

/** Football and hockey: the clock runs while a period is played. */
function runningClock(sport: Sport, timed: readonly TimedFact[], second: number): PlayClock {
  const last = timed.findLast(({ fact }) => fact.kind === 'begin')
  if (last?.fact.kind !== 'begin' || !('period' in last.fact.data))
    return { period: sport === 'hockey' ? 'p1' : 'h1', inPeriod: 0, seconds: 0, isRunning: false }
  const { period } = last.fact.data
  const end = timed.findLast(({ fact }) => fact.kind === 'end')
  const isOver = end !== undefined && timed.indexOf(end) > timed.indexOf(last)
  const inPeriod = Math.max(0, (isOver ? end.second : second) - last.second)
  const base = sport === 'hockey' && period === 'so' ? hockeyShootout : (begins[period] ?? 0)
  const isRunning = !isOver && period !== 'so'
  return { period, inPeriod, seconds: Math.floor(base + (period === 'so' ? 0 : inPeriod)), isRunning }
}

const quarter = { seconds: 600, possessions: 36 }

/** Basketball: possessions are the clock, so it stands between them. */
function possessionClock(timed: readonly TimedFact[]): PlayClock {
  const state = basketballPosition(
    factsInForce(
      'basketball',
      timed.map(({ fact }) => fact),
    ),
  )
  const number = Math.max(1, state.periods.length)
  const isOvertime = number > 4
  const length = isOvertime ? quarter.seconds / 2 : quarter.seconds
  const all = isOvertime ? quarter.possessions / 2 : quarter.possessions
  const done = state.periods.length === 0 ? 0 : all - state.left[0] - state.left[1]
  const before = isOvertime ? 4 * quarter.seconds + (number - 5) * length : (number - 1) * length
  const inPeriod = Math.floor((length * done) / all)
  return {
    period: isOvertime ? `ot${number - 4}` : `q${number}`,
    inPeriod,
    seconds: before + inPeriod,
    isRunning: false,
  }
}

/** Tennis and shooter have no clock of play: how long the match has lasted is shown. */
function lasting(period: string, second: number, isFinished: boolean): PlayClock {
  return { period, inPeriod: second, seconds: Math.max(0, Math.floor(second)), isRunning: !isFinished }
}

export function clockOf(sport: Sport, timed: readonly TimedFact[], second: number): PlayClock {
  const facts = timed.map(({ fact }) => fact)
  const until = facts.some(({ kind }) => kind === 'finish') ? (timed.at(-1)?.second ?? second) : second
  if (sport === 'basketball') return possessionClock(timed)
  if (sport === 'tennis') {
    const { sets, isFinished } = sports.tennis.fold(factsOf('tennis', facts))
    const done = sets.filter(({ winner }) => winner !== null).length
    return lasting(`s${isFinished ? Math.max(1, sets.length) : done + 1}`, until, isFinished)
  }
  if (sport === 'shooter') {
    const { maps, isFinished } = sports.shooter.fold(factsOf('shooter', facts))
    return lasting(`m${Math.max(1, maps.size)}`, until, isFinished)
  }
  return runningClock(sport, timed, until)
}
