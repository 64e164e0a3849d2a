import type { JackpotLevel } from '@croupier/contract/games'
import type { Draws } from '@croupier/studio/engine/draws'
import { stakesOf } from '@croupier/studio/engine/stakes'

/** Amounts in units of the stakes' ladder, so that a pot is worth about the same in every currency. */
type Level = { sysname: JackpotLevel; sharePercent: number; seedUnits: number; stakedUnitsPerHit: number }
export type Pot = { id: string; name: string; image: string; contribution: number; levels: readonly Level[] }

/**
 * Pots of the house. `contribution` is in parts of 10,000 of every real stake; the levels share it. A level pays, on
 * average, its seed and its share of what is staked between two hits: 0.50 + 0.45 + 0.35 + 0.25 = 1.55 % of all stakes,
 * 1.00 of it from the contributions and 0.55 from the house's seeds.
 */
export const pots: readonly Pot[] = [
  {
    id: 'house',
    name: 'House pot',
    image: '/art/b-jackpot.webp',
    contribution: 100,
    levels: [
      { sysname: 'mini', sharePercent: 30, seedUnits: 50, stakedUnitsPerHit: 25_000 },
      { sysname: 'minor', sharePercent: 25, seedUnits: 500, stakedUnitsPerHit: 250_000 },
      { sysname: 'major', sharePercent: 25, seedUnits: 5_000, stakedUnitsPerHit: 5_000_000 },
      { sysname: 'grand', sharePercent: 20, seedUnits: 50_000, stakedUnitsPerHit: 100_000_000 },
    ],
  },
]

export const potOf = (id: string): Pot | undefined => pots.find((pot) => pot.id === id)

const unitOf = (currency: string) => stakesOf(currency, 1).step

export const seedOf = ({ seedUnits }: Level, currency: string): bigint => BigInt(seedUnits) * unitOf(currency)

export const stakedPerHit = ({ stakedUnitsPerHit }: Level, currency: string): bigint =>
  BigInt(stakedUnitsPerHit) * unitOf(currency)

/** What the round's own chance says: twice the stake, twice the chance. The greatest level is asked first. */
export function hitOf(pot: Pot, { stake, currency, draws }: { stake: bigint; currency: string; draws: Draws }) {
  const units = Number(stake / unitOf(currency))
  // Every level draws, hit or not, so that each number of the stream has one place.
  const hits = pot.levels.filter(({ stakedUnitsPerHit }) => draws.below(stakedUnitsPerHit) < units)
  return hits.at(-1) ?? null
}

/** The block names of a pot's draws: no client seed holds a colon, so they never meet those of the game. */
export const potSeed = (clientSeed: string) => `${clientSeed}:jackpot`

const wholeUnit = 1_000_000n

/** What stakes owe to one level: whole units now, the rest waits for the next time. */
export function contribute(pot: Pot, level: Level, { staked, rest }: { staked: bigint; rest: bigint }) {
  const owed = rest + staked * BigInt(pot.contribution * level.sharePercent)
  return { amount: owed / wholeUnit, rest: owed % wholeUnit }
}
