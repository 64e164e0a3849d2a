import { isDeepStrictEqual } from 'node:util'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Currency } from '@croupier/contract/money'
import { WrongChoice } from '@croupier/studio/engine/game'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Leaving } from '../../../ports/rounds.ts'
import type { Mode } from '../batch/rules.ts'
import { no, readChoice, readStake } from '../own/rules.ts'
import { secretOf, type TableGame, tableGame } from './game.ts'
import { joinAsGuest, leaveAsGuest } from './guest.ts'
import { readPlay, type TablePlay } from './plays-store.ts'
import { readTableStanding } from './standing.ts'
import { readSharedById, type Shared } from './store.ts'

/** A launched game: of a player, or of a guest. */
export type TableLaunch = {
  playerId: bigint | null
  guestId: bigint | null
  tokenHash: string
  game: string
  mode: Mode
  currency: Currency
}

type TableContext = Pick<Context, 'sql' | 'begin' | 'keys'> & {
  config: Pick<Config, 'jurisdiction'>
  rounds: Pick<Context['rounds'], 'atTable' | 'asGuest'>
}

/** A stake on the round that is open; stakes of players go through the same batches as every other. */
export async function playAtTable(
  ctx: TableContext,
  launch: TableLaunch,
  asked: { round: string; stake: string; choice: string },
): Promise<WireStanding> {
  const game = gameOf(launch)
  const { tokenHash, mode, currency, playerId, guestId } = launch
  const { round } = asked
  const stake = readStake(asked.stake, currency)
  const choice = readOpening(game, stake, asked.choice)
  if (guestId !== null) {
    const join = { guestId, round, mode, currency, stake, choice }
    return ctx.rounds.asGuest(guestId, () => joinAsGuest(ctx, game, join))
  }
  if (playerId === null) throw new Error('a launch without an owner')
  return ctx.rounds.atTable({
    ...{ kind: 'join', playerId, tokenHash, round, game: launch.game, mode, currency, stake, choice },
  })
}

function gameOf({ game }: TableLaunch): TableGame {
  const found = tableGame(game)
  if (!found) throw new Error('a game without a table')
  return found
}

function readOpening({ maths }: TableGame, stake: bigint, text: string): unknown {
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
  throw new Error('the opening of a round at the table asks for chance')
}

/** `{cash: true}` gets off now, `{look: true}` only looks. Both answer how the round stands, as often as they are sent. */
export async function actAtTable(
  ctx: TableContext,
  launch: TableLaunch,
  asked: { round: string; step: number; choice: string },
): Promise<WireStanding> {
  const game = gameOf(launch)
  const play = await readPlay(ctx.sql, asked.round)
  if (!play || !isOwner(play, launch)) throw no('ROUND_UNKNOWN')
  const choice = readChoice(asked.choice)
  const isCash = isDeepStrictEqual(choice, { cash: true })
  if (!isCash && !isDeepStrictEqual(choice, { look: true })) throw no('CHOICE_INVALID')
  if (asked.step !== 1) throw no('ROUND_CONFLICT')
  return isCash && !play.isOver ? getOff(ctx, game, play) : readTableStanding(ctx.sql, play, ctx.keys)
}

const isOwner = (play: TablePlay, { playerId, guestId, game }: TableLaunch) =>
  play.playerId === playerId && play.guestId === guestId && play.game === game

async function getOff(ctx: TableContext, game: TableGame, play: TablePlay): Promise<WireStanding> {
  const { round, playerId, guestId, sharedId } = play
  const shared = await readSharedById(ctx.sql, sharedId)
  const startsMs = shared?.startsMs ?? null
  if (!shared || startsMs === null || shared.phase === 'open') throw no('CHOICE_INVALID')
  const leave = { round, game: game.about.sysname, ...(await leavingOf(ctx, game, { ...shared, startsMs })) }
  if (guestId !== null) return ctx.rounds.asGuest(guestId, () => leaveAsGuest(ctx, game, { ...leave, guestId }))
  if (playerId === null) throw new Error('a play without an owner')
  return ctx.rounds.atTable({ kind: 'leave', playerId, ...leave })
}

/** A flight that is over does not fly on, though the house ended it early: each gets what its end gives. */
async function leavingOf(
  { keys }: Pick<TableContext, 'keys'>,
  game: TableGame,
  shared: Shared & { startsMs: number },
): Promise<{ link: Buffer; leaving: Leaving }> {
  const { phase, startsMs, isInterrupted } = shared
  if (phase === 'over') {
    const leaving = { cause: 'end', point: Number(shared.point), isInterrupted } as const
    return { link: shared.link ?? Buffer.alloc(0), leaving }
  }
  const { link, point } = await secretOf(game, shared, keys)
  return { link, leaving: { cause: 'touch', startsMs, point } }
}
