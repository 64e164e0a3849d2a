import { isDeepStrictEqual } from 'node:util'
import type { JackpotLevel } from '@croupier/contract/games'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { type Currency, fromDecimal, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { type Maths, type Standing, WrongChoice } from '@croupier/studio/engine/game'
import type { Stakes } from '@croupier/studio/engine/stakes'
import { studioGame } from '@croupier/studio/games'
import type { Config } from '../../../config.ts'
import type { Spendable } from '../../bonuses/bonuses.ts'
import type { Mode } from '../batch/rules.ts'
import { isStake, type Pace, paceOf, profileOf, stakesFor } from '../jurisdiction.ts'
import { drawsOf } from './seeds.ts'

/** Under this name the wallet and the books know our own games. */
export const studio = 'studio'

/** One round of an own game. How it stands is never kept: it follows from seeds and choices. */
export type Play = {
  round: string
  /** One of the two. */
  playerId: bigint | null
  guestId: bigint | null
  game: string
  version: string
  mode: Mode
  currency: Currency
  stake: bigint
  seedId: bigint | null
  serverSeed: Uint8Array
  clientSeed: string
  nonce: bigint
  choices: readonly unknown[]
  staked: bigint
  won: bigint
  isOver: boolean
  /** A play of a round at the table: it has its own rules. */
  isShared: boolean
  packId: bigint | null
  jackpot: { pot: string; level: JackpotLevel; won: bigint } | null
}

export const isShared = (game: string): boolean => studioGame(game)?.about.isShared ?? false

const messages = {
  SESSION_UNKNOWN: 'No such token: launch the game',
  SESSION_EXPIRED: 'The game has to be launched again',
  GAME_CLOSED: 'This game takes no stakes now',
  INSUFFICIENT_FUNDS: 'The balance is smaller than the stake',
  STAKE_INVALID: 'Not one of the stakes of this game',
  CHOICE_INVALID: 'The rules of the game do not allow this',
  ROUND_OPEN: 'A round of this game is not over',
  ROUND_CONFLICT: 'Not what this round is',
  ROUND_UNKNOWN: 'No such round',
  ROUND_OVER: 'The round is over',
  TOO_FAST: 'The rules of the place ask for a pause between two rounds',
} as const

type Reason = keyof typeof messages

const fieldOf: Partial<Record<Reason, string>> = {
  STAKE_INVALID: 'stake',
  INSUFFICIENT_FUNDS: 'stake',
  CHOICE_INVALID: 'choice',
}

export function no(reason: Reason, data?: Record<string, unknown>): Refusal {
  const field = fieldOf[reason]
  return new Refusal(`InvalidParameter:${reason}`, {
    message: messages[reason],
    ...(field && { fields: { [field]: [reason] } }),
    ...(data && { data }),
  })
}

// What a game says

/** Keys in one order: how a choice was written, or how the database keeps it, makes no difference to a round. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, tidy(part)]))
}

/** What JSON can say and the database cannot keep. */
const unkept = /\\u0000|\\ud[89a-f]/i
const mostDepth = 20

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce((most: number, part: unknown) => Math.max(most, depthOf(part)), 0)
}

export function readChoice(text: string): unknown {
  let plain: string
  try {
    // Once through JSON and back: what is stored is what the rules saw, also where a number was too great for one.
    plain = JSON.stringify(JSON.parse(text))
  } catch {
    throw no('CHOICE_INVALID')
  }
  const choice: unknown = JSON.parse(plain)
  if (unkept.test(plain) || depthOf(choice) > mostDepth) throw no('CHOICE_INVALID')
  return tidy(choice)
}

export const readChoices = (kept: readonly unknown[]): unknown[] => kept.map(tidy)

export function readStake(text: string, currency: Currency): bigint {
  const stake = fromDecimal(text, currency)
  if (stake === null) throw no('STAKE_INVALID')
  return stake
}

export function refuseStake(stake: bigint, stakes: Stakes, currency: Currency): Refusal | null {
  if (isStake(stake, stakes)) return null
  const { min, max, step } = stakes
  return no('STAKE_INVALID', {
    min: toWire(min, currency),
    max: toWire(max, currency),
    step: toWire(step, currency),
  })
}

const tooFast = (waitMs: number) => no('TOO_FAST', { wait_ms: Math.ceil(waitMs) })

/** How long until the next stake is taken; zero or less: now. */
const waitMsOf = ({ roundMs, lastMs, nowMs }: { roundMs: number; lastMs: number | null; nowMs: number }) =>
  lastMs === null || roundMs === 0 ? 0 : lastMs + roundMs - nowMs

// How a round stands

/** Null: the studio has this version no more. */
function mathsOf({ game, version }: Pick<Play, 'game' | 'version'>): Maths | null {
  const maths = studioGame(game)?.maths
  return maths?.version === version ? maths : null
}

/**
 * A round is played to its end by the rules it began with. Where those are gone it cannot be: then it is void, its
 * stakes go back, the next time anybody asks for it.
 */
export const isStale = (play: Play): boolean => !play.isOver && !play.isShared && mathsOf(play) === null

type Beginning = Pick<Play, 'stake' | 'serverSeed' | 'clientSeed' | 'nonce'>

/** What the rules say; a choice they do not allow is a refusal. Nothing goes down in a round: that would be a fault. */
function standingAfter(
  maths: Maths,
  { stake, serverSeed, clientSeed, nonce }: Beginning,
  choices: readonly unknown[],
): Standing | Refusal {
  try {
    return maths.play({ stake, choices }, drawsOf(serverSeed, clientSeed, nonce))
  } catch (error) {
    if (error instanceof WrongChoice) return no('CHOICE_INVALID')
    throw error
  }
}

