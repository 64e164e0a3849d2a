import type { Shown, Stage } from '../../../stage/game-client.ts'
import type { Cell } from '../../../stage/reel-layout.ts'
import { cellsOf } from '../../../stage/reel-lines.ts'
import { lines, type Spin, type View } from '../math.ts'

/** One thing that pays: its cells, the line through them where there is one, its words. */
export type ShownWin = { cells: readonly Cell[]; path: readonly (readonly Cell[])[]; text: string; times: number }

/** Times are of the stake of one line. */
export const amountOf = (times: number, stake: bigint) => (BigInt(times) * stake) / BigInt(lines.length)

const compassesOf = ({ grid }: Pick<Spin, 'grid'>): Cell[] =>
  grid.flatMap((reel, place) => reel.flatMap((face, row): Cell[] => (face === 'compass' ? [[place, row]] : [])))

/** What a spin pays, the compasses first. */
export function winsOf(spin: Pick<Spin, 'grid' | 'scatter' | 'wins'>, words: Stage['words']): ShownWin[] {
  const { scatter } = spin
  const ofLines = spin.wins.map(({ line, count, times }) => {
    const path = cellsOf(lines[line - 1] ?? [], count)
    return { cells: path, path: [path], text: words('pays', { line }), times }
  })
  if (!scatter) return ofLines
  const text = words('compasses', { count: scatter.count })
  return [{ cells: compassesOf(spin), path: [], text, times: scatter.times }, ...ofLines]
}

/** One win by its words, several by their count. */
export function summaryOf(spin: Pick<Spin, 'grid' | 'scatter' | 'wins'>, words: Stage['words']): string {
  const [only, ...others] = winsOf(spin, words)
  if (!only) return words('none')
  return others.length === 0 ? only.text : words('pay', { count: others.length + 1 })
}

/** What the round gave or took; a free one took nothing. */
export const netText = (
  { staked, won, isFree }: Pick<Shown<View>, 'staked' | 'won' | 'isFree'>,
  money: (minor: bigint) => string,
) => `${won > (isFree ? 0n : staked) ? '+' : ''}${money(isFree ? won : won - staked)}`
