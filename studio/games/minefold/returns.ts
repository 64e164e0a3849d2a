import { cells, choose, lastCell, leastMines, mostMines, multiplierAt, returned } from './math.ts'

/** What comes back of each plan (so many mines, so many cells) with this stake, in percent: wins are rounded down. */
export const minefoldReturns = (stake: bigint): number[] =>
  Array.from({ length: mostMines - leastMines + 1 }, (_, at) => leastMines + at).flatMap((mines) =>
    Array.from({ length: lastCell(mines) }, (_, at) => {
      const opened = at + 1
      const chance = Number(choose(cells - mines, opened)) / Number(choose(cells, opened))
      return (100 * chance * Number(returned(stake, multiplierAt(mines, opened)))) / Number(stake)
    }),
  )
