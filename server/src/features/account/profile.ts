import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { ProfileValues } from '@croupier/contract/fields/profile'
import type { Profile } from '@croupier/contract/methods/account'
import type { Context, Operation } from '../../context.ts'
import { decrypt } from '../../encryption.ts'
import type { Keys } from '../../secrets.ts'
import { readContacts } from './contact-store.ts'
import type { Contacts } from './contacts.ts'
import { fieldsFor } from './fields.ts'
import { countryName } from './places.ts'
import { documentPurpose, missingProfileFields } from './rules.ts'
import { type ProfileRow, readProfile } from './store.ts'

/** What is stored, as a form would hold it: text under the wire's names. */
export const valuesOf = (row: ProfileRow): ProfileValues => ({
  login: row.login,
  email: row.email ?? '',
  phone: row.phone ?? '',
  phone_country_code: row.phoneCountryCode,
  country_code: row.countryCode ?? '',
  region: row.region,
  currency: row.currency,
  first_name: row.firstName,
  middle_name: row.middleName,
  last_name: row.lastName,
  sex: String(row.sex),
  birth_date: row.birthDate ?? '',
  document_type: row.documentType,
  document_number: maskedDocument(row),
  home_town: row.homeTown,
  address: row.address,
  postcode: row.postcode,
})

/** Only its end can be seen. Sent back as it is, it means: as before. */
const maskedDocument = ({ documentSealed, documentTail }: ProfileRow): string =>
  documentSealed ? `••••${documentTail}` : ''

export const documentNumberOf = (keys: Keys, row: ProfileRow): string =>
  row.documentSealed ? decrypt(row.documentSealed, documentPurpose(row.playerId), keys) : ''

export const getProfileInfo: Operation<'account.getprofileinfo'> = async (ctx) => {
  const [row, contacts] = await Promise.all([readProfile(ctx.sql, ctx.player.id), readContacts(ctx.sql, ctx.player.id)])
  const fields = await fieldsFor(ctx, row.countryCode ?? '', row)
  return profileOf(ctx, { row, contacts, fields })
}

type Read = { row: ProfileRow; contacts: Contacts; fields: readonly FieldDefinition[] }

function profileOf({ locale }: Pick<Context, 'locale'>, { row, contacts, fields }: Read): Profile {
  const number = maskedDocument(row)
  return {
    first_name: row.firstName,
    middle_name: row.middleName,
    last_name: row.lastName,
    sex: row.sex,
    birth_date: row.birthDate ?? '',
    document: number ? { type: row.documentType, number } : null,
    document_type: row.documentType,
    country: countryName(row.countryCode ?? '', locale),
    country_code: row.countryCode ?? '',
    region: row.region,
    home_town: row.homeTown,
    address: row.address,
    postcode: row.postcode,
    mobile: row.phone ?? '',
    email: row.email ?? '',
    login: row.login,
    currency: row.currency,
    phone_country_code: row.phoneCountryCode,
    fakename: row.fakename,
    character_id: row.characterId,
    contacts: contactsOf(contacts),
    missing: missingProfileFields(fields, valuesOf(row)),
  }
}

function contactsOf(contacts: Read['contacts']): Profile['contacts'] {
  const { email, newEmail, phone, newPhone } = contacts
  return [
    ...(email !== null || newEmail !== null
      ? [
          {
            type: 'email' as const,
            contact: email ?? '',
            is_confirmed: contacts.isEmailConfirmed,
            is_subscribed: contacts.isEmailSubscribed,
            phone_country_code: '',
            pending: newEmail,
          },
        ]
      : []),
    ...(phone !== null || newPhone !== null
      ? [
          {
            type: 'phone' as const,
            contact: phone ?? '',
            is_confirmed: contacts.isPhoneConfirmed,
            is_subscribed: contacts.isPhoneSubscribed,
            phone_country_code: contacts.phoneCountryCode,
            pending: newPhone,
          },
        ]
      : []),
  ]
}
