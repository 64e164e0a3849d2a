import { Refusal } from '@croupier/contract/refusals'
import type { Context, PlayerContext, Tx } from '../../../context.ts'
import { readStanding } from '../../account/account.ts'
import { openSessionsAmong } from '../../auth/auth.ts'
import { spendableOf } from '../../bonuses/bonuses.ts'
import { activePacks } from '../../freespins/freespins.ts'
import { type FoundGame, findGame, hasDemoFor, markRecent, ownRunner, readSwitches } from '../../games/games.ts'
import { rulesOf } from '../../jurisdiction/jurisdiction.ts'
import { gate } from '../../limits/limits.ts'
import { balancesOf, grantFun } from '../../wallet/wallet.ts'
import { hashLaunchToken } from '../batch/read-call.ts'
import type { Mode } from '../batch/rules.ts'
import { type Record, recordOf, roundUnknown } from '../history/get-round.ts'
import { openGuest } from '../own/guest.ts'
import { ensureSeeds } from '../own/seeds.ts'
import { openCards } from '../wire.ts'
import { endLaunch, endLaunchesIn, openedGames } from './launch-store.ts'
import { openSession } from './sessions.ts'

/** A game that is left open over night asks to be opened again. */
const lifeSeconds = 12 * 3_600

export type LaunchWish = {
  sysname: string
  /** Asked for under `custom`: only titles of our own are there. */
  isCustom: boolean
  mode: 'play' | 'demo' | 'replay'
  /** Which round is shown again. */
  round: string | undefined
  /** Whether this node can show games of this runner. Asked first: nothing is opened that could not be shown. */
  canShow: (runner: string, sysname: string) => boolean
}

/** What the frame of a game is told. */
export type Launched = {
  sysname: string
  name: string
  runner: string
} & (
  | { mode: Mode; token: string; currency: string; record: null }
  | { mode: 'replay'; token: null; currency: null; record: Record }
)

/** Opens a game, or throws the refusal. */
export async function launchGame(ctx: Context, wish: LaunchWish): Promise<Launched> {
  const game = await findGame(ctx.sql, wish.sysname)
  if (!game || game.runner === null || (wish.isCustom && game.runner !== ownRunner)) throw gameUnknown()
  const { runner, sysname } = game
  if (!wish.canShow(runner, sysname)) throw runner === ownRunner ? notBuilt() : gameUnknown()
  const { name } = (await openCards(ctx, [sysname]))(sysname)
  const common = { sysname, name, runner }
  if (wish.mode === 'replay') {
    const record = await replayOf(ctx, game, wish.round)
    return { ...common, mode: 'replay', token: null, currency: null, record }
  }
  if (wish.mode === 'demo' && !game.hasDemo) throw noDemo()
  const mode = wish.mode === 'demo' ? 'demo' : 'real'
  const { player } = ctx
  const opened = player
    ? await openForPlayer({ ...ctx, player }, { ...game, runner }, mode)
    : await openForGuest(ctx, { ...game, runner }, mode)
  return { ...common, mode, ...opened, record: null }
}

const gameUnknown = () => new Refusal('InvalidParameter:UNKNOWN_GAME', { message: 'No such game' })
const notBuilt = () => new Refusal('ApplicationUnavailable:NOT_BUILT', { message: 'The games are not built' })
const noDemo = () => new Refusal('InvalidParameter:NO_DEMO', { message: 'This game has no demo' })
const signInFirst = () => new Refusal('Authorization', { message: 'Sign in first' })

async function refuseClosed(tx: Tx, { sysname, runner }: { sysname: string; runner: string }) {
  const reason = (await readSwitches(tx))(sysname, runner)
  if (reason !== null) throw new Refusal('InvalidParameter:GAME_CLOSED', { message: `The house closed it: ${reason}` })
}

