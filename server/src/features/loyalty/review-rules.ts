import type { ProgramTerms } from '@croupier/contract/loyalty-terms'

/** Reviews of levels: after so many months a level wants so many points of them, else it goes down by one. Pure. */

/** Time that does not count: breaks, exclusions, and while the club was switched off. Null: it has no end yet. */
export type RestTime = { fromMs: number; untilMs: number | null }

/** How much of a stretch of time was rest; what overlaps counts once. */
export function restIn(rests: readonly RestTime[], fromMs: number, toMs: number): number {
  const inside = rests
    .map((rest) => ({ from: Math.max(rest.fromMs, fromMs), until: Math.min(rest.untilMs ?? toMs, toMs) }))
    .filter(({ from, until }) => until > from)
    .sort((one, other) => one.from - other.from)
  let [sum, done] = [0, fromMs]
  for (const { from, until } of inside) {
    sum += Math.max(0, until - Math.max(from, done))
    done = Math.max(done, until)
  }
  return sum
}

const monthsLater = (ms: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').add({ months }).epochMilliseconds

/** When a period that began then is over, as far as that is known now. */
export const reviewAt = (fromMs: number, months: number, rests: readonly RestTime[], nowMs: number): number =>
  monthsLater(fromMs, months) + restIn(rests, fromMs, Math.max(fromMs, nowMs))

export const isResting = (rests: readonly RestTime[], nowMs: number): boolean =>
  rests.some(({ fromMs, untilMs }) => fromMs <= nowMs && (untilMs === null || untilMs > nowMs))

/** While the club was off, from its switches in their order. */
export const restsOfSwitches = (switches: readonly { atMs: number; value: boolean }[]): RestTime[] =>
  switches.flatMap(({ atMs, value }, at) => (value ? [] : [{ fromMs: atMs, untilMs: switches[at + 1]?.atMs ?? null }]))

type Levels = ProgramTerms['levels']

/** What a level wants in a period; the first wants nothing. */
export const keepOf = (levels: Levels, level: number): bigint =>
  level <= 1 ? 0n : BigInt(levels.find(({ id }) => id === level)?.keep ?? 0)

/** Down by one at most, never below the first. */
export function levelReviewed(levels: Levels, level: number, earned: bigint): number {
  const keep = keepOf(levels, level)
  return keep > 0n && earned < keep ? level - 1 : level
}
