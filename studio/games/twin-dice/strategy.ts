import { type Bet, isBet, leastSum, mostSum, rtpOf, sides } from './math.ts'

const bets: Bet[] = sides.flatMap((side) =>
  Array.from({ length: mostSum - leastSum + 1 }, (_, at) => ({ side, target: leastSum + at })).filter(isBet),
)

/** The bet whose rounding costs most: what the tile promises holds for every other one too. */
export const opening: Bet = bets.reduce((least, bet) => (rtpOf(bet) < rtpOf(least) ? bet : least))

export const exactRtp = (): number => rtpOf(opening)
