import type { EntryReason } from '@croupier/contract/cashier'
import type { SavedRequisite } from '@croupier/contract/methods/cashier'
import type { Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { returnHold } from './ledger.ts'
import { type NotifyContext, notifyAccepted } from './notify-payout.ts'
import { isUsedByOthers, lockPrint, readOwnRequisite, setState } from './requisite-store.ts'
import { waitsForDetails } from './rules.ts'
import { type Actor, letGoOn, lockPayoutsTo } from './store.ts'

export type DetailsState = SavedRequisite['state']

type Details = { playerId: bigint; requisiteId: bigint }

/** Why payouts go back to the balance when this is known of where they were to go. */
const endOf: Partial<Record<DetailsState, EntryReason>> = {
  fraudulent: 'DETAILS_REFUSED',
  required: 'DOCUMENTS_NEEDED',
}

/**
 * What is known of details now decides the payouts that wait for it: accepted, they go on by themselves; refused, the
 * money goes back, also of those that were let through before and that no provider has yet. The caller holds the
 * player's row, so each payout is settled once, whoever says it first.
 */
export async function settleDetails(
  ctx: NotifyContext,
  tx: Tx,
  { playerId, requisiteId, state, actor }: Details & { state: DetailsState; actor: Actor },
): Promise<void> {
  const end = endOf[state]
  if (state !== 'verified' && !end) return
  for (const entry of await lockPayoutsTo(tx, playerId, requisiteId)) {
    const isWaiting = waitsForDetails(entry)
    if (end && (isWaiting || state === 'fraudulent')) {
      await returnHold(ctx, tx, entry, { status: 'declined', reason: end, actor })
    } else if (isWaiting) {
      await letGoOn(tx, entry.id, actor)
      await notifyAccepted(ctx, tx, entry)
      await tellPlayer(tx, playerId, 'cashier')
    }
  }
}

type Verdict = Details & { prints: readonly [Buffer, ...Buffer[]]; said: DetailsState }

/**
 * Keeps what a provider said of details, unless the operator has decided meanwhile or another player gave the same:
 * then they wait for the operator, whatever the provider thinks. Answers what holds.
 */
export async function keepVerdict(ctx: NotifyContext, tx: Tx, verdict: Verdict): Promise<DetailsState> {
  const { playerId, requisiteId, prints, said } = verdict
  const now = await readOwnRequisite(tx, playerId, requisiteId)
  if (now?.state === 'verified' || now?.state === 'fraudulent') return now.state
  // Two players who give the same details at once see each other here.
  await lockPrint(tx, prints[0])
  const state = (await isUsedByOthers(tx, playerId, prints)) ? 'checking' : said
  await setState(tx, requisiteId, state)
  await settleDetails(ctx, tx, { playerId, requisiteId, state, actor: 'provider' })
  return state
}
