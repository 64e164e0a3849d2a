import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { GameFacts, WireStanding } from '@croupier/contract/methods/rounds'
import { type Currency, fromDecimal, toDecimal, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { blockName, bytesOf, drawsFrom } from '../engine/draws.ts'
import type { Play, Standing, StudioGame } from '../engine/game.ts'
import { stakesOf } from '../engine/stakes.ts'
import type { Launch } from '../stage/launch.ts'

/** What the address of a game may ask for. */
export type Wishes = {
  currency: Currency
  mode: 'real' | 'demo'
  locale: string
  profile: 'default' | 'uk'
  balance: string
  /** The number of the first round, and the seed: the same ones show the same rounds. */
  nonce: number
  seed: string
  /** Only rounds that win at least so many stakes; 0 takes what comes. */
  wins: number
  /** Free spins in a pack. */
  free: number
  /** Every so many answers one is lost; 0 loses none. */
  fail: number
}

type Round = { id: string; play: Play; nonce: number; isFree: boolean; standing: Standing }

export type Seat = {
  token: string
  wishes: Wishes
  game: StudioGame
  balance: bigint
  nonce: number
  freeLeft: number
  calls: number
  open: Round | null
  done: Map<string, Round>
}

const clientSeed = 'dev'
const mostTries = 200_000
const hashOf = (seed: string) => createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

const refuse = (reason: Uppercase<string>, data: Record<string, unknown> = {}) =>
  new Refusal(`InvalidParameter:${reason}`, { message: reason, data })

/** The platform's part of a game without a platform: one seat per page, everything in memory, the same chance. */
export function takeSeat(game: StudioGame, wishes: Wishes): Seat {
  return {
    token: randomBytes(12).toString('hex'),
    wishes,
    game,
    balance: fromDecimal(wishes.balance, wishes.currency) ?? 100_000n,
    nonce: wishes.nonce,
    freeLeft: wishes.mode === 'real' ? wishes.free : 0,
    calls: 0,
    open: null,
    done: new Map(),
  }
}

function standingAt({ game, wishes }: Seat, play: Play, nonce: number): Standing {
  const key = Buffer.from(wishes.seed, 'hex')
  const block = (cursor: number) =>
    createHmac('sha256', key)
      .update(blockName(clientSeed, nonce, cursor))
      .digest()
  try {
    return game.maths.play(play, drawsFrom(bytesOf(block)))
  } catch (error) {
    if (error instanceof Error && error.name === 'WrongChoice') throw refuse('CHOICE_INVALID')
    throw error
  }
}

export function factsOf(seat: Seat): GameFacts {
  const { game, wishes } = seat
  const { currency } = wishes
  const { min, max, step, ladder } = stakesOf(currency, game.about.mostUnits)
  const isUk = wishes.profile === 'uk'
  return {
    game: {
      sysname: game.about.sysname,
      name: game.about.name,
      studio: game.about.provider,
      version: game.maths.version,
      rtp: game.about.rtp,
      is_shared: game.about.isShared === true,
    },
    mode: wishes.mode,
    is_guest: false,
    currency,
    balance: toWire(seat.balance, currency),
    stakes: {
      min: toDecimal(min, currency),
      max: toDecimal(max, currency),
      step: toDecimal(step, currency),
      ladder: ladder.map((rung) => toDecimal(rung, currency)),
    },
    profile: {
      has_autoplay: !isUk,
      has_turbo: !isUk,
      round_ms: isUk ? (game.about.type === 'slot' ? 2_500 : 5_000) : 0,
    },
    round: seat.open ? wireOf(seat, seat.open) : null,
    fairness: {
      hash: hashOf(wishes.seed),
      next_hash: hashOf(hashOf(wishes.seed)),
      client_seed: clientSeed,
      is_own_seed: false,
      nonce: seat.nonce,
    },
    pack: seat.freeLeft > 0 ? { id: 'dev', remaining_count: seat.freeLeft, stake: toWire(min * 2n, currency) } : null,
  }
}

function wireOf(seat: Seat, { id, play, nonce, isFree, standing }: Round): WireStanding {
  const money = (minor: bigint) => toWire(minor, seat.wishes.currency)
  return {
    round: id,
    game: seat.game.about.sysname,
    version: seat.game.maths.version,
    step: play.choices.length,
    stake: money(play.stake),
    staked: money(standing.staked),
    won: money(standing.won),
    is_over: standing.isOver,
    is_free: isFree,
    view: standing.view,
    balance: money(seat.balance),
    nonce,
    jackpot: null,
    free_left: seat.freeLeft,
  }
}

function settle(seat: Seat, round: Round, before: bigint) {
  const { staked, won, isOver } = round.standing
  const cost = round.isFree ? 0n : staked - before
  if (cost > seat.balance) throw refuse('INSUFFICIENT_FUNDS')
  seat.balance += (isOver ? won : 0n) - cost
  seat.open = isOver ? null : round
  seat.done.set(round.id, round)
}

export function playRound(seat: Seat, params: { round: string; stake: string; choice: unknown }): WireStanding {
  const known = seat.done.get(params.round)
  if (known) return wireOf(seat, known)
  if (seat.open) throw refuse('ROUND_OPEN', { round: seat.open.id })
  const { currency, wins } = seat.wishes
  const { min, max, step } = stakesOf(currency, seat.game.about.mostUnits)
  const isFree = seat.freeLeft > 0
  const stake = isFree ? min * 2n : fromDecimal(params.stake, currency)
  if (stake === null || stake < min || stake > max || stake % step !== 0n) throw refuse('STAKE_INVALID')
  const play: Play = { stake, choices: [params.choice] }
  let { nonce } = seat
  let standing = standingAt(seat, play, nonce)
  for (let tries = 0; wins > 0 && standing.isOver && tries < mostTries; tries += 1) {
    if (standing.won >= standing.staked * BigInt(wins)) break
    nonce += 1
    standing = standingAt(seat, play, nonce)
  }
  settle(seat, { id: params.round, play, nonce, isFree, standing }, 0n)
  seat.nonce = nonce + 1
  if (isFree) seat.freeLeft -= 1
  const round = seat.done.get(params.round)
  if (!round) throw new Error('a round that was not kept')
  return wireOf(seat, round)
}

export function actRound(seat: Seat, params: { round: string; step: number; choice: unknown }): WireStanding {
  const known = seat.done.get(params.round)
  if (!known) throw refuse('ROUND_UNKNOWN')
  if (params.step < known.play.choices.length) {
    const same = JSON.stringify(known.play.choices[params.step]) === JSON.stringify(params.choice)
    if (!same) throw refuse('ROUND_CONFLICT')
    return wireOf(seat, known)
  }
  if (known.standing.isOver) throw refuse('ROUND_OVER')
  if (params.step > known.play.choices.length) throw refuse('ROUND_CONFLICT')
  const play: Play = { stake: known.play.stake, choices: [...known.play.choices, params.choice] }
  const round = { ...known, play, standing: standingAt(seat, play, known.nonce) }
  settle(seat, round, known.standing.staked)
  return wireOf(seat, round)
}

/** The last round of a seat as its record, for the replay. */
export function recordOf(seat: Seat): Launch['record'] {
  const round = [...seat.done.values()].at(-1)
  if (!round) return null
  const { play, nonce, standing } = round
  const money = (minor: bigint) => toWire(minor, seat.wishes.currency)
  const { sysname, name } = seat.game.about
  return {
    round: round.id,
    provider: 'studio',
    game: { sysname, name, image_url: '' },
    version: seat.game.maths.version,
    mode: seat.wishes.mode,
    staked: money(standing.staked),
    won: money(standing.won),
    paid_by: { main: money(round.isFree ? 0n : standing.staked), bonus: money(0n) },
    counted: money(0n),
    is_closed: standing.isOver,
    is_free: round.isFree,
    opened_at: '2026-01-01T00:00:00Z',
    closed_at: null,
    actions: [],
    play: {
      stake: money(play.stake),
      choices: [...play.choices],
      standings: play.choices.map((_, at) => {
        const { staked, won, isOver, view } = standingAt(
          seat,
          { stake: play.stake, choices: play.choices.slice(0, at + 1) },
          nonce,
        )
        return { staked: money(staked), won: money(won), is_over: isOver, view }
      }),
      client_seed: clientSeed,
      nonce,
      hash: hashOf(seat.wishes.seed),
      server_seed: null,
      shared: null,
      jackpot: null,
    },
  }
}
