import type { FastifyRequest } from 'fastify'

/** One cookie of a request. Ours are plain words, so nothing needs decoding. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const start = `${name}=`
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const cookie = pair.trim()
    if (cookie.startsWith(start)) return cookie.slice(start.length)
  }
  return undefined
}
