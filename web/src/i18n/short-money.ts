import { currencies, isCurrency } from '@croupier/contract/money'

/** A decimal string of the wire for a narrow place. `power`: how many digits were taken off its whole part. */
type Short = { amount: string; power: 0 | 3 | 6 | 9 | 12 }

const powers = [3, 6, 9, 12] as const
/** So many digits tell two sums of one size apart. */
const digits = 4

/** Figures with their separators, as they will be drawn. */
const lengthOf = (amount: string) => {
  const [whole = '', rest] = amount.split('.')
  return whole.length + Math.floor((whole.length - 1) / 3) + (rest ? rest.length + 1 : 0)
}

/**
 * The longest form of an amount that has at most so many figures and separators. Nothing is rounded up:
 * a balance never looks larger than it is. Whole first, then with two decimals, then in thousands, millions and so on.
 */
export function shorten(amount: string, most: number): Short {
  if (lengthOf(amount) <= most) return { amount, power: 0 }
  const [whole = '0', rest = ''] = amount.split('.')
  const plain = rest.length > 2 ? `${whole}.${rest.slice(0, 2)}` : amount
  if (lengthOf(plain) <= most) return { amount: plain, power: 0 }
  const power = powers.findLast((each) => whole.length > each)
  if (!power) return { amount: plain, power: 0 }
  const head = whole.slice(0, -power)
  const tail = whole.slice(-power).slice(0, Math.max(0, Math.min(2, digits - head.length)))
  return { amount: /[1-9]/.test(tail) ? `${head}.${tail}` : head, power }
}

/** Minor units on the way from one amount to another, for a figure that rolls. Null where it cannot be counted. */
export function between(from: string, to: string, currency: string, share: number): string | null {
  if (!isCurrency(currency) || share >= 1) return null
  const { decimals } = currencies[currency]
  const [start, end] = [minor(from, decimals), minor(to, decimals)]
  if (start === null || end === null) return null
  const now = start + ((end - start) * BigInt(Math.round(share * 1000))) / 1000n
  const text = now.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

function minor(amount: string, decimals: number): bigint | null {
  const [whole = '', rest = ''] = amount.split('.')
  return rest.length === decimals && /^\d+$/.test(whole + rest) ? BigInt(whole + rest) : null
}
