import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Keys } from '../../secrets.ts'
import { invalid } from './content-error.ts'

export const signingKey = (key: string) => new TextEncoder().encode(key)

/** Only our algorithm, only our keys: the current one, and the one before while it is being changed. */
export async function readSigned<S extends z.ZodType>(
  token: string,
  { current, previous }: Keys,
  schema: S,
  wanted: { audience?: string } = {},
): Promise<z.output<S> | undefined> {
  for (const key of [current, previous]) {
    if (key === undefined) continue
    const options = { algorithms: ['HS256'], requiredClaims: ['exp'], ...wanted }
    const payload = await jwtVerify(token, signingKey(key), options).then(
      (verified) => schema.safeParse(verified.payload).data,
      () => undefined,
    )
    if (payload) return payload
  }
}

/** What a service proved: for one exchange, soon after. Neither form of token is taken for the other. */
const audience = 'content-social'
const codeLife = '5m'
const proven = z.object({ provider: z.string(), email: z.string(), jti: z.string() })

/** For the browser that has just proven this address at a service. */
export const writeSocialCode = ({ current }: Keys, provider: string, email: string): Promise<string> =>
  new SignJWT({ provider, email })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setJti(randomBytes(32).toString('base64url'))
    .setExpirationTime(codeLife)
    .sign(signingKey(current))

/** Whose address a code proves, and the name by which the caller sees that it is used once. */
export async function readSocialCode(keys: Keys, provider: string, code: string) {
  const read = await readSigned(code, keys, proven, { audience })
  if (read?.provider !== provider) throw invalid('Invalid access token')
  return read
}
