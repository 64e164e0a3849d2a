import type { Operation } from '../../context.ts'
import { actAsGuest } from './own/guest.ts'
import { isShared, readChoice } from './own/rules.ts'
import { actAtTable } from './table/play-at-table.ts'

export const actInRound: Operation<'rounds.act'> = async (ctx, asked) => {
  const { round, step } = asked
  const launch = await ctx.rounds.launchOf(asked.token)
  if (isShared(launch.game)) return actAtTable(ctx, launch, asked)
  const choice = readChoice(asked.choice)
  const { playerId, tokenHash } = launch
  if (playerId === null) return actAsGuest(ctx, launch, { round, step, choice })
  return ctx.rounds.play({ kind: 'act', playerId, tokenHash, round, step, choice })
}
