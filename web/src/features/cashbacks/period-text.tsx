import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { useTranslations } from 'use-intl'
import { daysOf } from './rules.ts'

type Asked = { cashback: WireCashback; isInterval: boolean }

/** A period as its days, or as its last day alone: `cashbackIntervalView` of content says which. */
export function PeriodText({ cashback, isInterval }: Asked) {
  const t = useTranslations('cashback')
  const { from, to } = daysOf(cashback)
  return isInterval && from !== to ? t('interval', { from, to }) : to
}
