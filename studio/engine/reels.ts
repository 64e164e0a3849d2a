import type { Draws } from './draws.ts'

/** A reel is a ring of symbols, first to last from top to bottom. It stops with this place in the upper row. */
export type Strip<Face extends string> = readonly Face[]

/** A line has one row per reel, from the left; row 0 is the upper one. */
export type Line = readonly number[]

/** A spin is one choice with nothing in it. */
export function isSpin(choices: readonly unknown[]): boolean {
  const [choice] = choices
  return choices.length === 1 && typeof choice === 'object' && choice !== null && Object.keys(choice).length === 0
}

/** Where each reel stops, from the left: every place of a strip is as likely as any other. */
export const stopsOf = (strips: readonly Strip<string>[], draws: Draws): number[] =>
  strips.map((strip) => draws.below(strip.length))

export function windowOf<Face extends string>(strip: Strip<Face>, stop: number, rows: number): Face[] {
  return Array.from({ length: rows }, (_, row) => {
    const symbol = strip[(stop + row) % strip.length]
    if (symbol === undefined) throw new RangeError('a stop out of reach')
    return symbol
  })
}

/** What a line shows, from the left. The grid is one list per reel. */
export const alongLine = <Face extends string>(grid: readonly (readonly Face[])[], line: Line): Face[] =>
  grid.map((reel, place) => {
    const symbol = reel[line[place] ?? -1]
    if (symbol === undefined) throw new RangeError('a line out of the window')
    return symbol
  })

/** How many from the left are the first symbol, or stand for it. */
export function runOf<Face extends string>(symbols: readonly Face[], wild?: Face): number {
  const [first] = symbols
  const end = symbols.findIndex((symbol) => symbol !== first && symbol !== wild)
  return end === -1 ? symbols.length : end
}

/** Cells of a grid that show this symbol, wherever they stand. */
export const countOf = <Face extends string>(grid: readonly (readonly Face[])[], wanted: Face): number =>
  grid.reduce((sum, reel) => sum + reel.filter((symbol) => symbol === wanted).length, 0)

/** How often each symbol shows in a row, when all stops are equally likely. `turn` may change a window first. */
export function sharesOf<Face extends string>(
  strip: Strip<Face>,
  rows: number,
  row: number,
  turn: (window: Face[]) => Face[] = (window) => window,
): Map<Face, number> {
  const shares = new Map<Face, number>()
  for (let stop = 0; stop < strip.length; stop += 1) {
    const symbol = turn(windowOf(strip, stop, rows))[row]
    if (symbol !== undefined) shares.set(symbol, (shares.get(symbol) ?? 0) + 1 / strip.length)
  }
  return shares
}
