import { type Draws, shuffled } from '../../engine/draws.ts'
import { type Maths, type Play, type Standing, WrongChoice } from '../../engine/game.ts'

export const cells = 25
export const leastMines = 1
export const mostMines = 24

export type View = {
  mines: number
  /** Safe cells that were opened, in order. */
  opened: number[]
  /** What cashing out gives now, in hundredths of the stake; 0 before the first cell. */
  multiplier: number
  /** What one more safe cell would give; null where there is none to open. */
  next: number | null
  /** The mine that ended the round. */
  hit: number | null
  /** All mines, once the round is over and not before. */
  map: number[] | null
}

/** In how many ways so many can be chosen from so many. Exact. */
export function choose(from: number, count: number): bigint {
  if (count < 0 || count > from) return 0n
  let ways = 1n
  for (let at = 0; at < count; at += 1) ways = (ways * BigInt(from - at)) / BigInt(at + 1)
  return ways
}

/** 99 % of the true odds of opening so many cells without a mine, in hundredths, rounded down. */
const fairHundredths = (mines: number, opened: number): bigint =>
  (99n * choose(cells, opened)) / choose(cells - mines, opened)

/** No sheet pays more than this, in hundredths: it is complete before a cell would. */
const mostHundredths = 500_000n

/** Computed once: by mines, then by open cells, as far as a sheet goes. */
const table: readonly (readonly number[])[] = Array.from({ length: mostMines + 1 }, (_, mines) => {
  const pays = [0]
  for (let opened = 1; mines >= leastMines && opened <= cells - mines; opened += 1) {
    const hundredths = fairHundredths(mines, opened)
    if (hundredths > mostHundredths) break
    pays.push(Number(hundredths))
  }
  return pays
})

/** How many cells can be opened before the sheet is complete. */
export const lastCell = (mines: number): number => (table[mines]?.length ?? 1) - 1

/** What so many open cells give, in hundredths of the stake; nothing beyond a complete sheet. */
export const multiplierAt = (mines: number, opened: number): number => table[mines]?.[opened] ?? 0

/** What a stake comes back as by a multiplier in hundredths. */
export const returned = (stake: bigint, multiplier: number): bigint => (stake * BigInt(multiplier)) / 100n

/** What comes back of one unit staked by whoever opens so many cells and takes what they give. */
export const rtpOf = (mines: number, opened: number): number =>
  (multiplierAt(mines, opened) * Number(choose(cells - mines, opened))) / (100 * Number(choose(cells, opened)))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readMines(choice: unknown): number {
  const { mines, ...rest } = isRecord(choice) ? choice : {}
  if (Object.keys(rest).length > 0) throw new WrongChoice('more than a number of mines')
  if (typeof mines !== 'number' || !Number.isInteger(mines) || mines < leastMines || mines > mostMines) {
    throw new WrongChoice('no such number of mines')
  }
  return mines
}

function readStep(choice: unknown): 'cash' | number {
  if (!isRecord(choice) || Object.keys(choice).length !== 1) throw new WrongChoice('no such choice')
  if (choice.cash === true) return 'cash'
  const { cell } = choice
  if (typeof cell !== 'number' || !Number.isInteger(cell) || cell < 0 || cell >= cells) {
    throw new WrongChoice('no such cell')
  }
  return cell
}

function play({ stake, choices }: Play, draws: Draws): Standing<View> {
  const [opening, ...steps] = choices
  const mines = readMines(opening)
  // The whole sheet is folded before the first cell is opened: no choice moves a mine.
  const map = shuffled(cells, draws).slice(0, mines)
  const last = lastCell(mines)
  const opened: number[] = []
  let hit: number | null = null
  let isCashed = false

  for (const step of steps.map(readStep)) {
    if (hit !== null || isCashed || opened.length === last) throw new WrongChoice('the round is over')
    if (step === 'cash') {
      if (opened.length === 0) throw new WrongChoice('no cell is open yet')
      isCashed = true
    } else if (opened.includes(step)) {
      throw new WrongChoice('that cell is open')
    } else if (map.includes(step)) {
      hit = step
    } else {
      opened.push(step)
    }
  }

  const isOver = hit !== null || isCashed || opened.length === last
  const multiplier = multiplierAt(mines, opened.length)
  return {
    staked: stake,
    won: isOver && hit === null ? returned(stake, multiplier) : 0n,
    isOver,
    view: {
      mines,
      opened,
      multiplier,
      next: isOver ? null : multiplierAt(mines, opened.length + 1),
      hit,
      map: isOver ? map.toSorted((a, b) => a - b) : null,
    },
  }
}

export const maths: Maths<View> = { version: '1.0.0', play }
