import { currencies, isCurrency, type WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { formatMoney } from './format.ts'

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
 * The longest form of an amount that has at most so many figures and separators. What is left off never flatters:
 * a balance does not look larger than it is, and a loss does not look smaller. Whole first, then with two decimals,
 * then in thousands, millions and so on.
 */
export function shorten(amount: string, most: number): Short {
  if (amount.startsWith('-')) {
    const short = shortenPlain(amount.slice(1), most, true)
    return { ...short, amount: `-${short.amount}` }
  }
  return shortenPlain(amount, most, false)
}

function shortenPlain(amount: string, most: number, isUp: boolean): Short {
  if (lengthOf(amount) <= most) return { amount, power: 0 }
  const [whole = '0', rest = ''] = amount.split('.')
  const plain = rest.length > 2 ? cut(whole, rest, 2, isUp) : amount
  const power = powers.findLast((each) => whole.length > each)
  if (!power || lengthOf(plain) <= most) return { amount: plain, power: 0 }
  const head = whole.slice(0, -power)
  const places = Math.max(0, Math.min(2, digits - head.length))
  const short = cut(head, whole.slice(-power) + rest, places, isUp)
  return { amount: short.replace(/\.0+$/, ''), power }
}

/** So many decimals of a figure; where the rest counts against the player, it is counted. */
function cut(whole: string, rest: string, places: number, isUp: boolean): string {
  const kept = whole + rest.slice(0, places)
  const isMore = isUp && /[1-9]/.test(rest.slice(places))
  const text = isMore ? (BigInt(kept) + 1n).toString().padStart(kept.length, '0') : kept
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
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

const units = { 3: 'units.thousand', 6: 'units.million', 9: 'units.billion', 12: 'units.trillion' } as const

/** An amount in so many figures and separators. It is a picture of the value: a component that shows it says the whole of it too. */
export function useShortMoney(): (value: WireMoney, room: number) => string {
  const t = useTranslations('shell')
  return ({ amount, currency }, room) => {
    // A long symbol takes the place of figures.
    const symbol = isCurrency(currency) ? currencies[currency].symbol.length : currency.length
    const { amount: short, power } = shorten(amount, room - (symbol > 1 ? symbol : 0))
    return formatMoney({ amount: short, currency }, power ? t(units[power]) : '')
  }
}
