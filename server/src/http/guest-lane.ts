import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredPage } from './page-cache.ts'
import { encodingOf, hasTag, isSearchBot } from './request-headers.ts'

/** Not the page itself: pages that were made anew since then would stay in memory with it. */
type Ready = { etag: string; head: readonly string[]; body: Buffer | undefined; until: number }

const mostReady = 1_000
/** Longer ones are made up by a stranger: such a visitor takes the long way and no room. */
const longestKey = 600

/** Whatever a stored page is chosen by. */
const keyOf = ({ url, headers }: FastifyRequest['raw']) =>
  `${url}\n${headers['accept-language']}\n${headers.cookie}\n${headers['accept-encoding']}\n${isSearchBot(headers['user-agent'])}`

/**
 * Pages in store for guests who ask in the same words as one before them: nothing is read, decided or put together again.
 * Who has a session, and what is not fresh, takes the long way, which also keeps pages here.
 */
export function openGuestLane(vary: string) {
  const ready = new Map<string, Ready>()
  return {
    /** False where it does not know the answer. */
    answer(request: FastifyRequest, reply: FastifyReply): boolean {
      if (request.method !== 'GET') return false
      const found = ready.get(keyOf(request.raw))
      if (!found || found.until <= Date.now()) return false
      const { etag, head, body } = found
      const known = request.headers['if-none-match']
      const isKnown = known !== undefined && hasTag(known, etag)
      // Those who came until now had the page already: it is compressed for the first who has not.
      if (!isKnown && !body) return false
      reply.hijack()
      const first = ['x-request-id', request.id, 'vary', vary, 'cache-control', 'no-cache', 'etag', etag]
      if (isKnown) reply.raw.writeHead(304, first).end()
      else reply.raw.writeHead(200, [...first, ...head, 'content-length', String(body?.length)]).end(body)
      return true
    },
    keep(request: FastifyRequest, page: StoredPage, until: number): void {
      const encoding = encodingOf(request.headers['accept-encoding'])
      const key = keyOf(request.raw)
      if (page.status !== 200 || page.hasNonce || encoding === 'identity' || key.length > longestKey) return
      if (ready.size >= mostReady) ready.clear()
      const headers = Object.entries({ ...page.headers, 'content-encoding': encoding })
      const others = headers.filter(([name]) => !['vary', 'cache-control', 'etag'].includes(name))
      ready.set(key, { etag: page.etag, head: others.flat(), body: page.bodies.get(encoding), until })
    },
    forget: () => ready.clear(),
  }
}
