import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { SessionPlayer } from '../context.ts'
import type { Database } from '../db/db.ts'
import { type FoundSession, findSession, sessionLife } from '../features/auth/auth.ts'
import type { Keys } from '../secrets.ts'
import { cookieOf } from './request-headers.ts'

type Site = Pick<Config, 'origin' | 'isSecure'>

/** `__Host-` makes the browser refuse the cookie from a sub-domain or without https. */
export const cookieName = ({ isSecure }: Pick<Config, 'isSecure'>) => (isSecure ? '__Host-sid' : 'sid')

const isLocal = (origin: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

type CookieOptions = {
  /** Absent: the cookie ends with the browser. */
  maxAgeSeconds?: number
  /** In a frame that content allows: `_non_strict=1` changes the cookie and nothing else. */
  isFramed: boolean
}

export const sessionCookie = (site: Site, token: string, options: CookieOptions): string =>
  secretCookie(site, cookieName(site), token, options)

/** Out of reach of scripts; an age of zero takes it away. */
export function secretCookie(
  site: Site,
  name: string,
  value: string,
  { maxAgeSeconds, isFramed }: CookieOptions,
): string {
  const isCrossSite = isFramed && site.isSecure
  const isSecure = site.isSecure || !isLocal(site.origin)
  return [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ...(isSecure ? ['Secure'] : []),
    ...(isCrossSite ? ['SameSite=None', 'Partitioned'] : ['SameSite=Lax']),
  ].join('; ')
}

const readToken = (request: FastifyRequest, site: Site) => cookieOf(request, cookieName(site))

export type Sessions = ReturnType<typeof openSessions>

type SessionOptions = { db: Pick<Database, 'sql' | 'pool'>; keys: Keys; config: Site }

export function openSessions({ db, keys, config }: SessionOptions) {
  const found = new WeakMap<FastifyRequest, Promise<FoundSession | null>>()

  async function look(request: FastifyRequest): Promise<FoundSession | null> {
    const token = readToken(request, config)
    return token ? findSession(db, keys, token) : null
  }

  return {
    hasCookie: (request: FastifyRequest): boolean => readToken(request, config) !== undefined,

    /** Who is signed in. Looked up once per request, however many ask; a blocked or deleted player is a refusal. */
    async playerOf(request: FastifyRequest, reply: FastifyReply, isFramed = false): Promise<SessionPlayer | null> {
      const known = found.get(request)
      if (known) return (await known)?.player ?? null
      const looking = look(request)
      found.set(request, looking)
      const session = await looking
      const seconds = session?.renewedSeconds
      // A remembered session is prolonged in the browser too; a short one ends with the browser anyway.
      if (seconds !== undefined && seconds > sessionLife.short) {
        const token = readToken(request, config) ?? ''
        reply.header('set-cookie', sessionCookie(config, token, { maxAgeSeconds: seconds, isFramed }))
      }
      return session?.player ?? null
    },
  }
}
