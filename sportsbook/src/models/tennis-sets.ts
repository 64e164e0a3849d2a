import type { Side } from '../facts.ts'
import { at, billion, other, ppb } from './chain.ts'
import { isTieBreak, setsWon, type TennisParams, type TennisState, tieBreakServer } from './tennis-chain.ts'

/** The chance that the server wins a game from these points of server and receiver. */
export function gameChance(serve: number, own: number, theirs: number): number {
  const back = 1 - serve
  const deuce = (serve * serve) / (serve * serve + back * back)
  if (own >= 3 && theirs >= 3) {
    if (own === theirs) return deuce
    return own > theirs ? serve + back * deuce : serve * deuce
  }
  if (own === 4) return 1
  if (theirs === 4) return 0
  return serve * gameChance(serve, own + 1, theirs) + back * gameChance(serve, own, theirs + 1)
}

/** The chance that home wins a tie-break from these points. */
export function tieBreakChance(home: number, away: number, first: Side, points: readonly [number, number]): number {
  const known = new Map<number, number>()
  const from = (own: number, theirs: number): number => {
    if (own >= 7 && own - theirs >= 2) return 1
    if (theirs >= 7 && theirs - own >= 2) return 0
    if (own === theirs && own >= 6) {
      // Two points come, one served by each side, until one side wins both.
      const [both, none] = [home * (1 - away), (1 - home) * away]
      return both / (both + none)
    }
    const key = own * 100 + theirs
    const stored = known.get(key)
    if (stored !== undefined) return stored
    const chance = tieBreakServer(first, own + theirs) === 1 ? home : 1 - away
    const value = chance * from(own + 1, theirs) + (1 - chance) * from(own, theirs + 1)
    known.set(key, value)
    return value
  }
  return from(...points)
}

const wonBySeven = [
  [6, 0],
  [6, 1],
  [6, 2],
  [6, 3],
  [6, 4],
  [7, 5],
  [7, 6],
] as const
/** The fourteen ways a set can end. */
export const setScores: readonly (readonly [number, number])[] = [
  ...wonBySeven,
  ...wonBySeven.map(([own, theirs]) => [theirs, own] as const),
]
const codes = new Map(setScores.map(([home, away], code) => [home * 10 + away, code]))

type Serves = { home: number; away: number }
const servesOf = ({ home, away }: TennisParams): Serves => ({ home: ppb(home) / billion, away: ppb(away) / billion })

/** How likely each end of a set is from these games, by who serves next; tables are kept for one pair of players. */
function setEnds(serves: Serves) {
  const holds = { 1: gameChance(serves.home, 0, 0), 2: 1 - gameChance(serves.away, 0, 0) }
  const known = new Map<number, Float64Array>()
  function from(home: number, away: number, server: Side): Float64Array {
    const key = (home * 10 + away) * 2 + server
    const stored = known.get(key)
    if (stored) return stored
    const code = codes.get(home * 10 + away)
    const ends = new Float64Array(setScores.length)
    known.set(key, ends)
    if (code !== undefined) {
      ends[code] = 1
      return ends
    }
    const isLast = home === 6 && away === 6
    const chance = isLast ? tieBreakChance(serves.home, serves.away, server, [0, 0]) : holds[server]
    const [won, lost] = [from(home + 1, away, other(server)), from(home, away + 1, other(server))]
    for (let end = 0; end < ends.length; end += 1) ends[end] = chance * at(won, end) + (1 - chance) * at(lost, end)
    return ends
  }
  return from
}

/** The chance that home wins the game that is played. */
export function runningGame(params: TennisParams, state: TennisState, server: Side): number {
  const { home, away } = servesOf(params)
  if (isTieBreak(state)) return tieBreakChance(home, away, server, state.points)
  const [own, theirs] = state.points
  return server === 1 ? gameChance(home, own, theirs) : 1 - gameChance(away, theirs, own)
}

export type SetEnds = (server: Side) => Float64Array

/** Ends of the running set, by who serves its running game, and of a new set. */
export function endsOf(params: TennisParams, state: TennisState): { running: SetEnds; fresh: SetEnds } {
  const from = setEnds(servesOf(params))
  const [home, away] = state.games
  return {
    fresh: (server) => from(0, 0, server),
    running(server) {
      const chance = runningGame(params, state, server)
      const [won, lost] = [from(home + 1, away, other(server)), from(home, away + 1, other(server))]
      return won.map((each, end) => chance * each + (1 - chance) * at(lost, end))
    },
  }
}

