import { currencies, isCurrency, type WireMoney } from '@croupier/contract/money'
import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from './format.ts'
import { shorten } from './short-money.ts'

const units = { 3: 'units.thousand', 6: 'units.million', 9: 'units.billion', 12: 'units.trillion' } as const

/** An amount in so many figures and separators. It is a picture of the value: whoever shows it says the whole of it too. */
export function useShortMoney(): (value: WireMoney, room: number) => string {
  const t = useTranslations('shell')
  const locale = useLocale()
  return ({ amount, currency }, room) => {
    // A long symbol takes the place of figures.
    const symbol = isCurrency(currency) ? currencies[currency].symbol.length : currency.length
    const { amount: short, power } = shorten(amount, room - (symbol > 1 ? symbol : 0))
    return formatMoney({ amount: short, currency }, locale, power ? t(units[power]) : '')
  }
}
