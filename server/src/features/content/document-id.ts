import { createHash } from 'node:crypto'

/** Strapi names documents by 24 letters and digits. Ours follow from the record, so they stay the same everywhere. */
export function documentId(collection: string, id: unknown): string {
  const digest = createHash('sha256')
    .update(`${collection}:${String(id)}`)
    .digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(50, '0').slice(-24)
}
