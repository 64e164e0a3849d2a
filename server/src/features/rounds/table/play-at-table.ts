import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Currency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { WrongChoice } from '@croupier/studio/engine/game'
import type { Db, Tx } from '../../../context.ts'
import { lockPlayers } from '../../account/account.ts'
import { readSwitches } from '../../games/games.ts'
import { balancesOf } from '../../wallet/wallet.ts'
import type { Mode } from '../batch/rules.ts'
import { runCalls } from '../batch/run-batch.ts'
import { stakesFor } from '../jurisdiction.ts'
import { no, readChoice, readStake, refuseStake, standOf, studio, wireStanding } from '../own/rules.ts'
import { ensureSeeds } from '../own/seeds.ts'
import { wireMoney } from '../wire-money.ts'
import { linkAt } from './chain.ts'
import { autoOf, endByTouch } from './rules.ts'
import { callOf, type House, moneyOf, type SharedGame, secretOf, settle, sharedGame } from './settle.ts'
import {
  addPlay,
  addToGuest,
  findOpenRound,
  fixSalt,
  type Guest,
  isRoundTaken,
  lockGuests,
  lockSharedForStake,
  readClock,
  readGuestBalance,
  readPlay,
  readSharedById,
  type Shared,
  type SharedPlay,
  tellTable,
} from './store.ts'
import { timesOf } from './times.ts'

/** Who launched the game: a player, or somebody without an account. */
export type SharedLaunch = {
  playerId: bigint | null
  guestId: bigint | null
  tokenHash: string
  game: string
  mode: Mode
  currency: Currency
}

// The stake

/** A stake on the round that is open. It is taken until the moment of its start, by the database's clock. */
export async function playShared(
  house: House,
  launch: SharedLaunch,
  asked: { round: string; stake: string; choice: string },
): Promise<WireStanding> {
  const game = gameOf(launch)
  const { mode, currency, playerId, guestId } = launch
  const { round } = asked
  const stake = readStake(asked.stake, currency)
  const choice = readOpening(game, stake, asked.choice)
  return house.begin(async (tx) => {
    const guest = await lockOwner(tx, launch)
    const before = await readPlay(tx, round)
    if (before) {
      const isSame = isOwner(before, launch) && before.stake === stake && isDeepStrictEqual(before.choices[0], choice)
      if (!isSame) throw no('ROUND_CONFLICT')
      return standingOf(tx, before)
    }
    if (await isRoundTaken(tx, round)) throw no('ROUND_CONFLICT')
    const stakes = stakesFor(house.config.jurisdiction, game.about, { currency, isOver25: true })
    const refusal = refuseStake(stake, stakes, currency)
    if (refusal) throw refusal
    const open = await findOpenRound(tx, launch, launch.game, mode)
    if (open !== undefined) throw no('ROUND_OPEN', { round: open })
    const shared = await lockOpen(tx, house, launch.game)
    const salt = shared.chain.salt ?? (await fixSalt(tx, shared.chain.id, await saltOf(tx, launch, guest, round)))
    const play: SharedPlay = {
      round,
      playerId,
      guestId,
      game: launch.game,
      version: game.maths.version,
      mode,
      currency,
      stake,
      salt,
      place: shared.place,
      sharedId: shared.id,
      choices: [choice],
      won: 0n,
      isOver: false,
    }
    await addPlay(tx, play)
    if (guest) await payAsGuest(tx, play, guest)
    else await pay(tx, house, play, launch.tokenHash)
    await tellTable(tx, launch.game)
    return standingOf(tx, play)
  })
}

function gameOf({ game }: SharedLaunch): SharedGame {
  const found = sharedGame(game)
  if (!found) throw new Error('a game that nobody shares')
  return found
}

const isOwner = (play: SharedPlay, { playerId, guestId, game }: SharedLaunch) =>
  play.playerId === playerId && play.guestId === guestId && play.game === game

function readOpening({ maths }: SharedGame, stake: bigint, text: string): unknown {
  const choice = readChoice(text)
  try {
    maths.play({ stake, choices: [choice] }, { below: noChance })
  } catch (error) {
    if (error instanceof WrongChoice) throw no('CHOICE_INVALID')
    throw error
  }
  return choice
}

const noChance = (): number => {
  throw new Error('the opening of a shared round asks for chance')
}

/** Before anything else of theirs, as everywhere. */
async function lockOwner(tx: Tx, { playerId, guestId }: SharedLaunch): Promise<Guest | null> {
  if (playerId !== null) {
    await lockPlayers(tx, [playerId])
    return null
  }
  const [guest] = guestId === null ? [] : await lockGuests(tx, [guestId])
  if (!guest) throw no('SESSION_UNKNOWN')
  return guest
}

