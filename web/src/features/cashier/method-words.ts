import type { MethodKind } from '@croupier/contract/cashier'
import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useReasonText } from '../../forms/reasons.ts'
import { useFormat } from '../../i18n/format.ts'
import type { IconName } from '../../ui/icon-names.ts'
import { basisPoints, type Fee, isFree, minorOfWire, round } from './amount-rules.ts'

export const methodIcons: Record<MethodKind, IconName> = {
  card: 'credit-card',
  bank: 'landmark',
  iban: 'landmark',
  pix: 'qr-code',
  wallet: 'wallet',
  crypto: 'bitcoin',
  bonus: 'gift',
  cashback: 'undo-2',
}

/** Names, times, ranges and fees of ways to pay, in words. */
export function useMethodWords() {
  const t = useTranslations('cashier')
  const format = useFormat()
  const short = (money: WireMoney) => format.money(round(money))
  const sizeOf = (fee: NonNullable<Fee>): string => {
    if (basisPoints(fee.percent) === 0n) return short(fee.fixed)
    const percent = `${fee.percent.replace(/\.0+$/, '')}%`
    return minorOfWire(fee.fixed) === 0n ? percent : `${percent} + ${short(fee.fixed)}`
  }
  return {
    name: ({ title, kind }: { title?: string | null; kind: MethodKind }): string => title || t(`methods.${kind}.title`),
    note: (kind: Exclude<MethodKind, 'bonus' | 'cashback'>): string => t(`methods.${kind}.note`),
    time(minutes: number): string {
      if (minutes <= 0) return t('time.instant')
      if (minutes < 60) return t('time.minutes', { count: minutes })
      return minutes < 1440
        ? t('time.hours', { count: Math.ceil(minutes / 60) })
        : t('time.days', { count: Math.ceil(minutes / 1440) })
    },
    range: ({ min, max }: { min: WireMoney; max: WireMoney }): string =>
      t('amount.range', { min: short(min), max: short(max) }),
    fee: (fee: Fee): string => (!fee || isFree(fee) ? t('fee.none') : t('fee.is', { fee: sizeOf(fee) })),
    /** Beside the word "fee": what it comes to, or how it is counted while there is no amount yet. */
    feeLine: (fee: Fee, sum: WireMoney | null): string =>
      !fee || isFree(fee) ? t('deposit.noFee') : sum ? format.money(sum) : sizeOf(fee),
  }
}

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
