import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { hashPassword } from '../../passwords.ts'
import { lockPlayer, noteEvent, readStanding, signInWays } from '../account/account.ts'
import { dropCodesOf } from '../codes/codes.ts'
import { wrongPassword } from './refusals.ts'
import { restorePurpose } from './restore.ts'
import { refuseEnded, rotateSession, sayEnded, sessionLife } from './sessions.ts'
import { namesOf, refuseCommon, refuseOtherRepeat, replacePassword } from './set-password.ts'
import { isPassword } from './step-up.ts'
import * as store from './store.ts'

/** Every other session ends; this one goes on under a new token. */
export const changePassword: Operation<'account.changepassword'> = async (ctx, input) => {
  const { id: playerId, sessionId } = ctx.player
  refuseOtherRepeat(input.new_password, input.repeat_password)
  const checked = await store.readPassword(ctx.sql, playerId)
  // A first password is a new way in for good.
  if (!checked) signInWays.refuseStale(ctx.player)
  if (checked && !(await isPassword(ctx, playerId, input.old_password))) throw wrongPassword('old_password')
  if (checked && input.old_password === input.new_password) {
    throw wrongField('PASSWORD_SAME', 'new_password', 'The new password is the old one')
  }
  refuseCommon(input.new_password, namesOf(ctx.player.standing), 'new_password')
  const hash = await hashPassword(input.new_password)
  const rotated = await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    await refuseEnded(tx, sessionId)
    // Another session may have changed it in between: then the old one proves nothing.
    if ((await store.readPassword(tx, playerId))?.hash !== checked?.hash) throw wrongPassword('old_password')
    await replacePassword(ctx, tx, await readStanding(tx, playerId), hash)
    await dropCodesOf(tx, restorePurpose, playerId)
    await sayEnded(ctx, tx, await store.endOtherSessions(tx, playerId, sessionId))
    await noteEvent(tx, playerId, 'passwordChanged', ctx.visitor)
    await tellPlayer(tx, playerId, 'session')
    return rotateSession(tx, ctx.keys.sessionPepper, sessionId)
  })
  if (rotated) {
    const isRemembered = rotated.lifeSeconds > sessionLife.short
    ctx.visitor.setCookie('sid', rotated.token, isRemembered ? rotated.lifeSeconds : undefined)
  }
  return null
}
