import { leastHeight } from './math.ts'

/** Above it a lost part of a cent no longer weighs more than it does below. */
const tallest = 1_000

/** What comes back of each height with this stake, in percent: h is reached with a chance of 99 ÷ h; wins are rounded down. */
export const liftoffReturns = (stake: bigint): number[] =>
  Array.from({ length: tallest - leastHeight + 1 }, (_, at) => {
    const height = leastHeight + at
    const won = Number((stake * BigInt(height)) / 100n)
    return (100 * (99 / height) * won) / Number(stake)
  })
