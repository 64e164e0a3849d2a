/** Where chance comes from. Whole numbers from 0 to limit − 1, each as likely as any other. */
export type Draws = { below: (limit: number) => number }

const wordValues = 2 ** 32

/**
 * A word of so many possible values as a number below the limit; null for those above the last whole multiple of it.
 * Each number has exactly as many words as any other, so none is likelier.
 */
export const scaled = (word: number, limit: number, values = wordValues): number | null =>
  word < values - (values % limit) ? word % limit : null

/** Numbers out of bytes, four at a time, the greatest first. A word that does not fit is passed over. */
export function drawsFrom(nextByte: () => number): Draws {
  const word = () => ((nextByte() * 256 + nextByte()) * 256 + nextByte()) * 256 + nextByte()
  return {
    below(limit) {
      if (!Number.isInteger(limit) || limit < 1 || limit > wordValues) throw new RangeError('a limit out of reach')
      let drawn = scaled(word(), limit)
      while (drawn === null) drawn = scaled(word(), limit)
      return drawn
    },
  }
}

/** The message whose HMAC-SHA256 under the server's seed gives the next 32 bytes. */
export const blockName = (clientSeed: string, nonce: bigint | number, cursor: number) =>
  `${clientSeed}:${nonce}:${cursor}`

/** Bytes of one round: block after block, each asked for when it is needed. */
export function bytesOf(blockAt: (cursor: number) => Uint8Array): () => number {
  let cursor = 0
  let block = blockAt(cursor)
  let place = 0
  return () => {
    if (place === block.length) {
      cursor += 1
      block = blockAt(cursor)
      place = 0
    }
    const byte = block[place]
    if (byte === undefined) throw new Error('a block without bytes')
    place += 1
    return byte
  }
}

/** All numbers from 0 to count − 1 in an order that chance gave (Fisher and Yates, from the end). */
export function shuffled(count: number, draws: Draws): number[] {
  const order = Array.from({ length: count }, (_, place) => place)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = draws.below(last + 1)
    const [a, b] = [order[last], order[other]]
    if (a === undefined || b === undefined) throw new Error('a place out of reach')
    order[last] = b
    order[other] = a
  }
  return order
}
