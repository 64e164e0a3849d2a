import { randomUUID } from 'node:crypto'
import { begin, type Database } from '../db/db.ts'
import { loyaltyHouse } from '../features/loyalty/loyalty.ts'

/** What tests of the club share. */

export const plainProgram = {
  product: 'casino',
  levels: [
    { id: 1, min: 0 },
    { id: 2, min: 500 },
    { id: 3, min: 1_500 },
    { id: 4, min: 5_000 },
  ],
  rates: [
    { type: 'slot', rate: 20 },
    { type: 'fast', rate: 10 },
    { type: 'casino', rate: 4 },
    { type: 'live', rate: 4 },
  ],
  default_rate: 4,
  most_per_day: 500,
}

const nothing = async () => undefined

/** By hand of the operator. */
export async function givePoints(
  db: Database,
  playerId: bigint,
  points: bigint,
  key: string = randomUUID(),
): Promise<void> {
  await begin(db, (tx) => loyaltyHouse.give(nothing, tx, { playerId, points, key, words: 'test' }))
}
