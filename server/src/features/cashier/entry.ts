import type { Transaction } from '@croupier/contract/methods/cashier'
import { currencyOf, toWire } from '@croupier/contract/money'
import type { Config } from '../../config.ts'
import type { readGifts } from '../wallet/wallet.ts'
import { cashierMethodNamed } from './methods.ts'
import { mayCancel } from './rules.ts'
import type { Entry } from './store.ts'

/** An entry as its player sees it. The wire calls it a transaction. */
export function transactionOf(entry: Entry, { jurisdiction }: Pick<Config, 'jurisdiction'>): Transaction {
  const currency = currencyOf(entry)
  return {
    id: Number(entry.id),
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
    amount: toWire(entry.amount, currency),
    fee: toWire(entry.fee, currency),
    status: entry.status,
    type: entry.type,
    method: entry.method,
    kind: cashierMethodNamed(entry.method)?.kind ?? 'card',
    requisites: entry.requisites,
    domain: entry.domain,
    reason: entry.reason,
    can_cancel: mayCancel(entry, jurisdiction),
  }
}

type Gift = Awaited<ReturnType<typeof readGifts>>['gifts'][number]

/** A bonus or cashback is there when it is written, and came by no way to pay. */
export function giftOf(gift: Gift, kind: 'bonus' | 'cashback', { origin }: Pick<Config, 'origin'>): Transaction {
  const currency = currencyOf(gift)
  const at = gift.at.toISOString()
  return {
    id: Number(gift.seq),
    created_at: at,
    updated_at: at,
    amount: toWire(gift.amount, currency),
    fee: toWire(0n, currency),
    status: 'paid',
    type: kind,
    method: kind,
    kind,
    requisites: {},
    domain: new URL(origin).host,
    reason: '',
    can_cancel: false,
  }
}
