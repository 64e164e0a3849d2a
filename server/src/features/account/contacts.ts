import { email, emailKey, emailText } from '@croupier/contract/fields/email'
import { phone, readPhone } from '@croupier/contract/fields/phone'
import { localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Db, Tx } from '../../context.ts'
import type { Keys } from '../../secrets.ts'
import { issueCode } from '../codes/codes.ts'
import { channelOf, post } from '../mail/mail.ts'
import { type ContactType, putChange, readContacts, removeContact, setClaim } from './contact-store.ts'
import { disownToken } from './disown-link.ts'
import { addPersonKeys, removePersonKeys } from './person-store.ts'
import { phoneKeyOf } from './rules.ts'
import { personKeys } from './same-person.ts'
import { contactOwner, readStanding } from './store.ts'

export const contactCode = { purpose: 'contact', lifeSeconds: 15 * 60 } as const

export type Contact = { type: ContactType; value: string; key: string; phoneCountryCode: string }

export type Contacts = Awaited<ReturnType<typeof readContacts>>

/** Who wants to know whether this contact is whose, as one word for the codes. */
export const contactSubject = (playerId: bigint, type: ContactType, key: string) => `${playerId}:${type}:${key}`

/** An e-mail address or a phone number as a visitor typed it. */
export function readContact(text: string, phoneCountry = ''): Contact | { reason: string } {
  if (text.includes('@')) {
    const value = emailText(text)
    const reason = email(value)
    return reason ? { reason } : { type: 'email', value, key: emailKey(value), phoneCountryCode: '' }
  }
  const value = readPhone(text, phoneCountry)
  if (value === null) return { reason: phone(text, phoneCountry) ?? 'PHONE' }
  return { type: 'phone', value, key: phoneKeyOf(value), phoneCountryCode: countryLetters(phoneCountry) }
}

/** Kept to choose the country again in a form: its two letters, or nothing. */
export const countryLetters = (text: string): string => (/^[A-Z]{2}$/.test(text) ? text : '')

/** The player's own contact that a text names, and how far it is. */
export function findOwn(contacts: Contacts, text: string) {
  const type: ContactType = text.includes('@') ? 'email' : 'phone'
  const key = type === 'email' ? emailKey(text) : phoneKeyOf(text)
  return key === '' ? null : ownState(contacts, type, key)
}

export function ownState(contacts: Contacts, type: ContactType, key: string) {
  const own =
    type === 'email'
      ? { value: contacts.email, key: contacts.emailKey, isConfirmed: contacts.isEmailConfirmed, country: '' }
      : {
          value: contacts.phone,
          key: contacts.phoneKey,
          isConfirmed: contacts.isPhoneConfirmed,
          country: contacts.phoneCountryCode,
        }
  const pending =
    type === 'email'
      ? { value: contacts.newEmail, key: contacts.newEmailKey, country: '' }
      : { value: contacts.newPhone, key: contacts.newPhoneKey, country: contacts.newPhoneCountryCode ?? '' }
  if (own.key === key && own.value !== null) {
    const state = own.isConfirmed ? 'confirmed' : 'claimed'
    return { state, type, value: own.value, key, phoneCountryCode: own.country } as const
  }
  if (pending.key === key && pending.value !== null) {
    return { state: 'pending', type, value: pending.value, key, phoneCountryCode: pending.country } as const
  }
  return null
}

/** The contact of a kind as it stands, confirmed or not. */
export const contactOf = async (db: Db, playerId: bigint, type: ContactType) => {
  const contacts = await readContacts(db, playerId)
  return type === 'email'
    ? { value: contacts.email, key: contacts.emailKey, isConfirmed: contacts.isEmailConfirmed }
    : { value: contacts.phone, key: contacts.phoneKey, isConfirmed: contacts.isPhoneConfirmed }
}

/**
 * Keeps a contact that the player says is its own. A confirmed one stays in its place until the new one is confirmed
 * too. The caller holds the locks of the contact and of the player, in this order.
 */
export async function claimContact(tx: Tx, documentKey: Keys, playerId: bigint, contact: Contact): Promise<void> {
  const before = await contactOf(tx, playerId, contact.type)
  if (before.isConfirmed) {
    await putChange(tx, playerId, contact)
    return
  }
  await setClaim(tx, playerId, contact)
  await removePersonKeys(tx, playerId, contact.type)
  const person = contact.type === 'email' ? { email: contact.value } : { phoneKey: contact.key }
  await addPersonKeys(tx, playerId, personKeys(person, documentKey))
}

/** Leaves the player with this kind of contact alone. By what an excluded or blocked person is known stays known. */
export async function dropOtherContact(tx: Tx, playerId: bigint, kept: ContactType): Promise<void> {
  const other = kept === 'email' ? 'phone' : 'email'
  await removeContact(tx, playerId, other)
  const { isExcluded, isBanned } = await readStanding(tx, playerId)
  if (!isExcluded && !isBanned) await removePersonKeys(tx, playerId, other)
}

type ContactContext = Pick<Context, 'keys' | 'announce' | 'i18n' | 'content' | 'config'>

/**
 * Sends a code to a contact that the player says is its own. When it is another player's, that one is told instead,
 * and the asker cannot see the difference. Answers the seconds until it may be asked again; `wait` when nothing was sent.
 */
export async function sendContactCode(
  ctx: ContactContext,
  tx: Tx,
  playerId: bigint,
  contact: Omit<Contact, 'phoneCountryCode'>,
) {
  const { type, value, key } = contact
  const subject = contactSubject(playerId, type, key)
  const issued = await issueCode(tx, ctx.keys.sessionPepper, { ...contactCode, subject })
  if (issued.kind === 'wait') return { kind: 'wait', resendSeconds: issued.resendSeconds } as const
  const channel = channelOf(type)
  const owner = await contactOwner(tx, type, key)
  const { locale } = owner ?? (await readStanding(tx, playerId))
  if (owner && owner.playerId !== playerId) {
    await post(ctx, tx, { channel, to: value, kind: 'contactTaken', locale, params: {} })
  } else {
    const notMe = disownToken(ctx.keys.linkKey, playerId, type, key)
    const link = await linkTo(ctx, locale, `${paths.confirmation()}?token=${issued.token}&not_me=${notMe}`)
    await post(ctx, tx, { channel, to: value, kind: 'contactCode', locale, params: { code: issued.code, link } })
  }
  return { kind: 'sent', resendSeconds: issued.resendSeconds } as const
}

/** An address of our own in the player's language. */
export async function linkTo({ i18n }: Pick<Context, 'i18n'>, locale: string, path: string): Promise<string> {
  return localePath(locale, (await i18n.locales()).defaultLocale, path)
}

export const tooEarly = (seconds: number) =>
  new Refusal('TooManyRequests', {
    message: `A code was sent already, seconds to wait: ${seconds}`,
    data: { resend_time: seconds },
  })
