import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Db } from '../../../context.ts'
import { findReady, readPart } from './export-store.ts'

/** A file of this player as it was made, part after part: memory does not grow with it. Null where there is none. */
export async function openExport(db: Db, playerId: bigint, id: string) {
  const found = await findReady(db, playerId, id)
  if (!found) return null
  const { bytes, product, mode, from, to, createdAt } = found
  const days = [from, to].filter((day) => day !== null).join('-')
  const name = `${product === 'sports' ? 'bets' : 'rounds'}-${mode}-${days || createdAt.toISOString().slice(0, 10)}.csv`
  return { name, bytes: Number(bytes ?? 0), parts: partsOf(db, id) }
}

async function* partsOf(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const found = await readPart(db, id, part)
    if (!found) return
    yield await promisify(gunzip)(found.bytes)
  }
}
