import type { Params } from '@croupier/contract/contract'
import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { Profile } from '@croupier/contract/methods/account'

const others: Record<string, (known: Profile) => unknown> = {
  phone: ({ mobile }) => mobile,
  document_number: ({ document }) => document,
}

/** Whether the account has a value already. Another country may ask for what the first one did not. */
function isKnown(known: Profile, sysname: string): boolean {
  const read = others[sysname]
  const value = read ? read(known) : Object.entries(known).find(([name]) => name === sysname)?.[1]
  return Boolean(value)
}

/** Which fields an unfinished account is asked for: those of a registration that it lacks. */
export const missingDefinitions = (definitions: readonly FieldDefinition[], known: Profile): FieldDefinition[] =>
  definitions.filter(({ sysname, type, params }) => {
    if (type === 'password') return false
    if (sysname === 'country_code') return known.country_code === ''
    const isAsked = params.is_visible && params.is_registration && params.is_required
    return isAsked && (known.missing.includes(sysname) || !isKnown(known, sysname))
  })

export function completionPayload(
  values: Readonly<Record<string, string>>,
  shown: readonly FieldDefinition[],
): Params<'account.saveProfileInfo'> {
  const names = shown.map(({ sysname }) => sysname)
  const given = Object.entries(values).filter(([name, text]) => names.includes(name) && text.trim() !== '')
  const hasPhone = given.some(([name]) => name === 'phone')
  return {
    ...Object.fromEntries(given.map(([name, text]) => [name, text.trim()])),
    ...(hasPhone && values.phone_country_code && { phone_country_code: values.phone_country_code }),
    ...(values.terms === '1' && { terms: '1' }),
  }
}
