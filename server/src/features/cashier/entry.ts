import type { Transaction } from '@croupier/contract/methods/cashier'
import { currencyOf, toWire } from '@croupier/contract/money'
import type { Config } from '../../config.ts'
import type { bonusHouse } from '../bonuses/bonuses.ts'
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
    bonus: null,
  }
}

type Gift = Awaited<ReturnType<typeof readGifts>>['gifts'][number]

/** `bonus:12` → 12. */
export const bonusIn = (ref: string): bigint | null => {
  const [, id] = /^bonus:(\d{1,18})$/.exec(ref) ?? []
  return id === undefined ? null : BigInt(id)
}

type Told = { config: Pick<Config, 'origin'>; bonuses: Awaited<ReturnType<typeof bonusHouse.tell>> }

/** A bonus or cashback is there when it is written, and came by no way to pay. */
export function giftOf(gift: Gift, kind: 'bonus' | 'cashback', { config, bonuses }: Told): Transaction {
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
    domain: new URL(config.origin).host,
    reason: '',
    can_cancel: false,
    bonus: kind === 'bonus' ? bonusLineOf(gift, bonuses) : null,
  }
}

function bonusLineOf({ ref, reason }: Gift, bonuses: Told['bonuses']): Transaction['bonus'] {
  const id = bonusIn(ref)
  const bonus = id === null ? undefined : bonuses.get(id)
  return {
    id: id === null ? null : String(id),
    title: bonus?.title ?? '',
    move: reason === 'conversion' || reason === 'forfeit' ? reason : 'grant',
    status: bonus?.status ?? null,
    end_reason: bonus?.endReason ?? null,
    end_note: bonus?.endNote ?? '',
  }
}
