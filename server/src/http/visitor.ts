import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { CookieName, Visitor } from '../context.ts'
import { cookieOf } from './request-headers.ts'
import { cookieName, secretCookie } from './session.ts'

type Site = Pick<Config, 'origin' | 'isSecure'>

const named = (site: Site, name: CookieName) =>
  name === 'sid' ? cookieName(site) : site.isSecure ? `__Host-${name}` : name

/** The browser behind a request, as operations see it. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, site: Site, isFramed: boolean): Visitor {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    cookie: (name) => cookieOf(request, named(site, name)),
    setCookie(name, value, maxAgeSeconds) {
      const cookie = secretCookie(site, named(site, name), value ?? '', {
        isFramed,
        ...(value === null ? { maxAgeSeconds: 0 } : maxAgeSeconds !== undefined && { maxAgeSeconds }),
      })
      reply.header('set-cookie', cookie)
    },
  }
}

/** For page loaders: they read, and a read sets no cookie. */
export const readingVisitor = (address: string): Visitor => ({
  address,
  userAgent: null,
  cookie: () => undefined,
  setCookie: () => {
    throw new Error('a page may not set cookies')
  },
})
