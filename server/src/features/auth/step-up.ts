import type { Context, PlayerContext } from '../../context.ts'
import { isPasswordOf } from '../../passwords.ts'
import { signInWays } from '../account/account.ts'
import { wrongPassword } from './refusals.ts'
import * as store from './store.ts'

/** Ten wrong passwords in a quarter of an hour, whichever call asks for them: signing in and step-ups are counted apart. */
const stepUpAttempts = { points: 10, seconds: 900 }

/**
 * Before something that matters: the password once more. A player who has none must have come a moment ago, or have
 * proven to be there by `account.stepUp`.
 */
export async function stepUp(ctx: Pick<PlayerContext, 'sql' | 'attempts' | 'player'>, text: string): Promise<void> {
  const { id, standing } = ctx.player
  if (!standing.hasPassword) return signInWays.refuseStale(ctx.player)
  if (!(await isPassword(ctx, id, text))) throw wrongPassword('password')
}

/**
 * Asks a signed-in player for the password once more. Counted before it is checked; refuses with TooManyRequests.
 * False for an account that has no password.
 */
export async function isPassword(
  ctx: Pick<Context, 'sql' | 'attempts'>,
  playerId: bigint,
  text: string,
): Promise<boolean> {
  await ctx.attempts.count('auth.stepUp', stepUpAttempts, String(playerId))
  const stored = await store.readPassword(ctx.sql, playerId)
  const isRight = stored !== undefined && (await isPasswordOf(text, stored.hash))
  if (isRight) await ctx.attempts.forget('auth.stepUp', String(playerId))
  return isRight
}
