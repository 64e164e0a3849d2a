import type { RequisiteKind } from './cashier.ts'
import { iban } from './fields/bank-details.ts'
import type { Reason, Rule } from './fields/definition.ts'
import { cpf } from './fields/document.ts'
import { email } from './fields/email.ts'
import { cardHolder } from './fields/name.ts'
import type { RequisiteField } from './methods/cashier.ts'

const filled =
  (pattern: RegExp): Rule =>
  (text) => {
    if (text.trim() === '') return 'REQUIRED'
    return pattern.test(text.trim()) ? null : 'FORMAT'
  }

/** One rule per kind; both sides run it. A bank is checked against the list it came in. */
const rules: Record<RequisiteKind, Rule> = {
  iban,
  cpf,
  bank: filled(/^[\w.-]{1,60}$/),
  account: email,
  // Base58 has no 0, O, I and l. The server checks the sum at its end too.
  trc20: filled(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
  name: cardHolder,
  card_token: filled(/^[\w-]{8,200}$/),
}

/** What is wrong with one value of a method's field, or null. */
export function requisiteReason(field: RequisiteField, value: string): Reason | null {
  if (value.trim() === '') return field.is_required ? 'REQUIRED' : null
  if (field.options && !field.options.some((option) => option.value === value)) return 'UNKNOWN_VALUE'
  return rules[field.kind](value)
}

/** Wire name → reason for everything that is wrong: missing, malformed, or not asked for. */
export function requisiteFaults(
  fields: readonly RequisiteField[],
  values: Readonly<Record<string, string>>,
): Record<string, Reason[]> {
  const wrong: [string, Reason[]][] = []
  for (const field of fields) {
    const reason = requisiteReason(field, Object.hasOwn(values, field.sysname) ? (values[field.sysname] ?? '') : '')
    if (reason) wrong.push([`requisites[${field.sysname}]`, [reason]])
  }
  for (const name of Object.keys(values))
    if (!fields.some(({ sysname }) => sysname === name)) wrong.push([`requisites[${name}]`, ['UNKNOWN_VALUE']])
  return Object.fromEntries(wrong)
}
