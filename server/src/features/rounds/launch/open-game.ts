import type { WireStanding } from '@croupier/contract/methods/rounds'
import { toDecimal, toWire } from '@croupier/contract/money'
import type { StudioGame } from '@croupier/studio/engine/game'
import { studioGame } from '@croupier/studio/games'
import type { Context, Operation } from '../../../context.ts'
import { type Spendable, spendableOf } from '../../bonuses/bonuses.ts'
import { activePacks } from '../../freespins/freespins.ts'
import { playersOfHigherStakes, profileOf, stakesFor } from '../jurisdiction.ts'
import { wireFairness } from '../own/fairness.ts'
import { clearAsGuest } from '../own/guest.ts'
import { type Guest, readGuest } from '../own/guest-store.ts'
import type { Launch } from '../own/launches.ts'
import { isStale, no, type Play, standOf, wireStanding } from '../own/rules.ts'
import { ensureSeeds, hashOfSeed } from '../own/seeds.ts'
import { readFair } from '../own/seeds-store.ts'
import { findOpen, readGuestPlays } from '../own/store.ts'
import { actAtTable } from '../table/play-at-table.ts'

/** What only a player or only a guest has. */
type Seat = {
  left: Spendable
  isOver25: boolean
  fairness: ReturnType<typeof wireFairness>
  open: Play | null
  pack: { id: bigint; remaining: number; stake: bigint } | null
}

export const openGame: Operation<'rounds.open'> = async (ctx, { token }) => {
  const launch = await ctx.rounds.openLaunchOf(token)
  const title = studioGame(launch.game)
  if (!title) throw no('SESSION_UNKNOWN')
  await clearStale(ctx, launch)
  const seat = launch.playerId === null ? await guestSeat(ctx, launch) : await playerSeat(ctx, launch, launch.playerId)
  const { mode, currency } = launch
  const { about, maths } = title
  const { jurisdiction } = ctx.config
  const stakes = stakesFor(jurisdiction, about, { currency, isOver25: seat.isOver25 })
  const { hasAutoplay, hasTurbo, roundMs } = profileOf(jurisdiction, about)
  const decimal = (minor: bigint) => toDecimal(minor, currency)
  return {
    game: {
      sysname: about.sysname,
      name: about.name,
      studio: about.provider,
      version: maths.version,
      rtp: about.rtp,
      is_shared: about.isShared ?? false,
    },
    mode,
    is_guest: launch.playerId === null,
    currency,
    balance: toWire(seat.left.balance, currency),
    ...(seat.left.bonus !== null && { bonus: toWire(seat.left.bonus, currency) }),
    stakes: {
      min: decimal(stakes.min),
      max: decimal(stakes.max),
      step: decimal(stakes.step),
      ladder: stakes.ladder.map(decimal),
    },
    profile: { has_autoplay: hasAutoplay, has_turbo: hasTurbo, round_ms: roundMs },
    round: seat.open ? await standingIn(ctx, launch, title, seat.open, seat) : null,
    fairness: seat.fairness,
    pack: seat.pack && {
      id: String(seat.pack.id),
      remaining_count: seat.pack.remaining,
      stake: toWire(seat.pack.stake, currency),
    },
  }
}

export const getGameBalance: Operation<'rounds.getBalance'> = async (ctx, { token }) => {
  const launch = await ctx.rounds.openLaunchOf(token)
  const { playerId, guestId, currency } = launch
  if (playerId !== null) {
    const { balance, bonus } = await spendableOf(ctx.sql, { ...launch, playerId })
    return { balance: toWire(balance, currency), ...(bonus !== null && { bonus: toWire(bonus, currency) }) }
  }
  const guest = await readGuest(ctx.sql, guestId ?? 0n)
  if (!guest) throw no('SESSION_UNKNOWN')
  return { balance: toWire(guest.balance, currency) }
}

/** A round that cannot be finished any more is ended before anything is shown. */
async function clearStale(ctx: Context, launch: Launch): Promise<void> {
  const { playerId } = launch
  const open =
    playerId === null ? await guestOpen(ctx, launch) : await findOpen(ctx.sql, playerId, { ...launch, keys: ctx.keys })
  if (!open || !isStale(open)) return
  const { round } = open
  if (playerId === null) await clearAsGuest(ctx, launch, round)
  else await ctx.rounds.play({ kind: 'void', playerId, round })
}

async function guestOpen({ sql, keys }: Pick<Context, 'sql' | 'keys'>, { guestId }: Launch): Promise<Play | null> {
  const plays = guestId === null ? [] : await readGuestPlays(sql, guestId, { round: '', keys })
  return plays.find(({ isOver }) => !isOver) ?? null
}

async function playerSeat(ctx: Context, launch: Launch, playerId: bigint): Promise<Seat> {
  const { sql, begin, config, keys } = ctx
  const [fair, open, left, packs, over25] = await Promise.all([
    readFair(sql, playerId).then((found) => found ?? begin((tx) => ensureSeeds(tx, playerId, keys))),
    findOpen(sql, playerId, { ...launch, keys }),
    spendableOf(sql, { ...launch, playerId }),
    launch.mode === 'real' ? activePacks(sql, [playerId]) : [],
    playersOfHigherStakes(sql, config.jurisdiction, [playerId]),
  ])
  const pack = packs.find(({ game, currency }) => game === launch.game && currency === launch.currency) ?? null
  return { left, isOver25: over25.has(playerId), fairness: wireFairness(fair), open, pack }
}

async function guestSeat(ctx: Context, launch: Launch): Promise<Seat> {
  const guest = await readGuest(ctx.sql, launch.guestId ?? 0n)
  if (!guest) throw no('SESSION_UNKNOWN')
  const open = await guestOpen(ctx, launch)
  return {
    left: { balance: guest.balance, bonus: null },
    isOver25: false,
    fairness: guestFairness(guest),
    open,
    pack: null,
  }
}

/** A guest's seed is used up with the visit: there is no next one. */
const guestFairness = ({ serverSeed, clientSeed, nonce }: Guest) => ({
  hash: hashOfSeed(serverSeed).toString('hex'),
  next_hash: '',
  client_seed: clientSeed,
  is_own_seed: false,
  nonce: Number(nonce),
})

async function standingIn(
  ctx: Context,
  launch: Launch,
  { about }: StudioGame,
  open: Play,
  { left, pack }: Seat,
): Promise<WireStanding> {
  if (about.isShared) return actAtTable(ctx, launch, { round: open.round, step: 1, choice: '{"look":true}' })
  return wireStanding(open, standOf(open), { ...left, freeLeft: pack?.remaining ?? 0 })
}
