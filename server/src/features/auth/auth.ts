import { createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import type { Kysely } from 'kysely'
import type { SessionPlayer } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import type { Keys } from '../../secrets.ts'
import * as store from './store.ts'

export { endPlayerSessions, endSession } from './store.ts'

type Db = Kysely<DB>

export const sessionLife = { remembered: 30 * 86_400, short: 12 * 3_600 } as const

/** Only the hash is stored: a copy of the table opens no session, and neither does a guess without the pepper. */
const hash = (token: string, key: string) => createHmac('sha256', key).update(token).digest()

const makeToken = () => randomBytes(32).toString('base64url')
const isToken = (text: string) => /^[\w-]{43}$/.test(text)

type Opening = { playerId: bigint; lifeSeconds: number; userAgent: string | null; address: string | null }

export async function createSession(db: Db, keys: Keys, opening: Opening): Promise<string> {
  const token = makeToken()
  const userAgent = opening.userAgent?.slice(0, 400) ?? null
  await store.addSession(db, { ...opening, userAgent, tokenHash: hash(token, keys.current) })
  return token
}

export type FoundSession = {
  player: SessionPlayer
  /** Set when the session was just prolonged: the life of the new cookie. */
  renewedSeconds: number | undefined
}

export async function findSession(db: Db, keys: Keys, token: string): Promise<FoundSession | null> {
  if (!isToken(token)) return null
  const believed = [keys.current, ...(keys.previous ? [keys.previous] : [])]
  const found = await store.findSession(
    db,
    believed.map((key) => hash(token, key)),
  )
  if (!found) return null
  if (found.isDeleted) throw new Refusal('UserDeleted', { message: 'This account was deleted' })
  if (found.isBanned) throw new Refusal('UserBanned', { message: 'This account is blocked' })
  const renewed = found.isStale ? await store.renewSession(db, found.sessionId, hash(token, keys.current)) : undefined
  return {
    player: { id: found.playerId, sessionId: found.sessionId, locale: found.locale },
    renewedSeconds: renewed?.lifeSeconds,
  }
}

/** The same session under a new token: at sign-in, two-factor success and password change. */
export async function rotateSession(db: Db, keys: Keys, sessionId: bigint): Promise<string | null> {
  const token = makeToken()
  const kept = await store.replaceToken(db, sessionId, hash(token, keys.current))
  return kept ? token : null
}
