import type { Context } from '../../context.ts'
import { inPages } from '../../in-pages.ts'
import { readContacts } from './contact-store.ts'
import { documentNumberOf } from './profile.ts'
import { readStorage } from './storage-store.ts'
import { readProfile } from './store.ts'
import { eventsAfter, noticesAfter } from './trail-store.ts'

/** Everything this feature keeps about a player, for the player: the document's number in full, because it is theirs. */
export async function exportAccount(
  { sql: db, keys }: Pick<Context, 'sql' | 'keys'>,
  playerId: bigint,
): Promise<Record<string, unknown>> {
  const row = await readProfile(db, playerId)
  const contacts = await readContacts(db, playerId)
  const storage = await readStorage(db, playerId)
  const at = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    account: {
      uid: Number(playerId),
      reg_time: at(row.regTime),
      login: row.login,
      fakename: row.fakename,
      locale: row.locale,
      currency: row.currency,
      is_registration_completed: row.isRegistrationCompleted,
      is_on_verification: row.isOnVerification,
      verified_at: at(row.verifiedAt),
      two_factor_method: row.twoFactorMethod,
      terms_version: row.termsVersion,
      terms_at: at(row.termsAt),
      is_betting: row.isBetting,
      character_id: row.characterId,
      promo_code: row.promoCode,
    },
    profile: {
      first_name: row.firstName,
      middle_name: row.middleName,
      last_name: row.lastName,
      sex: row.sex,
      birth_date: row.birthDate,
      country_code: row.countryCode,
      region: row.region,
      home_town: row.homeTown,
      address: row.address,
      postcode: row.postcode,
      document_type: row.documentType,
      document_number: documentNumberOf(keys.documentKey, row),
    },
    contacts: {
      email: row.email,
      email_confirmed_at: at(row.emailConfirmedAt),
      email_is_subscribed: row.isEmailSubscribed,
      email_pending: contacts.newEmail,
      phone: row.phone,
      phone_country_code: row.phoneCountryCode,
      phone_confirmed_at: at(row.phoneConfirmedAt),
      phone_is_subscribed: row.isPhoneSubscribed,
      phone_pending: contacts.newPhone,
    },
    security_events: inPages(eventsAfter(db, playerId), ({ id, ...event }) => ({
      id: Number(id),
      ...event,
      at: at(event.at),
    })),
    notices: inPages(noticesAfter(db, playerId), ({ id, seenAt, ...notice }) => ({
      id: Number(id),
      ...notice,
      at: at(notice.at),
      seen_at: at(seenAt),
    })),
    storage: Object.fromEntries(storage.map(({ key, value }) => [key, value])),
  }
}
