import type { Operation } from '../../context.ts'
import { actAsGuest, playAsGuest } from './own/guest.ts'
import { isShared, no, readChoice, readStake } from './own/rules.ts'
import { actAtTable, playAtTable } from './table/play-at-table.ts'

export const playRound: Operation<'rounds.play'> = async (ctx, asked) => {
  const { round } = asked
  const launch = await ctx.rounds.launchOf(asked.token)
  if (isShared(launch.game)) {
    if (launch.guestId !== null && launch.isExpired) throw no('SESSION_EXPIRED')
    return playAtTable(ctx, launch, asked)
  }
  const stake = readStake(asked.stake, launch.currency)
  const choice = readChoice(asked.choice)
  const { playerId, guestId, tokenHash } = launch
  if (guestId !== null) return ctx.rounds.asGuest(guestId, () => playAsGuest(ctx, launch, { round, stake, choice }))
  if (playerId === null) throw new Error('a launch without an owner')
  return ctx.rounds.play({ kind: 'play', playerId, tokenHash, round, stake, choice })
}

export const actInRound: Operation<'rounds.act'> = async (ctx, asked) => {
  const { round, step } = asked
  const launch = await ctx.rounds.launchOf(asked.token)
  if (isShared(launch.game)) return actAtTable(ctx, launch, asked)
  const choice = readChoice(asked.choice)
  const { playerId, guestId, tokenHash } = launch
  if (guestId !== null) return ctx.rounds.asGuest(guestId, () => actAsGuest(ctx, launch, { round, step, choice }))
  if (playerId === null) throw new Error('a launch without an owner')
  return ctx.rounds.play({ kind: 'act', playerId, tokenHash, round, step, choice })
}
