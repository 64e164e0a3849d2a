import type { EntryReason, TransactionStatus } from '@croupier/contract/cashier'
import { type Currency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Direction, ProviderUpdate } from '../../ports/payments.ts'
import { type Jurisdiction, rulesOf } from '../jurisdiction/jurisdiction.ts'

/** Where a deposit may go. A failed one that was paid after all is the truth that came late. */
export const depositMoves = {
  created: ['pending', 'paid', 'failed', 'cancelled'],
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid', 'refunded'],
  cancelled: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
} as const satisfies Partial<Record<TransactionStatus, readonly TransactionStatus[]>>

/** Where a payout may go. `sent`: the provider was asked, so only its update ends it. */
export const payoutMoves = {
  review: ['approved', 'declined', 'cancelled'],
  approved: ['sent', 'declined', 'cancelled'],
  sent: ['paid', 'declined'],
  paid: [],
  declined: [],
  cancelled: [],
} as const satisfies Partial<Record<TransactionStatus, readonly TransactionStatus[]>>

/** A payout that is kept until where it goes is accepted: its money is held, and no yes to it sends it before. */
export const waitsForDetails = ({ status, reason }: { status: TransactionStatus; reason: EntryReason }): boolean =>
  status === 'review' && reason === 'DETAILS_CHECKING'

const movesOf: Record<Direction, Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  deposit: depositMoves,
  withdrawal: payoutMoves,
}

export const mayMove = (type: Direction, from: TransactionStatus, to: TransactionStatus): boolean =>
  movesOf[type][from]?.includes(to) ?? false

export const mayCancel = (
  { type, status }: { type: Direction; status: TransactionStatus },
  jurisdiction: Jurisdiction,
): boolean => type === 'withdrawal' && rulesOf(jurisdiction).mayCancelPayout && mayMove(type, status, 'cancelled')

/** What a provider's state means for an entry. */
export const statusSaid = (type: Direction, state: ProviderUpdate['state']): TransactionStatus => {
  if (type === 'deposit') return state
  if (state === 'paid' || state === 'refunded') return state
  return state === 'pending' ? 'sent' : 'declined'
}

export type Verdict =
  | 'applied'
  | 'repeated'
  | 'older'
  | 'amount differs'
  | 'currency differs'
  | 'unknown entry'
  | 'other provider'
  | 'not allowed'

type StoredEntry = {
  type: Direction
  status: TransactionStatus
  reason: string
  amount: bigint
  fee: bigint
  currency: string
  provider: string
  providerRef: string | null
}

/** What a provider's update is worth against what is stored. Only `applied` changes anything. */
export function verdictOn(
  entry: StoredEntry,
  provider: string,
  update: Omit<ProviderUpdate, 'entryId' | 'ref'> & { ref: string | null },
): Verdict {
  if (entry.type !== update.direction) return 'unknown entry'
  if (entry.provider !== provider) return 'other provider'
  if (entry.providerRef !== null && update.ref !== null && entry.providerRef !== update.ref) return 'not allowed'
  const wanted = statusSaid(entry.type, update.state)
  // A contradiction is one whatever the state is, and the operator hears of each.
  const isMoney = wanted === 'paid' || wanted === 'refunded'
  if (isMoney && update.currency !== entry.currency) return 'currency differs'
  if (isMoney && update.amount !== null && update.amount !== givenAmount(entry)) return 'amount differs'
  if (wanted === entry.status) return update.state === 'pending' && isNewReason(entry, update) ? 'applied' : 'repeated'
  // It is on its way back already: a second 'paid' must not credit what is being returned.
  if (wanted === 'paid' && entry.reason === 'LIMIT_EXCEEDED') return 'repeated'
  if (update.state === 'pending' && !mayMove(entry.type, entry.status, wanted)) return 'older'
  // `approved` becomes `sent` before the provider is asked; a provider cannot do it.
  if (!mayMove(entry.type, entry.status, wanted) || wanted === 'sent') return 'not allowed'
  return 'applied'
}

/** What the provider was asked to take or to pay: a payout's fee stays with us. */
export const givenAmount = ({ type, amount, fee }: Pick<StoredEntry, 'type' | 'amount' | 'fee'>): bigint =>
  type === 'deposit' ? amount : amount - fee

/** A deposit that waits may say why, such as coins that are not enough. */
const isNewReason = (entry: StoredEntry, { reason }: Pick<ProviderUpdate, 'reason'>) =>
  entry.type === 'deposit' && reason !== '' && reason !== entry.reason

/** An update that the operator has to look at. */
export const contradicts = (verdict: Verdict): boolean => !['applied', 'repeated', 'older'].includes(verdict)

// Payouts

type Period = 'day' | 'week' | 'month'
export const payoutPeriodDays: Record<Period, number> = { day: 1, week: 7, month: 30 }

