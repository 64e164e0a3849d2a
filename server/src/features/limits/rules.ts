import {
  type GateRefusal,
  type GateWant,
  isBreak,
  type LimitKind,
  type SelfExclusionPeriod,
} from '@croupier/contract/control'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Between asking for more and getting it; between wishing to come back and being let in. */
export const waitHours = 24
/** A raise that the player does not confirm is forgotten so many days after it was ready. */
export const confirmDays = 7
/** Steps of one visit may lie so far apart. */
export const visitGapMinutes = 5

// Limits

export type Limit = { kind: LimitKind; periodDays: number; amount: bigint }

/** What was used in the last `periodDays` times 24 hours. */
export type Used = { periodDays: number; deposited: bigint; staked: bigint; returned: bigint; seconds: number }

const nothingUsed = { deposited: 0n, staked: 0n, returned: 0n, seconds: 0 }

/**
 * A first or lower limit holds at once, and so does the same again; more, or none at all, has to wait.
 * Null where there is no limit to lift.
 */
export function effectOf(current: bigint | null, wanted: bigint | null): 'holds' | 'waits' | null {
  if (current === null) return wanted === null ? null : 'holds'
  return wanted === null || wanted > current ? 'waits' : 'holds'
}

type Change = { readyAt: Date; expiresAt: Date }

export const isReady = ({ readyAt, expiresAt }: Change, now: Date): boolean => readyAt <= now && now < expiresAt

const usedIn = (uses: readonly Used[], periodDays: number): Used =>
  uses.find((each) => each.periodDays === periodDays) ?? { periodDays, ...nothingUsed }

/** How much of a limit is used: minor units, or seconds for a session limit. What was won back counts as unused. */
export function usedOf({ kind, periodDays }: Limit, uses: readonly Used[]): bigint {
  const { deposited, staked, returned, seconds } = usedIn(uses, periodDays)
  const amount = { deposit: deposited, loss: staked - returned, wager: staked, session: BigInt(Math.floor(seconds)) }
  return amount[kind]
}

/** What is left: minor units, or seconds for a session limit. A limit that was set below what is used has nothing left. */
export function leftOf(limit: Limit, uses: readonly Used[]): bigint {
  const left = (limit.kind === 'session' ? limit.amount * 60n : limit.amount) - usedOf(limit, uses)
  return left > 0n ? left : 0n
}

export type Tight = Limit & { left: bigint }

/** The limit of these kinds that leaves the least room. */
export function tightest(limits: readonly Limit[], uses: readonly Used[], kinds: readonly LimitKind[]): Tight | null {
  const rooms = limits
    .filter(({ kind }) => kinds.includes(kind))
    .map((limit) => ({ ...limit, left: leftOf(limit, uses) }))
  return rooms.reduce<Tight | null>((least, each) => (least && least.left <= each.left ? least : each), null)
}

// Reality check

/** When play is interrupted next: so many minutes after the last time, or after the visit began. */
export function realityCheckAt(minutes: number | null, seenAt: Date, visitStartedAt: Date): Date | null {
  if (minutes === null) return null
  return new Date(Math.max(seenAt.getTime(), visitStartedAt.getTime()) + minutes * 60_000)
}

// Exclusion

/** As a calendar adds months, but forward where the day does not exist: 30 November and three months is 1 March. */
function addMonths(day: Temporal.PlainDate, months: number): Temporal.PlainDate {
  const target = day.add({ months })
  return target.day === day.day ? target : target.add({ days: 1 })
}

const monthsOf = (period: SelfExclusionPeriod) => Number.parseInt(period, 10) * (period.endsWith('y') ? 12 : 1)

/**
 * Null is for ever. Months and years are as long as the longest count of them anywhere on earth, where the date may be
 * one day earlier or later than in UTC, with two hours for clocks that were put back: never shorter than promised.
 */
export function exclusionEnd(startedAt: Date, period: SelfExclusionPeriod): Date | null {
  if (period === 'permanent') return null
  if (isBreak(period)) return new Date(startedAt.getTime() + Number.parseInt(period, 10) * dayMs)
  const today = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const lengths = [-1, 0, 1].map((shift) => {
    const day = today.add({ days: shift })
    return day.until(addMonths(day, monthsOf(period))).total('days') * dayMs
  })
  return new Date(startedAt.getTime() + Math.max(...lengths) + 2 * hourMs)
}

export type Exclusion = {
  period: SelfExclusionPeriod
  startedAt: Date
  endsAt: Date | null
  returnAskedAt: Date | null
}

export type ExclusionStanding =
  | { kind: 'free' }
  | { kind: 'excluded'; until: Date | null }
  /** The time is over, and the player has not said yet that it wants to come back. */
  | { kind: 'returnNeeded' }
  | { kind: 'returnWaits'; until: Date }

