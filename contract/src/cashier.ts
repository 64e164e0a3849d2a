import type { Reason } from './fields/definition.ts'
import { sum } from './fields/money-input.ts'
import { type Currency, currencies, fromDecimal, toDecimal } from './money.ts'
import type { RefusalName } from './refusals.ts'

/** The cashier's closed lists and the rules that both sides run. */

export const transactionTypes = ['deposit', 'withdrawal', 'bonus', 'cashback'] as const

export const transactionStatuses = [
  // A deposit: begun, known to the provider, and its ends.
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'refunded',
  // A payout: held, agreed to, taken by the provider; ends in paid, declined or cancelled.
  'review',
  'approved',
  'sent',
  'declined',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** What kind of way to pay it is: its name, icon and words go by it. `bonus` and `cashback` are lines of their tabs. */
export const methodKinds = ['card', 'bank', 'iban', 'pix', 'wallet', 'crypto', 'bonus', 'cashback'] as const
export type MethodKind = (typeof methodKinds)[number]

/** Why a deposit or payout ended or waits; the text is the message `cashier.reasons.{reason}`. */
export const entryReasons = [
  '',
  // Said by the provider.
  'DECLINED_BY_BANK',
  'INSUFFICIENT_FUNDS',
  'EXPIRED',
  'CANCELLED_BY_PLAYER',
  'UNDERPAID',
  'WRONG_DETAILS',
  'PROVIDER_ERROR',
  // Said by the house or its operator.
  'LIMIT_EXCEEDED',
  'RETURNED_TO_SOURCE',
  'DOCUMENTS_NEEDED',
  'OWNER_DIFFERS',
  'RULES_BROKEN',
  'OPERATOR',
  // A payout is kept while its details are being checked; refused, it is given back.
  'DETAILS_CHECKING',
  'DETAILS_REFUSED',
] as const
export type EntryReason = (typeof entryReasons)[number]

/** Why money moved; the text is the message `cashier.moves.{reason}`. */
export const moveReasons = [
  'deposit',
  'withdrawal',
  'release',
  'refund',
  'fee',
  'stake',
  'win',
  'rollback',
  'correction',
  'cashback',
  'bonus',
  'conversion',
  'forfeit',
  'freebet',
  'fun',
  'jackpot',
  'freespin',
  'lost',
  'boost',
  'prize',
  'cashout',
  'void',
  'points',
  'purchase',
] as const
export type MoveReason = (typeof moveReasons)[number]

/** What kind of value a method asks for; `requisites.ts` has the rule of each. */
export const requisiteKinds = ['iban', 'cpf', 'bank', 'account', 'trc20', 'name', 'card_token'] as const
export type RequisiteKind = (typeof requisiteKinds)[number]

const moneyCallRefusals = [
  'InvalidParameter:KEY_CONFLICT',
  'InvalidParameter:UNKNOWN_METHOD',
  'InvalidParameter:METHOD_CLOSED',
  'UserBanned',
  'UserDeleted',
  'BillingServiceError',
  'BillingTransactionDeclined',
  'BillingUnavailable',
  'TooManyRequests',
] as const satisfies readonly RefusalName[]

export const depositRefusals = [
  ...moneyCallRefusals,
  'BillingDepositLimitExceeded',
  'KycUserProfile',
  'InvalidParameter:SELF_EXCLUDED',
  'InvalidParameter:UNKNOWN_OFFER',
  'InvalidParameter:OFFER_REFUSED',
] as const satisfies readonly RefusalName[]

export const payoutRefusals = [
  ...moneyCallRefusals,
  'InvalidParameter:INSUFFICIENT_FUNDS',
  'InvalidParameter:BURN_BONUSES',
  'InvalidParameter:PASSWORD_NEEDED',
  'InvalidParameter:STEP_UP_NEEDED',
  'UserNeedDeposit',
  'UserNeedProfileData',
  'UserNeedConfirmContact',
  'WithdrawalDeclined',
  'WithdrawalLimitsExceeded',
  'WithdrawalLimitsPeriodExceeded',
  'KycWithdrawal',
  'SumsubVerificationRequired',
  'RequisitesOnVerification',
  'RequisitesValidationRequired',
  'RequisitesFraudulent',
] as const satisfies readonly RefusalName[]

type AmountRange = { min: bigint; max: bigint; currency: Currency }

const unitOf = (currency: Currency) => 10n ** BigInt(currencies[currency].decimals)

/** The sum of a deposit: whole units of the currency within the method's range, which is in minor units. */
export function depositSum(text: string, { min, max, currency }: AmountRange): Reason | null {
  const unit = unitOf(currency)
  // A range that ends inside a unit is narrowed to whole ones.
  return sum(text, { min: (min + unit - 1n) / unit, max: max / unit })
}

/** The sum of a payout: whole units, or exactly everything, so that no rest is locked in for ever. */
export function payoutSum(text: string, range: AmountRange & { available: bigint }): Reason | null {
  const { min, max, currency, available } = range
  if (text === toDecimal(available, currency) && available > 0n) {
    if (available < min) return 'TOO_SMALL'
    return available > max ? 'TOO_LARGE' : null
  }
  return depositSum(text, range)
}

/** Minor units of a sum that its rule has passed. */
export function minorOf(text: string, currency: Currency): bigint {
  const minor = fromDecimal(text, currency)
  if (minor === null) throw new Error('a sum that no rule has seen')
  return minor
}

/** A fee in parts of ten thousand and a fixed part, rounded up to the minor unit: the house never pays it. */
export const feeOf = (amount: bigint, fee: { basisPoints: bigint; fixed: bigint }): bigint =>
  (amount * fee.basisPoints + 9_999n) / 10_000n + fee.fixed
