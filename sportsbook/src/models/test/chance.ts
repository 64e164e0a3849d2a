import type { Draws } from '../chain.ts'

/** Draws for tests: the same for the same seed, good enough for statistics, and quick. */
export function seededDraws(seed: number): Draws {
  let [a, b, c, count] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  const word = () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 16; warm += 1) word()
  const values = 2 ** 32
  return {
    below(limit) {
      let drawn = word()
      while (drawn >= values - (values % limit)) drawn = word()
      return drawn % limit
    },
  }
}

export const isRelease = process.env.EFFORT === 'release'

/** So many in the long form, and a few where every commit waits for them. */
export const counted = (few: number, promised: number) => (isRelease ? promised : few)
export const longTest = isRelease ? 1_800_000 : 20_000
