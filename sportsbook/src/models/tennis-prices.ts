import type { Side } from '../facts.ts'
import { at, other } from './chain.ts'
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
import { isTieBreak, setsWon, type TennisParams, type TennisState } from './tennis-chain.ts'
import { endsOf, mostGames, playSets, runningGame, type Standing, setScores } from './tennis-sets.ts'

const named = (spread: Spread, rule: 'handicap' | 'total', type: string, period: string, lines: readonly string[]) =>
  lineMarkets(spread, rule, period, lines, type)

const yesNo = (type: string, period: string, chance: number) =>
  simpleMarket(type, period, null, { yes: chance, no: 1 - chance })

function setMarkets(ends: Float64Array, period: string): MarketChances[] {
  const pairs = setScores.map(([home, away], code): Spread['pair'][number] => [home, away, at(ends, code)])
  const spread = spreadOf(pairs)
  const tied = pairs.reduce((sum, [home, away, chance]) => (home + away === 13 ? sum + chance : sum), 0)
  const scores = Object.fromEntries(pairs.map(([home, away, chance]) => [`${home}:${away}`, chance]))
  return [
    { ...scoreMarket(spread, 'winner', period), type: 'set_winner' },
    simpleMarket('set_score', period, null, scores),
    yesNo('tie_break', period, tied),
    ...named(spread, 'total', 'games_total', period, linesBetween(6.5, 12.5, 1)),
    ...named(spread, 'handicap', 'games_handicap', period, linesBetween(-5.5, 5.5, 1)),
  ]
}

/** Games, sets and tie-breaks of a whole match that can end like this. */
function summary(ended: readonly Standing[]): { games: Spread; sets: Spread; tied: number } {
  const games = new Float64Array(mostGames * mostGames)
  let tied = 0
  const sets = ended.map(({ home, away, table }): Spread['pair'][number] => {
    let sum = 0
    table.forEach((chance, cell) => {
      if (chance === 0) return
      sum += chance
      games[Math.floor(cell / 4)] = at(games, Math.floor(cell / 4)) + chance
      if (Math.floor(cell / 2) % 2 === 1) tied += chance
    })
    return [home, away, sum]
  })
  const pairs = [...games].flatMap((chance, place): Spread['pair'][number][] =>
    chance > 0 ? [[Math.floor(place / mostGames), place % mostGames, chance]] : [],
  )
  return { games: spreadOf(pairs), sets: spreadOf(sets), tied }
}

/** Who serves a set that is still to come. */
function serversBefore(standings: readonly Standing[]): { server: Side; chance: number }[] {
  const chances = [0, 0]
  for (const { table } of standings) {
    table.forEach((chance, cell) => {
      chances[cell % 2] = at(chances, cell % 2) + chance
    })
  }
  return [
    { server: 1, chance: at(chances, 0) },
    { server: 2, chance: at(chances, 1) },
  ]
}

const mixed = (servers: readonly { server: Side; chance: number }[], ends: (server: Side) => Float64Array) =>
  setScores.map((_, code) => servers.reduce((sum, { server, chance }) => sum + chance * at(ends(server), code), 0))

/** The running game, and the one after it where the set cannot end before. */
function gameMarkets(params: TennisParams, state: TennisState): MarketChances[] {
  const { server, games, sets } = state
  if (server === null) return []
  const played = games[0] + games[1]
  const period = (game: number) => `s${sets.length + 1}g${game}`
  const market = (game: number, home: number) =>
    simpleMarket('game_winner', period(game), null, { 1: home, 2: 1 - home })
  const now = market(played + 1, runningGame(params, state, server))
  if (isTieBreak(state) || Math.max(...games) >= 5) return [now]
  const next = runningGame(params, { ...state, points: [0, 0] }, other(server))
  return [now, market(played + 2, next)]
}

export function tennisPrices(params: TennisParams, state: TennisState): MarketChances[] {
  if (state.isOver) return []
  const { ended, before } = playSets(params, state)
  const { games, sets, tied } = summary(ended)
  const { running, fresh } = endsOf(params, state)
  const number = state.sets.length + 1
  const [first = [], second = []] = before
  const isNextSure = (Math.max(...setsWon(state.sets)) + 1) * 2 < params.sets
  const halves = (most: number) => linesBetween(-most, most, 1)
  return [
    scoreMarket(sets, 'winner', 'ft'),
    yesNo('tie_break', 'ft', tied),
    ...named(sets, 'total', 'sets_total', 'ft', params.sets === 3 ? ['2.5'] : ['3.5', '4.5']),
    ...named(sets, 'handicap', 'sets_handicap', 'ft', halves(params.sets === 3 ? 1.5 : 2.5)),
    ...named(games, 'total', 'games_total', 'ft', linesBetween(12.5, 64.5, 1)),
    ...named(games, 'handicap', 'games_handicap', 'ft', halves(17.5)),
    ...setMarkets(Float64Array.from(mixed(serversBefore(first), running)), `s${number}`),
    ...(isNextSure ? setMarkets(Float64Array.from(mixed(serversBefore(second), fresh)), `s${number + 1}`) : []),
    ...gameMarkets(params, state),
  ].filter((market) => !isDecided(market))
}

const ruleNames: Record<string, string> = {
  set_winner: 'winner',
  sets_total: 'total',
  sets_handicap: 'handicap',
  games_total: 'total',
  games_handicap: 'handicap',
}

/** Whether a part comes true with these sets, games and tie-breaks: of one set, or of the match. */
export function holdsInTennis(
  { type, line, outcome }: Part,
  sets: readonly [number, number],
  games: readonly [number, number],
  isTied: boolean,
): boolean {
  if (type === 'tie_break') return isTied === (outcome === 'yes')
  if (type === 'set_score') return outcome === games.join(':')
  const rule = scoreRule(ruleNames[type] ?? type, line, outcome)
  return judgeScore(rule, ...(type === 'winner' || type.startsWith('sets_') ? sets : games))[0] === 1
}

/** The chance of every subset of parts, in ppb: of whole sets and of the match. A set that is not played wins nothing. */
export function tennisJoint(params: TennisParams, state: TennisState, parts: readonly Part[]): number[] {
  const bits = (number: number, code: number) => {
    const games = setScores[code] ?? [0, 0]
    return setOf(
      parts.map(
        (part) => part.period === `s${number}` && holdsInTennis(part, [0, 0], games, games[0] + games[1] === 13),
      ),
    )
  }
  const exactly = new Float64Array(1 << parts.length)
  for (const { home, away, set, table } of playSets(params, state, bits).ended) {
    table.forEach((chance, cell) => {
      if (chance === 0) return
      const games = Math.floor(cell / 4)
      const pair = [Math.floor(games / mostGames), games % mostGames] as const
      const isTied = Math.floor(cell / 2) % 2 === 1
      const whole = setOf(parts.map((part) => part.period === 'ft' && holdsInTennis(part, [home, away], pair, isTied)))
      exactly[set | whole] = at(exactly, set | whole) + chance
    })
  }
  return subsetChances(exactly)
}
