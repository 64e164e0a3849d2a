import { type WireMoney, writeMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { formatNumber } from './number-text.ts'

/** The specification's forms, the same in every locale: dd.mm.yyyy, h:mm, comma thousands. */
const two = (value: number) => String(value).padStart(2, '0')

export const formatDate = (at: Date): string => `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}`
export const formatTime = (at: Date): string => `${at.getHours()}:${two(at.getMinutes())}`
export const formatDateTime = (at: Date, join: string): string => `${formatDate(at)} ${join} ${formatTime(at)}`

/** Money as everywhere, isolated left-to-right. `unit`: thousands, millions. */
export const formatMoney = (value: WireMoney, unit = ''): string => `\u2066${writeMoney(value, unit)}\u2069`

/** More came back than went out. */
export const isGain = (amount: string): boolean => !amount.startsWith('-') && /[1-9]/.test(amount)

/** A result: what was won has a plus, what was lost a minus, nothing has neither. */
export function formatSigned(value: WireMoney): string {
  const text = formatMoney(value)
  return isGain(value.amount) ? text.replace('\u2066', '\u2066+') : text
}

export function useFormat() {
  const t = useTranslations('common')
  return {
    date: formatDate,
    time: formatTime,
    dateTime: (at: Date) => formatDateTime(at, t('dateJoin')),
    number: formatNumber,
    money: (value: WireMoney) => formatMoney(value),
    signedMoney: formatSigned,
  }
}
