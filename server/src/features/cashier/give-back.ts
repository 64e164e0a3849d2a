import type { Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { dropUse } from '../limits/limits.ts'
import { release, useKey } from './ledger.ts'
import { type Entry, moveEntry, type Step } from './store.ts'
import { type Telling, tellDeclined } from './tell.ts'

/** A payout that will not happen: what was held is the player's to spend again. The entry is locked. */
export async function giveBack(ctx: Telling, tx: Tx, entry: Entry, step: Step): Promise<void> {
  const { id, playerId } = entry
  await release(tx, entry)
  await dropUse(tx, { playerId, key: useKey('withdrawal', id) })
  await moveEntry(tx, id, step)
  // Who cancels knows it already.
  if (step.status === 'declined') await tellDeclined(ctx, tx, entry)
  await tellPlayer(tx, playerId, 'cashier')
}