/** Where a match can stand between sets: games of both, whether there was a tie-break, who serves next. */
export const mostGames = 36
export const tennisCell = (home: number, away: number, hadTieBreak: number, server: Side) =>
  ((home * mostGames + away) * 2 + hadTieBreak) * 2 + server - 1
const cells = mostGames * mostGames * 4

/** Matches with these sets won and these parts of a builder come true. */
export type Standing = { home: number; away: number; set: number; table: Float64Array }

/** The bits of the parts that come true when set number k ends with this code. */
export type SetBits = (k: number, code: number) => number

type Servers = readonly { server: Side; chance: number }[]
const serversOf = ({ server }: TennisState): Servers =>
  server
    ? [{ server, chance: 1 }]
    : [
        { server: 1, chance: 0.5 },
        { server: 2, chance: 0.5 },
      ]

function startOf(state: TennisState, bits: SetBits): Standing {
  const [home, away] = setsWon(state.sets)
  const games = (side: 0 | 1) => state.sets.reduce((sum, set) => sum + set[side], 0)
  const hadTieBreak = state.sets.some(([one, two]) => one + two === 13) ? 1 : 0
  const codeOf = ([one, two]: readonly [number, number]) => codes.get(one * 10 + two) ?? -1
  const set = state.sets.reduce((sum, each, place) => sum | bits(place + 1, codeOf(each)), 0)
  const table = new Float64Array(cells)
  for (const { server, chance } of serversOf(state)) {
    table[tennisCell(games(0), games(1), hadTieBreak, server)] = chance
  }
  return { home, away, set, table }
}

/** One set from all of these: how they stand after it. */
function playSet(before: readonly Standing[], ends: SetEnds, played: number, bits: (code: number) => number) {
  const after = new Map<string, Standing>()
  const both = { 1: ends(1), 2: ends(2) }
  for (const { home, away, set, table } of before) {
    const targets = setScores.map(([own, theirs], code) => {
      const next = { home: home + (own > theirs ? 1 : 0), away: away + (own > theirs ? 0 : 1), set: set | bits(code) }
      const key = `${next.home}:${next.away}:${next.set}`
      const target = after.get(key) ?? { ...next, table: new Float64Array(cells) }
      after.set(key, target)
      // An odd number of games hands the serve over.
      return { table: target.table, own, theirs, isOdd: (own + theirs - played) % 2 === 1, isTied: own + theirs === 13 }
    })
    for (let cell = 0; cell < cells; cell += 1) {
      const chance = table[cell] ?? 0
      if (chance < 1e-15) continue
      const server: Side = cell % 2 === 0 ? 1 : 2
      const had = Math.floor(cell / 2) % 2
      const games = Math.floor(cell / 4)
      for (let code = 0; code < targets.length; code += 1) {
        const target = targets[code]
        const end = both[server][code] ?? 0
        if (!target || end === 0) continue
        const place = tennisCell(
          Math.floor(games / mostGames) + target.own,
          (games % mostGames) + target.theirs,
          target.isTied ? 1 : had,
          target.isOdd ? other(server) : server,
        )
        target.table[place] = (target.table[place] ?? 0) + chance * end
      }
    }
  }
  return [...after.values()]
}

/** Every way the match can end, and how it can stand before each set that is still to come. */
export function playSets(params: TennisParams, state: TennisState, bits: SetBits = () => 0) {
  const { running, fresh } = endsOf(params, state)
  const ended: Standing[] = []
  const before: Standing[][] = []
  let open = [startOf(state, bits)]
  let number = state.sets.length + 1
  if (state.isOver) return { ended: open, before }
  while (open.length > 0) {
    before.push(open)
    const isFirst = number === state.sets.length + 1
    const set = number
    const games = isFirst ? state.games[0] + state.games[1] : 0
    const after = playSet(open, isFirst ? running : fresh, games, (code) => bits(set, code))
    const isDone = ({ home, away }: Standing) => Math.max(home, away) * 2 > params.sets
    ended.push(...after.filter(isDone))
    open = after.filter((standing) => !isDone(standing))
    number += 1
  }
  return { ended, before }
}
