import { isPrice } from '@croupier/sportsbook/odds'
import { parsePick, printPick } from '@croupier/sportsbook/pick'
import { type PricePolicy, pricePolicies } from './slip-prices.ts'
import { mostPicks, noChoice, type SlipChoice, slipKinds } from './slip-rules.ts'
import { type StakeEntry, stakeEntries } from './slip-sums.ts'

/** An outcome that a visitor chose, with the price and version seen, and what is needed to name it. */
export type SlipPick = {
  /** By `printPick`. */
  pick: string
  marketId: number
  price: number
  version: number
  isLive: boolean
  event: { id: number; slug: string; sport: string; home: string; away: string; startsAt: string }
  market: { type: string; period: string; line: string | null }
  outcome: string
  isBuildable: boolean
}

export type SlipState = {
  /** Newest first. */
  picks: readonly SlipPick[]
  choice: SlipChoice
  entry: StakeEntry
  /** As typed. */
  stake: string
  /** Singles may have stakes of their own, as typed, by their picks. */
  stakes: Readonly<Record<string, string>>
  /** Who pays: own money, play money, or a betting bonus by its number. */
  purse: string
  policy: PricePolicy
  /** Milliseconds: of two slips the later one counts. */
  changedAt: number
  /** The player whose account has the same picks; null for a guest's slip. */
  owner: number | null
}

export const emptySlip: SlipState = {
  picks: [],
  choice: noChoice,
  entry: 'total',
  stake: '',
  stakes: {},
  purse: 'main',
  policy: 'better',
  changedAt: 0,
  owner: null,
}

/** *Any price* is never remembered: a new visit begins with the careful answer. */
const remembered = (policy: PricePolicy) => (policy === 'any' ? 'better' : policy)
const readPolicy = (value: unknown) => (isOneOf(pricePolicies, value) && value !== 'any' ? value : null)

export const printSlip = (slip: SlipState): string => JSON.stringify({ ...slip, policy: remembered(slip.policy) })

type Loose = Readonly<Record<string, unknown>>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
/** A damaged one must not be later than everything to come. */
const isMoment = (value: unknown): value is number => isCount(value) && value < 1e14
const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 200
const isNamed = (value: unknown): value is string => isShort(value) && value !== ''
const isOneOf = <const Word extends string>(words: readonly Word[], value: unknown): value is Word =>
  words.some((word) => word === value)

/** A pick as it was kept; null where anything about it is not as it should be. What it names decides what it is about. */
function readPick(value: unknown): SlipPick | null {
  if (!isLoose(value) || !isShort(value.pick) || !isLoose(value.event)) return null
  const { marketId, price, version, isLive, isBuildable } = value
  const { slug, sport, home, away, startsAt } = value.event
  const address = parsePick(value.pick)
  const id = Number(address?.event)
  if (!address || !isId(id) || !isId(marketId) || !isCount(version)) return null
  if (typeof price !== 'number' || !isPrice(price)) return null
  if (!isShort(slug) || !isNamed(sport) || !isNamed(home) || !isNamed(away) || !isNamed(startsAt)) return null
  if (Number.isNaN(Date.parse(startsAt))) return null
  const { type, period, line, outcome } = address
  return {
    pick: printPick(address),
    marketId,
    price,
    version,
    isLive: isLive === true,
    event: { id, slug, sport, home, away, startsAt },
    market: { type, period, line },
    outcome,
    isBuildable: isBuildable === true,
  }
}

/** The first of each, as many as a slip holds. */
const once = (picks: readonly SlipPick[]): SlipPick[] =>
  picks.filter(({ pick }, at) => picks.findIndex((other) => other.pick === pick) === at).slice(0, mostPicks)

export const readPicks = (value: unknown): SlipPick[] =>
  once((Array.isArray(value) ? value : []).slice(0, 100).flatMap((each) => readPick(each) ?? []))

function readChoice(value: unknown): SlipChoice {
  if (!isLoose(value)) return noChoice
  const { kind, sizes, bankers } = value
  return {
    kind: isOneOf(slipKinds, kind) ? kind : null,
    sizes: Array.isArray(sizes) && sizes.length <= mostPicks ? sizes.filter(isId) : [],
    bankers: Array.isArray(bankers) && bankers.length <= mostPicks ? bankers.filter(isShort) : [],
  }
}

