import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameBytes } from '../encryption.ts'
import { parseJson } from '../parse-json.ts'

/**
 * How this company signs and checks, written from its documents and not with the adapter that talks to it: a fault in
 * the adapter has to be found here.
 */

const hexOf = (secret: string, ...parts: (string | Buffer)[]) => {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

const isSame = (wanted: string, said: string) => isSameBytes(Buffer.from(wanted), Buffer.from(said.toLowerCase()))

type SignedRequest = { ts: string; method: string; path: string; body: string | Buffer }

/** Of a request: over time, verb, path with its query, and the bytes of the body. */
export const requestSignature = (secret: string, { ts, method, path, body }: SignedRequest): string =>
  hexOf(secret, ts, method, path, body)

export const isRequestSigned = (secret: string, signature: string, request: SignedRequest): boolean =>
  isSame(requestSignature(secret, request), signature)

/** Digests have one length, so that a comparison says nothing about a guess. */
export const isSameToken = (wanted: string, said: string): boolean =>
  isSame(hexOf('compare', wanted), hexOf('compare', said))

/** Of a notice, over the bytes of its body. */
export const signNotice = (body: Buffer, secret: string): { algorithm: string; digest: string } => ({
  algorithm: 'HMAC_SHA256_HEX',
  digest: hexOf(secret, body),
})

const ticket = z.object({ user: z.string(), action: z.string().nullable(), until: z.number() })

/** Tokens of the page on which a person shows documents: they say by themselves whose they are. */
export const openTickets = (secret: string) => ({
  make(user: string, action: string | null, seconds: number): string {
    const text = Buffer.from(JSON.stringify({ user, action, until: Date.now() + seconds * 1000 })).toString('base64url')
    return `${text}.${hexOf(secret, text)}`
  },

  read(token: string): { user: string; action: string | null } | null {
    const [text = '', mark = ''] = token.split('.')
    if (!isSame(hexOf(secret, text), mark)) return null
    const parsed = ticket.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success && parsed.data.until > Date.now() ? parsed.data : null
  },
})
