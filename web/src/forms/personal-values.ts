import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { checkField, type Surroundings } from '@croupier/contract/fields/profile'
import type { Profile } from '@croupier/contract/methods/account'
import type { FormValues } from './profile-field.tsx'

/** What a profile holds, as its form shows it. The number of a document is never shown, only replaced. */
export const valuesOf = (profile: Profile): FormValues => ({
  first_name: profile.first_name,
  middle_name: profile.middle_name,
  last_name: profile.last_name,
  sex: profile.sex ? String(profile.sex) : '',
  birth_date: profile.birth_date,
  document_type: profile.document_type,
  document_number: '',
  country_code: profile.country_code,
  region: profile.region,
  home_town: profile.home_town,
  address: profile.address,
  postcode: profile.postcode,
  login: profile.login,
  email: profile.email,
  phone: profile.mobile,
  phone_country_code: profile.phone_country_code || profile.country_code,
})

/** What another country changes beside its fields: the choices that hang on it begin with their first. */
export function valuesForCountry(definitions: readonly FieldDefinition[]): FormValues {
  const hanging = definitions.filter(({ sysname }) => sysname === 'region' || sysname === 'document_type')
  return {
    region: '',
    document_type: '',
    ...Object.fromEntries(hanging.map(({ sysname, options }) => [sysname, options.select?.[0]?.value ?? ''])),
  }
}

/**
 * Choices that a form makes by itself when the fields of a country have come: a kind of document is always one of the
 * list; a region only where another country has taken the old one away, because the first of a list is a guess.
 */
export function choicesFor(
  definitions: readonly FieldDefinition[],
  values: Readonly<Record<string, string | undefined>>,
  isMoved: boolean,
): FormValues {
  const names = isMoved ? ['document_type', 'region'] : ['document_type']
  const hanging = definitions.filter(({ sysname, options }) => {
    const isKnown = options.select?.some(({ value }) => value === (values[sysname] ?? ''))
    return names.includes(sysname) && !isKnown
  })
  return Object.fromEntries(
    hanging.flatMap(({ sysname, options }) => (options.select?.[0] ? [[sysname, options.select[0].value]] : [])),
  )
}

/** A document is its kind and its number together, a phone its digits and the country of its code. */
const companions: Record<string, string> = { document_number: 'document_type', phone: 'phone_country_code' }

const isSame = (one = '', other = '') => one.trim() === other.trim()

/** Only what was changed is sent: the rest stays as it is. */
export function changesIn(values: FormValues, before: FormValues, shown: readonly string[]): FormValues {
  const changed = shown.filter((name) => !isSame(values[name], before[name]))
  const together = changed.flatMap((name) => companions[name] ?? [])
  return Object.fromEntries([...changed, ...together].map((name) => [name, (values[name] ?? '').trim()]))
}

/** What is wrong, by field, among those that are checked. */
export function wrongIn(
  values: FormValues,
  definitions: readonly FieldDefinition[],
  around: Surroundings,
  isChecked: (name: string) => boolean,
): Record<string, string> {
  const wrong = definitions.flatMap((definition) => {
    const reason = isChecked(definition.sysname) ? checkField(definition, values, around) : null
    return reason ? [[definition.sysname, reason]] : []
  })
  return Object.fromEntries(wrong)
}
