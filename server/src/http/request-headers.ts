import type { FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest form that the asker takes; `q=0` is a no. */
export function encodingOf(accepted = ''): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}

const strong = (tag: string) => tag.trim().replace(/^W\//, '')

/** Does `If-None-Match` name what we would send? Compared weakly, as the rules of HTTP have it. */
export const hasTag = (header = '', tag: string): boolean =>
  header === tag || header.split(',').some((part) => part.trim() === '*' || strong(part) === strong(tag))

/** One cookie of a request. Ours are plain words, so nothing needs decoding. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const start = `${name}=`
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const cookie = pair.trim()
    if (cookie.startsWith(start)) return cookie.slice(start.length)
  }
  return undefined
}

const searchBots =
  /googlebot|google-inspectiontool|storebot-google|bingbot|bingpreview|yandex(bot|images|mobilebot)|duckduckbot|baiduspider|applebot|slurp|seznambot|petalbot|sogou|exabot|naverbot|yeti\/|qwantify/i

/** Search engines only: a script or a monitor is a visitor like any other. */
export const isSearchBot = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && searchBots.test(userAgent)
