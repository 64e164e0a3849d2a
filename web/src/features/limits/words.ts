import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { hoursAndMinutes, type Limit, lengthOf, withoutZeros } from './rules.ts'

/** Amounts, lengths and periods of limits in words. */
export function useLimitWords() {
  const t = useTranslations('control')
  const format = useFormat()

  const time = (all: number): string => {
    const { hours, minutes } = hoursAndMinutes(all)
    if (hours === 0) return t('minutes', { minutes })
    return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes })
  }
  const value = ({ amount, minutes }: { amount: WireMoney | null; minutes: number | null }): string | null => {
    if (amount) return format.money(withoutZeros(amount))
    return minutes === null ? null : time(minutes)
  }
  return {
    /** A rolling window of so many times 24 hours. */
    period: (days: number): string => t('period', { days }),
    time,
    value,
    used: ({ used_amount, used_minutes }: Limit): string | null =>
      value({ amount: used_amount, minutes: used_minutes }),
    length(period: string): string {
      const length = lengthOf(period)
      if (length.unit === 'permanent') return t('length.permanent')
      const { count } = length
      if (length.unit === 'days') return t('length.days', { count })
      return length.unit === 'months' ? t('length.months', { count }) : t('length.years', { count })
    },
  }
}
