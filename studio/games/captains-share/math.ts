import type { Draws } from '../../engine/draws.ts'
import { type Maths, type Play, type Standing, WrongChoice } from '../../engine/game.ts'
import {
  alongLine,
  countOf,
  isSpin,
  type Line,
  runOf,
  type Strip,
  sharesOf,
  stopsOf,
  windowOf,
} from '../../engine/reels.ts'

/** What pays in a row, the best first. */
export const paying = ['crown', 'gem', 'parrot', 'coin', 'anchor', 'fish', 'octopus', 'turtle'] as const
export type Paying = (typeof paying)[number]
export type Face = Paying | 'skull' | 'compass'

export const rows = 3
/** Stands for everything but the compass. On every reel but the first. */
const wild = 'skull'
const scatter = 'compass'

export const lines: readonly Line[] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [1, 0, 1, 2, 1],
  [1, 2, 1, 0, 1],
  [2, 1, 0, 1, 1],
  [0, 1, 2, 1, 1],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [1, 0, 1, 0, 1],
]

type Pays = Readonly<Partial<Record<number, number>>>

/** What so many from the left pay, in stakes of one line. */
export const pays: Readonly<Record<Paying, Pays>> = {
  crown: { 3: 50, 4: 200, 5: 1000 },
  gem: { 3: 40, 4: 150, 5: 600 },
  parrot: { 3: 30, 4: 100, 5: 400 },
  coin: { 3: 20, 4: 75, 5: 250 },
  anchor: { 3: 15, 4: 40, 5: 150 },
  fish: { 3: 10, 4: 30, 5: 120 },
  octopus: { 3: 8, 4: 25, 5: 80 },
  turtle: { 3: 6, 4: 20, 5: 60 },
}

/** What so many compasses anywhere pay, in whole stakes, and the free spins that they bring. */
export const scatterPays: Pays = { 3: 2, 4: 10, 5: 50 }
export const scatterSpins: Pays = { 3: 8, 4: 12, 5: 20 }

/** In one round, however often the compasses come again. */
export const mostSpins = 60
/** Every win of a free spin counts so often. */
export const freeFactor = 2

/** One round in so many has free spins, as `exactParts` counts it. */
export const freeEvery = 117
/** A round pays at most so many stakes; it ends when they are won. */
export const mostMultiple = 5000

const letters: Readonly<Partial<Record<string, Face>>> = {
  S: 'compass',
  W: 'skull',
  K: 'crown',
  G: 'gem',
  P: 'parrot',
  C: 'coin',
  A: 'anchor',
  F: 'fish',
  O: 'octopus',
  T: 'turtle',
}
const ring = (symbols: string): Strip<Face> =>
  [...symbols].map((letter) => {
    const symbol = letters[letter]
    if (!symbol) throw new Error('a letter without a symbol')
    return symbol
  })

/** A skull and a compass never stand in one window, so a skull that fills its reel hides no compass. */
export const strips: readonly Strip<Face>[] = [
  ring('SPTGAOFTCKOTAPFTOGCATFPOKTACFO'),
  ring('SAOFPTGOFCATWPOFGTACOFPTKAOFCT'),
  ring('SFTPOGACTFOWKATGOFCTWAOPFTKCOA'),
  ring('SATOGCFTOAPWTFOCATKPOFTGACOTFP'),
  ring('SOPATWFOCTKAGOFTPWCOATFGKOATCF'),
]

export type LineWin = { line: number; symbol: Paying; count: number; times: number }
export type Spin = {
  stops: number[]
  /** One list per reel, from the top, as the reels stopped. */
  grid: Face[][]
  /** Reels that a skull filled, from 0; in free spins only. */
  filled: number[]
  wins: LineWin[]
  /** Compasses that pay; `spins` is what they really brought. */
  scatter: { count: number; times: number; spins: number } | null
  /** In stakes of one line, all wins of this spin, doubled where it is free. */
  times: number
}
export type View = {
  /** The paid spin, then the free ones in order. */
  spins: Spin[]
  /** In stakes of one line, never above the most. */
  times: number
  /** True where the most was reached, so that spins or wins beyond it do not count. */
  isFull: boolean
}

const fills = (window: Face[]): Face[] => (window.includes(wild) ? window.map(() => wild) : window)

const isPaying = (symbol: Face | undefined): symbol is Paying => paying.some((known) => known === symbol)

