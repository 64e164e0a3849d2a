import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'

/** What a browser says about who made it send the request. A page cannot forge these headers. */
export type Provenance = {
  fetchSite: string | undefined
  origin: string | undefined
  hasSessionCookie: boolean
}

type Own = Pick<Config, 'origin' | 'port' | 'isProduction'>

export const ownOrigins = ({ origin, port, isProduction }: Own) =>
  isProduction ? [origin] : [origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`]

/** May this request have an effect? Cookies travel with forged requests too, so the origin decides, not the session. */
export function isSameOrigin(from: Provenance, own: Own): boolean {
  const { fetchSite, origin } = from
  // A form of ours in the frame of a partner is of our origin too; the partner's own page is not.
  if (fetchSite === 'same-origin') return true
  if (fetchSite) return false
  if (origin) return ownOrigins(own).includes(origin)
  // Neither header: not a browser of this decade. Without a cookie there is no player to act for.
  return !from.hasSessionCookie
}

/**
 * For what a page of ours loads by itself: another site could not read it, but could use up a player's streams, or
 * report in the name of a visitor. A browser that does not say where a request comes from is taken at its word.
 */
export const isFromOwnPage = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === 'same-origin'

/** For files that a player downloads: `none` is the player's own hand, an address typed or kept. */
export const isFromOwnPageOrHand = (headers: IncomingHttpHeaders): boolean =>
  isFromOwnPage(headers) || headers['sec-fetch-site'] === 'none'