/** A round that a player or a guest wants to begin, and everything that may stand in its way. */
type WantedRound = {
  who: Pick<Play, 'playerId' | 'guestId'>
  round: string
  game: string
  mode: Mode
  currency: Currency
  stake: bigint
  choice: unknown
  isExpired: boolean
  isClosed: boolean
  /** The round of this game that is not over. */
  before: Play | undefined
  seeds: Pick<Play, 'seedId' | 'serverSeed' | 'clientSeed' | 'nonce'>
  /** When a round of that pace was last begun. */
  lastMs: (pace: Pace) => number | null
  nowMs: number
  jurisdiction: Config['jurisdiction']
  isOver25: boolean
  /** A free spin pays, with its own stake. */
  pack: { id: bigint; stake: bigint } | null
}

export type Begun = { play: Play; standing: Standing; pace: Pace }

/** The round as it would begin, before the gate and the money are asked: one order of noes for players and guests. */
export function beginRound(wanted: WantedRound): Refusal | Begun {
  const { who, round, game, mode, currency, choice, before, seeds, nowMs, jurisdiction, isOver25, pack } = wanted
  if (wanted.isExpired) return no('SESSION_EXPIRED')
  const title = studioGame(game)
  if (!title || title.about.isShared || wanted.isClosed) return no('GAME_CLOSED')
  if (before && !isStale(before)) return no('ROUND_OPEN', { round: before.round })
  const { about, maths } = title
  const pace = paceOf(about)
  const waitMs = waitMsOf({ roundMs: profileOf(jurisdiction, about).roundMs, lastMs: wanted.lastMs(pace), nowMs })
  if (waitMs > 0) return tooFast(waitMs)
  const stake = pack?.stake ?? wanted.stake
  const wrongStake = pack ? null : refuseStake(stake, stakesFor(jurisdiction, about, { currency, isOver25 }), currency)
  if (wrongStake) return wrongStake
  const standing = standingAfter(maths, { stake, ...seeds }, [choice])
  if (standing instanceof Refusal) return standing
  if (standing.staked !== stake) throw new Error('a round that begins with another stake')
  const { isOver } = standing
  const play: Play = {
    ...who,
    ...seeds,
    ...{ round, game, version: maths.version, mode, currency, stake, choices: [choice], staked: stake },
    ...{ won: isOver ? standing.won : 0n, isOver, isShared: false, packId: pack?.id ?? null, jackpot: null },
  }
  return { play, standing, pace }
}

/** Stakes are never nothing, so who has nothing in it got it back. */
const isVoid = ({ isOver, staked }: Play) => isOver && staked === 0n

export function standOf(play: Play): Standing | null {
  const maths = isVoid(play) ? null : mathsOf(play)
  const standing = maths && standingAfter(maths, play, play.choices)
  if (standing instanceof Refusal) throw new Error('a round that its own rules do not allow')
  return standing
}

/** The same id once more: null where it is the same round, so that its outcome is told again. */
export function refuseOther(
  play: Play,
  asked: { isOwner: boolean; game: string; mode: Mode; stake: bigint; choice: unknown },
): Refusal | null {
  const { game, mode, stake, packId, choices, isShared } = play
  // The house chose the stake of a free spin.
  const isSame =
    asked.isOwner &&
    !isShared &&
    asked.game === game &&
    asked.mode === mode &&
    (packId !== null || asked.stake === stake) &&
    isDeepStrictEqual(asked.choice, choices[0])
  return isSame ? null : no('ROUND_CONFLICT')
}

/** What a further choice makes of a round; `again` where it was made before. */
export function stepOf(
  play: Play,
  { step, choice }: { step: number; choice: unknown },
): Refusal | 'again' | { standing: Standing; staked: bigint; choices: unknown[] } {
  const { choices, isOver } = play
  if (step < choices.length) return isDeepStrictEqual(choices[step], choice) ? 'again' : no('ROUND_CONFLICT')
  if (isOver) return no('ROUND_OVER')
  if (step > choices.length) return no('ROUND_CONFLICT')
  const maths = mathsOf(play)
  if (!maths) throw new Error('a round without rules')
  const after = [...choices, choice]
  const standing = standingAfter(maths, play, after)
  if (standing instanceof Refusal) return standing
  if (standing.staked < play.staked) throw new Error('a stake that became smaller')
  return { standing, staked: standing.staked - play.staked, choices: after }
}

/** A round that is void, or whose rules are gone, has nothing to show but its money. */
export function wireStanding(
  play: Play,
  standing: Standing | null,
  { balance, bonus, freeLeft }: Spendable & { freeLeft: number },
): WireStanding {
  const { currency, jackpot } = play
  const money = (minor: bigint) => toWire(minor, currency)
  return {
    round: play.round,
    game: play.game,
    version: play.version,
    step: play.choices.length,
    stake: money(play.stake),
    staked: money(standing?.staked ?? play.staked),
    won: money(standing?.won ?? play.won),
    is_over: play.isOver,
    is_free: play.packId !== null,
    view: standing?.view ?? null,
    balance: money(balance),
    ...(bonus !== null && { bonus: money(bonus) }),
    nonce: Number(play.nonce),
    jackpot: jackpot && { level: jackpot.level, won: money(jackpot.won) },
    free_left: freeLeft,
  }
}
