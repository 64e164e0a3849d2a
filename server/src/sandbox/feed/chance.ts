import { createHash, createHmac } from 'node:crypto'
import type { Draws } from '@croupier/sportsbook/models/chain'
import type { WorldChance } from '@croupier/sportsbook/world/chance'

const words = 2 ** 32
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Numbers that only who has the seed can tell before: blocks of a keyed hash, the uneven rest thrown away. */
function drawsFrom(seed: Buffer): Draws {
  let block: Buffer = Buffer.alloc(0)
  let blocks = 0
  let at = 0
  const word = () => {
    if (at === block.length) {
      block = keyed(seed, String(blocks))
      blocks += 1
      at = 0
    }
    at += 4
    return block.readUInt32BE(at - 4)
  }
  return {
    below(limit) {
      const fair = words - (words % limit)
      let drawn = word()
      while (drawn >= fair) drawn = word()
      return drawn % limit
    },
  }
}

/** All chance of a world from one secret. A match is drawn from the seed of its own name, so it can be shown alone. */
export const worldChanceOf =
  (secret: string): WorldChance =>
  (name) =>
    drawsFrom(keyed(secret, name))

/** What a match is sealed with before its first price. */
export const seedHashOf = (secret: string, ref: string): string =>
  createHash('sha256')
    .update(keyed(secret, `event:${ref}`))
    .digest('hex')
