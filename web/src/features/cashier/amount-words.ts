import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useReasonText } from '../../forms/reasons.ts'
import { useFormat } from '../../i18n/format.ts'
import { round } from './amount-rules.ts'

const known = ['REQUIRED', 'FORMAT', 'TOO_SMALL', 'TOO_LARGE', 'OVER_LIMIT']

/** What is wrong with a sum, with the figures that would be right. */
export function useAmountText(): (reason: string, range: { min: WireMoney; max: WireMoney }) => string {
  const t = useTranslations('cashier.amount')
  const reasonText = useReasonText()
  const format = useFormat()
  return (reason, { min, max }) =>
    known.includes(reason)
      ? t(`errors.${reason}`, { min: format.money(round(min)), max: format.money(round(max)) })
      : reasonText(reason, 'amount')
}
