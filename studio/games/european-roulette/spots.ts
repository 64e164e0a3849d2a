/** Where chips may stand on the cloth, what each place covers and what it pays. */

export type Kind =
  | 'straight'
  | 'split'
  | 'street'
  | 'trio'
  | 'corner'
  | 'four'
  | 'line'
  | 'column'
  | 'dozen'
  | 'red'
  | 'black'
  | 'odd'
  | 'even'
  | 'low'
  | 'high'

/** `pays` is what comes on top of the chip that stays. */
export type Spot = { name: string; kind: Kind; numbers: readonly number[]; pays: number }

/** To one. Every chip covers n of 37 pockets and returns 36/n times itself, so each place is worth 36/37. */
export const pays: Readonly<Record<Kind, number>> = {
  straight: 35,
  split: 17,
  street: 11,
  trio: 11,
  corner: 8,
  four: 8,
  line: 5,
  column: 2,
  dozen: 2,
  red: 1,
  black: 1,
  odd: 1,
  even: 1,
  low: 1,
  high: 1,
}

/** The pockets as they lie on a European wheel, clockwise. */
export const wheel: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]

const reds: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

type Colour = 'green' | 'red' | 'black'

export function colourOf(number: number): Colour {
  if (number === 0) return 'green'
  return reds.has(number) ? 'red' : 'black'
}

const run = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => from + place * step)

const spot = (name: string, kind: Kind, numbers: readonly number[]): Spot => ({
  name,
  kind,
  numbers,
  pays: pays[kind],
})

const numbers = run(1, 36)

/**
 * Names: `straight-17`, `split-8-11`, and by the lowest number `street-13`, `corner-8`, `line-13`; `trio-1` is 0, 1, 2
 * and `trio-2` is 0, 2, 3; `four` is 0 to 3; `column-1` begins at 1, `dozen-1` is 1 to 12.
 */
export const spots: readonly Spot[] = [
  ...run(0, 36).map((number) => spot(`straight-${number}`, 'straight', [number])),
  ...run(1, 3).map((number) => spot(`split-0-${number}`, 'split', [0, number])),
  ...numbers
    .filter((number) => number % 3 !== 0)
    .map((number) => spot(`split-${number}-${number + 1}`, 'split', [number, number + 1])),
  ...run(1, 33).map((number) => spot(`split-${number}-${number + 3}`, 'split', [number, number + 3])),
  ...run(1, 34, 3).map((number) => spot(`street-${number}`, 'street', run(number, number + 2))),
  spot('trio-1', 'trio', [0, 1, 2]),
  spot('trio-2', 'trio', [0, 2, 3]),
  ...run(1, 32)
    .filter((number) => number % 3 !== 0)
    .map((number) => spot(`corner-${number}`, 'corner', [number, number + 1, number + 3, number + 4])),
  spot('four', 'four', run(0, 3)),
  ...run(1, 31, 3).map((number) => spot(`line-${number}`, 'line', run(number, number + 5))),
  ...run(1, 3).map((column) => spot(`column-${column}`, 'column', run(column, 36, 3))),
  ...run(1, 3).map((dozen) => spot(`dozen-${dozen}`, 'dozen', run(dozen * 12 - 11, dozen * 12))),
  spot(
    'red',
    'red',
    numbers.filter((number) => colourOf(number) === 'red'),
  ),
  spot(
    'black',
    'black',
    numbers.filter((number) => colourOf(number) === 'black'),
  ),
  spot('odd', 'odd', run(1, 35, 2)),
  spot('even', 'even', run(2, 36, 2)),
  spot('low', 'low', run(1, 18)),
  spot('high', 'high', run(19, 36)),
]

const byName: ReadonlyMap<string, Spot> = new Map(spots.map((spot) => [spot.name, spot]))

export const spotNamed = (name: string): Spot | undefined => byName.get(name)
