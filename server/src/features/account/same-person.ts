import { mailboxKey } from '@croupier/contract/fields/email'
import type { Db, Tx } from '../../context.ts'
import { keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import { findExcluded, findLike, lockKeys, type PersonKey, type PersonKind, readKeysOf } from './person-store.ts'

/** By what two accounts can be known as one person's. What is missing is left out. */
export type Person = {
  email?: string | null | undefined
  /** Digits of the international number. */
  phoneKey?: string | null | undefined
  documentType?: string | undefined
  documentNumber?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  birthDate?: string | null | undefined
}

const folded = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

/** A number is the same with or without its dots and dashes. */
const documentText = (type: string, number: string) =>
  `${folded(type)}:${number
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .toUpperCase()}`

function textsOf(person: Person): [PersonKind, string][] {
  const { email, phoneKey, documentType = '', documentNumber, firstName, lastName, birthDate } = person
  return [
    ...(email ? [['email', mailboxKey(email)] satisfies [PersonKind, string]] : []),
    ...(phoneKey ? [['phone', phoneKey] satisfies [PersonKind, string]] : []),
    ...(documentNumber
      ? [['document', documentText(documentType, documentNumber)] satisfies [PersonKind, string]]
      : []),
    ...(firstName && lastName && birthDate
      ? [['person', `${folded(firstName)} ${folded(lastName)} ${birthDate}`] satisfies [PersonKind, string]]
      : []),
  ]
}

/** Keyed hashes: equal persons have equal keys, and a copy of the table tells nothing. Both keys, while they rotate. */
export const personKeys = (person: Person, keys: Keys): PersonKey[] =>
  textsOf(person).flatMap(([kind, text]) =>
    believed(keys).map((secret) => ({
      kind,
      key: keyedHash(text, `person:${kind}`, secret),
    })),
  )

type Beside = {
  /** The account that asks: its own exclusion is another matter. */
  besides?: bigint
  /** Only what the excluded account has proven counts, not what it merely says. */
  areProven?: boolean
}

/** Does this person have an excluded account? */
export async function isExcludedPerson(
  db: Db,
  keys: Keys,
  person: Person,
  { besides, areProven = false }: Beside = {},
): Promise<boolean> {
  const wanted = personKeys(person, keys)
  if (wanted.length === 0) return false
  await lockKeys(db, wanted)
  return (await findExcluded(db, wanted, { besides: besides ?? null, areProven })) !== undefined
}

/** Ids of the other accounts of the same person, in the order in which they are to be locked. */
export async function playersLike(tx: Tx, playerId: bigint): Promise<bigint[]> {
  await lockKeys(tx, await readKeysOf(tx, playerId))
  return (await findLike(tx, playerId)).map(({ id }) => id)
}