/** Only the owner's eyes; also those of an excluded player, whose history stays open. */
async function replayOf(ctx: Context, game: FoundGame, round: string | undefined): Promise<Record> {
  const { player } = ctx
  if (!player) throw signInFirst()
  if (round === undefined || game.runner !== ownRunner) throw roundUnknown()
  return recordOf({ ...ctx, player }, game.sysname, round)
}

type Runnable = FoundGame & { runner: string }

/** A try without an account. */
async function openForGuest(ctx: Context, game: Runnable, mode: Mode) {
  if (mode === 'real' || !hasDemoFor(game, false)) throw signInFirst()
  const token = await ctx.begin(async (tx) => {
    await refuseClosed(tx, game)
    return openGuest(tx, { game: game.sysname })
  })
  return { token, currency: 'FUN' }
}

async function openForPlayer(ctx: PlayerContext, game: Runnable, mode: Mode) {
  const { id: playerId, sessionId, isPayoutOnly } = ctx.player
  if (isPayoutOnly) {
    throw new Refusal('InvalidParameter:SELF_EXCLUDED', { message: 'Only a payout is open to this session' })
  }
  const { games } = await ctx.content.config(ctx.locale)
  const opened = await ctx.begin(async (tx) => {
    // Who is shut out is shut out of play money too; time limits and reality checks are about play for money.
    const want = mode === 'demo' ? 'standing' : 'play'
    await gate(tx, { playerId, want, jurisdiction: ctx.config.jurisdiction })
    await refuseClosed(tx, game)
    // Read under the lock that the gate took: the currency cannot change any more.
    const currency = mode === 'demo' ? 'FUN' : (await readStanding(tx, playerId)).currency
    if (mode === 'real') {
      if (!games.isZeroBalanceAllowed) await refuseEmpty(tx, playerId, game, currency)
      if (rulesOf(ctx.config.jurisdiction).isOneSlotAtATime) await endOtherSlots(tx, playerId, game)
    }
    await markRecent(tx, playerId, game.sysname)
    await ensureSeeds(tx, playerId, ctx.keys)
    const { sysname, runner: provider } = game
    const token = await openSession(tx, {
      playerId,
      provider,
      game: sysname,
      mode,
      currency,
      lifeSeconds,
      authSessionId: sessionId,
    })
    if (mode === 'demo') await fillPlayMoney(tx, playerId)
    return { token, currency }
  })
  // A player who signed out while it was opened ended only what was there: now it is, and is looked at once more.
  const isStillIn = (await openSessionsAmong(ctx.sql, [sessionId])).has(sessionId)
  if (isStillIn) return opened
  await endLaunch(ctx.sql, hashLaunchToken(opened.token))
  throw signInFirst()
}

/** A slot is not opened with nothing to stake; free spins are something. */
async function refuseEmpty(tx: Tx, playerId: bigint, { sysname, type }: Runnable, currency: string) {
  if (type !== 'slot') return
  if ((await spendableOf(tx, { playerId, mode: 'real', currency })).balance > 0n) return
  const packs = await activePacks(tx, [playerId])
  if (packs.some(({ game }) => game === sysname)) return
  throw new Refusal('UserNeedDeposit', { message: 'There is nothing to stake' })
}

/** British rules: one slot at a time. The one before it takes no stake any more. */
async function endOtherSlots(tx: Tx, playerId: bigint, { type }: Runnable) {
  if (type !== 'slot') return
  const found = await Promise.all((await openedGames(tx, playerId)).map((sysname) => findGame(tx, sysname)))
  const slots = found.flatMap((game) => (game?.type === 'slot' ? [game.sysname] : []))
  if (slots.length > 0) await endLaunchesIn(tx, playerId, slots)
}

/** Players from before there was play money have none yet. */
async function fillPlayMoney(tx: Tx, playerId: bigint) {
  const purses = await balancesOf(tx, playerId)
  if (!purses.some(({ kind }) => kind === 'fun')) await grantFun(tx, playerId)
}
