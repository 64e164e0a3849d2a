import type { JobContext, Tx } from '../../context.ts'
import type { ProviderUpdate } from '../../ports/payments.ts'
import { cashierMethodNamed } from './methods.ts'
import { saveRequisite } from './requisite-store.ts'
import { maskOf, openValues, printsOf, type RequisiteValues, sealValues } from './requisites.ts'
import { type Entry, writeMasks } from './store.ts'

/** Where a deposit came from, so that a payout can go back there. */
export async function saveSource(
  { keys }: Pick<JobContext, 'keys'>,
  tx: Tx,
  entry: Entry,
  source: ProviderUpdate['source'],
): Promise<void> {
  const { playerId, method } = entry
  const fields = cashierMethodNamed(method)?.payout?.fields ?? []
  const takesCard = fields.some(({ kind }) => kind === 'card_token')
  const values: RequisiteValues =
    takesCard && source ? { card_token: source.token } : openValues(entry.requisitesSealed, playerId, keys.documentKey)
  if (source && takesCard) await writeMasks(tx, entry.id, { card_token: source.mask })
  const isWhole = fields.length > 0 && fields.every(({ sysname }) => values[sysname])
  const prints = isWhole ? printsOf(fields, values, keys.documentKey) : null
  if (!prints) return
  await saveRequisite(tx, {
    playerId,
    method,
    mask: takesCard && source ? source.mask : maskOf(fields, values),
    sealed: sealValues(values, playerId, keys.documentKey),
    print: prints[0],
    state: 'new',
    hasPaidIn: true,
  })
}
