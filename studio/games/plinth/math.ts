import type { Draws } from '../../engine/draws.ts'
import { type Maths, type Play, type Standing, WrongChoice } from '../../engine/game.ts'

export const rowCounts = [8, 12, 16] as const
export type Rows = (typeof rowCounts)[number]
export const risks = ['low', 'medium', 'high'] as const
export type Risk = (typeof risks)[number]

/** What each bucket pays, in hundredths of the stake, from the edge to the middle; the other half mirrors it. */
const halves: Readonly<Record<Rows, Readonly<Record<Risk, readonly number[]>>>> = {
  8: {
    low: [270, 150, 110, 95, 80],
    medium: [650, 220, 120, 80, 69],
    high: [1_600, 340, 130, 60, 38],
  },
  12: {
    low: [550, 290, 180, 130, 100, 90, 81],
    medium: [2_500, 650, 280, 150, 95, 80, 66],
    high: [9_600, 1_450, 400, 160, 85, 60, 53],
  },
  16: {
    low: [1_200, 550, 310, 200, 150, 110, 95, 90, 84],
    medium: [9_600, 2_300, 800, 360, 190, 120, 90, 75, 70],
    high: [69_000, 8_400, 1_800, 550, 230, 120, 75, 55, 53],
  },
}

/** All buckets from the left: one more than there are rows. */
export const paysOf = (rows: Rows, risk: Risk): number[] => {
  const half = halves[rows][risk]
  return [...half, ...half.slice(0, -1).reverse()]
}

/** How many of all 2^rows ways end in this bucket. */
export function waysTo(rows: number, bucket: number): number {
  let ways = 1
  for (let step = 0; step < bucket; step += 1) ways = (ways * (rows - step)) / (step + 1)
  return ways
}

/** Exact: every way is as likely as any other. */
export const rtpOf = (rows: Rows, risk: Risk): number =>
  paysOf(rows, risk).reduce((sum, pays, bucket) => sum + pays * waysTo(rows, bucket), 0) / 2 ** rows / 100

/** The least of all tables: no choice gives back less. */
export const exactRtp = (): number => Math.min(...rowCounts.flatMap((rows) => risks.map((risk) => rtpOf(rows, risk))))

/** The table with which the least is reached, for whoever plays it many times. */
export const opening = { rows: 8, risk: 'high' }

export type View = {
  rows: Rows
  risk: Risk
  /** One bounce per row: 0 to the left, 1 to the right. */
  path: number[]
  bucket: number
  /** In hundredths of the stake. */
  pays: number
}

function readChoice([choice, ...more]: readonly unknown[]): { rows: Rows; risk: Risk } {
  if (typeof choice !== 'object' || choice === null || more.length > 0)
    throw new WrongChoice('one choice: rows and risk')
  const wanted: { rows?: unknown; risk?: unknown } = choice
  const rows = rowCounts.find((known) => known === wanted.rows)
  const risk = risks.find((known) => known === wanted.risk)
  if (rows === undefined || risk === undefined || Object.keys(choice).length > 2) throw new WrongChoice('no such table')
  return { rows, risk }
}

function play({ stake, choices }: Play, draws: Draws): Standing<View> {
  if (stake <= 0n) throw new WrongChoice('a stake is more than nothing')
  const { rows, risk } = readChoice(choices)
  const path = Array.from({ length: rows }, () => draws.below(2))
  const bucket = path.reduce((sum, side) => sum + side, 0)
  const pays = paysOf(rows, risk)[bucket]
  if (pays === undefined) throw new Error('a bucket out of reach')
  return {
    staked: stake,
    won: (stake * BigInt(pays)) / 100n,
    isOver: true,
    view: { rows, risk, path, bucket, pays },
  }
}

export const maths: Maths<View> = { version: '1.0.0', play }