const timeOf = (end: Date | null) => end?.getTime() ?? Number.POSITIVE_INFINITY

export const isEarlier = (one: Date | null, other: Date | null): boolean => timeOf(one) < timeOf(other)

/** The one of several that lasts longest. */
export const longestOf = <E extends Pick<Exclusion, 'endsAt'>>(exclusions: readonly E[]): E | null =>
  exclusions.reduce<E | null>(
    (longest, each) => (longest && !isEarlier(longest.endsAt, each.endsAt) ? longest : each),
    null,
  )

const owesReturn = ({ period, returnAskedAt }: Exclusion) => !isBreak(period) && returnAskedAt === null

/** Where a player stands after all exclusions it ever had. */
export function standingOf(exclusions: readonly Exclusion[], now: Date): ExclusionStanding {
  const longest = longestOf(exclusions)
  if (!longest) return { kind: 'free' }
  if (longest.endsAt === null || longest.endsAt > now) return { kind: 'excluded', until: longest.endsAt }
  if (exclusions.some(owesReturn)) return { kind: 'returnNeeded' }
  const asked = Math.max(...exclusions.map(({ returnAskedAt }) => returnAskedAt?.getTime() ?? 0))
  const until = new Date(asked + waitHours * hourMs)
  return until > now ? { kind: 'returnWaits', until } : { kind: 'free' }
}

/** When the account opens by itself: null until the player asks for it. */
export function opensAt(exclusions: readonly Exclusion[]): Date | null {
  const longest = longestOf(exclusions)
  if (!longest || longest.endsAt === null || exclusions.some(owesReturn)) return null
  const asked = exclusions.map(({ returnAskedAt }) =>
    returnAskedAt ? returnAskedAt.getTime() + waitHours * hourMs : 0,
  )
  return new Date(Math.max(longest.endsAt.getTime(), ...asked))
}

// The gate

export type Question = {
  want: GateWant
  amountMinor: bigint
  standing: { isBanned: boolean; isDeleted: boolean; isExcluded: boolean }
  /** The rules of the place ask for a known identity, and it is not known. */
  isKycBlocking: boolean
  isRealityCheckDue: boolean
  /** Nothing that invites may reach this player: its own switch, or care. */
  isUnreachable: boolean
  limits: readonly Limit[]
  uses: readonly Used[]
}

export type GateRefused = { refusal: GateRefusal; limit?: Tight }

const limitRefusals = {
  deposit: 'BillingDepositLimitExceeded',
  loss: 'InvalidParameter:LIMIT_LOSS',
  wager: 'InvalidParameter:LIMIT_WAGER',
  session: 'InvalidParameter:LIMIT_SESSION',
} as const satisfies Record<LimitKind, GateRefusal>

/** The limits that have a say in what a player wants. */
export const kindsFor = (want: GateWant): readonly LimitKind[] => {
  if (want === 'deposit') return ['deposit']
  if (want === 'play') return ['session']
  return want === 'stake' ? ['session', 'loss', 'wager'] : []
}

/** May this happen now? Null is a yes. The first reason that is found is the answer, the gravest first. */
export function decide(question: Question): GateRefused | null {
  const { want, standing } = question
  // The balance belongs to the player, whatever happened: taking it out stays open.
  if (want === 'withdraw') return null
  if (standing.isDeleted) return { refusal: 'UserDeleted' }
  if (standing.isBanned) return { refusal: 'UserBanned' }
  if (standing.isExcluded) {
    return { refusal: want === 'signIn' ? 'Authorization:SELF_EXCLUDED' : 'InvalidParameter:SELF_EXCLUDED' }
  }
  if (want === 'deposit') return whatIsOver(question, ['deposit'])
  if ((want === 'offer' || want === 'mailing') && question.isUnreachable) {
    return { refusal: 'InvalidParameter:NOT_AVAILABLE' }
  }
  if (want !== 'play' && want !== 'stake') return null
  if (question.isKycBlocking) return { refusal: 'KycUserProfile' }
  const time = tightest(question.limits, question.uses, ['session'])
  if (time && time.left === 0n) return { refusal: limitRefusals.session, limit: time }
  if (question.isRealityCheckDue) return { refusal: 'InvalidParameter:REALITY_CHECK' }
  return want === 'stake' ? whatIsOver(question, ['loss', 'wager']) : null
}

function whatIsOver({ limits, uses, amountMinor }: Question, kinds: readonly LimitKind[]): GateRefused | null {
  const limit = tightest(limits, uses, kinds)
  return limit && amountMinor > limit.left ? { refusal: limitRefusals[limit.kind], limit } : null
}
