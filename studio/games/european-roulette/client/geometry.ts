import { type Spot, spots } from '../spots.ts'

/**
 * The cloth in cells, as it lies before a player: x runs along the twelve streets with the zero before them, y from the
 * top row down to the outside bets. A tall cloth is the same, turned.
 */
type Box = { x: number; y: number; width: number; height: number }
type Point = { x: number; y: number }

/** How long an outside bet is beside a number. */
const outside = 0.86
const streets = 12
const rows = 3

const evens = ['low', 'even', 'red', 'black', 'odd', 'high']

const streetOf = (number: number) => Math.ceil(number / rows)
/** From the top: 3, 6, 9 … are the first row. */
const rowOf = (number: number) => rows - 1 - ((number - 1) % rows)

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })

/** The field that a place has for itself; null for those that stand on lines. */
function fieldOf({ kind, numbers: [first = 0], name }: Spot): Box | null {
  if (kind === 'straight') return first === 0 ? box(-1, 0, 1, rows) : box(streetOf(first) - 1, rowOf(first), 1, 1)
  if (kind === 'column') return box(streets, rowOf(first), 1, 1)
  if (kind === 'dozen') return box(streetOf(first) - 1, rows, 4, outside)
  const place = evens.indexOf(name)
  return place < 0 ? null : box(place * 2, rows + outside, 2, outside)
}

/** Where a chip of this place stands. */
function standOf(spot: Spot): Point {
  const field = fieldOf(spot)
  // Long fields keep their word readable: the chip stands after it.
  if (field) return { x: field.x + field.width * (field.width > 1 ? 0.78 : 0.5), y: field.y + field.height / 2 }
  const [first = 0, second = 0] = spot.numbers
  const street = streetOf(first)
  if (spot.kind === 'four') return { x: 0, y: rows }
  if (spot.kind === 'trio') return { x: 0, y: rowOf(second) }
  if (spot.kind === 'street') return { x: street - 0.5, y: rows }
  if (spot.kind === 'line') return { x: street, y: rows }
  if (spot.kind === 'corner') return { x: street, y: rowOf(first) }
  if (first === 0) return { x: 0, y: rowOf(second) + 0.5 }
  return second - first === 1 ? { x: street - 0.5, y: rowOf(first) } : { x: street, y: rowOf(first) + 0.5 }
}

export type Placed = {
  spot: Spot
  /** Where a touch counts. */
  touch: Box
  /** The middle of the chip. */
  stand: Point
  /** Drawn as a field of the cloth. */
  isField: boolean
}

export type ClothMap = {
  width: number
  height: number
  isTall: boolean
  chip: number
  /** Its edge: the fields for numbers, and those outside along the streets only. */
  outline: readonly Point[]
  placed: readonly Placed[]
}

/** Along the streets: zero, twelve, and the columns. Across: three rows and two of outside bets. */
export const along = streets + 2
export const across = rows + outside * 2

/** Pixels for every place, on a cloth whose cells are so long along the streets and so wide across. */
export function mapCloth(isTall: boolean, cellAlong: number, cellAcross: number): ClothMap {
  const turn = ({ x, y, width, height }: Box): Box =>
    isTall
      ? box((across - y - height) * cellAcross, (x + 1) * cellAlong, height * cellAcross, width * cellAlong)
      : box((x + 1) * cellAlong, y * cellAcross, width * cellAlong, height * cellAcross)
  const least = Math.min(cellAlong, cellAcross)
  // Wide enough for a fingertip beside the line, and narrow enough to leave the number its middle.
  const edge = Math.min(26, Math.max(14, least * 0.4))
  const placed = spots.map((spot): Placed => {
    const field = fieldOf(spot)
    const { x, y } = standOf(spot)
    const { x: left, y: top } = turn(box(x, y, 0, 0))
    const stand = { x: left, y: top }
    if (field) return { spot, touch: turn(field), stand, isField: true }
    const isAlong = x % 1 !== 0
    const isAcross = y % 1 !== 0
    const long = isAlong ? cellAlong - edge : edge
    const wide = isAcross ? cellAcross - edge : edge
    const [width, height] = isTall ? [wide, long] : [long, wide]
    return { spot, touch: box(left - width / 2, top - height / 2, width, height), stand, isField: false }
  })
  const [width, height] = isTall ? [across * cellAcross, along * cellAlong] : [along * cellAlong, across * cellAcross]
  const corners = [
    [-1, 0],
    [streets + 1, 0],
    [streets + 1, rows],
    [streets, rows],
    [streets, across],
    [0, across],
    [0, rows],
    [-1, rows],
  ] as const
  const outline = corners.map(([x, y]): Point => {
    const corner = turn(box(x, y, 0, 0))
    return { x: corner.x, y: corner.y }
  })
  return { width, height, isTall, outline, chip: Math.min(34, Math.max(22, least * 0.62)), placed }
}

/** The next place in a direction: near, and rather straight ahead than aside. */
export function nextPlace(map: ClothMap, from: Placed, dx: number, dy: number): Placed | null {
  let best: Placed | null = null
  let least = Number.POSITIVE_INFINITY
  for (const other of map.placed) {
    const x = other.stand.x - from.stand.x
    const y = other.stand.y - from.stand.y
    const ahead = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (ahead < 1) continue
    const cost = ahead + aside * 2.5
    if (cost >= least) continue
    least = cost
    best = other
  }
  return best
}
