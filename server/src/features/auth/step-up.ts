import type { Context, PlayerContext } from '../../context.ts'
import { isPasswordOf } from '../../passwords.ts'
import { wrongPassword } from './refusals.ts'
import * as store from './store.ts'

/** Ten wrong passwords in a quarter of an hour, whichever call asks for them: signing in and step-ups are counted apart. */
const stepUpAttempts = { points: 10, seconds: 900 }

/** Before something that matters. An account without a password has nothing to ask for. */
export async function stepUp(ctx: Pick<PlayerContext, 'sql' | 'attempts' | 'player'>, text: string): Promise<void> {
  const { id, standing } = ctx.player
  if (standing.hasPassword && !(await isPassword(ctx, id, text))) throw wrongPassword('password')
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
