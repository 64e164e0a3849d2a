import { depositSum, feeOf } from '@croupier/contract/cashier'
import type { Reason } from '@croupier/contract/fields/definition'
import { type Currency, fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'

export type Fee = { percent: string; fixed: WireMoney } | null

/** Minor units of an amount of the wire; what cannot be read counts as nothing. */
export function minorOfWire({ amount, currency }: WireMoney): bigint {
  if (!isCurrency(currency)) return 0n
  const value = fromDecimal(amount.replace(/^-/, ''), currency) ?? 0n
  return amount.startsWith('-') ? -value : value
}

const currencyOf = (code: string): Currency => (isCurrency(code) ? code : 'EUR')

/** Parts of ten thousand: `1` is 100, `1.5` is 150, `0.25` is 25. */
export function basisPoints(percent: string): bigint {
  const [, whole = '0', rest = ''] = /^(\d+)(?:\.(\d{1,2})\d*)?$/.exec(percent) ?? []
  return BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0'))
}

export function feeMinor(amount: bigint, fee: Fee): bigint {
  if (!fee || amount <= 0n) return 0n
  return feeOf(amount, { basisPoints: basisPoints(fee.percent), fixed: minorOfWire(fee.fixed) })
}

export const isFree = (fee: Fee): boolean => !fee || (basisPoints(fee.percent) === 0n && minorOfWire(fee.fixed) === 0n)

/** Spaces around a pasted sum mean nothing; everything else is for the rule to judge. */
export const tidySum = (typed: string): string => typed.replace(/[\s\u00a0\u202f]/g, '')

export const depositReason = (
  typed: string,
  method: { min: WireMoney; max: WireMoney },
  currency: string,
): Reason | null =>
  depositSum(tidySum(typed), {
    min: minorOfWire(method.min),
    max: minorOfWire(method.max),
    currency: currencyOf(currency),
  })

/** What is typed as money, as far as it can be read; for the lines that follow the typing. */
export function typedMinor(typed: string, currency: string): bigint | null {
  return isCurrency(currency) ? fromDecimal(tidySum(typed), currency) : null
}

/** A round amount reads better without its zeros: 300, not 300.00. */
export const round = ({ amount, currency }: WireMoney): WireMoney => ({ amount: amount.replace(/\.0+$/, ''), currency })

export const wire = (minor: bigint, currency: string): WireMoney => toWire(minor, currencyOf(currency))

type Limit = { limit_amount: WireMoney; available_amount: WireMoney }

/** What a limit looks like with this deposit in it. The share is for the bar alone, so it may be a float. */
export function limitAfter({ limit_amount, available_amount }: Limit, amount: bigint) {
  const [most, left] = [minorOfWire(limit_amount), minorOfWire(available_amount)]
  const used = most - left
  const isOver = amount > left
  const after = used + amount
  const share = most <= 0n ? 1 : Math.min(1, Number((after * 1000n) / most) / 1000)
  return { used, left, isOver, share }
}
