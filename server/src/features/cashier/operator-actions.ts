import type { EntryReason } from '@croupier/contract/cashier'
import type { JobContext } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import type { Direction } from '../../ports/payments.ts'
import { lockPlayer } from '../account/account.ts'
import { returnHold } from './ledger.ts'
import { gatewayName, methods } from './methods.ts'
import { readContradictions } from './notice-store.ts'
import { readAnyRequisite, readChecking, setState } from './requisite-store.ts'
import { mayMove, waitsForDetails } from './rules.ts'
import { settleDetails } from './settle-details.ts'
import * as store from './store.ts'
import { readPaymentSwitches, switchOff, switchOn } from './switch-store.ts'

/** What the operator can do. Asking twice is answered, not repeated. */

const mostListed = 200

export const listWithdrawals = ({ sql }: Pick<JobContext, 'sql'>) => store.readWaitingPayouts(sql, mostListed)
export const listPaymentSwitches = ({ sql }: Pick<JobContext, 'sql'>) => readPaymentSwitches(sql)
export const listNotices = ({ sql }: Pick<JobContext, 'sql'>) => readContradictions(sql, mostListed)
export const listDetails = ({ sql }: Pick<JobContext, 'sql'>) => readChecking(sql, mostListed)

type Done = 'done' | 'already' | 'not possible' | 'details first' | 'unknown'
type Operating = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'i18n' | 'content' | 'config'>

const onPayout = (
  ctx: Operating,
  id: bigint,
  wanted: 'approved' | 'declined',
  work: (tx: Parameters<Parameters<Operating['begin']>[0]>[0], entry: store.Entry) => Promise<void>,
): Promise<Done> =>
  ctx.begin(async (tx) => {
    const found = await store.readEntry(tx, id)
    if (found?.type !== 'withdrawal') return 'unknown'
    await lockPlayer(tx, found.playerId)
    const entry = await store.lockEntry(tx, id)
    if (entry.status === wanted) return 'already'
    if (!mayMove('withdrawal', entry.status, wanted)) return 'not possible'
    if (wanted === 'approved' && waitsForDetails(entry)) return 'details first'
    await work(tx, entry)
    return 'done'
  })

export const approveWithdrawal = (ctx: Operating, id: bigint): Promise<Done> =>
  onPayout(ctx, id, 'approved', async (tx, { playerId }) => {
    await store.moveEntry(tx, id, { status: 'approved', reason: '', actor: 'operator' })
    await ctx.announce(tx, 'payout.approved', { entryId: String(id) })
    await tellPlayer(tx, playerId, 'cashier')
  })

export const declineWithdrawal = (ctx: Operating, id: bigint, reason: EntryReason): Promise<Done> =>
  // What the provider was asked to pay only the provider can decline.
  onPayout(ctx, id, 'declined', async (tx, entry) => {
    if (entry.status === 'sent') throw new SentAlready()
    await returnHold(ctx, tx, entry, { status: 'declined', reason, actor: 'operator' })
  }).catch((error: unknown) => {
    if (error instanceof SentAlready) return 'not possible'
    throw error
  })

class SentAlready extends Error {}

export const providerNames = [...new Set([gatewayName, ...methods.map(({ provider }) => provider)])]

export async function setSwitch(
  { sql }: Pick<JobContext, 'sql'>,
  wish: { provider: string; direction: Direction; isOpen: boolean; note?: string },
): Promise<void> {
  const { provider, direction, isOpen, note = '' } = wish
  if (isOpen) await switchOn(sql, provider, direction)
  else await switchOff(sql, provider, direction, note)
}

/** The operator has looked at details that two players gave, or that the provider doubts. Payouts that wait follow. */
export async function decideDetails(ctx: Operating, id: bigint, state: 'verified' | 'fraudulent'): Promise<Done> {
  const found = await readAnyRequisite(ctx.sql, id)
  if (!found) return 'unknown'
  const { playerId } = found
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    if ((await readAnyRequisite(tx, id))?.state === state) return 'already'
    await setState(tx, id, state)
    await settleDetails(ctx, tx, { playerId, requisiteId: id, state, actor: 'operator' })
    await tellPlayer(tx, playerId, 'cashier')
    return 'done'
  })
}
