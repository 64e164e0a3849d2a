import type { Context, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { contacts, lockPlayer, noteEvent, readStanding, signInWays } from '../account/account.ts'
import { dropDevices } from './device-store.ts'
import { postToPlayer } from './letters.ts'
import { sayEnded } from './sessions.ts'
import { dropSocialIdentities } from './social-store.ts'
import * as store from './store.ts'
import { replaceRecoveryCodes, turnOff } from './two-factor-store.ts'

export type OwnContact = { playerId: bigint; type: 'email' | 'phone'; key: string }

/**
 * The contact that an account is named by is proven for the first time, and not by the one who is signed in. Until now
 * nobody knew whose account it was: whoever opened it may have typed a stranger's address. So from here on it belongs
 * to the owner of the contact alone, with the money in it, and every other way in is closed. An account that is excluded
 * or blocked stays so, and its contact is confirmed another day; but no stranger is to be inside by then.
 */
export async function proveOwner(ctx: Context, tx: Tx, contact: OwnContact): Promise<void> {
  const { playerId, type } = contact
  const { isExcluded, isBanned } = await readStanding(tx, playerId)
  if (isExcluded || isBanned) await lockPlayer(tx, playerId)
  else await contacts.settle(ctx, tx, contact)
  const before = await readStanding(tx, playerId)
  await closeWaysIn(ctx, tx, playerId, type)
  await tellPlayer(tx, playerId, 'session')
  await noteEvent(tx, playerId, 'ownerProven', ctx.visitor)
  const hadMore =
    before.hasPassword || before.twoFactorMethod !== null || before.email === null || before.phone !== null
  if (hadMore) await postToPlayer(ctx, tx, await readStanding(tx, playerId), 'ownerProven', {})
}

/** Everything by which a player could come in, but for what is sent to the contact that is kept. */
export async function closeWaysIn(ctx: Pick<Context, 'announce'>, tx: Tx, playerId: bigint, kept: OwnContact['type']) {
  await contacts.dropOther(tx, playerId, kept)
  await turnOff(tx, playerId)
  await replaceRecoveryCodes(tx, playerId, [])
  await signInWays.setTwoFactorMethod(tx, playerId, null)
  await store.dropPassword(tx, playerId)
  await signInWays.setHasPassword(tx, playerId, false)
  await dropSocialIdentities(tx, playerId)
  await dropDevices(tx, playerId)
  await sayEnded(ctx, tx, await store.endPlayerSessions(tx, playerId))
}
