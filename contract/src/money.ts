/** Decimals belong to the currency: nothing may assume two. */
export const currencies = {
  EUR: { decimals: 2, symbol: '€' },
  USD: { decimals: 2, symbol: '$' },
  GBP: { decimals: 2, symbol: '£' },
  BRL: { decimals: 2, symbol: 'R$' },
  UAH: { decimals: 2, symbol: '₴' },
  JPY: { decimals: 0, symbol: '¥' },
  USDT: { decimals: 6, symbol: '₮' },
  FUN: { decimals: 2, symbol: 'FUN' },
} as const

export type Currency = keyof typeof currencies

/** Points of the club: money of the ledger, never the currency of an account, a stake or an amount. */
export const pointsCurrency = 'PTS'
/** What can stand in a purse. */
export type PurseCurrency = Currency | typeof pointsCurrency

export const isCurrency = (code: string): code is Currency => Object.hasOwn(currencies, code)

export const isPurseCurrency = (code: string): code is PurseCurrency => isCurrency(code) || code === pointsCurrency

const decimalsOf = (currency: PurseCurrency): number =>
  currency === pointsCurrency ? 0 : currencies[currency].decimals

/** The currency of a stored row: one that is not ours can only be a fault. */
export function currencyOf({ currency }: { currency: string }): Currency {
  if (!isCurrency(currency)) throw new Error('an unknown currency is stored')
  return currency
}

/** Minor units → the decimal string of the wire. */
export function toDecimal(minor: bigint, currency: PurseCurrency): string {
  const decimals = decimalsOf(currency)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = minor < 0n ? '-' : ''
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Money as it travels: a decimal text and its currency. */
export type WireMoney = { amount: string; currency: string }

export const toWire = <C extends PurseCurrency>(minor: bigint, currency: C) => ({
  amount: toDecimal(minor, currency),
  currency,
})

const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * A decimal text of the wire as players read it, the same in every language: the symbol first, comma thousands, a point.
 * No float on the way. `unit`: thousands, millions.
 */
export function writeMoney({ amount, currency }: WireMoney, unit = ''): string {
  const [whole = '0', rest] = amount.replace(/^-/, '').split('.')
  const symbol = isCurrency(currency) ? currencies[currency].symbol : currency
  const glue = symbol.length > 1 ? '\u00a0' : ''
  const size = unit.length > 1 ? `\u00a0${unit}` : unit
  return `${amount.startsWith('-') ? '−' : ''}${symbol}${glue}${group(whole)}${rest ? `.${rest}` : ''}${size}`
}

/** The decimal string of the wire → minor units. Null for anything that is not exactly such a string. */
export function fromDecimal(text: string, currency: Currency): bigint | null {
  const { decimals } = currencies[currency]
  const found = /^(0|[1-9]\d{0,24})(?:\.(\d+))?$/.exec(text)
  const [, whole = '', fraction = ''] = found ?? []
  if (!found || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
