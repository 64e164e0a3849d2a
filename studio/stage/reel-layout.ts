export type Cell = readonly [reel: number, row: number]
/** Cells from left to right that a line joins. */
export type Trace = readonly Cell[]
export type Point = readonly [x: number, y: number]

const sheetFill = 0.86
const symbolPart = 0.84

/** Where reels, cells and symbols are in a picture of this size. `gap`: pixels between two reels. */
export function layOut(size: { width: number; height: number }, reels: { count: number; rows: number; gap: number }) {
  const reelWidth = (size.width - reels.gap * (reels.count - 1)) / reels.count
  const cellHeight = size.height / reels.rows
  const cell = Math.min(reelWidth, cellHeight)
  return {
    ...size,
    reelWidth,
    cellHeight,
    cell,
    symbol: (cell * symbolPart) / sheetFill,
    centreOf: (reel: number) => reel * (reelWidth + reels.gap) + reelWidth / 2,
    middleOf: (row: number) => (row + 0.5) * cellHeight,
  }
}

export type ReelLayout = ReturnType<typeof layOut>

/** `isThrough`: the line begins at the edge, and ends there where it pays to the last of so many reels. */
export function pathOf(trace: Trace, layout: ReelLayout, { isThrough, count }: { isThrough: boolean; count: number }) {
  const path: Point[] = trace.map(([reel, row]) => [layout.centreOf(reel), layout.middleOf(row)])
  const [first, last] = [path[0], path.at(-1)]
  if (!isThrough || !first || !last) return path
  const start: Point = [0, first[1]]
  const end: Point = [layout.width, last[1]]
  return [start, ...path, ...(trace.length === count ? [end] : [])]
}

/** As much of a path as this share of its steps reaches. */
export function reachOf(path: readonly Point[], share: number): Point[] {
  const reach = Math.min(1, share) * (path.length - 1)
  const drawn: Point[] = []
  for (const [step, [x, y]] of path.entries()) {
    const [fromX, fromY] = path[step - 1] ?? [x, y]
    const part = step === 0 ? 1 : Math.min(1, reach - (step - 1))
    if (part <= 0) break
    drawn.push([fromX + (x - fromX) * part, fromY + (y - fromY) * part])
  }
  return drawn
}
