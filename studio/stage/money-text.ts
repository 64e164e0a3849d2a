import { currencies, fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'

const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

const firsts = new Map<string, boolean>()

function isSymbolFirst(locale: string): boolean {
  const known = firsts.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).formatToParts(1)
  const isFirst = parts[0]?.type === 'currency'
  firsts.set(locale, isFirst)
  return isFirst
}

/** As the site writes it: comma thousands, a point, the decimals of the currency, kept left to right. No float on the way. */
export function moneyText(minor: bigint, currency: string, locale: string): string {
  const isKnown = isCurrency(currency)
  const text = isKnown ? toDecimal(minor < 0n ? -minor : minor, currency) : String(minor)
  const [whole = '0', rest] = text.split('.')
  // Six decimals say nothing where the last four are noughts.
  const part = rest && rest.length > 2 ? rest.replace(/0{1,4}$/, '') : rest
  const figures = `${group(whole)}${part ? `.${part}` : ''}`
  const symbol = isKnown ? currencies[currency].symbol : currency
  const glue = symbol.length > 1 ? '\u00a0' : ''
  const all = isSymbolFirst(locale) ? `${symbol}${glue}${figures}` : `${figures}\u00a0${symbol}`
  return `\u2066${minor < 0n ? '−' : ''}${all}\u2069`
}

/** What a player types: a comma or a point, spaces, at most the decimals of the currency. Null where it is no amount. */
export function typedAmount(text: string, currency: string): bigint | null {
  if (!isCurrency(currency)) return null
  const plain = text.trim().replace(/\s/g, '').replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '')
  return fromDecimal(plain.replace(/^0+(?=\d)/, ''), currency)
}

/** For a field: the plain decimal, without the noughts that no player types. */
export const plainAmount = (minor: bigint, currency: string): string =>
  isCurrency(currency) ? toDecimal(minor, currency).replace(/(\.\d\d)\d*?0+$/, '$1') : String(minor)

/** An amount of the wire. Whatever cannot be read is nothing. */
export function minorOf({ amount, currency }: { amount: string; currency: string }): bigint {
  if (!isCurrency(currency)) return 0n
  const isNegative = amount.startsWith('-')
  const minor = fromDecimal(isNegative ? amount.slice(1) : amount, currency) ?? 0n
  return isNegative ? -minor : minor
}

export const wireOf = (minor: bigint, currency: string) => ({
  amount: isCurrency(currency) ? toDecimal(minor, currency) : String(minor),
  currency,
})
