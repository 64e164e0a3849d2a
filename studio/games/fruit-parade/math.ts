import type { Draws } from '../../engine/draws.ts'
import { type Maths, type Play, type Standing, WrongChoice } from '../../engine/game.ts'
import { alongLine, isSpin, type Line, runOf, type Strip, stopsOf, windowOf } from '../../engine/reels.ts'

export type Fruit = 'seven' | 'bar' | 'bell' | 'grapes' | 'cherry' | 'lemon'

export const rows = 3

/** Three rows, then the two diagonals. */
export const lines: readonly Line[] = [
  [1, 1, 1],
  [0, 0, 0],
  [2, 2, 2],
  [0, 1, 2],
  [2, 1, 0],
]

/** What so many from the left pay, in stakes of one line. */
export const pays: Readonly<Record<Fruit, Readonly<Partial<Record<number, number>>>>> = {
  seven: { 3: 2500 },
  bar: { 3: 175 },
  bell: { 3: 50 },
  grapes: { 3: 20 },
  cherry: { 3: 10, 2: 2 },
  lemon: { 3: 8 },
}

const ring = (symbols: string): Strip<Fruit> =>
  [...symbols].map((letter) => {
    const fruit = letters[letter]
    if (!fruit) throw new Error('a letter without a fruit')
    return fruit
  })
const letters: Readonly<Partial<Record<string, Fruit>>> = {
  7: 'seven',
  B: 'bar',
  b: 'bell',
  g: 'grapes',
  c: 'cherry',
  l: 'lemon',
}

export const strips: readonly Strip<Fruit>[] = [
  ring('7gcblBglcblgclBbclgclbcglBclgbcl'),
  ring('7clbgcBlcglbcglBclgblcglBcglbclg'),
  ring('7lgbclBglcblgclBblcglbclgBlcbglc'),
]

export type LineWin = { line: number; symbol: Fruit; count: number; times: number }
export type View = {
  stops: number[]
  /** One list per reel, from the top. */
  grid: Fruit[][]
  wins: LineWin[]
  /** In stakes of one line. */
  times: number
}

export function viewOf(stops: number[]): View {
  const grid = strips.map((strip, reel) => windowOf(strip, stops[reel] ?? -1, rows))
  const wins = lines.flatMap((line, place): LineWin[] => {
    const shown = alongLine(grid, line)
    const [symbol] = shown
    const count = runOf(shown)
    const times = symbol && pays[symbol][count]
    return times ? [{ line: place + 1, symbol, count, times }] : []
  })
  return { stops, grid, wins, times: wins.reduce((sum, win) => sum + win.times, 0) }
}

function play({ stake, choices }: Play, draws: Draws): Standing<View> {
  const perLine = stake / BigInt(lines.length)
  if (stake <= 0n || perLine * BigInt(lines.length) !== stake)
    throw new WrongChoice('five lines share the stake evenly')
  if (!isSpin(choices)) throw new WrongChoice('a spin has one choice, and nothing to choose')
  const view = viewOf(stopsOf(strips, draws))
  return { staked: stake, won: BigInt(view.times) * perLine, isOver: true, view }
}

export const maths: Maths<View> = { version: '1', play }

/** Every place where the reels can stop, once. */
export function* everyView(): Generator<View> {
  const [first = [], second = [], third = []] = strips
  for (let a = 0; a < first.length; a += 1) {
    for (let b = 0; b < second.length; b += 1) {
      for (let c = 0; c < third.length; c += 1) yield viewOf([a, b, c])
    }
  }
}

/** What comes back of one unit staked, over every place where the reels can stop. */
export function exactRtp(): number {
  let times = 0
  let count = 0
  for (const view of everyView()) {
    times += view.times
    count += 1
  }
  return times / count / lines.length
}
