import { cells, lastCell, multiplierAt, type View } from '../math.ts'

/** The sheet is square. */
export const side = 5

export const arrows: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -side,
  ArrowDown: side,
}

/** The cell that an arrow leads to; null at the edge. */
export function cellBeside(cell: number, arrow: string): number | null {
  const step = arrows[arrow]
  if (step === undefined) return null
  const column = (cell % side) + (Math.abs(step) === 1 ? step : 0)
  const next = cell + step
  return column < 0 || column >= side || next < 0 || next >= cells ? null : next
}

/** What the player may know of a cell. */
export function cellKind(view: Pick<View, 'opened' | 'map'> | null, cell: number): 'gem' | 'mine' | 'closed' {
  if (view?.opened.includes(cell)) return 'gem'
  return view?.map?.includes(cell) ? 'mine' : 'closed'
}

/** What the opened cells give now, and what one more would, in hundredths of the stake; null where there is none. */
export const stepsOf = (mines: number, opened: number) => ({
  now: opened === 0 ? null : multiplierAt(mines, opened),
  next: opened < lastCell(mines) ? multiplierAt(mines, opened + 1) : null,
})