/** One spin, from where its reels stopped. `room` is how many free spins the round can still give. */
export function spinOf(stops: number[], isFree: boolean, room: number): Spin {
  const grid = strips.map((strip, reel) => windowOf(strip, stops[reel] ?? -1, rows))
  const shown = isFree ? grid.map(fills) : grid
  const factor = isFree ? freeFactor : 1
  const filled = isFree ? grid.flatMap((window, reel) => (window.includes(wild) ? [reel] : [])) : []
  const wins = lines.flatMap((line, place): LineWin[] => {
    const symbols = alongLine(shown, line)
    const [symbol] = symbols
    if (!isPaying(symbol)) return []
    const count = runOf(symbols, wild)
    const times = pays[symbol][count]
    return times ? [{ line: place + 1, symbol, count, times: times * factor }] : []
  })
  const count = countOf(grid, scatter)
  const times = (scatterPays[count] ?? 0) * lines.length * factor
  const spins = Math.min(scatterSpins[count] ?? 0, room)
  return {
    stops,
    grid,
    filled,
    wins,
    scatter: times > 0 ? { count, times, spins } : null,
    times: wins.reduce((sum, win) => sum + win.times, times),
  }
}

function play({ stake, choices }: Play, draws: Draws): Standing<View> {
  const perLine = stake / BigInt(lines.length)
  if (stake <= 0n || perLine * BigInt(lines.length) !== stake) throw new WrongChoice('the lines share the stake evenly')
  if (!isSpin(choices)) throw new WrongChoice('a spin has one choice, and nothing to choose')
  const most = mostMultiple * lines.length
  const first = spinOf(stopsOf(strips, draws), false, mostSpins)
  const spins = [first]
  let given = first.scatter?.spins ?? 0
  let times = first.times
  while (spins.length <= given && times < most) {
    const spin = spinOf(stopsOf(strips, draws), true, mostSpins - given)
    spins.push(spin)
    given += spin.scatter?.spins ?? 0
    times += spin.times
  }
  const isFull = times >= most
  if (isFull) times = most
  return { staked: stake, won: BigInt(times) * perLine, isOver: true, view: { spins, times, isFull } }
}

export const maths: Maths<View> = { version: '1', play }

/** What the lines of one spin pay on average, in stakes of one line each. Reels are independent of each other. */
function linesMean(turn?: (window: Face[]) => Face[]): number {
  const mean = lines.map((line) => {
    const shares = strips.map((strip, reel) => sharesOf(strip, rows, line[reel] ?? -1, turn))
    return paying.reduce((sum, symbol) => {
      const fits = shares.map((share, reel) => (share.get(symbol) ?? 0) + (reel > 0 ? (share.get(wild) ?? 0) : 0))
      const atLeast = (count: number) =>
        count > fits.length ? 0 : fits.slice(0, count).reduce((chance, fit) => chance * fit, 1)
      return [3, 4, 5].reduce(
        (all, count) => all + (atLeast(count) - atLeast(count + 1)) * (pays[symbol][count] ?? 0),
        sum,
      )
    }, 0)
  })
  return mean.reduce((sum, each) => sum + each, 0) / lines.length
}

/** How likely so many compasses are: each strip has one, so a window shows it or not. */
function scatterChances(): number[] {
  let chances = [1]
  for (const strip of strips) {
    const shown = strip.filter((_, stop) => windowOf(strip, stop, rows).includes(scatter)).length / strip.length
    chances = [...chances, 0].map((chance, count) => chance * (1 - shown) + (chances[count - 1] ?? 0) * shown)
  }
  return chances
}

/** Free spins that follow on average when `given` are given and `left` of them are to come. */
function spinsMean(chances: readonly number[], given: number, left: number, known = new Map<string, number>()): number {
  if (left === 0) return 0
  const name = `${given}:${left}`
  const before = known.get(name)
  if (before !== undefined) return before
  const mean = chances.reduce((sum, chance, count) => {
    const more = Math.min(scatterSpins[count] ?? 0, mostSpins - given)
    return sum + chance * spinsMean(chances, given + more, left - 1 + more, known)
  }, 1)
  known.set(name, mean)
  return mean
}

/**
 * The parts of what comes back of one unit staked. How many free spins come depends on earlier spins only, so their mean
 * is a product (Wald).
 */
export function exactParts() {
  const chances = scatterChances()
  const scatterMean = chances.reduce((sum, chance, count) => sum + chance * (scatterPays[count] ?? 0), 0)
  const spins = chances.reduce((sum, chance, count) => {
    const given = scatterSpins[count] ?? 0
    return sum + chance * spinsMean(chances, given, given)
  }, 0)
  const perFreeSpin = freeFactor * (linesMean(fills) + scatterMean)
  return {
    lines: linesMean(),
    compasses: scatterMean,
    freeSpins: spins * perFreeSpin,
    perFreeSpin,
    spins,
    /** One round in so many has free spins. */
    every: 1 / chances.reduce((sum, chance, count) => sum + (scatterSpins[count] ? chance : 0), 0),
  }
}

/** Without the ceiling: no round of ten million comes near it (rtp.json), so what it takes is not seen in two decimals. */
export function exactRtp(): number {
  const parts = exactParts()
  return parts.lines + parts.compasses + parts.freeSpins
}
