import { currencies, isCurrency } from '@croupier/contract/money'
import { useLocale, useTranslations } from 'use-intl'

/** The specification's forms, the same in every locale: dd.mm.yyyy, h:mm, comma thousands. */
const two = (value: number) => String(value).padStart(2, '0')

export const formatDate = (at: Date): string => `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}`
export const formatTime = (at: Date): string => `${at.getHours()}:${two(at.getMinutes())}`
export const formatDateTime = (at: Date, join: string): string => `${formatDate(at)} ${join} ${formatTime(at)}`

const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Whole numbers stay whole; fractions get two decimals. */
export function formatNumber(value: number): string {
  const [whole = '0', rest] = (Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2)).split(
    '.',
  )
  return `${value < 0 ? '−' : ''}${group(whole)}${rest ? `.${rest}` : ''}`
}

const isSymbolFirst = (locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).formatToParts(1)[0]?.type === 'currency'

/** A decimal string of the wire as a player reads it. No float on the way, and isolated left-to-right. `unit`: thousands, millions. */
export function formatMoney(
  { amount, currency }: { amount: string; currency: string },
  locale: string,
  unit = '',
): string {
  const isNegative = amount.startsWith('-')
  const [whole = '0', rest] = amount.replace(/^-/, '').split('.')
  const size = unit.length > 1 ? `\u00a0${unit}` : unit
  const figures = `${group(whole)}${rest ? `.${rest}` : ''}${size}`
  const symbol = isCurrency(currency) ? currencies[currency].symbol : currency
  const glue = symbol.length > 1 ? '\u00a0' : ''
  const text = isSymbolFirst(locale) ? `${symbol}${glue}${figures}` : `${figures}\u00a0${symbol}`
  return `\u2066${isNegative ? '−' : ''}${text}\u2069`
}

/** More came back than went out. */
export const isGain = (amount: string): boolean => !amount.startsWith('-') && /[1-9]/.test(amount)

/** A result: what was won has a plus, what was lost a minus, nothing has neither. */
export function formatSigned(value: { amount: string; currency: string }, locale: string): string {
  const text = formatMoney(value, locale)
  return isGain(value.amount) ? text.replace('\u2066', '\u2066+') : text
}

export function useFormat() {
  const locale = useLocale()
  const t = useTranslations('common')
  return {
    date: formatDate,
    time: formatTime,
    dateTime: (at: Date) => formatDateTime(at, t('dateJoin')),
    number: formatNumber,
    money: (value: { amount: string; currency: string }) => formatMoney(value, locale),
    signedMoney: (value: { amount: string; currency: string }) => formatSigned(value, locale),
  }
}
