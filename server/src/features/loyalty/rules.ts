import type { ProgramTerms } from '@croupier/contract/loyalty-terms'

/**
 * Points from lines of own purses, and what follows from points. Pure: the same lines and the same published rules give
 * the same points and the same rest, however the lines are cut.
 */

/**
 * Points are counted in parts so small that every rate, boost and unit of stakes is a whole number of them: a unit is
 * 10^6 parts, times a rate in thousandths, times a boost in parts of 10,000.
 */
export const onePoint = 10n ** 13n
const unitParts = 10n ** 6n

/** For people: thousandths of a point, rounded down. */
export const milliOf = (parts: bigint): bigint => floorDiv(parts, onePoint / 1_000n)

const floorDiv = (amount: bigint, by: bigint): bigint => {
  const whole = amount / by
  return amount % by < 0n ? whole - 1n : whole
}

/** One line of a player's own purse, with the game of its round; or a step of a bet, as if it were such a line. */
export type PlayLine = {
  atMs: number
  /** Below zero where the money left. */
  amount: bigint
  reason: string
  /** The unit of stakes in the currency of the purse. */
  unit: bigint
  /** Of bets the type is `sports`. Null: it belongs to no round. */
  game: { sysname: string; type: string } | null
}

/** What counts on one day: the programme, and the boosts of the dealer in parts of 10,000 by kind of game. */
export type DayTerms = {
  program: Pick<ProgramTerms, 'product' | 'rates' | 'default_rate' | 'most_per_day'>
  boosts: Readonly<Record<string, number | undefined>>
}

const rateOf = ({ rates, default_rate }: DayTerms['program'], game: { sysname: string; type: string }): number => {
  const own = rates.find((each) => 'game' in each && each.game === game.sysname)
  const typed = rates.find((each) => 'type' in each && each.type === game.type)
  return (own ?? typed)?.rate ?? default_rate
}

/** Bets; all other types are kinds of games. */
export const betType = 'sports'

/** Whether a programme gives points for this kind of play. */
export const isEarning = (product: ProgramTerms['product'], type: string): boolean =>
  product === 'both' || (product === 'sports') === (type === betType)

/** A stake earns; a stake that came back takes away. Wins, pots and all else are not looked at. */
export function pointParts({ amount, reason, unit, game }: PlayLine, { program, boosts }: DayTerms): bigint {
  const isStake = reason === 'stake' && amount < 0n
  const isReturned = reason === 'rollback' && amount > 0n
  if (game === null || !(isStake || isReturned) || !isEarning(program.product, game.type)) return 0n
  if (unitParts % unit !== 0n) throw new Error('a unit of stakes that points cannot be counted in')
  const boost = BigInt(boosts[game.type] ?? 10_000)
  return -amount * (unitParts / unit) * BigInt(rateOf(program, game)) * boost
}

/** `2026-11-17`, UTC: the day of a line is that of its own time. */
export function dayOf(ms: number): string {
  const number = dayNumber(ms)
  // Lines come in their order, so nearly all are of the day of the one before.
  if (number !== lastDay.number) lastDay = { number, day: new Date(ms).toISOString().slice(0, 10) }
  return lastDay.day
}

/** So many days up to this moment, the newest first. */
export const lastDays = (ms: number, count: number): string[] =>
  Array.from({ length: count }, (_, back) => dayOf(ms - back * dayMs))

const dayMs = 86_400_000
const dayNumber = (ms: number) => Math.floor(ms / dayMs)
let lastDay = { number: Number.NaN, day: '' }

export type Tally = {
  /** Less than a point, or below nothing after stakes that came back: the next ones fill it up. */
  rest: bigint
  /** All that was played on a day, also above the cap. */
  days: ReadonlyMap<string, bigint>
}

/** Lines in their order. Points are whole and never come back out of the purse: what is taken back lowers the rest. */
export function workLines(
  before: Tally,
  lines: readonly PlayLine[],
  termsAt: (line: PlayLine) => DayTerms | null,
): Tally & { points: bigint } {
  let { rest } = before
  let points = 0n
  const days = new Map(before.days)
  for (const line of lines) {
    const terms = termsAt(line)
    const parts = terms ? pointParts(line, terms) : 0n
    if (!terms || parts === 0n) continue
    const day = dayOf(line.atMs)
    const played = days.get(day) ?? 0n
    const most = BigInt(terms.program.most_per_day) * onePoint
    days.set(day, played + parts)
    rest += smallerOf(played + parts, most) - smallerOf(played, most)
    if (rest >= onePoint) {
      points += rest / onePoint
      rest %= onePoint
    }
  }
  return { rest, days, points }
}

