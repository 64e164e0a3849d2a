import { type Bet, isBet, leastSum, mostSum, payOf, sides, waysOf } from './math.ts'

const throws = 36

/** What comes back of each bet with this stake, in percent: a win is whole minor units, rounded down. */
export const diceReturns = (stake: bigint): number[] =>
  sides
    .flatMap((side) =>
      Array.from({ length: mostSum - leastSum + 1 }, (_, at): Bet => ({ side, target: leastSum + at })),
    )
    .filter(isBet)
    .map((bet) => (100 * waysOf(bet) * Number((stake * payOf(bet)) / 10_000n)) / throws / Number(stake))
