import { isDeepStrictEqual } from 'node:util'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Currency } from '@croupier/contract/money'
import type { Config } from '../../../config.ts'
import type { Context, Tx } from '../../../context.ts'
import type { Leaving } from '../../../ports/rounds.ts'
import { readSwitches } from '../../games/games.ts'
import type { Mode } from '../batch/rules.ts'
import { stakesFor } from '../jurisdiction.ts'
import { no, refuseStake, studio } from '../own/rules.ts'
import { wireMoney } from '../wire.ts'
import { endPlay, refuseTable, saltFrom } from './decide.ts'
import type { TableGame } from './game.ts'
import {
  addPlays,
  addToGuest,
  endPlays,
  findOpenRound,
  isRoundTaken,
  lockGuests,
  lockPlays,
  readPlay,
  type TableGuest,
  type TablePlay,
} from './plays-store.ts'
import { endNow } from './rules.ts'
import { readTableStanding } from './standing.ts'
import { fixSalt, lockSharedForStake, readClockMs, tellTable } from './store.ts'

/** Guests play with money that no ledger knows, so they need no batch: each in a transaction of its own. */

type GuestContext = Pick<Context, 'begin' | 'keys'> & { config: Pick<Config, 'jurisdiction'> }
type GuestJoin = {
  guestId: bigint
  round: string
  mode: Mode
  currency: Currency
  stake: bigint
  choice: unknown
}

export const joinAsGuest = (
  { begin, config, keys }: GuestContext,
  game: TableGame,
  ask: GuestJoin,
): Promise<WireStanding> =>
  begin(async (tx) => {
    const { guestId, round, mode, currency, stake, choice } = ask
    const { jurisdiction } = config
    const { sysname } = game.about
    const guest = await lockGuest(tx, guestId)
    const before = await readPlay(tx, round)
    if (before) {
      const isOwn = before.guestId === guestId && before.game === sysname
      const isSame = isOwn && before.stake === stake && isDeepStrictEqual(before.choices[0], choice)
      if (!isSame) throw no('ROUND_CONFLICT')
      return readTableStanding(tx, before, keys)
    }
    if (await isRoundTaken(tx, round)) throw no('ROUND_CONFLICT')
    const stakes = stakesFor(jurisdiction, game.about, { currency, isOver25: true })
    const wrongStake = refuseStake(stake, stakes, currency)
    if (wrongStake) throw wrongStake
    const open = await findOpenRound(tx, guestId, sysname, mode)
    if (open !== undefined) throw no('ROUND_OPEN', { round: open })
    const table = await lockSharedForStake(tx, sysname)
    const closed = refuseTable(table, { nowMs: await readClockMs(tx), jurisdiction })
    if (closed || !table) throw closed
    const { chain, place, id: sharedId } = table
    const salt = chain.salt ?? (await fixSalt(tx, chain.id, saltFrom(guest.clientSeed, round)))
    const play: TablePlay = {
      ...{ round, playerId: null, guestId, game: sysname, version: game.maths.version, mode, currency, stake },
      ...{ salt, place, sharedId, choices: [choice], won: 0n, isOver: false },
    }
    await addPlays(tx, [play])
    await pay(tx, play, guest)
    await tellTable(tx, sysname)
    return readTableStanding(tx, play, keys)
  })

/** Before anything else of theirs, as everywhere. */
async function lockGuest(tx: Tx, guestId: bigint): Promise<TableGuest> {
  const [guest] = await lockGuests(tx, [guestId])
  if (!guest) throw no('SESSION_UNKNOWN')
  return guest
}

async function pay(tx: Tx, { game, stake, currency }: TablePlay, { id, balance }: TableGuest): Promise<void> {
  const isClosed = await readSwitches(tx)
  if (isClosed(game, studio) !== null) throw no('GAME_CLOSED')
  if (stake > balance) throw no('INSUFFICIENT_FUNDS', { available_amount: wireMoney(balance, currency) })
  await addToGuest(tx, id, -stake)
}

type GuestLeave = {
  guestId: bigint
  round: string
  link: Buffer
  leaving: Leaving
}

export const leaveAsGuest = (
  { begin, keys }: GuestContext,
  game: TableGame,
  leave: GuestLeave,
): Promise<WireStanding> =>
  begin(async (tx) => {
    await endGuests(tx, game, [leave])
    const after = await readPlay(tx, leave.round)
    if (!after) throw no('ROUND_UNKNOWN')
    return readTableStanding(tx, after, keys)
  })

/** Ends the plays of these guests: owners are locked first, then their plays. */
export async function endGuests(tx: Tx, game: TableGame, leaves: readonly GuestLeave[]): Promise<void> {
  if (leaves.length === 0) return
  await lockGuests(
    tx,
    leaves.map(({ guestId }) => guestId),
  )
  const plays = await lockPlays(
    tx,
    leaves.map(({ round }) => round),
  )
  const nowMs = await readClockMs(tx)
  const ended = plays.flatMap((play) => {
    const leave = leaves.find(({ round }) => round === play.round)
    const end = play.isOver || !leave ? null : endNow(game, play, leave.leaving, nowMs)
    if (end === 'early') throw no('CHOICE_INVALID')
    return end && leave ? endPlay(game, play, end, leave.link) : []
  })
  if (ended.length === 0) return
  for (const { guestId, won } of ended) if (guestId !== null && won > 0n) await addToGuest(tx, guestId, won)
  await endPlays(
    tx,
    ended.map(({ round, choices, won }) => ({ round, end: choices.at(-1), won })),
  )
  await tellTable(tx, game.about.sysname)
}
