import type { Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { dropUse } from '../limits/limits.ts'
import { lockBalance, type Movement, move, type Outcome, type PurseName, type Transfer } from '../wallet/wallet.ts'
import { type NotifyContext, notifyDeclined } from './notify-payout.ts'
import { type Entry, type EntryStep, moveEntry } from './store.ts'

type Facts = Pick<Entry, 'id' | 'playerId' | 'type' | 'provider' | 'currency' | 'amount' | 'fee'>

/** Under what name a deposit or payout is counted against limits. */
export const useKey = (type: Facts['type'], entryId: bigint) => `${type}:${entryId}`

type Own = 'main' | 'bonus' | 'betting_bonus' | 'withdrawal_hold'
const own = ({ playerId, currency }: Facts, kind: Own): PurseName => ({ playerId, kind, currency })
const house = ({ currency }: Facts, kind: string): PurseName => ({ playerId: null, owner: 'house', kind, currency })
const payment = ({ provider, currency }: Facts): PurseName => ({
  playerId: null,
  owner: `payment:${provider}`,
  kind: 'main',
  currency,
})

const transfer = (
  entry: Facts,
  reason: Transfer['reason'],
  from: PurseName,
  to: PurseName,
  amount: bigint,
): Transfer[] => (amount === 0n ? [] : [{ from, to, amount, reason, ref: `${entry.type}:${entry.id}` }])

const run = (tx: Tx, entry: Facts, about: Pick<Movement, 'scope' | 'body' | 'transfers'>): Promise<Outcome> =>
  move(tx, { ...about, key: String(entry.id), playerId: entry.playerId, answer: () => ({ entry: String(entry.id) }) })

async function mustRun(tx: Tx, entry: Facts, about: Pick<Movement, 'scope' | 'body' | 'transfers'>): Promise<void> {
  const { kind } = await run(tx, entry, about)
  if (kind !== 'moved' && kind !== 'repeated') throw new Error(`entry ${entry.id}: the ledger said ${kind}`)
}

/** The stored amount, once: the fee is taken from it. */
export const credit = (tx: Tx, entry: Facts) =>
  mustRun(tx, entry, {
    scope: 'deposit',
    body: { amount: entry.amount, fee: entry.fee, currency: entry.currency },
    transfers: [
      ...transfer(entry, 'deposit', payment(entry), own(entry, 'main'), entry.amount - entry.fee),
      ...transfer(entry, 'fee', payment(entry), house(entry, 'fees'), entry.fee),
    ],
  })

/** What there is to spend until this transaction ends. */
export const mainBalance = (tx: Tx, entry: Facts): Promise<bigint> => lockBalance(tx, own(entry, 'main'))

/** The provider took a paid deposit back. What the player has spent of it meanwhile is the house's loss. */
export async function takeBack(tx: Tx, entry: Facts): Promise<{ missing: bigint }> {
  const credited = entry.amount - entry.fee
  const balance = await mainBalance(tx, entry)
  const missing = credited > balance ? credited - balance : 0n
  const taken = credited - missing
  await mustRun(tx, entry, {
    scope: 'refund',
    body: { amount: entry.amount, currency: entry.currency },
    transfers: [
      ...transfer(entry, 'refund', own(entry, 'main'), payment(entry), taken),
      ...transfer(entry, 'refund', house(entry, 'chargebacks'), payment(entry), missing),
      ...transfer(entry, 'fee', house(entry, 'fees'), payment(entry), entry.fee),
    ],
  })
  return { missing }
}

/** Puts a payout aside. False when there is not so much. */
export async function holdPayout(tx: Tx, entry: Facts): Promise<boolean> {
  const { kind } = await run(tx, entry, {
    scope: 'withdrawal',
    body: { amount: entry.amount, currency: entry.currency },
    transfers: transfer(entry, 'withdrawal', own(entry, 'main'), own(entry, 'withdrawal_hold'), entry.amount),
  })
  if (kind === 'short') return false
  if (kind !== 'moved' && kind !== 'repeated') throw new Error(`entry ${entry.id}: the ledger said ${kind}`)
  return true
}

/** A hold ends once: paying it and giving it back share one key, so the ledger itself refuses the second of them. */
export const release = (tx: Tx, entry: Facts) =>
  mustRun(tx, entry, {
    scope: 'hold-end',
    body: { end: 'release', amount: entry.amount },
    transfers: transfer(entry, 'release', own(entry, 'withdrawal_hold'), own(entry, 'main'), entry.amount),
  })

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

export const settlePayout = (tx: Tx, entry: Facts) =>
  mustRun(tx, entry, {
    scope: 'hold-end',
    body: { end: 'settle', amount: entry.amount },
    transfers: [
      ...transfer(entry, 'withdrawal', own(entry, 'withdrawal_hold'), payment(entry), entry.amount - entry.fee),
      ...transfer(entry, 'fee', own(entry, 'withdrawal_hold'), house(entry, 'fees'), entry.fee),
    ],
  })