/** Its start waits until we are done; after it nobody gets in. */
async function lockOpen(tx: Tx, { config }: House, game: string): Promise<Shared> {
  const shared = await lockSharedForStake(tx, game)
  const nowMs = await readClock(tx)
  if (!shared) throw tableClosed(null)
  const { phase, startsMs, endedMs } = shared
  if (phase === 'over' && endedMs !== null) {
    throw tableClosed(Math.max(0, Math.ceil(endedMs + timesOf(config.jurisdiction).overMs - nowMs)))
  }
  // While it flies nobody may know how long.
  if (phase !== 'open' || (startsMs !== null && startsMs <= nowMs)) throw tableClosed(null)
  return shared
}

const tableClosed = (opensInMs: number | null) =>
  new Refusal('InvalidParameter:TABLE_CLOSED', {
    message: 'Stakes are taken before the start',
    data: { opens_in_ms: opensInMs },
  })

/**
 * What no house could know when it published the chain: the seed of the first player, and the id that the player's own
 * browser made for this round. Hashed, because everybody sees it.
 */
async function saltOf(tx: Tx, { playerId }: SharedLaunch, guest: Guest | null, round: string): Promise<string> {
  const clientSeed = playerId === null ? guest?.clientSeed : (await ensureSeeds(tx, playerId)).clientSeed
  return createHash('sha256').update(`${clientSeed}:${round}`).digest('hex')
}

async function pay(tx: Tx, house: House, play: SharedPlay, tokenHash: string): Promise<void> {
  const call = callOf(play, await readClock(tx), { kind: 'bet', staked: play.stake, tokenHash })
  const [spoken] = await runCalls(tx, [call], moneyOf(house))
  if (!spoken) throw new Error('a call without an answer')
  if ('refusal' in spoken) throw spoken.refusal
}

async function payAsGuest(tx: Tx, { game, stake, currency }: SharedPlay, { id, balance }: Guest): Promise<void> {
  const isClosed = await readSwitches(tx)
  if (isClosed(game, studio) !== null) throw no('GAME_CLOSED')
  if (stake > balance) throw no('INSUFFICIENT_FUNDS', { available_amount: wireMoney(balance, currency) })
  await addToGuest(tx, id, -stake)
}

// The touch

/** `{cash: true}` gets off now, `{look: true}` only looks. Both answer how the round stands, as often as they are sent. */
export async function actShared(
  house: House,
  launch: SharedLaunch,
  asked: { round: string; step: number; choice: string },
): Promise<WireStanding> {
  const game = gameOf(launch)
  const play = await readPlay(house.sql, asked.round)
  if (!play || !isOwner(play, launch)) throw no('ROUND_UNKNOWN')
  const choice = readChoice(asked.choice)
  const isCash = isDeepStrictEqual(choice, { cash: true })
  if (!isCash && !isDeepStrictEqual(choice, { look: true })) throw no('CHOICE_INVALID')
  if (asked.step !== 1) throw no('ROUND_CONFLICT')
  if (isCash && !play.isOver) await getOff(house, game, play)
  const after = await readPlay(house.sql, asked.round)
  if (!after) throw no('ROUND_UNKNOWN')
  return standingOf(house.sql, after)
}

/** Whoever is late stays aboard for the moment: only the end of the flight closes a round by nothing. */
async function getOff(
  house: House,
  game: SharedGame,
  { round, playerId, guestId, sharedId }: SharedPlay,
): Promise<void> {
  await house.begin(async (tx) => {
    const shared = await readSharedById(tx, sharedId)
    if (!shared || shared.startsMs === null || shared.phase === 'open') throw no('CHOICE_INVALID')
    const { startsMs } = shared
    const { point } = await secretOf(game, shared)
    await settle(house, tx, {
      game,
      shared,
      aboard: [{ round, playerId, guestId }],
      decide(play, nowMs) {
        const end = endByTouch(game.flight, { auto: autoOf(play.choices), point, flownMs: nowMs - startsMs })
        if (end === 'early') throw no('CHOICE_INVALID')
        return end === 'late' ? null : end
      },
    })
  })
}

// How it stands

async function standingOf(db: Db, play: SharedPlay): Promise<WireStanding> {
  const shared = await readSharedById(db, play.sharedId)
  if (!shared) throw new Error('a play without its round')
  const { salt, place, currency, playerId, guestId } = play
  const whole = {
    ...play,
    currency: wireMoney(0n, currency).currency,
    seedId: null,
    serverSeed: await linkAt(shared.chain, place),
    clientSeed: salt,
    nonce: BigInt(place),
    staked: play.stake,
    isShared: true,
    packId: null,
    jackpot: null,
  }
  const balance = playerId === null ? await readGuestBalance(db, guestId ?? 0n) : await purseOf(db, playerId, play)
  return wireStanding(whole, standOf(whole), { balance, freeLeft: 0 })
}

async function purseOf(db: Db, playerId: bigint, { mode, currency }: SharedPlay): Promise<bigint> {
  const kind = mode === 'demo' ? 'fun' : 'main'
  const purses = await balancesOf(db, playerId)
  return purses.find((purse) => purse.kind === kind && purse.currency === currency)?.balance ?? 0n
}
