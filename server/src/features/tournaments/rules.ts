import type { OfferConditions, PrizeTerms, TournamentTerms } from '@croupier/contract/promotion-terms'
import { amountIn } from '@croupier/contract/promotion-terms'
import type { ScoreRules } from '@croupier/contract/tournament-score'
import type { JoinReason, TournamentRepeat, TournamentStatus } from '@croupier/contract/tournaments'

/** What can be said of tournaments without looking anywhere. */

export type TournamentTimes = { startsAt: Date; endsAt: Date; joinUntil: Date; cutAt: Date }

const minuteMs = 60_000

/** After the cut, calls that began before it are still on their way. */
export const settleMs = 15 * minuteMs

export function tournamentStatus(
  {
    state,
    startsAt,
    endsAt,
  }: Pick<TournamentTimes, 'startsAt' | 'endsAt'> & { state: 'open' | 'finished' | 'cancelled' },
  now: Date,
): TournamentStatus {
  if (state !== 'open') return state
  if (now < startsAt) return 'future'
  return now < endsAt ? 'active' : 'settling'
}

export const scoreRulesOf = (
  terms: TournamentTerms,
  { startsAt, endsAt, cutAt }: Omit<TournamentTimes, 'joinUntil'>,
): ScoreRules => ({
  kind: terms.kind,
  cap: BigInt(terms.cap),
  bestOf: terms.best_of,
  runLength: terms.run_length,
  atLeast: BigInt(terms.at_least),
  minUnits: BigInt(terms.min_units),
  realOnly: terms.real_only,
  mostRounds: terms.most_rounds,
  mostPerDay: terms.most_per_day === undefined ? null : BigInt(terms.most_per_day),
  games: terms.games,
  startsMs: startsAt.getTime(),
  endsMs: endsAt.getTime(),
  graceMs: cutAt.getTime() - endsAt.getTime(),
})

// Instances

export type Instance = TournamentTimes & { sysname: string }

const zoned = (text: string, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(Date.parse(text)).toZonedDateTimeISO(zone)
const dateOf = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds)

const steps = { day: 'days', week: 'weeks', month: 'months' } as const satisfies Record<TournamentRepeat, string>

const laterBy = (repeats: TournamentRepeat | undefined, number: number) =>
  repeats === undefined ? { hours: 0 } : { [steps[repeats]]: number }

/** The nth of one that repeats, the first is 0: so many days, weeks or months later by the clock of its zone. */
export function instanceOf(sysname: string, terms: TournamentTerms, number: number): Instance {
  const { zone, repeats, grace, join_closes } = terms
  const start = zoned(terms.starts_at, zone).add(laterBy(repeats, number))
  const endsAt = dateOf(endOf(terms, start, number))
  return {
    sysname: repeats === undefined ? sysname : `${sysname}-${periodName(repeats, start)}`,
    startsAt: dateOf(start),
    endsAt,
    joinUntil: new Date(endsAt.getTime() - join_closes * minuteMs),
    cutAt: new Date(endsAt.getTime() + grace * minuteMs),
  }
}

/**
 * As long after its start as the first, in months, days and hours of the zone. The end itself is not moved by the
 * calendar: a month without a 31st, or a clock that is put forward, would leave nothing between start and end.
 */
function endOf({ starts_at, ends_at, zone, repeats }: TournamentTerms, start: Temporal.ZonedDateTime, number: number) {
  const first = { start: zoned(starts_at, zone), end: zoned(ends_at, zone) }
  const largestUnit = repeats === 'month' ? 'months' : 'days'
  const end = start.add(first.start.until(first.end, { largestUnit }))
  const next = first.start.add(laterBy(repeats, number + 1))
  // Where the first is over by the time the second begins, this is so in shorter months too.
  const isApart = repeats !== undefined && !isBefore(first.start.add(laterBy(repeats, 1)), first.end)
  return isApart && isBefore(next, end) ? next : end
}

const isBefore = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(one, other) < 0

function periodName(repeats: TournamentRepeat, start: Temporal.ZonedDateTime): string {
  if (repeats === 'day') return start.toPlainDate().toString()
  if (repeats === 'month') return start.toPlainDate().toPlainYearMonth().toString()
  return `${start.yearOfWeek}-${String(start.weekOfYear ?? 0).padStart(2, '0')}`
}

/** More than this a definition of long ago would have missed; they are not made up for. */
const mostPassed = 5_000

/**
 * Those that should be there: the one that runs and the next, and what players can still join. Those that passed while
 * no process ran are not made: no player could have joined them.
 */
export function dueInstances(sysname: string, terms: TournamentTerms, now: Date): Instance[] {
  if (terms.repeats === undefined) {
    const only = instanceOf(sysname, terms, 0)
    return now < only.endsAt ? [only] : []
  }
  const due: Instance[] = []
  for (let number = 0; number < mostPassed; number += 1) {
    const instance = instanceOf(sysname, terms, number)
    if (now < instance.endsAt) due.push(instance)
    if (now < instance.startsAt) break
  }
  return due
}

