import type { CashbackSum } from '@croupier/contract/cashback'
import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import type { WireMoney } from '@croupier/contract/money'
import { isPopupPath } from '@croupier/contract/popups'

/** What the pages of cashback decide. Pure. */

/** `39.35` at 6 percent → `2.361`: before it is rounded down. */
export function exactShare({ amount }: WireMoney, rate: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const [percent = '0', part = ''] = rate.split('.')
  const digits = BigInt(whole + fraction) * BigInt(percent + part)
  const places = fraction.length + part.length + 2
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const cut = `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '')
  return `${digits < 0n ? '−' : ''}${cut}`
}

type LossBar = { name: CashbackSum | 'loss'; amount: WireMoney; isMinus: boolean; from: number; width: number }

/** What makes the loss smaller, in the order of the page; stakes and winnings that were taken back make it larger. */
const falls = ['wins', 'rollbacks_in', 'jackpots', 'conversions'] as const

/** How the loss comes about, step by step: each bar begins where the one before ended. Shares of the longest one. */
export function lossBars({ sums, base }: Pick<WireCashback, 'sums' | 'base'>): LossBar[] {
  const number = ({ amount }: WireMoney) => Number(amount)
  const size = number(sums.stakes) + number(sums.rollbacks_out)
  const scale = Math.max(size, Math.abs(number(base)), 1e-9)
  const share = (value: number) => Math.min(Math.max(value / scale, 0), 1)
  let level = number(sums.stakes)
  const bars: LossBar[] = [{ name: 'stakes', amount: sums.stakes, isMinus: false, from: 0, width: share(level) }]
  if (number(sums.rollbacks_out) > 0) {
    const width = share(number(sums.rollbacks_out))
    bars.push({ name: 'rollbacks_out', amount: sums.rollbacks_out, isMinus: false, from: share(level), width })
    level = size
  }
  for (const name of falls) {
    const value = number(sums[name])
    if (value === 0 && name !== 'wins') continue
    const from = share(level - value)
    bars.push({ name, amount: sums[name], isMinus: value > 0, from, width: share(level) - from })
    level -= value
  }
  return [...bars, { name: 'loss', amount: base, isMinus: false, from: 0, width: share(number(base)) }]
}

export const isZero = ({ amount }: WireMoney): boolean => !/[1-9]/.test(amount)
export const isBelowZero = ({ amount }: WireMoney): boolean => amount.startsWith('-')

/** `2026-11-08T23:00Z` in Berlin → `09.11.2026`: days of a scheme are those of its own zone. */
export function dayIn(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const)
  const { day = '', month = '', year = '' } = Object.fromEntries(parts)
  return `${day}.${month}.${year}`
}

/** First and last day: the end is the first moment that is not part of it. */
export const daysOf = ({ start_date, end_date, zone }: Pick<WireCashback, 'start_date' | 'end_date' | 'zone'>) => ({
  from: dayIn(new Date(start_date), zone),
  to: dayIn(new Date(Date.parse(end_date) - 1), zone),
})

type Latest = Pick<WireCashback, 'id' | 'status' | 'receiving_expired_at'>

const isId = (text: string | null | undefined): text is string => /^[1-9]\d{0,17}$/.test(text ?? '')

/** The newer of what this browser and what the account remember. */
export function newerSeen(one: string | null | undefined, other: string | null | undefined): string | null {
  if (!isId(one)) return isId(other) ? other : null
  return isId(other) && BigInt(other) > BigInt(one) ? other : one
}

/** To be claimed, or paid by itself; and not the one that was seen. */
export const isUnseen = ({ id, status, receiving_expired_at }: Latest, seen: string | null): boolean =>
  id !== seen && (status === 'active' || (status === 'paid_out' && receiving_expired_at === null))

/** As for a campaign: never where money comes and goes, over a game, or where a player takes control of the play. */
export const mayTellOn = (path: string): boolean => isPopupPath(path)
