import { isCurrency, toWire } from '@croupier/contract/money'

/** What stands in the books was checked when it was written. */
export const wireMoney = (minor: bigint, currency: string) => {
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  return toWire(minor, currency)
}
