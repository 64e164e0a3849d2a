import type { Draws } from './draws.ts'
import { stakesOf } from './stakes.ts'

/**
 * The draw of a pot: a chance beside that of the game, from blocks of its own. Pure, so that the server, the page and the
 * verifier draw alike.
 */

export type PotDraw = {
  sysname: string
  /** So many units of stakes there are, on average, between two hits. */
  stakedUnitsPerHit: number
}

/** The levels of each pot, the smallest first: every level draws, hit or not, so that each number has one place. */
export const potDraws = {
  house: [
    { sysname: 'mini', stakedUnitsPerHit: 25_000 },
    { sysname: 'minor', stakedUnitsPerHit: 250_000 },
    { sysname: 'major', stakedUnitsPerHit: 5_000_000 },
    { sysname: 'grand', stakedUnitsPerHit: 100_000_000 },
  ],
} as const satisfies Record<string, readonly PotDraw[]>

/** Amounts count in units of the stakes' ladder, so that a pot is worth about the same in every currency. */
export const potUnit = (currency: string): bigint => stakesOf(currency, 1).step

/** What the round's own chance says to so much own money: twice the stake, twice the chance. The greatest level wins. */
export function drawPot<Level extends PotDraw>(
  levels: readonly Level[],
  { stake, currency, draws }: { stake: bigint; currency: string; draws: Draws },
): Level | null {
  const units = Number(stake / potUnit(currency))
  const hits = levels.filter(({ stakedUnitsPerHit }) => draws.below(stakedUnitsPerHit) < units)
  return hits.at(-1) ?? null
}

/** The block names of a pot's draws: no client seed holds a colon, so they never meet those of the game. */
export const potSeed = (clientSeed: string) => `${clientSeed}:jackpot`
