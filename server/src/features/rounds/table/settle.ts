import { isCurrency } from '@croupier/contract/money'
import type { StudioGame } from '@croupier/studio/engine/game'
import { studioGame } from '@croupier/studio/games'
import type { JobContext, Tx } from '../../../context.ts'
import { lockPlayers } from '../../account/account.ts'
import type { Call } from '../batch/read-call.ts'
import { runCalls } from '../batch/run-batch.ts'
import { studio } from '../own/rules.ts'
import { drawsOf } from '../own/seeds.ts'
import { linkAt } from './chain.ts'
import type { End } from './rules.ts'
import {
  type Aboard,
  addToGuest,
  endPlays,
  lockGuests,
  lockPlays,
  readClock,
  type Shared,
  type SharedPlay,
  tellTable,
} from './store.ts'

export type House = Pick<JobContext, 'sql' | 'begin' | 'config' | 'log'>

export type SharedGame = Required<StudioGame>

/** Null: no game of the studio that everybody plays together. */
export function sharedGame(sysname: string): SharedGame | null {
  const game = studioGame(sysname)
  return game?.flight ? { ...game, flight: game.flight } : null
}

/** Where this flight ends. A secret until it has ended: nothing of it may be told or logged before. */
export async function secretOf({ flight }: Pick<SharedGame, 'flight'>, { chain, place }: Shared) {
  if (chain.salt === null) throw new Error('a flight without a salt')
  const link = await linkAt(chain, place)
  return { link, point: flight.pointOf(drawsOf(link, chain.salt, BigInt(place))) }
}

/** The money of one step, as a game provider would ask for it. */
export function callOf(play: SharedPlay, nowMs: number, more: Partial<Call> & Pick<Call, 'kind'>): Call {
  const { round, game, playerId, currency } = play
  if (playerId === null || !isCurrency(currency)) throw new Error('money without a player')
  return {
    provider: studio,
    transaction: `${round}:${play.choices.length}`,
    round,
    game,
    playerId,
    currency,
    staked: 0n,
    won: 0n,
    isClosed: false,
    reference: '',
    tokenHash: '',
    sentAtMs: nowMs,
    ...more,
  }
}

export const moneyOf = ({ config, log }: Pick<House, 'config' | 'log'>) => ({
  jurisdiction: config.jurisdiction,
  log,
  till: 0,
})

type Batch = {
  game: SharedGame
  shared: Shared
  aboard: readonly Aboard[]
  /** Under the locks: what becomes of a play now; null: nothing yet. */
  decide: (play: SharedPlay, nowMs: number) => End | null
}

/**
 * Ends the rounds of these players, in one transaction: whoever comes second finds them over. Owners are locked first,
 * then their plays, then their purses.
 */
export async function settle(house: House, tx: Tx, { game, shared, aboard, decide }: Batch): Promise<number> {
  const playerIds = aboard.flatMap(({ playerId }) => playerId ?? [])
  const guestIds = aboard.flatMap(({ guestId }) => guestId ?? [])
  if (playerIds.length > 0) await lockPlayers(tx, playerIds)
  if (guestIds.length > 0) await lockGuests(tx, guestIds)
  const plays = await lockPlays(
    tx,
    aboard.map(({ round }) => round),
  )
  const nowMs = await readClock(tx)
  const { link } = await secretOf(game, shared)
  const ended = plays.flatMap((play) => {
    const end = play.isOver ? null : decide(play, nowMs)
    if (!end) return []
    const choices = [...play.choices, end]
    const draws = drawsOf(link, play.salt, BigInt(play.place))
    const { won } = game.maths.play({ stake: play.stake, choices }, draws)
    return { play: { ...play, choices }, round: play.round, end, won }
  })
  if (ended.length === 0) return 0
  const calls = ended.flatMap(({ play, won }) =>
    play.playerId === null ? [] : callOf(play, nowMs, { kind: 'win', won, isClosed: true }),
  )
  for (const spoken of calls.length > 0 ? await runCalls(tx, calls, moneyOf(house)) : []) {
    if ('refusal' in spoken) throw spoken.refusal
  }
  for (const { play, won } of ended) if (play.guestId !== null && won > 0n) await addToGuest(tx, play.guestId, won)
  await endPlays(tx, ended)
  await tellTable(tx, game.about.sysname)
  return ended.length
}
