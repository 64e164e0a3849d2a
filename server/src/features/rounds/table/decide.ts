import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../../config.ts'
import type { TableAsk } from '../../../ports/rounds.ts'
import type { Batch, Decided, Planned } from '../batch/companion.ts'
import type { Call } from '../batch/read-call.ts'
import { stakesFor } from '../jurisdiction.ts'
import { no, refuseStake, studio } from '../own/rules.ts'
import { drawsOf } from '../own/seeds.ts'
import { type TableGame, tableGame } from './game.ts'
import type { TablePlay } from './plays-store.ts'
import { type End, endNow } from './rules.ts'
import { tableStanding } from './standing.ts'
import type { Shared } from './store.ts'
import { timesOf } from './times.ts'

type JoinAsk = Extract<TableAsk, { kind: 'join' }>
type LeaveAsk = Extract<TableAsk, { kind: 'leave' }>

/** What decisions about the table look at: read before, under the locks of the batch. */
export type TableFacts = {
  batch: Batch
  jurisdiction: Config['jurisdiction']
  /** By the database's clock, after all locks. */
  nowMs: number
  plays: Map<string, TablePlay>
  /** Links of plays that are over. */
  links: ReadonlyMap<string, Buffer | null>
  /** Ids that other games have taken. */
  taken: ReadonlySet<string>
  /** The open round of a player, by `placeOf`. */
  open: Map<string, string>
  /** The round that each table is at, held by this batch. */
  tables: ReadonlyMap<string, Shared | undefined>
  clientSeeds: ReadonlyMap<bigint, string>
  keep: (play: TablePlay) => void
}

export const placeOf = ({ playerId, game, mode }: { playerId: bigint | null; game: string; mode: string }) =>
  `${playerId}/${game}/${mode}`

export const decideAtTable = (ask: TableAsk, facts: TableFacts): Refusal | Decided =>
  ask.kind === 'join' ? decideJoin(ask, facts) : decideLeave(ask, facts)

/** A stake on the round that is open. It is taken until the moment of its start, by the database's clock. */
function decideJoin(ask: JoinAsk, facts: TableFacts): Refusal | Decided {
  const { playerId, tokenHash, round, game, mode, currency, stake, choice } = ask
  const { batch, plays, jurisdiction } = facts
  const title = titleOf(game)
  const before = plays.get(round)
  if (before) {
    const isSame = isOwner(before, ask) && before.stake === stake && isDeepStrictEqual(before.choices[0], choice)
    return isSame ? shown(before, facts.links.get(round) ?? null, facts) : no('ROUND_CONFLICT')
  }
  if (facts.taken.has(round) || batch.hasRound(studio, round)) return no('ROUND_CONFLICT')
  const wrongStake = refuseStake(stake, stakesFor(jurisdiction, title.about, { currency, isOver25: true }), currency)
  if (wrongStake) return wrongStake
  const open = facts.open.get(placeOf(ask))
  if (open !== undefined) return no('ROUND_OPEN', { round: open })
  const table = facts.tables.get(game)
  const closed = refuseTable(table, { nowMs: facts.nowMs, jurisdiction })
  if (closed || !table) return closed ?? tableClosed(null)
  const play: TablePlay = {
    ...{ round, playerId, guestId: null, game, version: title.maths.version, mode, currency, stake },
    ...{ salt: table.chain.salt ?? saltFrom(facts.clientSeeds.get(playerId), round), place: table.place },
    ...{ sharedId: table.id, choices: [choice], won: 0n, isOver: false },
  }
  const decided = batch.decide(callFor(play, batch, { kind: 'bet', staked: stake, tokenHash }))
  if (decided instanceof Refusal) return decided
  // The first stake of a chain gives it its salt, for all after it.
  table.chain.salt = play.salt
  facts.keep(play)
  return shown(play, null, facts, [decided])
}

/** A player who is late stays aboard for the moment: only the end of the flight closes a round by nothing. */
function decideLeave({ playerId, round, game, link, leaving }: LeaveAsk, facts: TableFacts): Refusal | Decided {
  const { batch, plays, nowMs } = facts
  const play = plays.get(round)
  if (!play || !isOwner(play, { playerId, game })) return no('ROUND_UNKNOWN')
  const title = titleOf(game)
  const end = play.isOver ? null : endNow(title, play, leaving, nowMs)
  if (end === 'early') return no('CHOICE_INVALID')
  if (!end) return shown(play, link, facts)
  const ended = endPlay(title, play, end, link)
  const call = callFor(ended, batch, { kind: 'win', won: ended.won, isClosed: true })
  const decided = batch.decide(call)
  if (decided instanceof Refusal) return decided
  facts.keep(ended)
  return shown(ended, link, facts, [decided])
}

/** The play as it ends, with what its mathematics give for it. */
export function endPlay({ maths }: Pick<TableGame, 'maths'>, play: TablePlay, end: End, link: Buffer): TablePlay {
  const choices = [...play.choices, end]
  const { won } = maths.play({ stake: play.stake, choices }, drawsOf(link, play.salt, BigInt(play.place)))
  return { ...play, choices, won, isOver: true }
}

function titleOf(game: string): TableGame {
  const found = tableGame(game)
  if (!found) throw new Error('a game without a table')
  return found
}

const isOwner = (play: TablePlay, { playerId, game }: { playerId: bigint; game: string }) =>
  play.playerId === playerId && play.game === game

/** Stakes are taken by a round that is open and has not reached its start. */
export function refuseTable(
  table: Shared | undefined,
  { nowMs, jurisdiction }: { nowMs: number; jurisdiction: Config['jurisdiction'] },
): Refusal | null {
  if (!table) return tableClosed(null)
  const { phase, startsMs, endedMs } = table
  if (phase === 'over' && endedMs !== null) {
    return tableClosed(Math.max(0, Math.ceil(endedMs + timesOf(jurisdiction).overMs - nowMs)))
  }
  // While it flies no player may know how long.
  return phase !== 'open' || (startsMs !== null && startsMs <= nowMs) ? tableClosed(null) : null
}

const tableClosed = (opensInMs: number | null) =>
  new Refusal('InvalidParameter:TABLE_CLOSED', {
    message: 'Stakes are taken before the start',
    data: { opens_in_ms: opensInMs },
  })

/**
 * What no house could know when it published the chain: the seed of the first player, and the id that the player's own
 * browser made for this round. Hashed, because every player sees it.
 */
export const saltFrom = (clientSeed: string | undefined, round: string): string =>
  createHash('sha256').update(`${clientSeed}:${round}`).digest('hex')

/** The money of one step, as a game provider would ask for it. */
function callFor(play: TablePlay, { nowMs }: Batch, more: Partial<Call> & Pick<Call, 'kind'>): Call {
  const { round, game, playerId, currency, choices } = play
  if (playerId === null || !isCurrency(currency)) throw new Error('money without a player')
  return {
    ...{ provider: studio, transaction: `${round}:${choices.length}`, round, game, playerId, currency },
    ...{ staked: 0n, won: 0n, isClosed: false, reference: '', tokenHash: '', sentAtMs: nowMs },
    ...more,
  }
}

function shown(play: TablePlay, link: Buffer | null, { batch }: TableFacts, planned: Planned[] = []): Decided {
  const { playerId, game, mode, currency } = play
  if (playerId === null) throw new Error('a play of a guest')
  const foreseen = batch.playableAt({ playerId, game, mode, currency })
  return { planned, answerFor: (left) => tableStanding(play, link, left ?? foreseen) }
}
