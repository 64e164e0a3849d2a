import { expect, test } from 'vitest'
import { sizeOf } from './celebrate.ts'

test.each([
  [100n, 0n, 'none'],
  [100n, 40n, 'none'],
  [100n, 100n, 'none'],
  [100n, 101n, 'line'],
  [100n, 499n, 'line'],
  [100n, 500n, 'pulse'],
  [100n, 2000n, 'pulse'],
  [100n, 2001n, 'burst'],
] as const)('a stake of %s that returns %s is celebrated by: %s', (staked, won, size) =>
  expect(sizeOf(staked, won)).toBe(size),
)
