import type { ProductReason } from '@croupier/contract/loyalty'
import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { Refusal } from '@croupier/contract/refusals'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useDialog } from '../../dialogs/parts.tsx'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import { openFillProfile } from '../account/account.tsx'
import { placeOf } from './club-rules.ts'
import { purchaseIntent } from './purchase-key.ts'
import { isProductReason } from './reason-word.ts'

export type Buying = {
  product: WireProduct
  points: number
  /** Ids of the orders that the page knows: an answer that names one of them is of an earlier try. */
  orders: readonly string[]
  /** Shows what the points reach. */
  onFits: () => void
  /** The same wish once more. */
  again: () => void
}

/** What the house said instead of yes. */
export type BuyNo =
  | { kind: 'price'; price: number }
  | { kind: 'reason'; reason: ProductReason; data: WireProduct['reason_data'] }

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

function noOf(error: unknown): BuyNo | null {
  if (!Refusal.is(error)) return null
  const { reason, data = {} } = error
  if (reason === 'PRICE_CHANGED' && typeof data.price === 'number') return { kind: 'price', price: data.price }
  return isProductReason(reason) ? { kind: 'reason', reason, data } : null
}

/** Buys once, however often it is pressed and whatever becomes of the answer. */
export function useBuy({ product, orders, again }: Buying) {
  const t = useTranslations('loyalty.shop')
  const uid = useShell().account?.uid ?? 0
  const { close } = useDialog()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, attempt } = useAttempt()
  const [keyed] = useState(() => purchaseIntent(uid))
  const [no, setNo] = useState<BuyNo | null>(null)

  const tell = (orderId: string) => {
    const isKnown = orders.includes(orderId)
    toast({
      kind: 'success',
      title: isKnown ? t('boughtBefore', { order: orderId }) : t('bought', { title: product.title }),
      text: t(`places.${product.kind}`),
      action: { text: t('see'), onClick: () => void navigate(placeOf(product.kind)) },
    })
    if (!isKnown) void seeNewest().catch(() => undefined)
  }
  const buy = (price: number) =>
    attempt(async () => {
      const body = { id: product.id, expected_price: price }
      try {
        const { order } = await keyed(body, (key) => call('loyalty.buyproduct', { ...body, key }))
        close()
        tell(order.id)
        void revalidate()
      } catch (error) {
        const said = noOf(error)
        if (said) {
          setNo(said)
          return void revalidate()
        }
        if (!Refusal.is(error) || error.type !== 'UserNeedProfileData') throw error
        // Goods need somewhere to go. The same wish stands again once the address is there.
        close()
        const isFilled = await openFillProfile({ fields: textsIn(error.data?.fields) })
        if (isFilled) again()
      }
    })
  return { buy: (price: number) => void buy(price), isBusy, problem, no }
}

/** The purchase was told by its own toast: the notice of it says nothing new. */
async function seeNewest(): Promise<void> {
  const waiting = await call('loyalty.getnotifications', {})
  const newest = waiting.filter(({ trigger }) => trigger === 'product').at(-1)
  if (newest) await call('loyalty.seeNotifications', { ids: newest.id })
}
