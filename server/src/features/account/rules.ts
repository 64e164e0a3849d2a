import { readDate } from '@croupier/contract/fields/date'
import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { ProfileValues } from '@croupier/contract/fields/profile'
import { withoutPlus } from '@croupier/contract/fields/text'
import { storageQuota } from '@croupier/contract/methods/storage'
import { Refusal } from '@croupier/contract/refusals'
import { type Jurisdiction, rulesOf } from '../jurisdiction/jurisdiction.ts'

type Stored = { keys: number; bytes: number }

/** May a value of this size stand beside what is stored already? */
export const fitsQuota = (valueBytes: number, beside: Stored): boolean =>
  valueBytes <= storageQuota.valueBytes &&
  beside.keys + 1 <= storageQuota.keys &&
  beside.bytes + valueBytes <= storageQuota.totalBytes

/** Where the rules ask for it, no player plays before the identity is known; elsewhere it is asked for before a payout. */
export const isKycBlocking = ({ isVerified }: { isVerified: boolean }, jurisdiction: Jurisdiction): boolean =>
  rulesOf(jurisdiction).isVerifiedFirst && !isVerified

/** Personal data as it is stored. */
export type Personal = {
  firstName: string
  middleName: string
  lastName: string
  sex: number
  /** YYYY-MM-DD. */
  birthDate: string | null
  region: string
  homeTown: string
  address: string
  postcode: string
  documentType: string
  documentNumber: string
}

/** One login, however it is written: case and a leading plus do not count. */
export const loginKey = (text: string): string => withoutPlus(text).normalize('NFKC').toLowerCase()

/** Digits of the international number. */
export const phoneKeyOf = (phone: string): string => phone.replace(/\D/g, '')

/** A number as people write it: `+48 (512) 334-904`. */
export const looksLikePhone = (text: string): boolean => /^\+?[\d\s().-]{6,25}$/.test(text.trim())

/** Chosen logins have no at-sign and at least one letter, so the other kinds cannot be mistaken for them. */
export function loginKindOf(login: string): 'email' | 'phone' | 'made' | 'chosen' {
  if (login.includes('@')) return 'email'
  if (/^\d+$/.test(login)) return 'phone'
  return /^player-\d+(-\d+)?$/.test(login) ? 'made' : 'chosen'
}

/** The seal names its player: another row's number cannot be put in its place. */
export const documentPurpose = (playerId: bigint): string => `document:${playerId}`

/** What may be shown of a number: less than half of it, four characters at most. */
export const documentTail = (number: string): string => {
  const shown = Math.min(4, Math.floor([...number].length / 3))
  return shown === 0 ? '' : [...number].slice(-shown).join('')
}

/** What of a player decides which fields can still be changed. */
export type Locking = { isVerified: boolean; email: string | null; phone: string | null }

/** The identity check has looked at these. */
const verifiedFields: readonly string[] = [
  'first_name',
  'middle_name',
  'last_name',
  'birth_date',
  'document_type',
  'document_number',
  'country_code',
]

/** A contact that is there is changed with its code, not with the profile. */
export const isLockedFor = (sysname: string, { isVerified, email, phone }: Locking): boolean =>
  (isVerified && verifiedFields.includes(sysname)) ||
  (sysname === 'email' && email !== null) ||
  (sysname === 'phone' && phone !== null) ||
  sysname === 'login'

/** The personal data among a form's values; only what was sent. */
export const personalOf = (values: ProfileValues): Partial<Personal> => ({
  ...(values.first_name !== undefined && { firstName: values.first_name }),
  ...(values.middle_name !== undefined && { middleName: values.middle_name }),
  ...(values.last_name !== undefined && { lastName: values.last_name }),
  ...(values.sex !== undefined && { sex: Number(values.sex) || 0 }),
  ...(values.birth_date !== undefined && { birthDate: readDate(values.birth_date) }),
  ...(values.region !== undefined && { region: values.region }),
  ...(values.home_town !== undefined && { homeTown: values.home_town }),
  ...(values.address !== undefined && { address: values.address }),
  ...(values.postcode !== undefined && { postcode: values.postcode }),
  ...(values.document_type !== undefined && { documentType: values.document_type }),
  ...(values.document_number !== undefined && { documentNumber: values.document_number }),
})

/** Enough to know one's own contact by, too little to write to it: `a…e@example.com`, `+48…904`. */
export function maskContact(contact: string): string {
  const [name = '', domain] = contact.split('@')
  if (domain === undefined) return `${contact.slice(0, 3)}…${contact.slice(-3)}`
  const letters = [...name]
  return letters.length < 3 ? `…@${domain}` : `${letters[0]}…${letters.at(-1)}@${domain}`
}

/** Letters with codes to one contact, whichever account asks for them: no mailbox is filled by many accounts. */
export const contactSends = { points: 5, seconds: 3600 }

const isFilled = (sysname: string, values: ProfileValues) => {
  const text = values[sysname] ?? ''
  return sysname === 'sex' ? text !== '' && text !== '0' : text !== ''
}

/** What still has to be filled in. A password is no part of a profile. */
export const missingProfileFields = (
  fields: readonly FieldDefinition[],
  values: ProfileValues,
  isAsked: (field: FieldDefinition) => boolean = () => true,
): string[] =>
  fields
    .filter(({ type, params }) => type !== 'password' && params.is_required && params.is_visible)
    .filter((field) => isAsked(field) && !isFilled(field.sysname, values))
    .map(({ sysname }) => sysname)

type Standing = { values: ProfileValues; fields: readonly FieldDefinition[]; termsVersion: string }

/** Nothing that the full form demands is missing, and the terms of today are accepted. */
export const isRegistrationComplete = (
  { values, fields, termsVersion }: Standing,
  asked: { hasTerms: boolean; termsVersion: string },
): boolean =>
  isFilled('country_code', values) &&
  (!asked.hasTerms || termsVersion === asked.termsVersion) &&
  missingProfileFields(fields, values, ({ params }) => params.is_registration).length === 0

/** For a player without a password: an open session alone changes no way in and no way out for money. */
export function refuseStale({ isFresh }: { isFresh: boolean }): void {
  if (!isFresh) throw new Refusal('InvalidParameter:STEP_UP_NEEDED', { message: 'Prove first that it is you' })
}
