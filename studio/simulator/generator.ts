import type { Draws } from '../engine/draws.ts'

const wordValues = 2 ** 32

/** `turn(word, 7)`: the upper bits come in again from below. */
const turn = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

/**
 * Chance that is fast and the same again from the same seed: xoshiro128** of Blackman and Vigna, for simulations only.
 * Rounds of players come from HMAC-SHA256; numbers are made from words in the same way.
 */
export function seededDraws(seed: number): Draws & { mark: () => () => void } {
  // SplitMix32 spreads one number over the four words, as the authors advise.
  let spread = seed | 0
  const next = () => {
    spread = (spread + 0x9e3779b9) | 0
    let mixed = spread ^ (spread >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
  let [a, b, c, d] = [next(), next(), next(), next()]
  const word = () => {
    const drawn = Math.imul(turn(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = turn(d, 11)
    return drawn
  }
  return {
    below(limit) {
      const end = wordValues - (wordValues % limit)
      let drawn = word()
      while (drawn >= end) drawn = word()
      return drawn % limit
    },
    /** Remembers this place; what it gives goes back there. */
    mark() {
      const [w, x, y, z] = [a, b, c, d]
      return () => {
        a = w
        b = x
        c = y
        d = z
      }
    },
  }
}
