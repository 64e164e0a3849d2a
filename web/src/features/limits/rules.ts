import {
  isBreak,
  type LimitKind,
  limitPeriods,
  type SelfExclusionPeriod,
  selfExclusionPeriods,
} from '@croupier/contract/control'
import type { Activity, Limits } from '@croupier/contract/methods/account-control'
import { fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'

export type Limit = Limits['limits'][number]
export type Change = Limits['changes'][number]
export type Slot = { period: number; limit: Limit | null; change: Change | null }

/** Every period of one kind, set or not. */
export const slotsOf = ({ limits, changes }: Pick<Limits, 'limits' | 'changes'>, kind: LimitKind): Slot[] =>
  limitPeriods.map((period) => {
    const isThis = (each: { kind: LimitKind; period: number }) => each.kind === kind && each.period === period
    return { period, limit: limits.find(isThis) ?? null, change: changes.find(isThis) ?? null }
  })

const minor = (money: WireMoney): bigint => {
  if (!isCurrency(money.currency)) return 0n
  const isNegative = money.amount.startsWith('-')
  const value = fromDecimal(money.amount.replace(/^-/, ''), money.currency) ?? 0n
  return isNegative ? -value : value
}

/** How much of a limit is used, from 0 to 1. A limit of nothing is always used up. */
export function usedShare({ amount, minutes, used_amount, used_minutes }: Limit): number {
  const [most, used] = amount
    ? [minor(amount), used_amount ? minor(used_amount) : 0n]
    : [minutes ?? 0, used_minutes ?? 0]
  if (Number(most) <= 0) return 1
  return Math.min(1, Math.max(0, Number(used) / Number(most)))
}

export const toneOf = (share: number): 'positive' | 'warning' => (share < 0.8 ? 'positive' : 'warning')

/** The limits that matter most now: those nearest to their end. */
export const nearestLimits = (limits: readonly Limit[], most: number): Limit[] =>
  [...limits].sort((a, b) => usedShare(b) - usedShare(a)).slice(0, most)

export type AmountReading = { value: string } | { reason: 'REQUIRED' | 'FORMAT' }

/**
 * An amount as people type it → the decimal text of the wire. Commas part thousands, as everywhere on the site,
 * but a last one with fewer than three digits behind it is a decimal point as some countries write it.
 */
export function readAmount(typed: string, currency: string): AmountReading {
  const bare = typed.replace(/[\s\u00a0\u202f]/g, '')
  if (bare === '') return { reason: 'REQUIRED' }
  const pointed = /^\d+,\d{1,2}$/.test(bare) ? bare.replace(',', '.') : bare
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(pointed)
  const plain = isGrouped ? pointed.replaceAll(',', '') : pointed
  if (!/^\d+(\.\d*)?$/.test(plain) || !isCurrency(currency)) return { reason: 'FORMAT' }
  const [whole = '', fraction = ''] = plain.split('.')
  const tidy = whole.replace(/^0+(?=\d)/, '') + (fraction ? `.${fraction}` : '')
  return fromDecimal(tidy, currency) === null ? { reason: 'FORMAT' } : { value: tidy }
}

const minutesOfDay = 24 * 60

/** Whole minutes, at most all of the period. */
export function readMinutes(typed: string, days: number): AmountReading {
  const bare = typed.trim()
  if (bare === '') return { reason: 'REQUIRED' }
  if (!/^[1-9]\d{0,5}$/.test(bare) || Number(bare) > days * minutesOfDay) return { reason: 'FORMAT' }
  return { value: bare }
}

export type Direction = 'first' | 'lower' | 'same' | 'higher'

/** What a new value would be: the first and a lower one hold at once, a higher one waits. */
export function directionOf(limit: Limit | null, value: string, currency: string): Direction {
  if (!limit) return 'first'
  const [now, next] = limit.amount
    ? [minor(limit.amount), minor({ amount: value, currency })]
    : [BigInt(limit.minutes ?? 0), BigInt(value)]
  if (next === now) return 'same'
  return next < now ? 'lower' : 'higher'
}

export const breakPeriods: readonly SelfExclusionPeriod[] = selfExclusionPeriods.filter(isBreak)
export const longPeriods: readonly SelfExclusionPeriod[] = selfExclusionPeriods.filter((each) => !isBreak(each))

export type Length = { unit: 'days' | 'months' | 'years'; count: number } | { unit: 'permanent' }

/** `3m` → three months. */
export function lengthOf(period: string): Length {
  const count = Number.parseInt(period, 10)
  if (Number.isNaN(count)) return { unit: 'permanent' }
  if (period.endsWith('d')) return { unit: 'days', count }
  return { unit: period.endsWith('m') ? 'months' : 'years', count }
}

const dayOfUnit = { days: 1, months: 31, years: 366 }
const roughDays = (period: string): number => {
  const length = lengthOf(period)
  return length.unit === 'permanent' ? Number.POSITIVE_INFINITY : length.count * dayOfUnit[length.unit]
}

/** While one exclusion runs only a longer one can be asked for; the server compares the exact ends. */
export const longerThan = (period: string | null): readonly SelfExclusionPeriod[] =>
  period === null ? longPeriods : longPeriods.filter((each) => roughDays(each) > roughDays(period))

/** The word was copied by hand, on purpose: case and spaces around it do not matter. */
export const isTyped = (typed: string, word: string): boolean =>
  typed.trim().toLocaleLowerCase() === word.trim().toLocaleLowerCase()

export type Bar = { date: string; net: WireMoney /** From −1 to 1. */; height: number }

/** One bar per day, as high as the day's result beside the largest of them. */
export function barsOf(days: Activity['days']): Bar[] {
  const largest = Math.max(...days.map(({ net }) => Math.abs(Number(net.amount))), 0)
  return days.map(({ date, net }) => ({ date, net, height: largest > 0 ? Number(net.amount) / largest : 0 }))
}

/** All results together, without a float on the way. */
export function sumOf(values: readonly WireMoney[]): WireMoney | null {
  const currency = values[0]?.currency
  if (currency === undefined || !isCurrency(currency)) return null
  return toWire(
    values.reduce((sum, each) => sum + minor(each), 0n),
    currency,
  )
}

/** Where the page after an exclusion takes its words from. */
export const afterExclusion = (endsAt: string | null): string =>
  `?excluded=1&until=${endsAt === null ? 'never' : encodeURIComponent(endsAt)}`

export const hoursAndMinutes = (minutes: number): { hours: number; minutes: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: Math.round(minutes) % 60,
})

/** A round amount reads better without its zeros: a limit of 300, not of 300.00. */
export const withoutZeros = ({ amount, currency }: WireMoney): WireMoney => ({
  amount: amount.replace(/\.0+$/, ''),
  currency,
})
