import type { Draws } from '../../engine/draws.ts'
import { type Flight, type Maths, type Play, type Standing, WrongChoice } from '../../engine/game.ts'

/** Every height is in hundredths of the stake: 250 is 2.50×. */
export const leastHeight = 101
/** Here every flight lands, and pays everybody who is still aboard. */
export const mostHeight = 1_000_000

/** Of 100: what is left of the house's one percent. */
const share = 99n
const wordValues = 2 ** 32

/**
 * Where the flight ends. With u between 0 and 1 it is 99 ÷ u in hundredths, rounded down: so it reaches a height of h
 * with a chance of exactly 99 ÷ h, and getting off at any height returns 99 % on average. Words are drawn until it is
 * sure which whole number it is (nearly always one), so nothing is rounded on the way.
 */
export function pointOf(draws: Draws): number {
  let low = 0n
  let size = 1n
  for (;;) {
    low = low * BigInt(wordValues) + BigInt(draws.below(wordValues))
    size *= BigInt(wordValues)
    const lowest = (share * size) / (low + 1n)
    if (lowest >= BigInt(mostHeight)) return mostHeight
    const highest = low === 0n ? null : (share * size) / low
    if (lowest === highest) return lowest < 100n ? 100 : Number(lowest)
  }
}

/** Twice as high every ten seconds. */
const doublingMs = 10_000

export const heightAt = (flownMs: number): number =>
  flownMs <= 0 ? 100 : Math.min(mostHeight, Math.floor(100 * 2 ** (flownMs / doublingMs)))

/** When a height is reached, in whole milliseconds after the start. */
export const msOf = (height: number): number => Math.ceil(doublingMs * Math.log2(height / 100))

/** The point itself can still be taken: the flight is over when it would be higher, or lands. */
export const endMsOf = (point: number): number => msOf(point >= mostHeight ? mostHeight : point + 1)

export type View = {
  /** Where the player wanted to get off without a touch. */
  auto: number | null
  /** Where the player got off; null while aboard, and for ever when it was missed. */
  cashedAt: number | null
  /** Where the flight ended: only when this round ended with it. */
  point: number | null
  /** The house interrupted the flight and gave the stake back. */
  isReturned: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isHeight = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= leastHeight && Number(value) <= mostHeight

const fieldOf = (choice: unknown): [string, unknown] => {
  const [field, ...others] = isRecord(choice) ? Object.entries(choice) : []
  if (!field || others.length > 0) throw new WrongChoice('a choice of this game has one part')
  return field
}

function readAuto(choice: unknown): number | null {
  const [name, value] = fieldOf(choice)
  if (name !== 'auto' || !(value === null || isHeight(value))) throw new WrongChoice('auto is null or a height')
  return value
}

/** How a player's round ends; the server says it, by its own clock. */
type End = { at: number } | { end: true } | { back: true }

function readEnd(choice: unknown): End {
  const [name, value] = fieldOf(choice)
  if (name === 'at' && isHeight(value)) return { at: value }
  if (name === 'end' && value === true) return { end: true }
  if (name === 'back' && value === true) return { back: true }
  throw new WrongChoice('a flight ends by a height, at its point, or by the house')
}

function play({ stake, choices }: Play, draws: Draws): Standing<View> {
  const [opening, last, ...others] = choices
  if (others.length > 0) throw new WrongChoice('the round is over')
  const auto = readAuto(opening)
  const aboard = { auto, cashedAt: null, point: null, isReturned: false }
  if (last === undefined) return { staked: stake, won: 0n, isOver: false, view: aboard }
  const end = readEnd(last)
  if ('back' in end) return { staked: stake, won: stake, isOver: true, view: { ...aboard, isReturned: true } }
  const point = pointOf(draws)
  const at = 'at' in end ? end.at : (auto ?? mostHeight)
  const view = { ...aboard, point: 'at' in end && at <= point ? null : point }
  if (at > point) return { staked: stake, won: 0n, isOver: true, view }
  return { staked: stake, won: (stake * BigInt(at)) / 100n, isOver: true, view: { ...view, cashedAt: at } }
}

export const maths: Maths<View> = { version: '1.0.0', play }

export const flight: Flight = { leastHeight, mostHeight, pointOf, heightAt, msOf, endMsOf }

/** A height in words of numbers: `2.50`. */
export const heightText = (height: number): string =>
  `${Math.floor(height / 100)}.${String(height % 100).padStart(2, '0')}`