type PurseLine = PlayLine & { purse: bigint; seq: bigint }

export const compareLines = (one: PurseLine, other: PurseLine): number =>
  one.atMs - other.atMs || Number(one.purse - other.purse) || Number(one.seq - other.seq)

/** A step of a bet, and how far the purses were worked in when it was. */
export type WorkedStep = { line: PlayLine; seqs: Readonly<Record<string, number>> }

/** Lines of purses and steps of bets in the order in which they were worked in: points once given stay. */
export function asWorkedIn(lines: readonly PurseLine[], steps: readonly WorkedStep[]): PlayLine[] {
  const queues = Map.groupBy(lines, ({ purse }) => purse)
  const taken = new Map<bigint, number>()
  const take = (isTaken: (line: PurseLine) => boolean): PurseLine[] =>
    [...queues]
      .flatMap(([purse, own]) => {
        const from = taken.get(purse) ?? 0
        let to = from
        for (let next = own[to]; next && isTaken(next); next = own[to]) to += 1
        taken.set(purse, to)
        return own.slice(from, to)
      })
      .sort(compareLines)
  const worked = steps.flatMap(({ line, seqs }) => [
    ...take(({ purse, seq }) => seq <= BigInt(seqs[String(purse)] ?? 0)),
    line,
  ])
  return [...worked, ...take(() => true)]
}

/** The smaller of two: `Math.min` knows no bigints. */
export const smallerOf = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What of a day became points, in thousandths. */
export const keptOf = (played: bigint, mostPerDay: number): bigint =>
  milliOf(smallerOf(played, BigInt(mostPerDay) * onePoint))

/** All points ever earned, less what was taken back since. */
export const experienceOf = (earned: bigint, rest: bigint): bigint => earned + floorDiv(rest, onePoint)

// Time

/** Something that was said at a moment. Of several of one day the last holds. */
export type Dated<T> = { atMs: number; value: T }

/**
 * What is in force at a moment: the first from the moment it was said, every later one from the next midnight on. So a
 * change of today never touches what was played today, and nothing counts that was not said yet.
 */
export function inForce<T>(said: readonly Dated<T>[], atMs: number): T | null {
  const [first] = said
  if (!first || first.atMs > atMs) return null
  const day = dayNumber(atMs)
  return (said.findLast((each) => dayNumber(each.atMs) < day) ?? first).value
}

/** What holds at a moment, from the moment it was said. */
export const heldAt = <T>(said: readonly Dated<T>[], atMs: number): T | undefined =>
  said.findLast((each) => each.atMs <= atMs)?.value

// Levels

type Levels = ProgramTerms['levels']

/** The highest that these points reach. */
export const levelOf = (levels: Levels, experience: bigint): number =>
  levels.reduce((highest, { id, min }) => (BigInt(min) <= experience && id > highest ? id : highest), 1)

type Reached = {
  level: number
  /** The highest that was ever reached: what a review took is below it. */
  top: number
  /** Earned in the present period of reviews. */
  inPeriod: bigint
}

/**
 * A level that was reached stays, whatever came back. One that a review took is there again once so much is earned as
 * would have kept it.
 */
export const nextLevel = (levels: Levels, experience: bigint, { level, top, inPeriod }: Reached): number =>
  levels.reduce((now, { id, min, keep = 0 }) => {
    const isOpen = id === now + 1 && BigInt(min) <= experience && (id > top || inPeriod >= BigInt(keep))
    return isOpen ? id : now
  }, level)

export function levelRange(levels: Levels, level: number): { minValue: number; maxValue: number | null } {
  const at = levels.findIndex(({ id }) => id === level)
  return { minValue: levels[at]?.min ?? 0, maxValue: at < 0 ? null : (levels[at + 1]?.min ?? null) }
}

// Dealers

/** When another dealer may be chosen; null: now. The one of the registration does not make anyone wait. */
export function characterWaits(chosenAtMs: number | null, nowMs: number, waitDays: number): Date | null {
  if (chosenAtMs === null) return null
  const from = chosenAtMs + waitDays * dayMs
  return from > nowMs ? new Date(from) : null
}
