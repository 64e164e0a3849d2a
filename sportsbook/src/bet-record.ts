import type { Sport } from './facts.ts'
import type { BetKind } from './slip.ts'

/**
 * All that a bet was decided by, as one file. Money is whole minor units as text, prices are thousandths, chances parts of
 * a billion, moments are of Greenwich.
 */
export type BetRecord = {
  /** The form of the file. */
  form: 'bet/1'
  made_at: string
  bet: {
    id: string
    number: number
    state: 'pending' | 'open' | 'refused' | 'settled' | 'cashed'
    kind: BetKind
    sizes: readonly number[]
    bankers: readonly number[]
    combinations: number
    currency: string
    /** How many figures its money has behind the point. */
    decimals: number
    mode: 'real' | 'demo'
    policy: 'none' | 'better' | 'any'
    stake: string
    /** What of it was not cashed out. */
    stake_open: string
    is_free_bet: boolean
    /** The most that it may return, without its boost. */
    possible: string
    boost_bp: number
    /** What results gave for the stake that still ran then, and what parts of it were bought back for. */
    returned: string
    cashed: string
    boost: string
    is_under_review: boolean
    rules: string
    asked_at: string
    accepted_at: string | null
    settled_at: string | null
  }
  legs: readonly RecordedLeg[]
  events: readonly RecordedEvent[]
  markets: readonly RecordedMarket[]
  rulings: readonly RecordedRuling[]
  steps: readonly RecordedStep[]
  cash_outs: readonly RecordedCashOut[]
}

/** A leg, or a part of a builder. */
export type RecordedLeg = {
  place: number
  /** 0 for a plain leg. */
  part: number
  pick: string
  market: string
  price_asked: number
  price: number
  version: number
  stops: number
  is_live: boolean
  /** When it was taken. */
  win: number
  back: number
  /** Of every set of a builder's parts, on the first of them. */
  subset_prices: readonly number[] | null
}

export type RecordedEvent = {
  id: string
  sport: Sport | string
  home: string
  away: string
  starts_at: string
  state: string
  rules: string
  facts: readonly RecordedFact[]
}
export type RecordedFact = {
  seq: number
  kind: string
  data: Readonly<Record<string, unknown>>
  cancels?: number
  at: string
}

export type RecordedMarket = {
  id: string
  event: string
  type: string
  period: string
  line: string | null
  state: string
  results: readonly RecordedResult[]
  windows: readonly RecordedWindow[]
}
/** One word about a market, with the number of the last fact that was known then. */
export type RecordedResult = {
  revision: number
  outcomes: readonly (readonly [outcome: string, win: number, back: number, of: number])[]
  void_reason: string | null
  source: 'feed' | 'own' | 'operator'
  reason: string
  facts: number
  at: string
}
/** Bets that were taken in it are void; without a beginning or an end where that is null. */
export type RecordedWindow = {
  from: string | null
  to: string | null
  reason: string
  at: string
  withdrawn_at: string | null
}

/** An exception for one leg; the last one counts, unless it takes back what was ruled. */
export type RecordedRuling = {
  place: number
  part: number
  n: number
  win: number
  back: number
  of: number
  is_withdrawn: boolean
  reason: string
  actor: string
  at: string
}

export type RecordedStep = {
  n: number
  kind: 'held' | 'released' | 'settled' | 'cashed' | 'reopened' | 'corrected'
  at: string
  actor: string
  reason: string
  /** Of the stake. */
  part: string
  returned_before: string
  returned_after: string
  boost: string
  /** What was to be taken back and was gone. */
  shortfall: string
  legs: readonly { place: number; part: number; win: number; back: number; of: number; revision: number }[]
  /** Its movement in the ledger: `bet-step` and this. */
  ledger_key: string
}

/** A part of the stake that was bought back. What all of it was worth is the house's word unless its chances were kept. */
export type RecordedCashOut = {
  /** The step that paid it. */
  step: number
  kind: 'player' | 'auto' | 'edit'
  part: string
  value: string
  /** Of all that ran then. */
  whole: string
  worth: RecordedWorth | null
}

/** When it was offered: the share of its worth that is paid, the chance of each leg that was undecided, and what the others had become. */
export type RecordedWorth = {
  share_bp: number
  /** Of a builder one for all its undecided parts together. */
  chances: readonly { place: number; win: number; back: number }[]
  results: readonly { place: number; part: number; win: number; back: number; of: number; revision: number }[]
}

const written = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/

/** Days since the beginning of March of the year 0: a leap day is then the last of its year. */
function daysOf(year: number, month: number, day: number): number {
  const since = month > 2 ? { year, month: month - 3 } : { year: year - 1, month: month + 9 }
  const leaps = Math.floor(since.year / 4) - Math.floor(since.year / 100) + Math.floor(since.year / 400)
  return 365 * since.year + leaps + Math.floor((153 * since.month + 2) / 5) + day
}

