import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { contacts, lockPlayer, noteEvent, readStanding, subscriptions } from '../account/account.ts'
import { closeWaysIn } from './prove-owner.ts'

/**
 * 'It was not me', said by the owner of a mailbox. An account that is named by it is closed to the one who opened it: only
 * a new password that is sent to the mailbox leads in. Any other account goes on without the contact.
 */
export const disownContact: Operation<'account.disownContact'> = async (ctx, { token }) => {
  const { linkKey } = ctx.keys
  const named = contacts.readDisownToken(linkKey, token)
  const before = named && (await contacts.findDisowned(ctx.sql, linkKey, named))
  if (!named || !before) throw notOurs()
  const { playerId, type } = named
  await ctx.begin(async (tx) => {
    await contacts.lock(tx, [before.key])
    await lockPlayer(tx, playerId)
    const now = await contacts.findDisowned(tx, linkKey, named)
    if (!now) throw notOurs()
    const { isDeleted, isBanned, isExcluded } = await readStanding(tx, playerId)
    // No stranger is inside, and what tells who is excluded stays.
    if (isDeleted || isBanned || isExcluded) return
    if (now.isLogin) await closeWaysIn(ctx, tx, playerId, type)
    else await contacts.dropClaim(tx, playerId, type, now.isPending)
    await subscriptions.end(tx, playerId)
    await noteEvent(tx, playerId, 'contactDisowned', null)
    await tellPlayer(tx, playerId, now.isLogin ? 'session' : 'account')
  })
  return null
}

const notOurs = () =>
  new Refusal('InvalidParameter:TOKEN_INVALID', {
    message: 'This link is not ours, or the contact was confirmed since',
  })
