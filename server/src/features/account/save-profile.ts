import { readDate } from '@croupier/contract/fields/date'
import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { emailKey } from '@croupier/contract/fields/email'
import { readPhone } from '@croupier/contract/fields/phone'
import { checkField, type ProfileValues } from '@croupier/contract/fields/profile'
import { cleanValues } from '@croupier/contract/fields/text'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { encrypt } from '../../encryption.ts'
import { lockContacts } from './contact-store.ts'
import { type Contact, claimContact, readContact, sendContactCode } from './contacts.ts'
import { fieldsFor, surroundingsOf } from './fields.ts'
import { lockPlayer } from './lock-store.ts'
import { addPersonKeys, removePersonKeys } from './person-store.ts'
import { documentNumberOf, valuesOf } from './profile.ts'
import {
  contactSends,
  documentPurpose,
  documentTail,
  isRegistrationComplete,
  personalOf,
  refuseStale,
} from './rules.ts'
import { isExcludedPerson, type Person, personKeys } from './same-person.ts'
import { changeProfile, type ProfileRow, readProfile, sealDocument } from './store.ts'
import { noteEvent } from './trail.ts'

export const saveProfileInfo: Operation<'account.saveProfileInfo'> = async (ctx, input) => {
  const { forms, site, auth } = await ctx.content.config(ctx.locale)
  const sent = cleanValues(input, forms.preventEmoji)
  const contacts = newContacts(sent)
  const around = await surroundingsOf(ctx)
  // One that is there already is locked; a first one is sent a code, which counts wherever it was asked for.
  for (const { type, key } of contacts) {
    if (ctx.player.standing[type] === null) await ctx.attempts.count('account.contactSends', contactSends, key)
  }
  await ctx.begin(async (tx) => {
    await lockContacts(
      tx,
      contacts.map(({ key }) => key),
    )
    await lockPlayer(tx, ctx.player.id)
    const row = await readProfile(tx, ctx.player.id)
    const before = valuesOf(row)
    const country = sent.country_code || row.countryCode || ''
    const fields = await fieldsFor(ctx, country, row)
    const number = documentNumberOf(ctx.keys.documentKey, row)
    const values = changesIn(sent, sent.document_number === number ? { ...before, document_number: number } : before)
    const known = new Set(fields.map(({ sysname }) => sysname))
    const after: ProfileValues = {
      ...before,
      document_number: number,
      ...values,
      ...(isMoved(values) && { region: values.region ?? '' }),
    }

    const wrong = new Map<string, string>()
    for (const field of fields) {
      const isSent = values[field.sysname] !== undefined
      // A number of one kind of document need not be one of another.
      const isAffected =
        field.sysname === 'document_number' &&
        values.document_type !== undefined &&
        number !== '' &&
        !wrong.has('document_type')
      if (!isSent && !isAffected) continue
      const reason = (isSent && refusalOf(field, row)) || checkField(field, after, around)
      if (reason) wrong.set(field.sysname, reason)
    }
    if (values.currency !== undefined) wrong.set('currency', 'LOCKED')
    if (wrong.size > 0) throw wrongFields(wrong)

    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
    const personal = personalOf({ ...kept, ...(isMoved(kept) && { region: kept.region ?? '' }) })
    const { documentNumber, ...plain } = personal
    await refuseExcluded(ctx, tx, row, { ...personal, ...personContacts(contacts, kept) })
    await changeProfile(tx, row.playerId, { personal: plain, countryCode: kept.country_code })
    if (documentNumber !== undefined) await keepDocument(ctx, tx, row.playerId, documentNumber)
    const claimed = contacts.filter(({ type }) => kept[type] !== undefined)
    // As `account.addcontact` does: codes to a contact stand for the password of a player who has none.
    if (claimed.length > 0 && !ctx.player.standing.hasPassword) refuseStale(ctx.player)
    for (const contact of claimed) {
      await claimContact(tx, ctx.keys.documentKey, row.playerId, contact)
      await sendContactCode(ctx, tx, row.playerId, contact)
    }
    if (sent.terms === '1' && row.termsVersion !== site.termsVersion) {
      await changeProfile(tx, row.playerId, { personal: {}, termsVersion: site.termsVersion })
    }
    const now = await readProfile(tx, row.playerId)
    await keepPerson(ctx, tx, now)
    const standing = { values: valuesOf(now), fields, termsVersion: now.termsVersion }
    const asked = { hasTerms: auth.hasTerms, termsVersion: site.termsVersion }
    if (!row.isRegistrationCompleted && isRegistrationComplete(standing, asked)) {
      await changeProfile(tx, row.playerId, { personal: {}, isRegistrationCompleted: true })
    }
    if (Object.keys(kept).length > 0) await noteEvent(tx, row.playerId, 'profileChanged', ctx.visitor)
    await tellPlayer(tx, row.playerId, 'account')
  })
  return null
}