/** Smaller numbers keep more figures behind the point. */
const firstDay = daysOf(1970, 1, 1)

/** Milliseconds, with what lies behind the third figure: no clock and no calendar of a machine has a say in it. */
export function momentOf(text: string): number | null {
  const [, year, month, day, hour, minute, second, rest = '0'] = written.exec(text) ?? []
  if (year === undefined) return null
  const days = daysOf(Number(year), Number(month), Number(day)) - firstDay
  const seconds = (days * 24 + Number(hour)) * 3_600 + Number(minute) * 60 + Number(second)
  return seconds * 1_000 + Number(`0.${rest}`) * 1_000
}

// What a file holds is looked at before it is believed.

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const yesNo: Check = (value) => typeof value === 'boolean'
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const sum: Check = (value) => typeof value === 'string' && /^-?\d{1,30}$/.test(value)
const moment: Check = (value) => typeof value === 'string' && momentOf(value) !== null
const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.some((each) => each === value)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const orNothing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    object(value) &&
    Object.entries(fields).every(([name, check]) => check(Object.getOwnPropertyDescriptor(value, name)?.value))

const result = { win: count, back: count, of: count }
const outcome: Check = (value) =>
  Array.isArray(value) && value.length === 4 && text(value[0]) && value.slice(1).every(count)

/** As complete as the type: a field that is added there is added here. */
const isRecord = shape({
  form: oneOf('bet/1'),
  made_at: moment,
  bet: shape({
    ...{ id: text, number: count, kind: oneOf('single', 'multiple', 'system') },
    state: oneOf('pending', 'open', 'refused', 'settled', 'cashed'),
    ...{ sizes: listOf(count), bankers: listOf(count), combinations: count, currency: text, decimals: count },
    ...{ mode: oneOf('real', 'demo'), policy: oneOf('none', 'better', 'any'), stake: sum, stake_open: sum },
    ...{
      is_free_bet: yesNo,
      possible: sum,
      boost_bp: count,
      returned: sum,
      cashed: sum,
      boost: sum,
      is_under_review: yesNo,
    },
    ...{ rules: text, asked_at: moment, accepted_at: orNull(moment), settled_at: orNull(moment) },
  }),
  legs: listOf(
    shape({
      ...{ place: count, part: count, pick: text, market: text, price_asked: count, price: count, version: count },
      ...{ stops: count, is_live: yesNo, win: count, back: count, subset_prices: orNull(listOf(count)) },
    }),
  ),
  events: listOf(
    shape({
      ...{ id: text, sport: text, home: text, away: text, starts_at: moment, state: text, rules: text },
      facts: listOf(shape({ seq: count, kind: text, data: object, cancels: orNothing(count), at: moment })),
    }),
  ),
  markets: listOf(
    shape({
      ...{ id: text, event: text, type: text, period: text, line: orNull(text), state: text },
      results: listOf(
        shape({
          ...{ revision: count, outcomes: listOf(outcome), void_reason: orNull(text), reason: text, facts: count },
          ...{ source: oneOf('feed', 'own', 'operator'), at: moment },
        }),
      ),
      windows: listOf(
        shape({
          ...{ from: orNull(moment), to: orNull(moment), reason: text, at: moment, withdrawn_at: orNull(moment) },
        }),
      ),
    }),
  ),
  rulings: listOf(
    shape({
      place: count,
      part: count,
      n: count,
      ...result,
      is_withdrawn: yesNo,
      reason: text,
      actor: text,
      at: moment,
    }),
  ),
  steps: listOf(
    shape({
      ...{ n: count, kind: oneOf('held', 'released', 'settled', 'cashed', 'reopened', 'corrected'), at: moment },
      ...{
        actor: text,
        reason: text,
        part: sum,
        returned_before: sum,
        returned_after: sum,
        boost: sum,
        shortfall: sum,
      },
      ...{ legs: listOf(shape({ place: count, part: count, ...result, revision: count })), ledger_key: text },
    }),
  ),
  cash_outs: listOf(
    shape({
      ...{ step: count, kind: oneOf('player', 'auto', 'edit'), part: sum, value: sum, whole: sum },
      worth: orNull(
        shape({
          ...{ share_bp: count, chances: listOf(shape({ place: count, win: count, back: count })) },
          results: listOf(shape({ place: count, part: count, ...result, revision: count })),
        }),
      ),
    }),
  ),
})

export const isBetRecord = (value: unknown): value is BetRecord => isRecord(value)
