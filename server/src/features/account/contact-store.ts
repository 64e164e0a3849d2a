import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

const isSet = (column: string) => sql<boolean>`${sql.ref(column)} is not null`

export type ContactType = 'email' | 'phone'

/**
 * Whose a contact is changes under this lock only. It comes before the rows of players, and several are taken in one
 * order, so that two that want the same never wait for each other.
 */
export async function lockContacts(tx: Tx, keys: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(keys.filter((key) => key !== null))].sort()
  for (const key of wanted)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${key}`}, 0))`.execute(tx)
}

/** The contacts as they stand, with a new one that waits for its code. */
export const readContacts = (db: Db, playerId: bigint) =>
  db
    .selectFrom('account_player')
    .leftJoin('account_contact_change as mail', (join) =>
      join.onRef('mail.player_id', '=', 'account_player.id').on('mail.type', '=', 'email'),
    )
    .leftJoin('account_contact_change as call', (join) =>
      join.onRef('call.player_id', '=', 'account_player.id').on('call.type', '=', 'phone'),
    )
    .select([
      'account_player.id as playerId',
      'account_player.login',
      'account_player.login_key as loginKey',
      'account_player.locale',
      'account_player.email',
      'account_player.email_key as emailKey',
      isSet('account_player.email_confirmed_at').as('isEmailConfirmed'),
      'account_player.email_is_subscribed as isEmailSubscribed',
      'account_player.phone',
      'account_player.phone_key as phoneKey',
      'account_player.phone_country_code as phoneCountryCode',
      isSet('account_player.phone_confirmed_at').as('isPhoneConfirmed'),
      'account_player.phone_is_subscribed as isPhoneSubscribed',
      'mail.value as newEmail',
      'mail.value_key as newEmailKey',
      'call.value as newPhone',
      'call.value_key as newPhoneKey',
      'call.phone_country_code as newPhoneCountryCode',
    ])
    .where('account_player.id', '=', playerId)
    .executeTakeFirstOrThrow()

export const setSubscription = (tx: Tx, playerId: bigint, type: ContactType, isSubscribed: boolean) =>
  tx
    .updateTable('account_player')
    .set(type === 'email' ? { email_is_subscribed: isSubscribed } : { phone_is_subscribed: isSubscribed })
    .where('id', '=', playerId)
    .execute()

type NewContact = { type: ContactType; value: string; key: string; phoneCountryCode: string }

/** A contact that is not confirmed yet stands in the player's row when there is no confirmed one. */
export const setClaim = (tx: Tx, playerId: bigint, { type, value, key, phoneCountryCode }: NewContact) =>
  tx
    .updateTable('account_player')
    .set(
      type === 'email'
        ? { email: value, email_key: key, email_confirmed_at: null }
        : { phone: value, phone_key: key, phone_country_code: phoneCountryCode, phone_confirmed_at: null },
    )
    .where('id', '=', playerId)
    .execute()

export const setConfirmed = (tx: Tx, playerId: bigint, { type, value, key, phoneCountryCode }: NewContact) =>
  tx
    .updateTable('account_player')
    .set(
      type === 'email'
        ? { email: value, email_key: key, email_confirmed_at: sql<Date>`now()` }
        : { phone: value, phone_key: key, phone_country_code: phoneCountryCode, phone_confirmed_at: sql<Date>`now()` },
    )
    .where('id', '=', playerId)
    .execute()

/** The confirmed contact stays until the new one is confirmed. */
export const putChange = (tx: Tx, playerId: bigint, { type, value, key, phoneCountryCode }: NewContact) =>
  tx
    .insertInto('account_contact_change')
    .values({ player_id: playerId, type, value, value_key: key, phone_country_code: phoneCountryCode })
    .onConflict((row) =>
      row.columns(['player_id', 'type']).doUpdateSet({
        value,
        value_key: key,
        phone_country_code: phoneCountryCode,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute()

export const removeChange = (tx: Tx, playerId: bigint, type: ContactType) =>
  tx.deleteFrom('account_contact_change').where('player_id', '=', playerId).where('type', '=', type).execute()

/** A contact that has found its owner is waited for no more. */
export const removeChangesOf = (tx: Tx, type: ContactType, key: string) =>
  tx.deleteFrom('account_contact_change').where('type', '=', type).where('value_key', '=', key).execute()

/** This player and all who only say that the contact is theirs, in the one order in which rows are locked. */
export const lockClaimants = (tx: Tx, playerId: bigint, type: ContactType, key: string) => {
  const [column, confirmedAt] =
    type === 'email' ? (['email_key', 'email_confirmed_at'] as const) : (['phone_key', 'phone_confirmed_at'] as const)
  return tx
    .selectFrom('account_player')
    .select(['id', 'login_key as loginKey', sql<boolean>`coalesce(${sql.ref(column)} = ${key}, false)`.as('hasClaim')])
    .where(({ eb, or, and }) =>
      or([
        eb('id', '=', playerId),
        and([eb(column, '=', key), eb(confirmedAt, 'is', null)]),
        eb('login_key', '=', key),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const removeClaim = (tx: Tx, playerId: bigint, type: ContactType) =>
  tx
    .updateTable('account_player')
    .set(
      type === 'email'
        ? { email: null, email_key: null, email_is_subscribed: false }
        : { phone: null, phone_key: null, phone_country_code: '', phone_is_subscribed: false },
    )
    .where('id', '=', playerId)
    .where(type === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at', 'is', null)
    .execute()

/** Whether it was confirmed or not, and one that waits for its code. */
export async function removeContact(tx: Tx, playerId: bigint, type: ContactType): Promise<void> {
  await tx.deleteFrom('account_contact_change').where('player_id', '=', playerId).execute()
  await tx
    .updateTable('account_player')
    .set(
      type === 'email'
        ? { email: null, email_key: null, email_confirmed_at: null, email_is_subscribed: false }
        : {
            phone: null,
            phone_key: null,
            phone_country_code: '',
            phone_confirmed_at: null,
            phone_is_subscribed: false,
          },
    )
    .where('id', '=', playerId)
    .execute()
}

export const setLogin = (tx: Tx, playerId: bigint, { login, loginKey }: { login: string; loginKey: string }) =>
  tx.updateTable('account_player').set({ login, login_key: loginKey }).where('id', '=', playerId).execute()
