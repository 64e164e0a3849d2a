import { payoutSum } from '@croupier/contract/cashier'
import type { Output } from '@croupier/contract/contract'
import type { Reason } from '@croupier/contract/fields/definition'
import type { WithdrawMethod } from '@croupier/contract/methods/cashier'
import { type Currency, currencies, fromDecimal, isCurrency, type WireMoney } from '@croupier/contract/money'
import { feeMinor, minorOfWire, round, wire } from './amount-rules.ts'

export type WithdrawSettings = Output<'cashier.getwithdrawsettings'>
export type Period = WithdrawSettings['periods'][number]
/** Minor units and their currency; null for a currency that this page does not know. */
export type Range = { min: bigint; max: bigint; available: bigint; currency: Currency }

export function rangeOf(method: Pick<WithdrawMethod, 'min' | 'max'>, available: WireMoney): Range | null {
  const { currency } = available
  if (!isCurrency(currency)) return null
  return { min: minorOfWire(method.min), max: minorOfWire(method.max), available: minorOfWire(available), currency }
}

/** More than there is comes before what the method would take: it is the plainer thing to say. */
export function amountReason(text: string, range: Range): Reason | 'INSUFFICIENT_FUNDS' | null {
  const reason = payoutSum(text, range)
  if (reason === 'REQUIRED' || reason === 'FORMAT') return reason
  const minor = fromDecimal(text, range.currency)
  if (minor !== null && minor > range.available) return 'INSUFFICIENT_FUNDS'
  return reason
}

/**
 * What the button beside the amount fills in: everything where that may be taken at once,
 * else the most whole units that the method and the house pay now. Null when nothing may.
 */
export function mostOf(range: Range, periods: readonly Period[]): { text: string; isAll: boolean } | null {
  const { min, max, available, currency } = range
  const left = periods.map(({ available_amount }) => minorOfWire(available_amount))
  const [cap = max] = [max, ...left].toSorted((a, b) => (a < b ? -1 : 1))
  if (available <= cap) {
    // A sum of whole units is written as one types it.
    const { amount: text } = round(wire(available, currency))
    return available > 0n && available >= min ? { text, isAll: true } : null
  }
  const unit = 10n ** BigInt(currencies[currency].decimals)
  const units = cap / unit
  return units > 0n && units * unit >= min ? { text: units.toString(), isAll: false } : null
}

export type Outlook = { fee: WireMoney; received: WireMoney; left: WireMoney }

/** What happens to the money, before it does. Null while the amount is none. */
export function outlookOf(text: string, method: Pick<WithdrawMethod, 'fee'>, range: Range): Outlook | null {
  const { currency, available } = range
  const minor = fromDecimal(text, currency)
  if (minor === null || minor <= 0n || minor > available) return null
  const fee = feeMinor(minor, method.fee)
  if (fee >= minor) return null
  return { fee: wire(fee, currency), received: wire(minor - fee, currency), left: wire(available - minor, currency) }
}

/** How much of a period is used, from 0 to 1. */
export function usedOf({ limit_amount, available_amount }: Period): number {
  const [most, left] = [minorOfWire(limit_amount), minorOfWire(available_amount)]
  if (most <= 0n) return 1
  return Math.min(1, Math.max(0, 1 - Number((left * 10_000n) / most) / 10_000))
}

/** What a payout needs, in the order in which the house asks for it. */
const needs = ['deposit', 'contact', 'details', 'identity', 'source'] as const
export type Need = (typeof needs)[number]

const needOfType: Record<string, Need> = {
  UserNeedDeposit: 'deposit',
  UserNeedConfirmContact: 'contact',
  UserNeedProfileData: 'details',
  KycUserProfile: 'identity',
  KycWithdrawal: 'identity',
  SumsubVerificationRequired: 'source',
}

export type Blocked = { type: string; reason: string | null; data: Record<string, unknown> }

export const needOf = ({ type }: Pick<Blocked, 'type'>): Need | null =>
  Object.hasOwn(needOfType, type) ? (needOfType[type] ?? null) : null

type AccountFacts = {
  has_deposited: boolean
  is_verified: boolean
  contacts: Record<'email' | 'phone', { confirmed: boolean } | null>
}

export type NeedState = 'done' | 'now' | 'later'

/**
 * The list of what stands in the way: one thing to do now, what is done, what comes after.
 * The house says only what it stumbles over first, so all before that is done.
 */
export function checklistOf(blocked: Need, account: AccountFacts): { need: Need; state: NeedState }[] {
  const isDone: Record<Need, boolean> = {
    deposit: account.has_deposited,
    contact: [account.contacts.email, account.contacts.phone].some((contact) => contact?.confirmed),
    details: false,
    identity: account.is_verified,
    source: false,
  }
  const at = needs.indexOf(blocked)
  // The second check of one's identity is asked for only by large sums: the player need not hear of it before.
  return needs
    .filter((need) => need !== 'source' || blocked === 'source')
    .map((need, place) => ({
      need,
      state: place < at ? 'done' : place === at ? 'now' : isDone[need] ? 'done' : 'later',
    }))
}

/** Where a money amount stands in a refusal's data. */
export function moneyIn(data: Record<string, unknown> | undefined, name: string): WireMoney | null {
  const value = data?.[name]
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return null
  const { amount, currency } = value
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null
}

export const textIn = (data: Record<string, unknown> | undefined, name: string): string | null => {
  const value = data?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export const wordsIn = (data: Record<string, unknown> | undefined, name: string): string[] => {
  const value = data?.[name]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

export type Burn = Pick<WithdrawSettings['burns'][number], 'title' | 'amount' | 'kind' | 'in_open_rounds'>

const burnKinds = ['bonus', 'betting_bonus', 'queued'] as const

/** What would be lost, as a refusal lists it. */
export function burnsIn(data: Record<string, unknown> | undefined): Burn[] {
  const value = data?.burns
  if (!Array.isArray(value)) return []
  return value.flatMap((each: Record<string, unknown>) => {
    const amount = moneyIn(each, 'amount')
    if (!amount) return []
    const kind = burnKinds.find((known) => known === each.kind) ?? 'bonus'
    const rounds = moneyIn(each, 'in_open_rounds') ?? { ...amount, amount: '0' }
    return [{ title: textIn(each, 'title') ?? '', amount, kind, in_open_rounds: rounds }]
  })
}

export type BurnLine = { title: string; word: Burn['kind'] | 'rounds'; amount: WireMoney }

/** Each bonus with its amount, what is in open rounds on a line of its own, and the sum; null without any. */
export function burnLines(burns: readonly Burn[]): { lines: BurnLine[]; sum: WireMoney } | null {
  const [first] = burns
  if (!first) return null
  const lines = burns.flatMap(({ title, kind, amount, in_open_rounds: rounds }): BurnLine[] => [
    { title, word: kind, amount },
    ...(minorOfWire(rounds) > 0n ? [{ title, word: 'rounds' as const, amount: rounds }] : []),
  ])
  const { currency } = first.amount
  const total = lines.reduce((sum, { amount }) => sum + minorOfWire(amount), 0n)
  return { lines, sum: isCurrency(currency) ? wire(total, currency) : first.amount }
}
