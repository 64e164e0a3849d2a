import { randomInt } from 'node:crypto'
import type { Tx } from '../../context.ts'
import type { Keys } from '../../secrets.ts'
import { addSingleCodes } from './code-store.ts'
import { singleKeys } from './find-code.ts'
import { findOffer } from './offers.ts'

/** Without those that look alike: 0 and O, 1, I and L. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Codes for one use each. They are told here and never again: only a keyed hash is kept. Null where there is no such offer. */
export async function makeCodes(
  tx: Tx,
  keys: Keys,
  { offer, count, endsAt }: { offer: string; count: number; endsAt: Date | null },
): Promise<string[] | null> {
  const found = await findOffer(tx, offer)
  if (!found || found.isStopped) return null
  const made = new Set<string>()
  while (made.size < count) made.add(newCode())
  const rows = [...made].map((code) => {
    const [key] = singleKeys(code, keys)
    if (key === undefined) throw new Error('a code without a key')
    return { key, tail: code.slice(-4), offer, endsAt }
  })
  if ((await addSingleCodes(tx, rows)) < count) throw new Error('a code was made twice')
  return [...made]
}
