import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Context, Operation, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { findToken, useCode, useToken } from '../codes/codes.ts'
import { channelOf, post } from '../mail/mail.ts'
import {
  type ContactType,
  lockClaimants,
  lockContacts,
  readContacts,
  removeChange,
  removeChangesOf,
  removeClaim,
  setConfirmed,
  setLogin,
} from './contact-store.ts'
import { type Contact, type Contacts, contactCode, contactSubject, findOwn, ownState } from './contacts.ts'
import { lostLogin } from './fakename.ts'
import { addPersonKeys, removePersonKeys } from './person-store.ts'
import { loginKey, loginKindOf, maskContact } from './rules.ts'
import { isExcludedPerson, personKeys } from './same-person.ts'
import { contactOwner, readStanding } from './store.ts'
import { addNotice, noteEvent } from './trail.ts'

type Place = { playerId: bigint; type: ContactType; key: string }

export const confirmContact: Operation<'account.confirmContact'> = async (ctx, { contact, code, token }) => {
  const place = token === undefined ? await byCode(ctx, contact, code) : await byToken(ctx, token)
  // The code is used up by now. What follows may still refuse: then a new code is asked for.
  if (place) await ctx.begin((tx) => settleContact(ctx, tx, place))
  return null
}

/** Null when there is nothing left to do: a second click on the same button is no mistake. */
async function byCode(ctx: Context, contact: string | undefined, code: string | undefined): Promise<Place | null> {
  if (!ctx.player) throw new Refusal('Authorization', { message: 'Sign in first' })
  const missing = Object.entries({ contact, code }).filter(([, value]) => value === undefined)
  if (contact === undefined || code === undefined) {
    const fields = Object.fromEntries(missing.map(([name]) => [name, ['REQUIRED']]))
    throw new Refusal('InvalidParameter', { message: 'A contact with its code, or a token', fields })
  }
  const playerId = ctx.player.id
  const own = findOwn(await readContacts(ctx.sql, playerId), contact)
  if (!own) throw wrongField('CODE_INVALID', 'code', 'This is not the code that was sent')
  if (own.state === 'confirmed') return null
  const subject = contactSubject(playerId, own.type, own.key)
  const answer = await useCode(ctx.sql, ctx.keys.sessionPepper, { purpose: contactCode.purpose, subject, code })
  if (answer === 'wrong') throw wrongField('CODE_INVALID', 'code', 'This is not the code that was sent')
  if (answer !== 'ok') throw wrongField('CODE_EXPIRED', 'code', 'The time of this code has expired')
  return { playerId, type: own.type, key: own.key }
}

/**
 * Only for the player whose account it is. The owner of the mailbox may be another than the one who opened the account:
 * a press on a link must not vouch for whoever is inside.
 */
async function byToken(ctx: Context, token: string): Promise<Place> {
  const { sql, player, keys } = ctx
  const link = { purpose: contactCode.purpose, token }
  const place = placeOf(await findToken(sql, keys.sessionPepper, link))
  if (place && player?.id !== place.playerId) {
    throw new Refusal('InvalidParameter:SIGN_IN_NEEDED', {
      message: 'Sign in to the account that this letter is about',
    })
  }
  if (!place || !(await useToken(sql, keys.sessionPepper, link))) {
    throw wrongField('CODE_EXPIRED', 'code', 'This link was used or is too old')
  }
  return place
}

function placeOf(found: { subject: string } | null): Place | null {
  const [, id, type, key] = /^(\d+):(email|phone):(.+)$/.exec(found?.subject ?? '') ?? []
  if (id === undefined || key === undefined || (type !== 'email' && type !== 'phone')) return null
  return { playerId: BigInt(id), type, key }
}

