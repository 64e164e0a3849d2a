import type { Draws } from '../../engine/draws.ts'
import { type Maths, WrongChoice } from '../../engine/game.ts'

export const sides = ['under', 'exact', 'over'] as const
export type Side = (typeof sides)[number]
export type Bet = { side: Side; target: number }
export type View = Bet & { dice: [number, number]; isWin: boolean }

export const leastSum = 2
export const mostSum = 12
const throws = 36n

/** Of the 36 throws of two dice, how many have this sum. */
export const waysOfSum = (sum: number): number => 6 - Math.abs(7 - sum)

export function isHit({ side, target }: Bet, sum: number): boolean {
  if (side === 'exact') return sum === target
  return side === 'over' ? sum > target : sum < target
}

/** How many of the 36 throws win. */
export function waysOf(bet: Bet): number {
  let ways = 0
  for (let sum = leastSum; sum <= mostSum; sum += 1) if (isHit(bet, sum)) ways += waysOfSum(sum)
  return ways
}

/** Bets that win with more than 30 of the 36 throws are not taken: they would pay next to nothing. */
const mostWays = 30

export const isBet = (bet: Bet): boolean => {
  const { target } = bet
  if (!Number.isInteger(target) || target < leastSum || target > mostSum) return false
  const ways = waysOf(bet)
  return ways > 0 && ways <= mostWays
}

/** The target nearest to the wished one that can be bet on with this side. */
export function nearestTarget(side: Side, wish: number): number {
  let best = 7
  for (let target = leastSum; target <= mostSum; target += 1) {
    if (isBet({ side, target }) && Math.abs(target - wish) < Math.abs(best - wish)) best = target
  }
  return best
}

/** What a stake comes back as, in ten-thousandths: 99 % of the true odds, rounded down. */
export const payOf = (bet: Bet): bigint => (9_900n * throws) / BigInt(waysOf(bet))

/** What comes back of one unit staked. Exact but for the last division. */
export const rtpOf = (bet: Bet): number => (waysOf(bet) * Number(payOf(bet))) / 360_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readBet(choice: unknown): Bet {
  const { side: word, target, ...rest } = isRecord(choice) ? choice : {}
  const side = sides.find((known) => known === word)
  if (Object.keys(rest).length > 0) throw new WrongChoice('more than a bet')
  if (!side || typeof target !== 'number' || !isBet({ side, target })) throw new WrongChoice('no such bet')
  return { side, target }
}

export const maths: Maths<View> = {
  version: '1.0.0',
  play({ stake, choices }, draws: Draws) {
    const [opening, ...rest] = choices
    const bet = readBet(opening)
    if (rest.length > 0) throw new WrongChoice('the dice have fallen')
    const dice: [number, number] = [draws.below(6) + 1, draws.below(6) + 1]
    const isWin = isHit(bet, dice[0] + dice[1])
    const won = isWin ? (stake * payOf(bet)) / 10_000n : 0n
    return { staked: stake, won, isOver: true, view: { ...bet, dice, isWin } }
  },
}
