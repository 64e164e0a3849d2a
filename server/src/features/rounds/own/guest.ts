import { randomBytes } from 'node:crypto'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal } from '@croupier/contract/refusals'
import type { Standing } from '@croupier/studio/engine/game'
import type { Context, Tx } from '../../../context.ts'
import { readSwitches } from '../../games/games.ts'
import { hashLaunchToken } from '../batch/read-call.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { wireMoney } from '../wire.ts'
import { addGuest, type Guest, lockGuest, writeGuest } from './guest-store.ts'
import type { Launch } from './launches.ts'
import { beginRound, isStale, no, type Play, refuseOther, standOf, stepOf, studio, wireStanding } from './rules.ts'
import { newClientSeed, newServerSeed } from './seeds.ts'
import { readGuestPlays, writePlays } from './store.ts'

const startMinor = 10_000_00n
const lifeSeconds = 24 * 3_600

/** A visitor tries a game without an account. Answers with the token; only its hash is kept. */
export async function openGuest(tx: Tx, { game }: { game: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await addGuest(tx, {
    tokenHash: hashLaunchToken(token),
    game,
    balance: startMinor,
    serverSeed: newServerSeed(),
    clientSeed: newClientSeed(),
    lifeSeconds,
  })
  return token
}

type GuestContext = Pick<Context, 'begin' | 'config' | 'keys'>

/** Opens the guest's books, or throws the refusal; nothing else of theirs happens meanwhile. */
async function openBooks(tx: Tx, { guestId }: Launch, asked: { round: string; keys: ChanceKey }) {
  const guest = guestId === null ? undefined : await lockGuest(tx, guestId)
  if (!guest) throw no('SESSION_UNKNOWN')
  const plays = await readGuestPlays(tx, guest.id, asked)
  const known = plays.find((play) => play.round === asked.round)
  const open = plays.find((play) => play.guestId === guest.id && !play.isOver)
  return { guest, known, open }
}

export const playAsGuest = (
  { begin, config: { jurisdiction }, keys }: GuestContext,
  launch: Launch,
  { round, stake, choice }: { round: string; stake: bigint; choice: unknown },
): Promise<WireStanding> =>
  begin(async (tx) => {
    const { guest, known, open } = await openBooks(tx, launch, { round, keys })
    const { game, mode, currency } = launch
    if (known) {
      const refusal = refuseOther(known, { isOwner: known.guestId === guest.id, game, mode, stake, choice })
      if (refusal) throw refusal
      return again(tx, guest, known)
    }
    const isClosed = (await readSwitches(tx))(game, studio) !== null
    const { isExpired, nowMs, serverSeed, clientSeed, nonce } = guest
    const begun = beginRound({
      ...{
        who: { playerId: null, guestId: guest.id },
        round,
        game,
        mode,
        currency,
        stake,
        choice,
        isExpired,
        isClosed,
      },
      ...{ seeds: { seedId: null, serverSeed, clientSeed, nonce }, lastMs: () => guest.stakedMs, nowMs, jurisdiction },
      ...{ before: open, isOver25: false, pack: null },
    })
    if (begun instanceof Refusal) throw begun
    const { play, standing } = begun
    const balance = open ? await cancel(tx, guest, open) : guest.balance
    refuseShort(stake, balance)
    await writePlays(tx, { opened: [play], changed: [], seeds: [] })
    const after = { ...guest, balance: balance - stake + play.won, nonce: nonce + 1n, stakedMs: nowMs }
    await writeGuest(tx, after)
    return told(after, play, standing)
  })

/** A round whose rules are gone is ended, whatever it was asked for. */
export const clearAsGuest = (
  { begin, keys }: Pick<GuestContext, 'begin' | 'keys'>,
  launch: Launch,
  round: string,
): Promise<boolean> =>
  begin(async (tx) => {
    const { guest, known } = await openBooks(tx, launch, { round, keys })
    if (known?.guestId !== guest.id || !isStale(known)) return false
    await cancel(tx, guest, known)
    return true
  })

export async function actAsGuest(
  ctx: GuestContext,
  launch: Launch,
  asked: { round: string; step: number; choice: unknown },
): Promise<WireStanding> {
  // In a transaction of its own: the no that follows must not take the stake away again.
  if (await clearAsGuest(ctx, launch, asked.round)) throw no('ROUND_OVER')
  return act(ctx, launch, asked)
}

const act = (
  { begin, keys }: GuestContext,
  launch: Launch,
  { round, step, choice }: { round: string; step: number; choice: unknown },
): Promise<WireStanding> =>
  begin(async (tx) => {
    const { guest, known } = await openBooks(tx, launch, { round, keys })
    if (known?.guestId !== guest.id || known.isShared) throw no('ROUND_UNKNOWN')
    const next = stepOf(known, { step, choice })
    if (next instanceof Refusal) throw next
    if (next === 'again') return again(tx, guest, known)
    const { standing, staked, choices } = next
    refuseShort(staked, guest.balance)
    const { isOver } = standing
    const play: Play = { ...known, choices, staked: standing.staked, won: isOver ? standing.won : 0n, isOver }
    await writePlays(tx, { opened: [], changed: [play], seeds: [] })
    const after = { ...guest, balance: guest.balance - staked + play.won }
    await writeGuest(tx, after)
    return told(after, play, standing)
  })

function refuseShort(stake: bigint, balance: bigint) {
  if (stake > balance) throw no('INSUFFICIENT_FUNDS', { available_amount: wireMoney(balance, 'FUN') })
}

const told = ({ balance }: Pick<Guest, 'balance'>, play: Play, standing: Standing | null) =>
  wireStanding(play, standing, { balance, bonus: null, freeLeft: 0 })

async function again(tx: Tx, guest: Guest, play: Play): Promise<WireStanding> {
  if (!isStale(play)) return told(guest, play, standOf(play))
  const balance = await cancel(tx, guest, play)
  return told({ balance }, voided(play), null)
}

const voided = (play: Play): Play => ({ ...play, isOver: true, staked: 0n, won: 0n })

/** A round whose rules are gone: its stake goes back. Answers with the balance. */
async function cancel(tx: Tx, guest: Guest, play: Play): Promise<bigint> {
  await writePlays(tx, { opened: [], changed: [voided(play)], seeds: [] })
  const balance = guest.balance + play.staked
  await writeGuest(tx, { ...guest, balance })
  return balance
}
