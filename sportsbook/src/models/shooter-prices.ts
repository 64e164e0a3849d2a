import { finalScores } from '../markets/shooter.ts'
import { at } from './chain.ts'
import {
  isDecided,
  lineMarkets,
  linesBetween,
  type MarketChances,
  type Spread,
  scoreMarket,
  simpleMarket,
  spreadOf,
} from './chances.ts'
import { type Part, setOf, subsetChances } from './joint.ts'
import { judgeScore, scoreRule } from './score-rules.ts'
import { type MapState, mapOf, mapStart, mapsWon, type ShooterParams, type ShooterState } from './shooter-chain.ts'
import { type MapEnd, mapEnds, type RoundBits } from './shooter-maps.ts'

type Pair = readonly [home: number, away: number]
const races = [5, 10]
const shownRounds = [1, 13]

const wins = (ends: readonly MapEnd[]) =>
  ends.reduce((sum, { rounds, chance }) => (rounds[0] > rounds[1] ? sum + chance : sum), 0)

const twoWay = (type: string, period: string, line: string | null, [home, away]: Pair) =>
  simpleMarket(type, period, line, { 1: home, 2: away })

function mapMarkets(params: ShooterParams, number: number, from: MapState): MarketChances[] {
  const first = new Map(races.map((to): [number, [number, number]] => [to, [0, 0]]))
  const inRound = new Map(shownRounds.map((round): [number, [number, number]] => [round, [0, 0]]))
  const ends = mapEnds(mapOf(params, number), from, (rounds, winner, chance) => {
    const side = winner - 1
    const round = inRound.get(rounds[0] + rounds[1] + 1)
    if (round) round[side] = at(round, side) + chance
    const own = (winner === 1 ? rounds[0] : rounds[1]) + 1
    const race = first.get(own)
    if (race && (winner === 1 ? rounds[1] : rounds[0]) < own) race[side] = at(race, side) + chance
  })
  const spread = spreadOf(ends.map(({ rounds, chance }): Spread['pair'][number] => [rounds[0], rounds[1], chance]))
  const period = `m${number}`
  const tied = ends.reduce((sum, { rounds, chance }) => (Math.min(...rounds) >= 12 ? sum + chance : sum), 0)
  const sum = (pair: Pair) => pair[0] + pair[1]
  return [
    { ...scoreMarket(spread, 'winner', period), type: 'map_winner' },
    ...lineMarkets(spread, 'total', period, linesBetween(14.5, 32.5, 1), 'rounds_total'),
    ...lineMarkets(spread, 'handicap', period, linesBetween(-11.5, 11.5, 1), 'rounds_handicap'),
    simpleMarket('overtime', period, null, { yes: tied, no: 1 - tied }),
    // What was decided before adds up to nothing here.
    ...[...first]
      .filter(([, pair]) => sum(pair) > 0.5)
      .map(([to, pair]) => twoWay('race_to', period, String(to), pair)),
    ...[...inRound]
      .filter(([, pair]) => sum(pair) > 0.5)
      .map(([round, pair]) => twoWay('round_winner', `${period}r${round}`, null, pair)),
  ]
}

/** The chances of home in the maps from the running one on. */
const winsFrom = (params: ShooterParams, state: ShooterState): number[] =>
  params.maps
    .slice(state.maps.length)
    .map((map, place) => wins(mapEnds(map, place === 0 ? state.current : mapStart, () => undefined)))

/** How the match can end, by maps. */
export function mapsSpread(won: Pair, chances: readonly number[], count: number): Spread['pair'] {
  const ends = new Map<string, { score: Pair; chance: number }>()
  const walk = ([home, away]: Pair, place: number, chance: number) => {
    if (Math.max(home, away) * 2 > count) {
      const key = `${home}:${away}`
      ends.set(key, { score: [home, away], chance: (ends.get(key)?.chance ?? 0) + chance })
      return
    }
    const win = chances[place] ?? 0
    walk([home + 1, away], place + 1, chance * win)
    walk([home, away + 1], place + 1, chance * (1 - win))
  }
  walk(won, 0, 1)
  return [...ends.values()].map(({ score, chance }) => [score[0], score[1], chance])
}

