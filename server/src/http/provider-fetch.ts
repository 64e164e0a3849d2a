// How the server itself talks to sign-in services: no redirects, few bytes, no host but the issuer and those it names.
import dns from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isPublicAddress } from './image-address.ts'

const maxBytes = 512 * 1024

class RefusedAddress extends Error {}

/** Where the sandbox's issuer really is: this very process, whatever the site is called outside. */
export type Detour = { from: string; to: string }

/**
 * The operator wrote the issuer down, so it may be inside the network. Other addresses are the issuer's word:
 * they must be https and on the open internet.
 */
export function providerFetch(issuer: string, detour: Detour | null): CustomFetch {
  const { origin } = new URL(issuer)
  return async (address, { method, headers, body, signal }) => {
    const isOwn = new URL(address).origin === origin
    const url = new URL(
      detour && address.startsWith(detour.from) ? detour.to + address.slice(detour.from.length) : address,
    )
    if (!isOwn && url.protocol !== 'https:') throw new RefusedAddress('only https leads to other hosts')
    if (!isOwn && isBareAddress(url.hostname)) throw new RefusedAddress('a bare address')
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      agent: false,
      ...(!isOwn && { lookup: publicLookup }),
      ...(signal && { signal }),
    })
    // An error after the answer has begun reaches the reader of the body; unheard here it would end the process.
    request.on('error', () => {})
    request.end(textOf(body))
    const [response]: http.IncomingMessage[] = await once(request, 'response')
    if (!response) throw new Error('no answer')
    try {
      return await toResponse(response)
    } finally {
      request.destroy()
    }
  }
}

const isBareAddress = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host)

const textOf = (body: Parameters<CustomFetch>[1]['body']): string | undefined => {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new Error('only forms are sent')
}

async function toResponse(response: http.IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const status = response.statusCode ?? 0
  const hasBody = status >= 200 && status !== 204 && status !== 304
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers })
}

/** The address that was checked is the address that is connected to: a name cannot change in between. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new RefusedAddress('no address'), '')
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new RefusedAddress('a private address'), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
