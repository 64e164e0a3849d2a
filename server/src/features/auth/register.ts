import type { Input } from '@croupier/contract/contract'
import { newPassword } from '@croupier/contract/fields/password'
import { checkRegistration, type ProfileValues, registrationFields } from '@croupier/contract/fields/profile'
import { cleanValues } from '@croupier/contract/fields/text'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Context, Operation, Tx } from '../../context.ts'
import { hashPassword } from '../../passwords.ts'
import { addPlayer, contacts, type NewPlayer, registration, samePerson } from '../account/account.ts'
import { enter } from './enter.ts'
import { registerByMessenger } from './messenger.ts'
import { registrationForm, trackingOf } from './rules.ts'
import { refuseCommon } from './set-password.ts'
import * as store from './store.ts'
import { tellRegistered } from './tell-registered.ts'

type Wanted = Input<'auth.register'>

export const register: Operation<'auth.register'> = async (ctx, input) => {
  if (input.is_tg === '1') return registerByMessenger(ctx, input)
  const password = input.password ?? ''
  const values = await checkedValues(ctx, input, password)
  const given = [values.email ? contacts.read(values.email) : null, phoneOf(values)].flatMap((contact) =>
    contact && !('reason' in contact) ? [contact] : [],
  )
  refuseCommon(password, [values.login, ...given.map(({ value }) => value)])
  const player = await playerOf(ctx, input, values, given)
  const [first] = given
  const sendsTo = first && (await maySend(ctx, first)) ? first : undefined
  const hash = await hashPassword(password)
  const opening = ctx.begin((tx) => openAccount(ctx, tx, { player, given, sendsTo, hash, input }))
  const playerId = await opening.catch(async (error: unknown) => {
    // Nothing was sent: a name that was taken a few times must not cost the letter of the one that is free.
    if (sendsTo) await ctx.attempts.giveBack('auth.registerSends', contacts.sends, sendsTo.key)
    throw error
  })
  return enter(ctx, { playerId, how: 'registration' })
}

/** What the form asks for, cleaned and checked as the browser does it. A field that was not asked for is not stored: nothing has checked it. */
async function checkedValues(ctx: Context, input: Wanted, password: string): Promise<ProfileValues> {
  const config = await ctx.content.config(ctx.locale)
  const sent = { ...cleanValues(input, config.forms.preventEmoji), password }
  const values: ProfileValues = sent
  const definitions = await registration.fieldsFor(ctx, values.country_code ?? '', null)
  const form = registrationForm(config, definitions, input.type)
  const wrong = checkRegistration(values, form, await registration.surroundingsOf(ctx))
  const badPassword = newPassword(password)
  if (badPassword) wrong.set('password', badPassword)
  const asked = new Set([...registrationFields(form).map(({ sysname }) => sysname), ...beside])
  const kept: ProfileValues = Object.fromEntries(Object.entries(sent).filter(([name]) => asked.has(name)))
  if (!kept.email && !kept.phone && !kept.login) wrong.set('email', 'REQUIRED')
  if (wrong.size === 0) return kept
  const fields = Object.fromEntries([...wrong].map(([name, reason]) => [name, [reason]]))
  throw new Refusal('InvalidParameter', { message: 'Some fields are wrong', fields })
}

/** Parts of every registration that are no fields of a profile. */
const beside = ['currency', 'country_code', 'phone_country_code', 'character_id', 'promo_code']

const phoneOf = ({ phone = '', phone_country_code }: ProfileValues) =>
  phone === '' || phone.includes('@') ? null : contacts.read(phone, phone_country_code)

type Contact = Exclude<ReturnType<typeof contacts.read>, { reason: string }>

async function playerOf(ctx: Context, input: Wanted, values: ProfileValues, given: Contact[]): Promise<NewPlayer> {
  const { auth } = await ctx.content.config(ctx.locale)
  const { locales } = await ctx.i18n.locales()
  const email = given.find(({ type }) => type === 'email')
  const phone = given.find(({ type }) => type === 'phone')
  return {
    login: values.login || undefined,
    email: email && { value: email.value, isConfirmed: false },
    phone: phone && { value: phone.value, countryCode: phone.phoneCountryCode },
    locale: locales.find(({ code }) => code === input.locale)?.code ?? ctx.locale,
    currency: values.currency ?? '',
    countryCode: values.country_code || null,
    personal: registration.personalOf(values),
    hasPassword: true,
    isRegistrationCompleted: true,
    hasAcceptedTerms: input.terms === true,
    isSubscribed: input.notify === '1',
    isBetting: input.is_betting === undefined ? undefined : input.is_betting === '1',
    characterId: auth.characters.find(({ id }) => id === values.character_id)?.id,
    promoCode: await promoCodeOf(ctx, values.promo_code ?? ''),
  }
}

async function promoCodeOf(ctx: Context, text: string): Promise<string | undefined> {
  if (text === '') return undefined
  const found = await ctx.promoCodes.find(text, ctx.locale)
  if (found) return found.code
  throw wrongField('PROMO_INVALID', 'promo_code', 'There is no such promo code')
}

/** A stranger's number or mailbox is not filled by opening accounts: then the account opens without a code. */
async function maySend({ attempts }: Context, { key }: Contact): Promise<boolean> {
  try {
    await attempts.count('auth.registerSends', contacts.sends, key)
    return true
  } catch (error) {
    if (Refusal.is(error)) return false
    throw error
  }
}

type Opening = { player: NewPlayer; given: Contact[]; sendsTo: Contact | undefined; hash: string; input: Wanted }

/** One transaction: the account, its password, the letters and the news of it. */
async function openAccount(ctx: Context, tx: Tx, { player, given, sendsTo, hash, input }: Opening): Promise<bigint> {
  const added = await addPlayer(tx, ctx, player)
  if (added.kind === 'taken') {
    throw new Refusal('InvalidParameter', {
      message: 'Somebody has this already',
      fields: { [added.field]: ['TAKEN'] },
    })
  }
  const { playerId } = added
  const email = given.find(({ type }) => type === 'email')
  const person = {
    ...player.personal,
    email: email?.value,
    phoneKey: given.find(({ type }) => type === 'phone')?.key,
  }
  if (await samePerson.isExcluded(tx, ctx.keys.documentKey, person, { besides: playerId })) {
    throw new Refusal('InvalidParameter:SELF_EXCLUDED', { message: 'This person has excluded itself' })
  }
  await store.writePassword(tx, playerId, hash)
  if (sendsTo) await contacts.sendCode(ctx, tx, playerId, sendsTo)
  await tellRegistered(ctx, tx, playerId, player, { visit: input.visit ?? '', params: trackingOf(input) })
  return playerId
}
