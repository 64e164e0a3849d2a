import { createHmac } from 'node:crypto'
import { isSameBytes } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'

type Signed = { secret: string; ts: string; method: string; path: string; body: string | Buffer }

/** Over time, verb, path with its query, and the bytes of the body. */
export const signRequest = ({ secret, ts, method, path, body }: Signed): string =>
  createHmac('sha256', secret).update(`${ts}${method}${path}`).update(body).digest('hex')

// SHA-1 is among those the provider offers; we do not take it.
const algorithms: Record<string, string> = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' }

/** In constant time, over the bytes as they came; the key before the present one is believed while it is being changed. */
export function isNoticeSigned(body: Buffer, said: { algorithm: string; digest: string }, keys: Keys): boolean {
  const algorithm = Object.hasOwn(algorithms, said.algorithm) ? algorithms[said.algorithm] : undefined
  if (!algorithm) return false
  return believed(keys)
    .map((secret) => isSame(createHmac(algorithm, secret).update(body).digest('hex'), said.digest))
    .includes(true)
}

const isSame = (wanted: string, said: string): boolean =>
  isSameBytes(Buffer.from(wanted), Buffer.from(said.toLowerCase()))
