import type { RequisiteField } from '@croupier/contract/methods/cashier'
import type { Currency } from '@croupier/contract/money'
import { currencyOf } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import type { PaymentProvider } from '../../ports/payments.ts'
import { methodsFor, providerOf } from './methods.ts'

type Place = { country: string | null; currency: Currency }
type Banks = { value: string; name: string }[]

/** Banks open and close rarely, and the list is asked for with every look at the cashier. */
const keptMs = 60_000
const kept = new WeakMap<PaymentProvider, Map<string, { banks: Promise<Banks>; untilMs: number }>>()

async function banksOf(provider: PaymentProvider, place: Place): Promise<Banks> {
  const places = kept.get(provider) ?? new Map()
  kept.set(provider, places)
  const name = `${place.country}/${place.currency}`
  const known = places.get(name)
  if (known && known.untilMs > performance.now()) return known.banks
  // A player who comes while it is being asked waits for the same answer: a slow provider is not asked by every player.
  const banks = provider.banks(place).catch((error: unknown) => {
    places.delete(name)
    throw error
  })
  places.set(name, { banks, untilMs: performance.now() + keptMs })
  return banks
}

/** The fields of a way, with the list of banks where one is to be chosen. */
export const withBanks = (provider: PaymentProvider, fields: readonly RequisiteField[], place: Place) =>
  Promise.all(
    fields.map(async (field) =>
      field.kind === 'bank' ? { ...field, options: await banksOf(provider, place) } : field,
    ),
  )

export const getBanks: Operation<'cashier.getbanks'> = async ({ player, payments }, { method: wanted }) => {
  const currency = currencyOf(player.standing)
  const { countryCode } = player.standing
  const method = methodsFor('deposit', { countryCode, currency }).find(
    ({ kind, sysname }) => kind === 'bank' && (wanted === undefined || wanted === sysname),
  )
  if (!method) return { items: [] }
  const provider = providerOf(payments, method)
  if (!provider) throw new Refusal('BillingUnavailable', { message: 'This site has no such provider' })
  return { items: await banksOf(provider, { country: countryCode, currency }) }
}
