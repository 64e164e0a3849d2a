import { type Currency, currencyOf, toWire } from '@croupier/contract/money'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import { requisiteFaults } from '@croupier/contract/requisites'
import type { Context, PlayerContext } from '../../context.ts'
import { keyedHash } from '../../encryption.ts'
import type { Direction, PaymentProvider } from '../../ports/payments.ts'
import { believed } from '../../secrets.ts'
import { withBanks } from './get-banks.ts'
import { type CashierMethod, methodsFor, providerOf, rangeOf, type Way } from './methods.ts'
import { type Requisite, readOwnRequisite } from './requisite-store.ts'
import { cleanRequisites, openValues, type RequisiteValues } from './requisites.ts'
import type { Entry } from './store.ts'
import { isSwitchedOff } from './switch-store.ts'

export const wrongFields = (fields: Record<string, string[]>, data?: Record<string, unknown>): Refusal =>
  new Refusal('InvalidParameter', { message: 'Wrong parameters', fields, ...(data && { data }) })

type PaymentInput = {
  method_id?: number | undefined
  method?: string | undefined
  currency?: string | undefined
  requisites: RequisiteValues
  requisite_id?: number | undefined
}

export type PaymentChoice = {
  method: CashierMethod
  way: Way
  provider: PaymentProvider
  currency: Currency
  range: { min: bigint; max: bigint; currency: Currency }
  fields: Way['fields']
  values: RequisiteValues
  /** Set where saved details were chosen. */
  saved: Requisite | null
}

/** The chosen way with everything that was typed for it, checked; a no names its field. */
export async function checkPaymentChoice(
  ctx: PlayerContext,
  direction: 'deposit' | 'payout',
  asked: PaymentInput,
): Promise<PaymentChoice> {
  const { countryCode } = ctx.player.standing
  const currency = currencyOf(ctx.player.standing)
  if (asked.currency !== undefined && asked.currency !== '' && asked.currency !== currency) {
    throw wrongFields({ currency: ['UNKNOWN_VALUE'] })
  }
  const method = findMethod(methodsFor(direction, { countryCode, currency }), asked)
  const way = method[direction]
  if (!way) throw new Error('a method without this way')
  const provider = await openProvider(ctx, method, direction === 'deposit' ? 'deposit' : 'withdrawal')
  const fields = await withBanks(provider, way.fields, { country: countryCode, currency })
  const given = await valuesOf(ctx, method, fields, asked)
  return { method, way, provider, currency, range: rangeOf(way, currency), fields, ...given }
}

function findMethod(open: readonly CashierMethod[], { method_id: id, method: sysname }: PaymentInput): CashierMethod {
  if (id === undefined && sysname === undefined) throw wrongFields({ method_id: ['REQUIRED'] })
  const found = open.find(
    (each) => (id === undefined || each.id === id) && (sysname === undefined || each.sysname === sysname),
  )
  if (!found) throw wrongField('UNKNOWN_METHOD', 'method_id', 'No such method for this player')
  return found
}

async function openProvider(
  { sql, payments }: Pick<Context, 'sql' | 'payments'>,
  method: CashierMethod,
  direction: Direction,
): Promise<PaymentProvider> {
  const provider = providerOf(payments, method)
  if (!provider || (await isSwitchedOff(sql, provider.name, direction))) {
    throw wrongField('METHOD_CLOSED', 'method_id', 'This method is switched off')
  }
  return provider
}

async function valuesOf(ctx: PlayerContext, method: CashierMethod, fields: Way['fields'], asked: PaymentInput) {
  if (asked.requisite_id === undefined) {
    const faults = requisiteFaults(fields, asked.requisites)
    if (Object.keys(faults).length > 0) throw wrongFields(faults)
    return { values: cleanRequisites(fields, asked.requisites), saved: null }
  }
  const faults = requisiteFaults([], asked.requisites)
  if (Object.keys(faults).length > 0) throw wrongFields(faults)
  const saved = await readOwnRequisite(ctx.sql, ctx.player.id, BigInt(asked.requisite_id))
  if (!saved || saved.method !== method.sysname) throw wrongFields({ requisite_id: ['UNKNOWN_VALUE'] })
  return { values: openValues(saved.sealed, ctx.player.id, ctx.keys.documentKey), saved }
}

export const rangeData = ({ min, max, currency }: PaymentChoice['range']) => ({
  min: toWire(min, currency),
  max: toWire(max, currency),
})

/** Everything a key promises, hashed with a key of ours: account numbers are too few to be safe in a plain hash. */
export function bodyHashes({ keys }: Pick<Context, 'keys'>, body: Record<string, unknown>): Buffer[] {
  const text = JSON.stringify(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return believed(keys.documentKey).map((secret) => keyedHash(text, 'cashier', secret))
}

/** What a key has stood for before: the entry, or a no when it stood for something else. */
export function sameEntry(known: Entry | undefined, hashes: readonly Buffer[]): Entry | null {
  if (!known) return null
  if (hashes.some((hash) => hash.equals(known.bodyHash))) return known
  throw new Refusal('InvalidParameter:KEY_CONFLICT', {
    message: 'This key was used for another request',
    fields: { key: ['KEY_CONFLICT'] },
  })
}

/** The request as its key sees it. */
export const promised = (
  input: PaymentInput & { amount: string; campaign_offer_id?: string | undefined; back_url?: string | undefined },
) => ({
  method_id: input.method_id,
  method: input.method,
  amount: input.amount,
  currency: input.currency,
  requisites: Object.entries(input.requisites).sort(([a], [b]) => (a < b ? -1 : 1)),
  requisite_id: input.requisite_id,
  campaign_offer_id: input.campaign_offer_id,
  back_url: input.back_url,
})
