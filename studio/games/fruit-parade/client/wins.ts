import type { Shown, Stage } from '../../../stage/game-client.ts'
import { cellsOf } from '../../../stage/reel-lines.ts'
import { lines, type View } from '../math.ts'

type Win = View['wins'][number]

/** All lines together take no longer than this; one alone, no longer than the other. */
const linesMs = 2_400
const lineMs = 900

/** How long one of so many wins is shown. */
export const winMs = (wins: number): number => Math.min(lineMs, linesMs / wins)

/** Where a win lies, from the left. */
export const pathOf = ({ line, count }: Pick<Win, 'line' | 'count'>) => cellsOf(lines[line - 1] ?? [], count)

export const amountOf = ({ times }: Pick<Win, 'times'>, stake: bigint) => BigInt(times) * (stake / BigInt(lines.length))

/** One line by its number, several by their count. */
export function summaryOf({ wins }: Pick<View, 'wins'>, words: Stage['words']): string {
  const [only] = wins
  if (!only) return words('none')
  return wins.length === 1 ? words('pays', { line: only.line }) : words('pay', { count: wins.length })
}

/** What the round gave or took, with its sign; a free one took nothing. */
export function netText(
  { staked, won, isFree }: Pick<Shown<View>, 'staked' | 'won' | 'isFree'>,
  money: (minor: bigint) => string,
) {
  const net = isFree ? won : won - staked
  return `${net > 0n ? '+' : ''}${money(net)}`
}

/** What came back in stakes, as short as it can be; nothing is a dash. */
export function timesText({ stake, won }: Pick<Shown<View>, 'stake' | 'won'>): string {
  const hundredths = Number((won * 100n) / stake)
  return hundredths === 0 ? '–' : `×${hundredths / 100}`
}
