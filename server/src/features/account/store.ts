import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from '../../context.ts'
import type { Standing } from '../../ports/standing.ts'
import type { ContactType } from './contact-store.ts'
import type { Personal } from './rules.ts'

const isSet = (column: string) => sql<boolean>`${sql.ref(column)} is not null`

/** A relation for features upstairs to join: who a player is and whether it may act. One look-up answers `account.getInfo`. */
export const standings = (db: Db) =>
  db
    .selectFrom('account_player')
    .select([
      'id as playerId',
      'login',
      'fakename',
      'locale',
      'currency',
      'country_code as countryCode',
      'reg_time as regTime',
      'email',
      isSet('email_confirmed_at').as('isEmailConfirmed'),
      'email_is_subscribed as isEmailSubscribed',
      'phone',
      isSet('phone_confirmed_at').as('isPhoneConfirmed'),
      'phone_is_subscribed as isPhoneSubscribed',
      'has_password as hasPassword',
      'has_deposited as hasDeposited',
      'is_registration_completed as isRegistrationCompleted',
      'is_on_verification as isOnVerification',
      isSet('verified_at').as('isVerified'),
      'two_factor_method as twoFactorMethod',
      isSet('banned_at').as('isBanned'),
      isSet('deleted_at').as('isDeleted'),
      sql<boolean>`coalesce(excluded_until > now(), false)`.as('isExcluded'),
    ])

export const readStanding = (db: Db, playerId: bigint): Promise<Standing> =>
  standings(db).where('id', '=', playerId).executeTakeFirstOrThrow()

