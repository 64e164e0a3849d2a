import { type ProductReason, productReasons } from '@croupier/contract/loyalty'
import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'

const figure = (value: unknown): number => (typeof value === 'number' ? value : Number(value ?? 0) || 0)

export const isProductReason = (word: unknown): word is ProductReason => productReasons.some((each) => each === word)

/** Why it cannot be bought, in a few words. */
export function useReasonWord(): (product: Pick<WireProduct, 'reason' | 'reason_data'>) => string {
  const t = useTranslations('loyalty')
  return ({ reason, reason_data: { level, per_player, missing } }) =>
    reason === null ? '' : t(`reasons.${reason}`, { level: figure(level), count: figure(per_player ?? missing) })
}