/** Contacts as they could be kept; what cannot be read as one is named by its rule later. */
function newContacts(sent: ProfileValues): Contact[] {
  const read = [sent.email ? readContact(sent.email) : null, sent.phone ? readPhoneOf(sent) : null]
  return read.flatMap((contact) => (contact && !('reason' in contact) ? [contact] : []))
}

const readPhoneOf = ({ phone = '', phone_country_code }: ProfileValues) =>
  phone.includes('@') ? null : readContact(phone, phone_country_code)

/** One way of writing what can be written in several. */
function plainValue(name: string, value: string, { phone_country_code }: ProfileValues): string {
  if (name === 'birth_date') return readDate(value) ?? value
  if (name === 'phone') return readPhone(value, phone_country_code) ?? value
  return name === 'sex' && value === '' ? '0' : value
}

/** What differs from what is stored. Sent back as it was, a locked field is no mistake. */
const changesIn = (sent: ProfileValues, before: ProfileValues): ProfileValues =>
  Object.fromEntries(
    Object.entries(sent)
      .map(([name, value = '']): [string, string] => [name, plainValue(name, value, sent)])
      .filter(([name, value]) => name !== 'terms' && value !== (before[name] ?? ''))
      .filter(([name, value]) => name !== 'email' || emailKey(value) !== emailKey(before.email ?? '')),
  )

const isMoved = (values: ProfileValues) => values.country_code !== undefined

function refusalOf({ sysname, params }: FieldDefinition, row: ProfileRow): string | null {
  const isContact = sysname === 'email' || sysname === 'phone'
  // A new contact is a new way to the password: `account.addcontact` asks for it.
  if (isContact && row.isRegistrationCompleted && (row.isEmailConfirmed || row.isPhoneConfirmed)) return 'USE_CONTACTS'
  if (!params.is_locked) return null
  return (sysname === 'email' && row.email !== null) || (sysname === 'phone' && row.phone !== null)
    ? 'USE_CONTACTS'
    : 'LOCKED'
}

const personContacts = (contacts: Contact[], kept: ProfileValues): Person => ({
  email: kept.email === undefined ? undefined : contacts.find(({ type }) => type === 'email')?.value,
  phoneKey: kept.phone === undefined ? undefined : contacts.find(({ type }) => type === 'phone')?.key,
})

/** Another account of this person is excluded: then this one must not become a way around it by degrees. */
async function refuseExcluded({ keys }: PlayerContext, tx: Tx, row: ProfileRow, changed: Person) {
  // A player who is excluded here too may still complete what a payout needs.
  if (row.isExcluded) return
  const { documentKey } = keys
  const { firstName, lastName, birthDate, documentType, documentNumber } = changed
  const isNamed = [firstName, lastName, birthDate].some((value) => value !== undefined)
  const isDocument = [documentType, documentNumber].some((value) => value !== undefined)
  const person: Person = {
    email: changed.email,
    phoneKey: changed.phoneKey,
    ...(isNamed && {
      firstName: firstName ?? row.firstName,
      lastName: lastName ?? row.lastName,
      birthDate: birthDate ?? row.birthDate,
    }),
    ...(isDocument && {
      documentType: documentType ?? row.documentType,
      documentNumber: documentNumber ?? documentNumberOf(documentKey, row),
    }),
  }
  if (await isExcludedPerson(tx, documentKey, person, { besides: row.playerId })) {
    throw new Refusal('InvalidParameter:SELF_EXCLUDED', { message: 'This person has excluded itself' })
  }
}

async function keepDocument({ keys }: PlayerContext, tx: Tx, playerId: bigint, number: string) {
  const sealed = number === '' ? null : encrypt(number, documentPurpose(playerId), keys.documentKey)
  await sealDocument(tx, playerId, { sealed, tail: documentTail(number) })
}

/** While an exclusion lasts nothing by which this person is known goes away. */
async function keepPerson({ keys }: PlayerContext, tx: Tx, row: ProfileRow) {
  const { documentType, firstName, lastName, birthDate } = row
  const documentNumber = documentNumberOf(keys.documentKey, row)
  if (!row.isExcluded) {
    await removePersonKeys(tx, row.playerId, 'person')
    await removePersonKeys(tx, row.playerId, 'document')
  }
  const person = { documentType, documentNumber, firstName, lastName, birthDate }
  await addPersonKeys(tx, row.playerId, personKeys(person, keys.documentKey))
}

const wrongFields = (wrong: Map<string, string>) =>
  new Refusal('InvalidParameter', {
    message: 'Some fields cannot be saved like this',
    fields: Object.fromEntries([...wrong].map(([name, reason]) => [name, [reason]])),
  })