/** By its login, or by a contact that it has confirmed: a confirmed contact outweighs a login that only looks like it. */
export const findByKeys = (db: Db, { loginKey, phoneKey }: { loginKey: string; phoneKey: string | null }) => {
  const isEmail = sql<boolean>`(email_key = ${loginKey} and email_confirmed_at is not null)`
  const isPhone = sql<boolean>`(phone_key = ${phoneKey}::text and phone_confirmed_at is not null)`
  const isLogin = sql<boolean>`login_key in (${loginKey}, ${phoneKey ?? loginKey})`
  const by = sql<
    'email' | 'phone' | 'login'
  >`case when ${isEmail} then 'email' when ${isPhone} then 'phone' else 'login' end`
  return standings(db)
    .select(by.as('by'))
    .where(({ or }) => or([isLogin, isEmail, isPhone]))
    .orderBy(sql`case when ${isEmail} or ${isPhone} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst()
}

/** What of a profile decides whether an offer is for its player. */
type ProfileFacts = {
  playerId: bigint
  countryCode: string | null
  currency: string
  locale: string
  isBetting: boolean
  regTime: Date
  isVerified: boolean
  hasContact: boolean
  hasFirstName: boolean
  hasLastName: boolean
  hasBirthDate: boolean
  /** Banned, deleted or excluded. */
  isShut: boolean
}

/** Of a row of players: banned, deleted or excluded at this moment. */
export const shutNow = sql`(banned_at is not null or deleted_at is not null or coalesce(excluded_until > now(), false))`

/** A relation of these that can stand inside another question. */
export const profileFacts = sql<ProfileFacts>`(select id as "playerId", country_code as "countryCode", currency, locale,
    is_betting as "isBetting", reg_time as "regTime", verified_at is not null as "isVerified",
    email_confirmed_at is not null or phone_confirmed_at is not null as "hasContact", first_name <> '' as "hasFirstName",
    last_name <> '' as "hasLastName", birth_date is not null as "hasBirthDate",
    ${shutNow} as "isShut"
  from account_player)`

/** The day it is, by the database's clock. */
export async function readToday(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'utc')::date as today`.execute(db)
  return rows[0]?.today ?? ''
}

/** The whole profile, as the player may see it; the document's number stays sealed. */
export const readProfile = (db: Db, playerId: bigint) =>
  standings(db)
    .select([
      'phone_country_code as phoneCountryCode',
      'first_name as firstName',
      'middle_name as middleName',
      'last_name as lastName',
      'sex',
      'birth_date as birthDate',
      'region',
      'home_town as homeTown',
      'address',
      'postcode',
      'document_type as documentType',
      'document_number_tail as documentTail',
      'document_number_sealed as documentSealed',
      'is_betting as isBetting',
      'character_id as characterId',
      'promo_code as promoCode',
      'terms_version as termsVersion',
      'terms_at as termsAt',
      'email_confirmed_at as emailConfirmedAt',
      'phone_confirmed_at as phoneConfirmedAt',
      'verified_at as verifiedAt',
    ])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()

export type ProfileRow = Awaited<ReturnType<typeof readProfile>>

type ProfileChange = {
  personal: Partial<Personal>
  countryCode?: string | undefined
  termsVersion?: string | undefined
  isRegistrationCompleted?: true | undefined
}

export async function changeProfile(tx: Tx, playerId: bigint, wish: ProfileChange): Promise<void> {
  const { personal, countryCode, termsVersion, isRegistrationCompleted } = wish
  const columns = {
    ...personalColumns(personal),
    ...(countryCode !== undefined && { country_code: countryCode || null }),
    ...(termsVersion !== undefined && { terms_version: termsVersion, terms_at: sql<Date>`now()` }),
    ...(isRegistrationCompleted && { is_registration_completed: true }),
  }
  if (Object.keys(columns).length > 0) await change(tx, playerId).set(columns).execute()
}

export const isLoginTaken = async (db: Db, loginKey: string): Promise<boolean> =>
  (await db.selectFrom('account_player').select('id').where('login_key', '=', loginKey).executeTakeFirst()) !==
  undefined

/** Who has confirmed this contact. */
export const contactOwner = (db: Db, type: ContactType, key: string) =>
  standings(db)
    .where(type === 'email' ? 'email_key' : 'phone_key', '=', key)
    .where(type === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at', 'is not', null)
    .executeTakeFirst()

type NewRow = {
  login: string
  loginKey: string
  fakename: string
  email?: { value: string; isConfirmed: boolean } | undefined
  emailKey: string | null
  phone?: { value: string; countryCode: string } | undefined
  phoneKey: string | null
  locale: string
  currency: string
  countryCode: string | null
  personal?: Partial<Personal> | undefined
  hasPassword: boolean
  isRegistrationCompleted: boolean
  termsVersion: string
  isSubscribed: boolean
  isBetting?: boolean | undefined
  characterId?: string | undefined
  promoCode?: string | undefined
}

/** Null when a login, a nickname or a confirmed contact is another player's already. */
export async function insertPlayer(tx: Tx, row: NewRow): Promise<bigint | null> {
  const { email, phone, personal = {} } = row
  const added = await tx
    .insertInto('account_player')
    .values({
      login: row.login,
      login_key: row.loginKey,
      fakename: row.fakename,
      locale: row.locale,
      currency: row.currency,
      country_code: row.countryCode,
      email: email?.value ?? null,
      email_key: row.emailKey,
      email_confirmed_at: email?.isConfirmed ? sql<Date>`now()` : null,
      email_is_subscribed: row.isSubscribed && email !== undefined,
      phone: phone?.value ?? null,
      phone_key: row.phoneKey,
      phone_country_code: phone?.countryCode ?? '',
      phone_is_subscribed: row.isSubscribed && phone !== undefined,
      ...personalColumns(personal),
      has_password: row.hasPassword,
      is_registration_completed: row.isRegistrationCompleted,
      terms_version: row.termsVersion,
      terms_at: row.termsVersion === '' ? null : sql<Date>`now()`,
      is_betting: row.isBetting ?? null,
      character_id: row.characterId ?? '',
      promo_code: row.promoCode ?? '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** Only what is given; the document's number is kept sealed, elsewhere. */
const personalColumns = (personal: Partial<Personal>) => ({
  ...(personal.firstName !== undefined && { first_name: personal.firstName }),
  ...(personal.middleName !== undefined && { middle_name: personal.middleName }),
  ...(personal.lastName !== undefined && { last_name: personal.lastName }),
  ...(personal.sex !== undefined && { sex: personal.sex }),
  ...(personal.birthDate !== undefined && { birth_date: personal.birthDate }),
  ...(personal.region !== undefined && { region: personal.region }),
  ...(personal.homeTown !== undefined && { home_town: personal.homeTown }),
  ...(personal.address !== undefined && { address: personal.address }),
  ...(personal.postcode !== undefined && { postcode: personal.postcode }),
  ...(personal.documentType !== undefined && { document_type: personal.documentType }),
})

export const sealDocument = (tx: Tx, playerId: bigint, { sealed, tail }: { sealed: Buffer | null; tail: string }) =>
  tx
    .updateTable('account_player')
    .set({ document_number_sealed: sealed, document_number_tail: tail })
    .where('id', '=', playerId)
    .execute()

const change = (db: Db, playerId: bigint) => db.updateTable('account_player').where('id', '=', playerId)

/** What is kept of the code that was named at the registration. */
export const setPromoCode = (tx: Tx, playerId: bigint, text: string) =>
  change(tx, playerId).set({ promo_code: text }).execute()

export const setVerification = (
  tx: Tx,
  playerId: bigint,
  { isOnVerification, isVerified }: { isOnVerification: boolean; isVerified: boolean },
) =>
  change(tx, playerId)
    .set({
      is_on_verification: isOnVerification,
      verified_at: isVerified ? sql<Date>`coalesce(verified_at, now())` : null,
    })
    .execute()

export const setTwoFactorMethod = (tx: Tx, playerId: bigint, method: 'email' | 'phone' | 'app' | null) =>
  change(tx, playerId).set({ two_factor_method: method }).execute()

export const setHasPassword = (tx: Tx, playerId: bigint, hasPassword: boolean) =>
  change(tx, playerId).set({ has_password: hasPassword }).execute()

/** A moment by the database's clock, such as `now() + interval '1 day'` or `'infinity'`; null ends the exclusion. */
export const setExcludedUntil = (tx: Tx, playerId: bigint, until: RawBuilder<Date | null> | null) =>
  change(tx, playerId).set({ excluded_until: until }).execute()

export const writeCurrency = (tx: Tx, playerId: bigint, currency: string) =>
  change(tx, playerId).set({ currency }).execute()

export const setHasDeposited = (tx: Tx, playerId: bigint) => change(tx, playerId).set({ has_deposited: true }).execute()

/** No more mailings, to whatever contact. */
export const endSubscriptions = (tx: Tx, playerId: bigint) =>
  change(tx, playerId).set({ email_is_subscribed: false, phone_is_subscribed: false }).execute()

export const setBanned = (tx: Tx, playerId: bigint, isBanned: boolean) =>
  change(tx, playerId)
    .set({ banned_at: isBanned ? sql<Date>`coalesce(banned_at, now())` : null })
    .execute()

/** False when another player has the name, also when both asked at once. */
export async function setFakename(db: Db, playerId: bigint, fakename: string): Promise<boolean> {
  try {
    await change(db, playerId).set({ fakename }).execute()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'account_player_fakename') return false
    throw error
  }
}

export const setLocale = (db: Db, playerId: bigint, locale: string) =>
  db.updateTable('account_player').set({ locale }).where('id', '=', playerId).execute()

/** Who of them is at least so old. A player without a birthday is not. */
export async function playersAgedAtLeast(db: Db, playerIds: readonly bigint[], years: number): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`select id from account_player
    where id = any(${`{${playerIds.join()}}`}::bigint[])
      and birth_date <= (now() at time zone 'utc')::date - make_interval(years => ${years})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