/** The last one that is over; null where there was none yet. */
export function passedInstance(sysname: string, terms: TournamentTerms, now: Date): Instance | null {
  let last: Instance | null = null
  for (let number = 0; number < mostPassed; number += 1) {
    const instance = instanceOf(sysname, terms, number)
    if (now < instance.endsAt) break
    last = instance
    if (terms.repeats === undefined) break
  }
  return last
}

// Prizes

/** What a place wins; null where it wins nothing. An entry without a score has won nothing. */
export const prizeOf = (
  { prizes }: Pick<TournamentTerms, 'prizes'>,
  place: number,
  score: bigint,
): PrizeTerms | null => (score > 0n ? (prizes.find(({ from, to }) => from <= place && place <= to) ?? null) : null)

/** All cash of a tournament in one currency; null where one of its prizes is not offered in it. */
export function totalPrize({ prizes }: Pick<TournamentTerms, 'prizes'>, currency: string): bigint | null {
  return prizes
    .filter(({ kind }) => kind === 'cash')
    .reduce<bigint | null>((sum, { from, to, amount }) => {
      const each = amountIn(amount, currency)
      return sum === null || each === null ? null : sum + each * BigInt(to - from + 1)
    }, 0n)
}

// Joining

export type EntryState = 'in' | 'left' | 'out' | 'double'

export type JoinFacts = {
  /** The gate, care and the player's own switch. */
  isAvailable: boolean
  country: string | null
  currency: string
  deposits: number
  level: number
  hasContact: boolean
  isVerified: boolean
  missing: readonly string[]
  /** Segment, language, product and day of registration. */
  isInvited: boolean
  points: bigint
  hasTicket: boolean
}

type JoinQuestion = {
  status: TournamentStatus
  joinUntil: Date
  now: Date
  entry: EntryState | null
  isFull: boolean
  /** Every prize has an amount in the player's currency. */
  isOffered: boolean
  conditions: OfferConditions
  cost: EntryCost
}

/** What joining costs; where a ticket is taken too, either does. */
type EntryCost = { points: number | null; byTicket: boolean }

export type JoinNo = { reason: JoinReason; data: Record<string, unknown> }
const no = (reason: JoinReason, data: Record<string, unknown> = {}): JoinNo => ({ reason, data })

/** What stands against joining, the first of it. Who is in is not asked. */
export function judgeJoin(question: JoinQuestion, facts: JoinFacts): JoinNo | null {
  const { status, joinUntil, now, entry, isFull, isOffered, conditions, cost } = question
  // Nothing more is said.
  if (!facts.isAvailable) return no('NOT_AVAILABLE')
  if ((status !== 'future' && status !== 'active') || now >= joinUntil) return no('CLOSED')
  if (entry === 'out') return no('OUT')
  // Before the start nothing was lost and nothing can be won by coming back.
  if (entry === 'left' && status === 'active') return no('LEFT')
  if (!isOffered) return no('CURRENCY')
  return byConditions(conditions, facts) ?? (isFull ? no('FULL') : byCost(cost, facts))
}

function byCost({ points, byTicket }: EntryCost, { points: own, hasTicket }: JoinFacts): JoinNo | null {
  if (byTicket && (hasTicket || points === null)) return hasTicket ? null : no('TICKET_NEEDED')
  if (points === null || own >= BigInt(points)) return null
  return no('NOT_ENOUGH_POINTS', { price: points, points: Number(own), missing: points - Number(own) })
}

function byConditions(conditions: OfferConditions, facts: JoinFacts): JoinNo | null {
  const { country, currency, level } = facts
  if (conditions.countries && !conditions.countries.includes(country ?? '')) return no('COUNTRY')
  if (country !== null && conditions.not_countries?.includes(country)) return no('COUNTRY')
  if (conditions.currencies && !conditions.currencies.some((code) => code === currency)) return no('CURRENCY')
  if (conditions.level !== undefined && level < conditions.level) {
    return no('LEVEL', { level: conditions.level, yours: level })
  }
  if (!facts.isInvited) return no('SEGMENT')
  if (conditions.has_deposited === true && facts.deposits === 0) return no('NEED_DEPOSIT')
  if (conditions.has_deposited === false && facts.deposits > 0) return no('SEGMENT')
  if (conditions.has_verified_contact && !facts.hasContact) return no('NEED_CONTACT')
  if (conditions.has_full_profile && facts.missing.length > 0) return no('NEED_PROFILE', { fields: facts.missing })
  return conditions.is_verified && !facts.isVerified ? no('NEED_VERIFICATION') : null
}
