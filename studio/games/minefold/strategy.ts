import { cells, lastCell, leastMines, mostMines, rtpOf, type View } from './math.ts'

const ways = Array.from({ length: mostMines - leastMines + 1 }, (_, at) => leastMines + at).flatMap((mines) =>
  Array.from({ length: lastCell(mines) }, (_, at) => ({ mines, opened: at + 1 })),
)

/** The plan whose rounding costs most, of equal ones the shortest: what the tile promises holds for every other one too. */
const plan = ways.reduce((least, way) =>
  rtpOf(way.mines, way.opened) <= rtpOf(least.mines, least.opened) ? way : least,
)

export const opening = { mines: plan.mines }

export function strategy({ opened }: View): unknown {
  if (opened.length === plan.opened) return { cash: true }
  return { cell: Array.from({ length: cells }, (_, cell) => cell).find((cell) => !opened.includes(cell)) }
}

export const exactRtp = (): number => rtpOf(plan.mines, plan.opened)