/** What the house pays to one player in the last so many days, in whole units. */
export const houseLimits: Readonly<Partial<Record<Currency, Record<Period, bigint>>>> = {
  EUR: { day: 10_000n, week: 25_000n, month: 50_000n },
  USD: { day: 10_000n, week: 25_000n, month: 50_000n },
  GBP: { day: 10_000n, week: 25_000n, month: 50_000n },
  BRL: { day: 50_000n, week: 125_000n, month: 250_000n },
  UAH: { day: 400_000n, week: 1_000_000n, month: 2_000_000n },
  JPY: { day: 1_500_000n, week: 4_000_000n, month: 8_000_000n },
  USDT: { day: 10_000n, week: 25_000n, month: 50_000n },
}

/** Payouts of 30 days above this sum want a fresh look at the person, in whole units. */
export const checkThresholds: Readonly<Partial<Record<Currency, bigint>>> = {
  EUR: 2_000n,
  USD: 2_000n,
  GBP: 2_000n,
  BRL: 10_000n,
  UAH: 80_000n,
  JPY: 300_000n,
  USDT: 2_000n,
}

/** So many payouts of one player may be on their way at once. */
export const mostOpenPayouts = 10

export type PeriodRoom = { period: Period; limit: bigint; used: bigint; resetsAt: Date | null }

export const leftIn = ({ limit, used }: PeriodRoom): bigint => (limit > used ? limit - used : 0n)

export type PayoutFacts = {
  currency: Currency
  standing: {
    isDeleted: boolean
    isBanned: boolean
    hasDeposited: boolean
    isEmailConfirmed: boolean
    isPhoneConfirmed: boolean
    isVerified: boolean
  }
  /** Of the profile. */
  missing: readonly string[]
  rooms: readonly PeriodRoom[]
  threshold: bigint
  isCheckedLately: boolean
  /** Under this name the check is made known to `sumsub.getAccessToken`. */
  actionId: string
  openCount: number
}

type PayoutRequest = { amount: bigint; range: { min: bigint; max: bigint } | null }

/**
 * The first thing that stands between a player and a payout, or null. Without a wish it says what would stop any sum.
 * An exclusion is not among them: the balance stays the player's.
 */
export function payoutNo(facts: PayoutFacts, wish: PayoutRequest | null): Refusal | null {
  const { standing, currency, missing } = facts
  if (standing.isDeleted) return new Refusal('UserDeleted', { message: 'This account was deleted' })
  if (standing.isBanned) return new Refusal('UserBanned', { message: 'This account is blocked' })
  if (!standing.hasDeposited) return new Refusal('UserNeedDeposit', { message: 'Nothing was ever paid in' })
  if (!standing.isEmailConfirmed && !standing.isPhoneConfirmed) {
    return new Refusal('UserNeedConfirmContact', { message: 'No contact is confirmed' })
  }
  if (missing.length > 0) {
    return new Refusal('UserNeedProfileData', { message: 'The profile is not complete', data: { fields: missing } })
  }
  if (!standing.isVerified) return new Refusal('KycWithdrawal', { message: 'The identity is not verified' })
  return (wish && rangeNo(wish, currency)) ?? periodNo(facts, wish?.amount ?? 0n) ?? checkNo(facts, wish?.amount ?? 0n)
}

function rangeNo({ amount, range }: PayoutRequest, currency: Currency): Refusal | null {
  if (!range || (amount >= range.min && amount <= range.max)) return null
  return new Refusal('WithdrawalLimitsExceeded', {
    message: 'Outside of what this way pays at once',
    fields: { amount: [amount < range.min ? 'TOO_SMALL' : 'TOO_LARGE'] },
    data: { min: toWire(range.min, currency), max: toWire(range.max, currency) },
  })
}

function periodNo({ rooms, currency }: PayoutFacts, amount: bigint): Refusal | null {
  const tight = rooms.reduce<PeriodRoom | null>(
    (least, each) => (least && leftIn(least) <= leftIn(each) ? least : each),
    null,
  )
  if (!tight || (amount <= leftIn(tight) && leftIn(tight) > 0n)) return null
  return new Refusal('WithdrawalLimitsPeriodExceeded', {
    message: `More than the house pays in a ${tight.period}`,
    fields: { amount: ['TOO_LARGE'] },
    data: {
      period: tight.period,
      limit_amount: toWire(tight.limit, currency),
      available_amount: toWire(leftIn(tight), currency),
      resets_at: tight.resetsAt?.toISOString() ?? null,
    },
  })
}

function checkNo({ rooms, threshold, isCheckedLately, actionId, currency }: PayoutFacts, amount: bigint) {
  const month = rooms.find(({ period }) => period === 'month')?.used ?? 0n
  if (isCheckedLately || month + amount <= threshold) return null
  return new Refusal('SumsubVerificationRequired', {
    message: 'A sum like this wants a fresh check of the person',
    data: { action_id: actionId, threshold: toWire(threshold, currency) },
  })
}