/** The contact has been proven, by its code or by a service that vouches for it: now it is this player's alone. */
export async function settleContact(ctx: Context, tx: Tx, { playerId, type, key }: Place): Promise<void> {
  await lockContacts(tx, [key])
  const claimants = await lockClaimants(tx, playerId, type, key)
  const contacts = await readContacts(tx, playerId)
  const standing = await readStanding(tx, playerId)
  const own = ownState(contacts, type, key)
  if (own?.state === 'confirmed') return
  if (!own || standing.isDeleted || standing.isBanned)
    throw wrongField('CODE_EXPIRED', 'code', 'Nobody waits for this any more')
  const owner = await contactOwner(tx, type, key)
  if (owner) throw wrongField('CONTACT_TAKEN', 'contact', 'This contact belongs to another player')
  const person = type === 'email' ? { email: own.value } : { phoneKey: key }
  // Only what the other account has proven counts: no player may shut a stranger out by typing its address.
  const isOut =
    standing.isExcluded ||
    (await isExcludedPerson(tx, ctx.keys.documentKey, person, { besides: playerId, areProven: true }))
  if (isOut) throw wrongField('SELF_EXCLUDED', 'code', 'This person has excluded itself')

  for (const { id, loginKey: login, hasClaim } of claimants) {
    if (id === playerId) continue
    const lost = await loseClaim(tx, id, { type, hasLogin: login === key, hasClaim })
    // The owner may have opened that account as well: this is the way to it that is left.
    if (lost !== null && !(await readStanding(tx, id)).isDeleted) {
      const letter = { channel: channelOf(type), to: own.value, locale: contacts.locale } as const
      await post(ctx, tx, { ...letter, kind: 'loginLost', params: { login: lost } })
    }
  }
  await removeChangesOf(tx, type, key)
  await take(ctx, tx, contacts, own)
}

type Claim = { type: ContactType; hasLogin: boolean; hasClaim: boolean }

/** Another player only said that this contact was its own; its owner has now come. Answers the login that it has instead. */
async function loseClaim(tx: Tx, id: bigint, claim: Claim): Promise<string | null> {
  if (claim.hasClaim) {
    await removeClaim(tx, id, claim.type)
    await removePersonKeys(tx, id, claim.type)
  }
  const login = claim.hasLogin ? lostLogin(id) : null
  if (login !== null) await setLogin(tx, id, { login, loginKey: loginKey(login) })
  await noteEvent(tx, id, 'contactLost', null)
  await addNotice(tx, id, 'contactLost')
  await tellPlayer(tx, id, 'account')
  return login
}

async function take(ctx: Context, tx: Tx, contacts: Contacts, own: Contact) {
  const { type, value, key } = own
  const { playerId } = contacts
  const wasConfirmed = type === 'email' ? contacts.isEmailConfirmed : contacts.isPhoneConfirmed
  await setConfirmed(tx, playerId, own)
  await removeChange(tx, playerId, type)
  // A login that was an address of this kind, or that we made up, follows it; one that was chosen, or of the other kind, stays.
  const kind = loginKindOf(contacts.login)
  if ((kind === type || kind === 'made') && contacts.loginKey !== key) {
    await setLogin(tx, playerId, { login: type === 'email' ? value : key, loginKey: key })
  }
  // What was confirmed once goes on telling who this is; what was only said does not.
  if (!wasConfirmed) await removePersonKeys(tx, playerId, type)
  const person = type === 'email' ? { email: value } : { phoneKey: key }
  await addPersonKeys(tx, playerId, personKeys(person, ctx.keys.documentKey))
  await noteEvent(tx, playerId, 'contactConfirmed', ctx.visitor)
  await tellPlayer(tx, playerId, 'account')
  const told = toldOf(contacts, type)
  if (told) {
    const params = { contact: maskContact(value) }
    await post(ctx, tx, { ...told, kind: 'contactChanged', locale: contacts.locale, params })
  }
}

/** Every confirmed contact is a way to a new password, so the owner hears of a new one by the one before, of either kind. */
function toldOf(contacts: Contacts, type: ContactType) {
  const { email, isEmailConfirmed, phone, isPhoneConfirmed } = contacts
  const byMail = isEmailConfirmed && email !== null ? { channel: 'email' as const, to: email } : null
  const bySms = isPhoneConfirmed && phone !== null ? { channel: 'sms' as const, to: phone } : null
  return type === 'email' ? (byMail ?? bySms) : (bySms ?? byMail)
}
