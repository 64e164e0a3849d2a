import { expect, test } from 'vitest'
import { tallied } from './last-results.ts'

test('a round counts as a gain only where more came back than was staked', () => {
  const rounds = [
    { staked: 100n, won: 0n },
    { staked: 100n, won: 40n },
    { staked: 100n, won: 100n },
    { staked: 100n, won: 250n },
    { staked: 0n, won: 30n },
  ]
  const tally = rounds.reduce(tallied, { count: 0, gains: 0, net: 0n })
  expect(tally).toEqual({ count: 5, gains: 2, net: 20n })
})
