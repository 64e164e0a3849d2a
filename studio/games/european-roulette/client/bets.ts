import { type Bet, chipsOn, mostSpots } from '../math.ts'

/** What stands on the cloth, and how it stood before each touch. */
export type Cloth = { bets: readonly Bet[]; past: readonly (readonly Bet[])[] }

export const emptyCloth: Cloth = { bets: [], past: [] }

/** The worth of a chip in units; the ladder of the tray. */
export const chipUnits = [1, 5, 25, 100] as const

/** The place in the tray of the greatest chip that is worth no more than this; the first where none is. */
export const chipFor = (worth: bigint, unit: bigint): number =>
  Math.max(
    0,
    chipUnits.findLastIndex((units) => unit * BigInt(units) <= worth),
  )

const mostPast = 60

const after = ({ bets, past }: Cloth, next: readonly Bet[]): Cloth => ({
  bets: next,
  past: [...past, bets].slice(-mostPast),
})

/** Null where the cloth takes no more. */
export function put(cloth: Cloth, spot: string, count: number, most: number): Cloth | null {
  const isThere = cloth.bets.some(([name]) => name === spot)
  if (chipsOn(cloth.bets) + count > most || (!isThere && cloth.bets.length >= mostSpots)) return null
  const bets = isThere
    ? cloth.bets.map(([name, chips]): Bet => [name, name === spot ? chips + count : chips])
    : [...cloth.bets, [spot, count] as const]
  return after(cloth, bets)
}

export function takeOff(cloth: Cloth, spot: string): Cloth {
  const bets = cloth.bets.filter(([name]) => name !== spot)
  return bets.length === cloth.bets.length ? cloth : after(cloth, bets)
}

export const clear = (cloth: Cloth): Cloth => (cloth.bets.length === 0 ? cloth : after(cloth, []))

export function undo({ bets, past }: Cloth): Cloth {
  return { bets: past.at(-1) ?? bets, past: past.slice(0, -1) }
}

/** All chips once more, or null where that is more than the cloth takes. */
export function double(cloth: Cloth, most: number): Cloth | null {
  const bets = cloth.bets.map(([name, count]): Bet => [name, count * 2])
  return chipsOn(bets) > most ? null : after(cloth, bets)
}

export const lay = (cloth: Cloth, bets: readonly Bet[]): Cloth => after(cloth, bets)

/** What the tray's buttons may do: with chips on the cloth `again` doubles them, else it lays those of the last spin. */
export const trayOf = ({ bets, past }: Cloth, last: readonly Bet[], most: number) => ({
  isEmpty: bets.length === 0,
  canUndo: past.length > 0,
  canAgain: bets.length === 0 ? last.length > 0 : chipsOn(bets) * 2 <= most,
})
