import type { Side } from '../facts.ts'
import { billion } from './chain.ts'
import { addRound, isMapOver, type MapState, roundChance, type ShooterMap } from './shooter-chain.ts'

type Pair = readonly [home: number, away: number]

/** One end of a map, with the parts of a builder that came true on the way. */
export type MapEnd = { rounds: Pair; set: number; chance: number }

/** The bits of the parts that become true when a side wins a round from these rounds. */
export type RoundBits = (rounds: Pair, winner: Side) => number

/** So many rounds that what is still open then cannot be seen in a billion. */
const mostRounds = 24 + 6 * 20

export type RoundHeard = (rounds: Pair, winner: Side, chance: number) => void

/** Every end of a map from here; `heard` is told of every round on the way. */
export function mapEnds(map: ShooterMap, from: MapState, heard: RoundHeard, bits: RoundBits = () => 0): MapEnd[] {
  type Cell = { state: MapState; set: number; chance: number }
  const ends = new Map<string, MapEnd>()
  let open: Cell[] = [{ state: from, set: 0, chance: 1 }]
  for (let round = from.rounds[0] + from.rounds[1]; round < mostRounds && open.length > 0; round += 1) {
    const next = new Map<number, Cell>()
    for (const { state, set, chance } of open) {
      const home = roundChance(map, state) / billion
      for (const winner of [1, 2] as const) {
        const share = chance * (winner === 1 ? home : 1 - home)
        heard(state.rounds, winner, share)
        const after = addRound(state, winner)
        const reached = set | bits(state.rounds, winner)
        if (isMapOver(after.rounds)) {
          const key = `${after.rounds.join(':')}/${reached}`
          const end = ends.get(key)
          if (end) end.chance += share
          else ends.set(key, { rounds: after.rounds, set: reached, chance: share })
          continue
        }
        // Overtime does not look at money, so states that differ in it alone are one.
        const [own, theirs] = round >= 23 ? [2, 2] : after.money
        const key = ((after.rounds[0] * 3 + own) * 3 + theirs) * 64 + reached
        const cell = next.get(key)
        if (cell) cell.chance += share
        else next.set(key, { state: { rounds: after.rounds, money: [own, theirs] }, set: reached, chance: share })
      }
    }
    open = [...next.values()]
  }
  return [...ends.values()]
}
