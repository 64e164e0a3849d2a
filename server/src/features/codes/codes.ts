import { randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { isSameBytes, keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import * as store from './store.ts'

/** `purpose` keeps codes of different uses apart; `subject` says whose it is. */
type Place = { purpose: string; subject: string }

export type CodeRequest = Place & {
  lifeSeconds: number
  /** Between two sends. */
  resendSeconds?: number
  /** In one window. */
  maxSends?: number
}

export type Issued =
  | { kind: 'sent'; code: string; token: string; resendSeconds: number }
  | { kind: 'wait'; resendSeconds: number }

/** Tries and sends are counted for this long at least, however often a new code is sent. */
const windowSeconds = 15 * 60

/**
 * A new code and the token of its link, to be sent in the same transaction.
 * Sending again refills no tries: an attacker who asks for codes gains nothing.
 */
export async function issueCode(db: Db, keys: Keys, wish: CodeRequest): Promise<Issued> {
  const { purpose, subject, lifeSeconds, resendSeconds = 60, maxSends = 5 } = wish
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const token = randomBytes(32).toString('base64url')
  const row = {
    purpose,
    subject,
    codeHash: hashCode(wish, code, keys.current),
    tokenHash: hashToken(purpose, token, keys.current),
    lifeSeconds,
    windowSeconds: Math.max(windowSeconds, lifeSeconds),
    resendSeconds,
    maxSends,
  }
  if (await store.putCode(db, row)) return { kind: 'sent', code, token, resendSeconds }
  const wait = await store.readWait(db, row)
  return { kind: 'wait', resendSeconds: Math.max(1, wait?.seconds ?? resendSeconds) }
}

/** What was sent to this player for this use is worth nothing any more; subjects begin with the player's number. */
export const dropCodesOf = (db: Db, purpose: string, playerId: bigint) => store.deleteCodesOf(db, purpose, playerId)

/** After the house was put back to an earlier day: codes that were used since would be good again. */
export const dropCodes = (db: Db) => store.deleteCodes(db)

/**
 * Never inside the caller's transaction: what is refused later would take the counted try back.
 * `spent`: all tries are used up. `expired`: there is no code any more, or it was used.
 */
export async function useCode(
  db: Db,
  keys: Keys,
  { code, ...place }: Place & { code: string },
): Promise<'ok' | 'wrong' | 'expired' | 'spent'> {
  const counted = await store.spendTry(db, place)
  if (!counted) {
    const state = await store.readState(db, place)
    return state?.isOpen && state.tries >= store.maxTries ? 'spent' : 'expired'
  }
  const isRight = believed(keys).map((key) => isSameBytes(hashCode(place, code, key), counted.codeHash))
  if (!isRight.includes(true)) return 'wrong'
  return (await store.markUsed(db, place, counted.codeHash)) ? 'ok' : 'expired'
}

/** The subject of a link's token, once. Not inside a transaction that may be refused, unless the link shall live on then. */
export async function useToken(
  db: Db,
  keys: Keys,
  { purpose, token }: { purpose: string; token: string },
): Promise<{ subject: string } | null> {
  const used = await store.markTokenUsed(db, purpose, tokenHashes(purpose, token, keys))
  return used ?? null
}

/** Whose token this is, without using it. */
export async function findToken(
  db: Db,
  keys: Keys,
  { purpose, token }: { purpose: string; token: string },
): Promise<{ subject: string } | null> {
  return (await store.findByToken(db, purpose, tokenHashes(purpose, token, keys))) ?? null
}

/** For codes that are not stored here. False when the tries of this window are used up. */
export async function countTry(
  db: Db,
  { maxTries = store.maxTries, windowSeconds: seconds, ...place }: Place & { maxTries?: number; windowSeconds: number },
): Promise<boolean> {
  return (await store.addTry(db, place, { maxTries, windowSeconds: seconds })) !== undefined
}

/** For a visitor who has used up the attempts: seconds until they are counted anew. */
export async function waitSeconds(db: Db, { purpose, subject }: Place): Promise<number> {
  return Math.max(1, (await store.readWindow(db, { purpose, subject }))?.seconds ?? 1)
}

/** After success: neither the code nor its count stays. */
export const forgetCode = (db: Db, { purpose, subject }: Place) => store.removeCode(db, { purpose, subject })

/** A million codes are few: the subject is part of the hash, so that equal codes of two players do not look equal. */
const hashCode = ({ purpose, subject }: Place, code: string, key: string) =>
  keyedHash(`${subject}\n${code}`, `code:${purpose}`, key)

const hashToken = (purpose: string, token: string, key: string) => keyedHash(token, `token:${purpose}`, key)

const tokenHashes = (purpose: string, token: string, keys: Keys) =>
  believed(keys).map((key) => hashToken(purpose, token, key))

/** Codes that are long over, and the windows in which their tries were counted. */
export const forgetOldCodes = (db: Db) => store.removeOldCodes(db)
