import type { Db, Tx } from '../../context.ts'
import { isSameBytes, keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import { type ContactType, readContacts, removeChange, removeClaim } from './contact-store.ts'
import { removePersonKeys } from './person-store.ts'

type Named = { playerId: bigint; type: ContactType; mark: string }

const markOf = (playerId: bigint, type: ContactType, key: string, secret: string) =>
  keyedHash(`${playerId}:${type}:${key}`, 'disown-contact', secret).toString('base64url')

const seal = ({ playerId, type, mark }: Named, secret: string) =>
  keyedHash(`${type}:${playerId}:${mark}`, 'disown', secret)

/** With it the owner of a contact says 'it was not me', without a sign-in, for as long as the contact is unconfirmed. */
export function disownToken(keys: Keys, playerId: bigint, type: ContactType, key: string): string {
  const mark = markOf(playerId, type, key, keys.current)
  return `${type}.${playerId}.${mark}.${seal({ playerId, type, mark }, keys.current).toString('base64url')}`
}

/** Null for what was not made here; whether the contact still is the player's is another question. */
export function readDisownToken(keys: Keys, token: string): Named | null {
  const [, type, id = '', mark = '', mac = ''] =
    /^(email|phone)\.(\d{1,18})\.([\w-]{43})\.([\w-]{43})$/.exec(token) ?? []
  if (type !== 'email' && type !== 'phone') return null
  const named: Named = { type, playerId: BigInt(id), mark }
  const said = Buffer.from(mac, 'base64url')
  return believed(keys).some((secret) => isSameBytes(said, seal(named, secret))) ? named : null
}

/** The contact that a token names, while the player still only says that it is its own. */
export async function findDisowned(db: Db, keys: Keys, { playerId, type, mark }: Named) {
  const contacts = await readContacts(db, playerId)
  const isNamed = (key: string | null): key is string =>
    key !== null && believed(keys).some((secret) => markOf(playerId, type, key, secret) === mark)
  const own = claimOf(contacts, type)
  if (isNamed(own)) return { key: own, isPending: false, isLogin: contacts.loginKey === own }
  const pending = type === 'email' ? contacts.newEmailKey : contacts.newPhoneKey
  return isNamed(pending) ? { key: pending, isPending: true, isLogin: false } : null
}

type Contacts = Awaited<ReturnType<typeof readContacts>>

const claimOf = (contacts: Contacts, type: ContactType) => {
  if (type === 'email') return contacts.isEmailConfirmed ? null : contacts.emailKey
  return contacts.isPhoneConfirmed ? null : contacts.phoneKey
}

/** The account goes on without it. */
export async function dropClaim(tx: Tx, playerId: bigint, type: ContactType, isPending: boolean): Promise<void> {
  if (isPending) {
    await removeChange(tx, playerId, type)
    return
  }
  await removeClaim(tx, playerId, type)
  await removePersonKeys(tx, playerId, type)
}
