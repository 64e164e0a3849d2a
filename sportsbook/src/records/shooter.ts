import type { Numbered, ShooterFact, Side } from '../facts.ts'
import { added, nothing, type Pair, standingFacts, unknownFact } from './standing.ts'

export type PlayedMap = {
  rounds: readonly Side[]
  isBegun: boolean
  /** Its end was told, or its score is one. */
  isOver: boolean
  given: Side | null
  /** How often it was played again from nothing. */
  replays: number
}

export type ShooterRecord = {
  maps: ReadonlyMap<number, PlayedMap>
  /** The side that the whole match was given to, and whether it had begun by then. */
  given: { side: Side; hasBegun: boolean } | null
  isFinished: boolean
}

const emptyMap: PlayedMap = { rounds: [], isBegun: false, isOver: false, given: null, replays: 0 }
const start: ShooterRecord = { maps: new Map(), given: null, isFinished: false }

/** First to 13; from 12:12 on first to four more, as often as it stands three to three. */
const toWin = (least: number) => (least < 12 ? 13 : 16 + 3 * Math.floor((least - 12) / 3))

const scoreOf = (rounds: readonly Side[]): Pair => rounds.reduce((score, side) => added(score, side), nothing)
const isWon = ([home, away]: Pair) => Math.max(home, away) >= toWin(Math.min(home, away))

export const playedMap = ({ maps }: ShooterRecord, map: number): PlayedMap => maps.get(map) ?? emptyMap

const withMap = (record: ShooterRecord, at: number, change: Partial<PlayedMap>): ShooterRecord => ({
  ...record,
  maps: new Map([...record.maps, [at, { ...playedMap(record, at), ...change }]]),
})

function roundWon(record: ShooterRecord, at: number, side: Side): ShooterRecord {
  const map = playedMap(record, at)
  if (map.isOver) return record
  const rounds = [...map.rounds, side]
  return withMap(record, at, { rounds, isBegun: true, isOver: isWon(scoreOf(rounds)) })
}

function forfeited(record: ShooterRecord, map: number | undefined, side: Side): ShooterRecord {
  if (map !== undefined) return withMap(record, map, { given: side })
  const hasBegun = [...record.maps.values()].some(({ isBegun }) => isBegun)
  return { ...record, given: { side, hasBegun } }
}

function next(record: ShooterRecord, fact: ShooterFact): ShooterRecord {
  switch (fact.kind) {
    case 'begin':
      return withMap(record, fact.data.map, { isBegun: true })
    case 'round':
      return roundWon(record, fact.data.map, fact.data.side)
    case 'end':
      return withMap(record, fact.data.map, { isOver: true })
    case 'replay':
      return withMap(record, fact.data.map, { ...emptyMap, replays: playedMap(record, fact.data.map).replays + 1 })
    case 'forfeit':
      return forfeited(record, fact.data.map, fact.data.side)
    case 'finish':
      return { ...record, isFinished: true }
    default:
      return unknownFact(fact)
  }
}

export const foldShooter = (facts: readonly Numbered<ShooterFact>[]): ShooterRecord =>
  standingFacts(facts).reduce(next, start)

export const mapScore = ({ rounds }: PlayedMap): Pair => scoreOf(rounds)

/** Who has the map: by play, or because it was given. Null while it is played, and where it ended level. */
export function mapWinner(map: PlayedMap): Side | null {
  const [home, away] = mapScore(map)
  if (map.isOver && home !== away) return home > away ? 1 : 2
  return map.given
}

export const mapsWonBy = (record: ShooterRecord): Pair =>
  [...record.maps.values()].reduce((score, map) => {
    const winner = mapWinner(map)
    return winner ? added(score, winner) : score
  }, nothing)

/** The fewest rounds that a map may end with. */
export function leastRounds(map: PlayedMap): number {
  const [home, away] = mapScore(map)
  return map.isOver ? home + away : toWin(Math.min(home, away)) + Math.min(home, away)
}
