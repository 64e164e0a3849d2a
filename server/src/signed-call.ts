import { createHmac } from 'node:crypto'
import { isSameBytes } from './encryption.ts'
import { believed, type Keys } from './secrets.ts'

type Signed = { timestamp: string; body: Buffer | string }

/** Over the time and the bytes of the body as they are sent. */
export const signCall = (secret: string, { timestamp, body }: Signed): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** In constant time; the secret before the present one is believed while it is being changed. */
export const isCallSigned = (keys: Keys, signature: string, signed: Signed): boolean =>
  believed(keys)
    .map((secret) => isSameBytes(Buffer.from(signCall(secret, signed)), Buffer.from(signature)))
    .includes(true)