const isStake = (value: unknown): value is string => typeof value === 'string' && value.length <= 40

const readStakes = (value: unknown): Record<string, string> =>
  isLoose(value)
    ? Object.fromEntries(
        Object.entries(value)
          .slice(0, mostPicks)
          .flatMap(([pick, stake]) => (isShort(pick) && isStake(stake) ? [[pick, stake]] : [])),
      )
    : {}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Whatever stands there, of an older build or damaged: what can be read is kept, and a page never breaks by it. */
export function readSlip(text: string | null): SlipState {
  const value = parsed(text)
  if (!isLoose(value)) return emptySlip
  const { entry, stake, policy, changedAt, owner, purse } = value
  return {
    picks: readPicks(value.picks),
    choice: readChoice(value.choice),
    entry: isOneOf(stakeEntries, entry) ? entry : 'total',
    stake: isStake(stake) ? stake : '',
    stakes: readStakes(value.stakes),
    purse: typeof purse === 'string' && /^(main|fun|\d{1,18})$/.test(purse) ? purse : 'main',
    policy: readPolicy(policy) ?? 'better',
    changedAt: isMoment(changedAt) ? changedAt : 0,
    owner: isId(owner) ? owner : null,
  }
}

/** What a player's account keeps, so that it is on every device: the picks, and what to do when a price moves. No stake. */
export type AccountSlip = {
  picks: readonly SlipPick[]
  changedAt: number
  /** Null where the account was never told. */
  policy: PricePolicy | null
}

/** The quota of a value; its own file would bring all schemas of the contract into the page. */
export const mostAccountBytes = 4096
const minuteMs = 60_000
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** A value of the account is small, so a pick is a row without names. One that would not fit leaves the oldest out. */
export function packSlip({ picks, changedAt, policy }: AccountSlip): string {
  const rows = picks.map(({ pick, marketId, price, version, isLive, isBuildable, event }) => {
    const marks = Number(isLive) + 2 * Number(isBuildable)
    const minute = Math.round(Date.parse(event.startsAt) / minuteMs)
    return [pick, marketId, price, version, marks, event.sport, event.home, event.away, event.slug, minute]
  })
  const text = JSON.stringify([changedAt, rows, ...(policy ? [remembered(policy)] : [])])
  return bytesOf(text) <= mostAccountBytes ? text : packSlip({ picks: picks.slice(0, -1), changedAt, policy })
}

function unpackRow(row: unknown): SlipPick | null {
  if (!Array.isArray(row)) return null
  const [pick, marketId, price, version, marks, sport, home, away, slug, minute] = row
  if (!isCount(minute) || !isCount(marks) || minute > 1e9) return null
  const startsAt = new Date(minute * minuteMs).toISOString()
  const [isLive, isBuildable] = [marks % 2 === 1, marks >= 2]
  return readPick({ pick, marketId, price, version, isLive, isBuildable, event: { sport, home, away, slug, startsAt } })
}

export function unpackSlip(text: string | undefined): AccountSlip | null {
  const value = parsed(text ?? null)
  if (!Array.isArray(value)) return null
  const [changedAt, rows, policy] = value
  if (!isMoment(changedAt) || !Array.isArray(rows)) return null
  const picks = once(rows.slice(0, 100).flatMap((row) => unpackRow(row) ?? []))
  return { changedAt, picks, policy: readPolicy(policy) }
}

/**
 * The slip of a browser in which a player is signed in. A guest's picks and those of the account come together, the
 * guest's first; where the browser had the same picks before, the later change counts. Another player's stay behind.
 * What was allowed for this visit stays allowed.
 */
export function joinAccount(slip: SlipState, uid: number, stored: AccountSlip | null): SlipState {
  const policyOf = (own: SlipState) => (own.policy === 'any' ? 'any' : (stored?.policy ?? own.policy))
  if (slip.owner !== uid) {
    const own = slip.owner === null ? slip : emptySlip
    const picks = once([...own.picks, ...(stored?.picks ?? [])])
    return { ...own, changedAt: slip.changedAt, owner: uid, picks, policy: policyOf(own) }
  }
  const isOutdated = stored !== null && stored.changedAt > slip.changedAt
  return isOutdated ? { ...slip, picks: stored.picks, changedAt: stored.changedAt, policy: policyOf(slip) } : slip
}
