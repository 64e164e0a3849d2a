import type { JackpotLevel } from '@croupier/contract/games'
import { drawPot, type PotDraw, potDraws, potUnit } from '@croupier/studio/engine/pot'

export { potSeed } from '@croupier/studio/engine/pot'

/** Amounts in units of the stakes' ladder, so that a pot is worth about the same in every currency. */
type Level = PotDraw & { sysname: JackpotLevel; sharePercent: number; seedUnits: number }
export type Pot = { id: string; name: string; image: string; contribution: number; levels: readonly Level[] }

/**
 * Pots of the house. `contribution` is in parts of 10,000 of every real stake; the levels share it. A level pays, on
 * average, its seed and its share of what is staked between two hits: 0.50 + 0.45 + 0.35 + 0.25 = 1.55 % of all stakes,
 * 1.00 of it from the contributions and 0.55 from the house's seeds.
 */
const [mini, minor, major, grand] = potDraws.house
export const pots: readonly Pot[] = [
  {
    id: 'house',
    name: 'House pot',
    image: '/art/b-jackpot.webp',
    contribution: 100,
    levels: [
      { ...mini, sharePercent: 30, seedUnits: 50 },
      { ...minor, sharePercent: 25, seedUnits: 500 },
      { ...major, sharePercent: 25, seedUnits: 5_000 },
      { ...grand, sharePercent: 20, seedUnits: 50_000 },
    ],
  },
]

export const potOf = (id: string): Pot | undefined => pots.find((pot) => pot.id === id)

export const seedOf = ({ seedUnits }: Level, currency: string): bigint => BigInt(seedUnits) * potUnit(currency)

export const stakedPerHit = ({ stakedUnitsPerHit }: Level, currency: string): bigint =>
  BigInt(stakedUnitsPerHit) * potUnit(currency)

export const hitOf = (pot: Pot, stake: Parameters<typeof drawPot>[1]) => drawPot(pot.levels, stake)

const wholeUnit = 1_000_000n

/** What stakes owe to one level: whole units now, the rest waits for the next time. */
export function contribute(pot: Pot, level: Level, { staked, rest }: { staked: bigint; rest: bigint }) {
  const owed = rest + staked * BigInt(pot.contribution * level.sharePercent)
  return { amount: owed / wholeUnit, rest: owed % wholeUnit }
}
