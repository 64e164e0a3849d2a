import type { EntryReason, TransactionStatus } from '@croupier/contract/cashier'
import type { Context, Tx } from '../../context.ts'
import { keyedHash } from '../../encryption.ts'
import type { Direction } from '../../ports/payments.ts'
import { setHasDeposited } from '../account/account.ts'
import { noteDeposits } from '../campaigns/campaigns.ts'
import { noteUse } from '../limits/limits.ts'
import { credit, holdPayout, release, settlePayout, useKey } from './ledger.ts'
import { cashierMethodNamed, feeFor } from './methods.ts'
import { addPastStep, writePast } from './past-store.ts'
import { saveRequisite } from './requisite-store.ts'
import { maskOf, maskValues, printsOf, type RequisiteValues, sealValues } from './requisites.ts'
import * as store from './store.ts'

export type PastEntry = {
  playerId: bigint
  type: Direction
  /** Sysname. */
  method: string
  currency: string
  amount: bigint
  /** How it ended, or how it stands. */
  status: 'paid' | 'failed' | 'cancelled' | 'review' | 'declined'
  reason?: EntryReason
  hoursAgo: number
  values: RequisiteValues
  /** What is shown of a card; other details are masked by their own rule. */
  cardMask?: string
  key: string
}

type PastEntryContext = Pick<Context, 'keys' | 'config'>

const minute = 1 / 60

/** An entry of the demo world, as if it had gone its way a while ago: the money really moves, the times are told. */
export async function addPastEntry({ keys, config }: PastEntryContext, tx: Tx, past: PastEntry): Promise<bigint> {
  const { playerId, type, amount, values, hoursAgo, cardMask } = past
  const method = cashierMethodNamed(past.method)
  const way = type === 'deposit' ? method?.deposit : method?.payout
  if (!method || !way) throw new Error(`no such way: ${past.method}`)
  const requisiteId = await saveSource({ keys }, tx, past)
  const fee = feeFor(way, amount)
  const facts = { playerId, type, provider: method.provider, currency: past.currency, amount, fee }
  const id = await store.addEntry(tx, {
    ...facts,
    method: past.method,
    status: type === 'deposit' ? 'created' : 'review',
    requisites: cardMask ? { card_token: cardMask } : maskValues(way.fields, values),
    requisitesSealed: Object.keys(values).length === 0 ? null : sealValues(values, playerId, keys.documentKey),
    requisiteId,
    domain: new URL(config.origin).host,
    key: past.key,
    bodyHash: keyedHash(past.key, 'past entry', keys.documentKey.current),
  })
  await moveMoney(tx, { ...facts, id }, past.status)
  if (past.status === 'paid' || past.status === 'review') {
    const kind = type === 'deposit' ? 'deposit' : 'withdrawal'
    await noteUse(tx, { playerId, kind, amountMinor: amount, key: useKey(type, id) })
  }
  if (type === 'deposit' && past.status === 'paid') await setHasDeposited(tx, playerId)
  await store.writeRef(tx, id, `demo-${id}`)
  let at = hoursAgo
  for (const step of stepsTo(past)) {
    await writePast(tx, id, { hoursAgo: at, step })
    await addPastStep(tx, id, { hoursAgo: at, step })
    at = Math.max(at - (type === 'deposit' ? minute : 30 * minute), 0)
  }
  if (type === 'deposit') await noteDeposits(tx, playerId, await store.countPaidDeposits(tx, playerId))
  return id
}

type Facts = Parameters<typeof credit>[1]

async function moveMoney(tx: Tx, entry: Facts, status: PastEntry['status']): Promise<void> {
  if (entry.type === 'deposit') {
    if (status === 'paid') await credit(tx, entry)
    return
  }
  if (!(await holdPayout(tx, entry))) throw new Error('the demo world pays out what is not there')
  if (status === 'paid') await settlePayout(tx, entry)
  else if (status !== 'review') await release(tx, entry)
}

function stepsTo({ type, status, reason = '' }: PastEntry): store.EntryStep[] {
  const step = (to: TransactionStatus, actor: store.Actor, why: EntryReason = ''): store.EntryStep => ({
    status: to,
    reason: why,
    actor,
  })
  const end = step(status, status === 'cancelled' ? 'player' : 'provider', reason)
  if (type === 'deposit') return [step('created', 'player'), step('pending', 'provider'), end]
  const asked = step('review', 'player')
  if (status === 'review') return [asked]
  if (status === 'paid') return [asked, step('approved', 'operator'), step('sent', 'house'), end]
  return [asked, status === 'declined' ? step(status, 'operator', reason) : end]
}

/** Details that paid in, or were paid to, are known: a payout may go there again. */
async function saveSource({ keys }: Pick<Context, 'keys'>, tx: Tx, past: PastEntry): Promise<bigint | null> {
  const fields = cashierMethodNamed(past.method)?.payout?.fields ?? []
  const isWhole = fields.length > 0 && fields.every(({ sysname }) => past.values[sysname])
  const prints = isWhole ? printsOf(fields, past.values, keys.documentKey) : null
  if (!prints || past.status === 'failed' || past.status === 'cancelled') return null
  return saveRequisite(tx, {
    playerId: past.playerId,
    method: past.method,
    mask: past.cardMask ?? maskOf(fields, past.values),
    sealed: sealValues(past.values, past.playerId, keys.documentKey),
    print: prints[0],
    state: 'verified',
    hasPaidIn: past.type === 'deposit',
  })
}
