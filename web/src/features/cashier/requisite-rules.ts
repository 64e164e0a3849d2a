import type { RequisiteField, SavedRequisite } from '@croupier/contract/methods/cashier'
import { requisiteReason } from '@croupier/contract/requisites'

/** Details are either one of the saved, or new. */
export type Choice = number | 'new'

export type Entered = {
  choice: Choice
  values: Readonly<Record<string, string>>
  /** Fields that have been left, or were sent: only these show what is wrong. */
  seen: readonly string[]
  /** What the server said of a value; gone with the next key. */
  refused: Readonly<Record<string, string>>
  /** How the card looks that stands behind a token. */
  mask: string | null
}

type RequisiteOptions = { requisites: readonly RequisiteField[]; saved: readonly SavedRequisite[] }

const isUsable = ({ state }: SavedRequisite) => state !== 'fraudulent'

/** Where a deposit came from first, then what was used last. */
export const startOf = ({ saved }: RequisiteOptions): Entered => ({
  choice: saved.find((each) => each.is_source && isUsable(each))?.id ?? saved.find(isUsable)?.id ?? 'new',
  values: {},
  seen: [],
  refused: {},
  mask: null,
})

/** Signs that only help reading do not travel. */
const plainValue = ({ kind }: Pick<RequisiteField, 'kind'>, value: string): string =>
  kind === 'iban' || kind === 'cpf' ? value.replace(/[^\p{L}\d]/gu, '').toUpperCase() : value.trim()

/** What is wrong with the fields of new details, by their names. */
export function faultsOf(fields: readonly RequisiteField[], { choice, values }: Entered): Record<string, string> {
  if (choice !== 'new') return {}
  return Object.fromEntries(
    fields.flatMap((field) => {
      const reason = requisiteReason(field, plainValue(field, values[field.sysname] ?? ''))
      return reason ? [[field.sysname, reason]] : []
    }),
  )
}

/** As it travels: a saved one by its number, or every field that was filled in. */
export function requisitesOnWire(fields: readonly RequisiteField[], { choice, values }: Entered) {
  if (choice !== 'new') return { requisite_id: choice }
  const filled = fields.flatMap((field) => {
    const value = plainValue(field, values[field.sysname] ?? '')
    return value === '' ? [] : [[field.sysname, value]]
  })
  const requisites: Record<string, string> = Object.fromEntries(filled)
  return { requisites }
}

/** `requisites[iban]` of a refusal → `iban`. */
export function refusedRequisites(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, reason]) => {
      const sysname = /^requisites\[(.+)\]$/.exec(name)?.[1]
      return sysname ? [[sysname, reason]] : []
    }),
  )
}

const groups = 9

/** Four and four, as it is printed; no IBAN has more than 34 signs. */
export const ibanMask = `${Array(groups - 1)
  .fill('****')
  .join(' ')} **`
export const cpfMask = '000.000.000-00'
