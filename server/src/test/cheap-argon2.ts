import { createRequire } from 'node:module'

/**
 * Stands in for `@node-rs/argon2` in the server's tests: the real library, at a hundredth of the price. What the house
 * really pays is checked where the library itself is used: the files that vitest.config.ts calls `timed`.
 */
const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

export const hash: typeof real.hash = (password, options, ...rest) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, ...rest)

export const verify = real.verify
