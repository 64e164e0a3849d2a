import { fromDecimal, isCurrency, toDecimal, writeMoney } from '@croupier/contract/money'

/** As the site writes it, kept left to right. */
export function moneyText(minor: bigint, currency: string): string {
  const [whole = '0', rest = ''] = (isCurrency(currency) ? toDecimal(minor, currency) : String(minor)).split('.')
  // Six decimals say nothing where the last four are noughts.
  const part = rest.length > 2 ? rest.replace(/0{1,4}$/, '') : rest
  return `\u2066${writeMoney({ amount: part ? `${whole}.${part}` : whole, currency })}\u2069`
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
