import { feeOf, type MethodKind } from '@croupier/contract/cashier'
import type { DepositAction, RequisiteField } from '@croupier/contract/methods/cashier'
import { type Currency, currencies } from '@croupier/contract/money'
import type { PaymentProvider, Payments } from '../../ports/payments.ts'

/** From and to, in whole units. A currency that is not listed is not taken. */
type Ranges = Readonly<Partial<Record<Currency, readonly [bigint, bigint]>>>

type Fee = { basisPoints: bigint; fixed: bigint }

export type Way = {
  ranges: Ranges
  /** The fixed part is in minor units, so a way that has one takes one currency. */
  fee: Fee | null
  minutes: number
  fields: readonly RequisiteField[]
}

export type CashierMethod = {
  id: number
  sysname: string
  kind: MethodKind
  /** Name of its provider, as `open-payments.ts` gives it. */
  provider: string
  /** Null: everywhere. */
  countries: readonly string[] | null
  deposit: (Way & { action: DepositAction['kind'] }) | null
  payout: Way | null
}

const field = (sysname: RequisiteField['kind'], isRequired = true): RequisiteField => ({
  sysname,
  kind: sysname,
  is_required: isRequired,
})

const cpf: RequisiteField = { ...field('cpf'), mask: '000.000.000-00', min_length: 11, max_length: 14 }
const iban: RequisiteField = { ...field('iban'), min_length: 15, max_length: 42 }
const trc20: RequisiteField = { ...field('trc20'), min_length: 34, max_length: 34 }

const cardCurrencies = {
  EUR: [10n, 5_000n],
  USD: [10n, 5_000n],
  GBP: [10n, 5_000n],
  BRL: [50n, 25_000n],
  UAH: [200n, 200_000n],
  JPY: [1_000n, 500_000n],
} as const satisfies Ranges

const sepaCountries = ['DE', 'ES', 'FR', 'IT', 'NL', 'PT', 'FI', 'AT', 'BE', 'IE', 'PL', 'UA']

/**
 * Every way in and out. A table in the code and not content, because an editor of texts must not be able to change
 * where money goes, how much of it, and what it costs.
 */
export const methods: readonly CashierMethod[] = [
  {
    id: 1,
    sysname: 'card',
    kind: 'card',
    provider: 'sandbox',
    countries: null,
    // Without a token from the frame the provider's own page asks for the card.
    deposit: {
      ranges: cardCurrencies,
      fee: null,
      minutes: 1,
      fields: [field('card_token', false)],
      action: 'redirect',
    },
    payout: { ranges: cardCurrencies, fee: null, minutes: 1_440, fields: [field('card_token')] },
  },
  {
    id: 2,
    sysname: 'bank',
    kind: 'bank',
    provider: 'sandbox',
    countries: sepaCountries,
    deposit: {
      ranges: { EUR: [10n, 10_000n], UAH: [200n, 400_000n] },
      fee: null,
      minutes: 5,
      fields: [field('bank')],
      action: 'new_window',
    },
    payout: null,
  },
  {
    id: 3,
    sysname: 'wallet',
    kind: 'wallet',
    provider: 'sandbox',
    countries: null,
    deposit: {
      ranges: cardCurrencies,
      fee: { basisPoints: 100n, fixed: 0n },
      minutes: 2,
      fields: [field('account')],
      action: 'mobile',
    },
    payout: {
      ranges: cardCurrencies,
      fee: { basisPoints: 100n, fixed: 0n },
      minutes: 60,
      fields: [field('account')],
    },
  },
  {
    id: 4,
    sysname: 'iban',
    kind: 'iban',
    provider: 'sandbox',
    countries: null,
    deposit: {
      ranges: { EUR: [20n, 20_000n] },
      fee: null,
      minutes: 1_440,
      fields: [iban, field('name')],
      action: 'form',
    },
    payout: { ranges: { EUR: [20n, 20_000n] }, fee: null, minutes: 2_880, fields: [iban, field('name')] },
  },
  {
    id: 5,
    sysname: 'pix',
    kind: 'pix',
    provider: 'sandbox',
    countries: ['BR'],
    deposit: { ranges: { BRL: [20n, 25_000n] }, fee: null, minutes: 2, fields: [cpf], action: 'qr' },
    payout: { ranges: { BRL: [50n, 25_000n] }, fee: null, minutes: 60, fields: [cpf] },
  },
  {
    id: 6,
    sysname: 'usdt-trc20',
    kind: 'crypto',
    provider: 'coins',
    countries: null,
    deposit: { ranges: { USDT: [10n, 50_000n] }, fee: null, minutes: 10, fields: [], action: 'qr' },
    payout: {
      ranges: { USDT: [20n, 20_000n] },
      fee: { basisPoints: 0n, fixed: 1_000_000n },
      minutes: 60,
      fields: [trc20],
    },
  },
]

type Place = { countryCode: string | null; currency: Currency }

/** The ways that this player has: those of the country and of the account's currency. */
export const methodsFor = (direction: 'deposit' | 'payout', { countryCode, currency }: Place): CashierMethod[] =>
  methods.filter((method) => {
    const isHere = method.countries === null || (countryCode !== null && method.countries.includes(countryCode))
    return isHere && method[direction]?.ranges[currency] !== undefined
  })

/** Where the operator has a gateway, it has the place of the stand-in; entries and purses keep the names apart. */
export const gatewayName = 'gateway'
export const providerOf = (payments: Payments, { provider }: CashierMethod): PaymentProvider | undefined =>
  (provider === 'sandbox' ? payments.get(gatewayName) : undefined) ?? payments.get(provider)

export const cashierMethodNamed = (sysname: string): CashierMethod | undefined =>
  methods.find((method) => method.sysname === sysname)

export const unitOf = (currency: Currency): bigint => 10n ** BigInt(currencies[currency].decimals)

/** In minor units. */
export function rangeOf(way: Way, currency: Currency): { min: bigint; max: bigint; currency: Currency } {
  const range = way.ranges[currency]
  if (!range) throw new Error('a way that does not take this currency')
  const unit = unitOf(currency)
  return { min: range[0] * unit, max: range[1] * unit, currency }
}

export const feeFor = (way: Way, amount: bigint): bigint => (way.fee ? feeOf(amount, way.fee) : 0n)

/** `150` parts of ten thousand are `1.5` per cent. */
export function percentText(basisPoints: bigint): string {
  const fraction = (basisPoints % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return `${basisPoints / 100n}${fraction ? `.${fraction}` : ''}`
}
