import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll } from 'vitest'

type TokenRequest = { nonce: string; clientId: string }
type Json = Record<string, unknown>

/** What this service does otherwise than it should. */
export type Lies = {
  metadata?: Json
  /** Changes what stands in the token. */
  claims?: JWTPayload
  /** Writes the token itself, given the honest one's claims. */
  idToken?: (claims: JWTPayload) => string | Promise<string>
  /** Changes the answer of the token endpoint. */
  tokens?: Json
  tokenStatus?: number
  userinfo?: Json
  keys?: Json[]
}

/** A sign-in service that can be told to lie, over real HTTP. Call it at the top of a test file. */
export async function openLiar() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'honest', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, TokenRequest>()
  const state: { lies: Lies; requests: http.IncomingMessage[]; bodies: URLSearchParams[] } = {
    lies: {},
    requests: [],
    bodies: [],
  }

  const server = http.createServer(async (request, response) => {
    state.requests.push(request)
    const url = new URL(request.url ?? '/', issuer)
    const send = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (url.pathname === '/.well-known/openid-configuration') return send({ ...metadata(), ...state.lies.metadata })
    if (url.pathname === '/jwks') return send({ keys: state.lies.keys ?? [jwk] })
    if (url.pathname === '/userinfo') return send(state.lies.userinfo ?? {})
    if (url.pathname !== '/token') return send({ error: 'unknown' }, 404)
    const body = await bodyOf(request)
    state.bodies.push(body)
    send(...(await answer(body)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const metadata = (): Json => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })

  async function answer(body: URLSearchParams): Promise<[unknown, number]> {
    const { lies } = state
    const asked = codes.get(body.get('code') ?? '')
    if (!asked) return [{ error: 'invalid_grant' }, 400]
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      aud: asked.clientId,
      sub: 'liar-subject',
      nonce: asked.nonce,
      iat: now,
      exp: now + 300,
      email: 'liar@example.com',
      email_verified: true,
      ...lies.claims,
    }
    const id_token = lies.idToken ? await lies.idToken(claims) : await sign(claims)
    const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token, ...lies.tokens }
    return [tokens, lies.tokenStatus ?? 200]
  }

  const sign = (claims: JWTPayload, key = pair.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'honest' }).sign(key)

  return {
    issuer,
    state,
    sign,
    /** With a key that is not the service's. */
    forge: (claims: JWTPayload) => sign(claims, stranger.privateKey),
    publicKey: jwk,
    /** A code for the address that the site sent the browser to, as if the person had agreed. */
    agree(authorization: string): { code: string; state: string } {
      const { searchParams } = new URL(authorization)
      const code = randomBytes(16).toString('hex')
      codes.set(code, { nonce: searchParams.get('nonce') ?? '', clientId: searchParams.get('client_id') ?? '' })
      return { code, state: searchParams.get('state') ?? '' }
    },
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
