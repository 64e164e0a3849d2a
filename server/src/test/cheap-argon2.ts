import { createRequire } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

/**
 * Stands in for `@node-rs/argon2` in the server's tests: the real library, at a hundredth of the price. A file that is
 * about that price says `atFullPrice()` at its top.
 */
const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1 }
let isCheap = true
/** What the house asked for: its full price. */
let asked: Parameters<typeof real.hash>[1]

export const hash: typeof real.hash = (password, options, ...rest) => {
  asked = options
  return real.hash(password, isCheap ? { ...options, ...cheap } : options, ...rest)
}

export const verify: typeof real.verify = async (stored, password, ...rest) => {
  // The hash that stands in for those of unknown players may be a cheap one of the file before.
  if (!isCheap && String(stored).includes(`m=${cheap.memoryCost},`)) await real.hash(password, asked)
  return real.verify(stored, password, ...rest)
}

export function atFullPrice(): void {
  beforeAll(() => {
    isCheap = false
  })
  afterAll(() => {
    isCheap = true
  })
}
