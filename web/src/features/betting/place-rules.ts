import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import type { SlipPick } from './slip-text.ts'

/** Why a bet was not taken, in the house's words. */
export type BetNo = {
  type: string
  reason: string | null
  data: Readonly<Record<string, unknown>>
  /** The stake was held until the decision, and is back. */
  wasHeld: boolean
}

/**
 * A bet that the player has asked for. Its key and its body are made before the first try and never change, so whatever
 * is sent again is the same bet.
 *
 * - `sending`: an answer is waited for
 * - `asking`: none came, the house is asked what became of it
 * - `lost`: the house does not know it; it may be sent again
 * - `pending`: held until the moment of its decision
 */
export type BetTry = {
  key: string
  /** The bet as JSON, key included. */
  body: string
  picks: readonly SlipPick[]
  /** By the clock of this browser, as all moments here. */
  sentAt: number
  isQuick: boolean
  state: 'sending' | 'asking' | 'lost' | 'pending' | 'placed' | 'refused'
  /** When the house is to be asked about it. */
  lookAt: number
  /** Until then the house may say that it knows no such bet without it being lost. */
  lostAt: number
  /** When a bet that waits is decided, and how long it waits. */
  endsAt: number
  waitMs: number
  bet: WireBet | null
  no: BetNo | null
}

export const never = Number.POSITIVE_INFINITY

/** After a try that had no answer. Longer for one that another page may still be sending. */
const lostMs = 10_000
const lostElsewhereMs = 40_000
const elsewhereMs = 1_500
const againMs = 1_000
/** The house decides within a tenth of a second of its time; its word comes by the stream before this question. */
const decidedMs = 400
const stillMs = 2_000

type NewTry = Pick<BetTry, 'key' | 'body' | 'picks' | 'sentAt' | 'isQuick'>

const fresh = (made: NewTry): BetTry => ({
  ...made,
  ...{ state: 'sending', lookAt: never, lostAt: never, endsAt: 0, waitMs: 0, bet: null, no: null },
})

/** Made in this page. */
export const madeTry = (made: NewTry): BetTry => fresh(made)

/** Found in the storage when a page begins, or told by another page of the browser. */
export const foundTry = (made: NewTry, now: number, isElsewhere: boolean): BetTry => ({
  ...fresh(made),
  ...(isElsewhere
    ? { lookAt: now + elsewhereMs, lostAt: made.sentAt + lostElsewhereMs }
    : { state: 'asking', lookAt: now, lostAt: now + lostMs }),
})

/** What the house says of it. */
export function toldOf(tried: BetTry, bet: WireBet, now: number): BetTry {
  const known = { ...tried, bet, no: null, lookAt: never, lostAt: never }
  if (bet.state === 'refused') {
    const { reason = null, data = {} } = bet.refused ?? {}
    return { ...known, state: 'refused', no: { type: 'InvalidParameter', reason, data, wasHeld: true } }
  }
  if (bet.state !== 'pending') return { ...known, state: 'placed' }
  const waitMs = bet.decide_at === null ? 0 : Date.parse(bet.decide_at) - Date.parse(bet.asked_at)
  const endsAt = tried.state === 'pending' ? tried.endsAt : Math.min(tried.sentAt, now) + waitMs
  const lookAt = now < endsAt ? endsAt + decidedMs : now + stillMs
  return { ...known, state: 'pending', waitMs, endsAt, lookAt }
}

/** No answer came, whatever became of it. */
export const silentTry = (tried: BetTry, now: number): BetTry => ({
  ...tried,
  ...{ state: 'asking', lookAt: now, lostAt: now + lostMs },
})

/** The house knows no such bet. It may still be on its way, for a while. */
export function unknownTry(tried: BetTry, now: number): BetTry {
  if (tried.state === 'pending') return { ...tried, lookAt: now + stillMs }
  if (now >= tried.lostAt) return { ...tried, state: 'lost', lookAt: never }
  return { ...tried, lookAt: now + againMs }
}

/** The house could not even be asked: then nothing is known, and it is asked again. */
export const unaskedTry = (tried: BetTry, now: number): BetTry => ({ ...tried, lookAt: now + stillMs })

export const refusedTry = (tried: BetTry, no: Omit<BetNo, 'wasHeld'>): BetTry => ({
  ...tried,
  ...{ state: 'refused', lookAt: never, lostAt: never, no: { ...no, wasHeld: false } },
})

/** Sent once more: the same key and the same body are the same bet. */
export const resentTry = (tried: BetTry, now: number): BetTry => ({
  ...fresh(tried),
  sentAt: now,
})

type Answered = Output<'bets.place'>['items'][number]

export function answeredTry(tried: BetTry, { bet, error }: Answered, now: number): BetTry {
  if (bet) return toldOf(tried, bet, now)
  return error ? refusedTry(tried, error) : silentTry(tried, now)
}

/** Nothing else can be asked for until it is known what becomes of it. */
export const isUndecided = ({ state }: BetTry): boolean =>
  state === 'sending' || state === 'asking' || state === 'pending'

/** Those of the slip itself. */
export const underwayOf = (tries: readonly BetTry[]): readonly BetTry[] =>
  tries.filter((each) => !each.isQuick && isUndecided(each))

export const placedOf = (tries: readonly BetTry[]): readonly BetTry[] =>
  tries.filter(({ state, isQuick, bet }) => state === 'placed' && !isQuick && bet !== null)

/** What a page finds again after it was loaded anew: everything that the house knows, or may know. */
const isKept = ({ state, no }: BetTry) => state !== 'refused' || no?.wasHeld === true

/** Longer ago than this a bet is found among the player's bets, and needs no slip. */
const oldMs = 600_000

export function printTries(uid: number, tries: readonly BetTry[]): string {
  const kept = tries.filter(isKept)
  if (kept.length === 0) return ''
  return JSON.stringify({
    uid,
    tries: kept.map(({ key, body, picks, sentAt, isQuick }) => ({ key, body, picks, sentAt, isQuick })),
  })
}

type Loose = Readonly<Record<string, unknown>>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in the storage; whatever cannot be read is left out. */
export function readTries(
  text: string | null,
  { uid, now, readPicks }: { uid: number; now: number; readPicks: (value: unknown) => SlipPick[] },
): NewTry[] {
  let value: unknown
  try {
    value = JSON.parse(text || 'null')
  } catch {
    return []
  }
  if (!isLoose(value) || value.uid !== uid || !Array.isArray(value.tries)) return []
  return value.tries.flatMap((each: unknown): NewTry[] => {
    if (!isLoose(each)) return []
    const { key, body, sentAt, isQuick } = each
    if (typeof key !== 'string' || typeof body !== 'string' || typeof sentAt !== 'number') return []
    if (now - sentAt > oldMs || sentAt > now + oldMs) return []
    return [{ key, body, picks: readPicks(each.picks), sentAt: Math.min(sentAt, now), isQuick: isQuick === true }]
  })
}