export function shooterPrices(params: ShooterParams, state: ShooterState): MarketChances[] {
  if (state.isOver) return []
  const count = params.maps.length
  const won = mapsWon(state.maps)
  const pairs = mapsSpread(won, winsFrom(params, state), count)
  const spread = spreadOf(pairs)
  const number = state.maps.length + 1
  const isNextSure = (Math.max(...won) + 1) * 2 < count
  // Every outcome of the market has a chance: a score of the other format, or one that was passed, has none.
  const likely = new Map(pairs.map(([home, away, chance]) => [`${home}:${away}`, chance]))
  const scores = Object.fromEntries(finalScores.map((score) => [score, likely.get(score) ?? 0]))
  return [
    scoreMarket(spread, 'winner', 'ft'),
    simpleMarket('maps_score', 'ft', null, scores),
    ...lineMarkets(spread, 'total', 'ft', count === 3 ? ['2.5'] : ['3.5', '4.5'], 'maps_total'),
    ...lineMarkets(
      spread,
      'handicap',
      'ft',
      count === 3 ? ['-1.5', '1.5'] : ['-2.5', '-1.5', '1.5', '2.5'],
      'maps_handicap',
    ),
    ...mapMarkets(params, number, state.current),
    ...(isNextSure ? mapMarkets(params, number + 1, mapStart) : []),
  ].filter((market) => !isDecided(market))
}

const ruleNames: Record<string, string> = {
  map_winner: 'winner',
  rounds_total: 'total',
  rounds_handicap: 'handicap',
  maps_total: 'total',
  maps_handicap: 'handicap',
}

/** Whether a part comes true with this score: rounds of a map, or maps of the match. */
export function holdsInShooter({ type, line, outcome }: Part, score: Pair): boolean {
  if (type === 'overtime') return Math.min(...score) >= 12 === (outcome === 'yes')
  if (type === 'maps_score') return outcome === score.join(':')
  return judgeScore(scoreRule(ruleNames[type] ?? type, line, outcome), ...score)[0] === 1
}

const isOfRounds = ({ type }: Part) => type === 'race_to' || type === 'round_winner'
const isOfMap = (part: Part, number: number) => /^m\d/.test(part.period) && part.period[1] === String(number)

/** Parts that a round decides. */
const bitsOfRounds =
  (parts: readonly Part[], number: number): RoundBits =>
  (rounds, winner) =>
    setOf(
      parts.map((part) => {
        if (!isOfRounds(part) || !isOfMap(part, number) || part.outcome !== String(winner)) return false
        if (part.type === 'round_winner') return Number(part.period.split('r')[1]) === rounds[0] + rounds[1] + 1
        const [own, theirs] = winner === 1 ? rounds : [rounds[1], rounds[0]]
        return own + 1 === Number(part.line) && theirs < Number(part.line)
      }),
    )

/** The chance of every subset of parts, in ppb. A map that is not played wins nothing. */
export function shooterJoint(params: ShooterParams, state: ShooterState, parts: readonly Part[]): number[] {
  const count = params.maps.length
  const ofMap = (number: number, rounds: Pair) =>
    setOf(parts.map((part) => isOfMap(part, number) && !isOfRounds(part) && holdsInShooter(part, rounds)))
  type Standing = { won: Pair; set: number; chance: number }
  const known = state.maps.reduce((set, rounds, place) => set | ofMap(place + 1, rounds), 0)
  let open: Standing[] = [{ won: mapsWon(state.maps), set: known, chance: 1 }]
  const exactly = new Float64Array(1 << parts.length)
  for (let number = state.maps.length + 1; number <= count && open.length > 0; number += 1) {
    const from = number === state.maps.length + 1 ? state.current : mapStart
    const bySet = new Map<number, { home: boolean; set: number; chance: number }>()
    for (const { rounds, set, chance } of mapEnds(
      mapOf(params, number),
      from,
      () => undefined,
      bitsOfRounds(parts, number),
    )) {
      const home = rounds[0] > rounds[1]
      const all = set | ofMap(number, rounds)
      const key = all * 2 + (home ? 1 : 0)
      bySet.set(key, { home, set: all, chance: (bySet.get(key)?.chance ?? 0) + chance })
    }
    const next: Standing[] = []
    for (const { won, set, chance } of open) {
      for (const end of bySet.values()) {
        const after: Pair = end.home ? [won[0] + 1, won[1]] : [won[0], won[1] + 1]
        const standing = { won: after, set: set | end.set, chance: chance * end.chance }
        if (Math.max(...after) * 2 <= count) {
          next.push(standing)
          continue
        }
        const all = standing.set | setOf(parts.map((part) => part.period === 'ft' && holdsInShooter(part, after)))
        exactly[all] = at(exactly, all) + standing.chance
      }
    }
    open = next
  }
  return subsetChances(exactly)
}
