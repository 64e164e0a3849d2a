import type { Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { dropUse } from '../limits/limits.ts'
import { release, useKey } from './ledger.ts'
import { type NotifyContext, notifyDeclined } from './notify-payout.ts'
import { type Entry, type EntryStep, moveEntry } from './store.ts'

/** A payout that will not happen: what was held is the player's to spend again. The entry is locked. */
export async function returnHold(ctx: NotifyContext, tx: Tx, entry: Entry, step: EntryStep): Promise<void> {
  const { id, playerId } = entry
  await release(tx, entry)
  await dropUse(tx, { playerId, key: useKey('withdrawal', id) })
  await moveEntry(tx, id, step)
  // Who cancels knows it already.
  if (step.status === 'declined') await notifyDeclined(ctx, tx, entry)
  await tellPlayer(tx, playerId, 'cashier')
}
