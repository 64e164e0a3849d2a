import { createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Db, SessionPlayer, Tx } from '../../context.ts'
import { gatherOn } from '../../gather.ts'
import { believed, type Keys } from '../../secrets.ts'
import { notePresence } from '../limits/limits.ts'
import * as store from './store.ts'

export const sessionLife = { remembered: 30 * 86_400, short: 12 * 3_600 } as const

/** Only the hash is stored: a copy of the table opens no session, and neither does a guess without the pepper. */
export const hashSessionToken = (token: string, key: string) => createHmac('sha256', key).update(token).digest()

/** Under the current pepper, and under the one before while it is being changed. */
export const tokenHashes = (token: string, keys: Keys) => believed(keys).map((key) => hashSessionToken(token, key))

export const makeToken = () => randomBytes(32).toString('base64url')
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

type Opening = {
  playerId: bigint
  lifeSeconds: number
  userAgent: string | null
  address: string | null
  /** `payout`: an excluded player who may only take the balance out. */
  scope?: 'full' | 'payout'
}

export async function createSession(db: Db, keys: Keys, opening: Opening): Promise<string> {
  const token = makeToken()
  const userAgent = opening.userAgent?.slice(0, 400) ?? null
  await store.addSession(db, { scope: 'full', ...opening, userAgent, tokenHash: hashSessionToken(token, keys.current) })
  return token
}

export type FoundSession = {
  player: SessionPlayer
  /** Set when the session was just prolonged: the life of the new cookie. */
  renewedSeconds: number | undefined
}

/** Requests that come together are looked up together, each after it came: a session that has ended opens nothing. */
const findByHashes = gatherOn(async (db: store.Connected, asked: readonly (readonly Buffer[])[]) => {
  const found = await store.findSessions(db, asked.flat())
  return asked.map((hashes) => hashes.map((hash) => found.get(hash.toString('hex'))).find((each) => each))
})

type Stale = { playerId: bigint; sessionId: bigint; token: string; key: string }

/** At most once a minute and session: time limits count how long a player is here. */
const renew = gatherOn(async (db: Db, stale: readonly Stale[]): Promise<(number | undefined)[]> => {
  const sessions = new Map(stale.map((session) => [session.sessionId, session]))
  const renewed = await store.renewSessions(
    db,
    [...sessions.values()].map(({ sessionId, token, key }) => ({
      id: sessionId,
      tokenHash: hashSessionToken(token, key),
    })),
  )
  const here = new Set(stale.flatMap(({ sessionId, playerId }) => (renewed.has(sessionId) ? playerId : [])))
  if (here.size > 0) await notePresence(db, [...here])
  // Of several requests at once the first carries the new cookie.
  return stale.map(({ sessionId }) => {
    const lifeSeconds = renewed.get(sessionId)
    renewed.delete(sessionId)
    return lifeSeconds
  })
})

export async function findSession(db: store.Connected, keys: Keys, token: string): Promise<FoundSession | null> {
  if (!isToken(token)) return null
  const found = await findByHashes(db, tokenHashes(token, keys))
  if (!found) return null
  if (found.isDeleted) throw new Refusal('UserDeleted', { message: 'This account was deleted' })
  if (found.isBanned) throw new Refusal('UserBanned', { message: 'This account is blocked' })
  // A player who excluded itself is out at once, on every node; only the way to the balance stays.
  if (found.isExcluded && found.scope === 'full') return null
  const renewedSeconds = found.isStale ? await renew(db.sql, { ...found, token, key: keys.current }) : undefined
  return {
    player: {
      id: found.playerId,
      sessionId: found.sessionId,
      locale: found.locale,
      isPayoutOnly: found.scope === 'payout',
      isFresh: found.isFresh,
      standing: found,
      purses: found.purses,
    },
    renewedSeconds,
  }
}

/** The same session under a new token, after a password change. Null when it has ended meanwhile. */
export async function rotateSession(
  db: Db,
  keys: Keys,
  sessionId: bigint,
): Promise<{ token: string; lifeSeconds: number } | null> {
  const token = makeToken()
  const kept = await store.replaceToken(db, sessionId, hashSessionToken(token, keys.current))
  return kept ? { token, lifeSeconds: kept.lifeSeconds } : null
}

/**
 * Under the player's lock, where a way in is made or closed or money leaves: a call that was let in before its session
 * was ended from elsewhere leaves nothing behind. Else a stranger who waits for the lock has what the owner has just
 * closed.
 */
export async function refuseEnded(tx: Tx, sessionId: bigint): Promise<void> {
  if (!(await store.isSessionOpen(tx, sessionId))) throw new Refusal('Authorization', { message: 'Sign in first' })
}

const mostEnded = 1_000

/** After the house was put back to an earlier day: sessions that were closed since would be open again. */
export async function endEverySignIn({ begin, announce }: Pick<Context, 'begin' | 'announce'>): Promise<void> {
  await begin((tx) => store.dropBegunSignIns(tx))
  const endSome = async (tx: Tx) => {
    const ended = await store.endSomeSessions(tx, mostEnded)
    await sayEnded({ announce }, tx, ended)
    return ended.length
  }
  while ((await begin(endSome)) === mostEnded);
}

/** What hangs on a session elsewhere ends with it: a game that was launched takes no stake any more. */
export async function sayEnded({ announce }: Pick<Context, 'announce'>, tx: Tx, ended: store.Ended): Promise<void> {
  if (ended.length === 0) return
  await announce(tx, 'sessions.ended', { sessionIds: ended.map(({ id }) => String(id)) })
}
