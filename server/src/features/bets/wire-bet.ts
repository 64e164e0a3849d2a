import type { WireBet } from '@croupier/contract/methods/bets'
import { currencyOf, toWire } from '@croupier/contract/money'
import { builderLeg } from '@croupier/sportsbook/builder'
import { exactPrice } from '@croupier/sportsbook/odds'
import { parsePick } from '@croupier/sportsbook/pick'
import type { Result } from '@croupier/sportsbook/result'
import { returnOf } from '@croupier/sportsbook/settle'
import type { Context, Db } from '../../context.ts'
import type { BookEvent } from '../../ports/sports-book.ts'
import { type MarketResult, nameOf, slugOf, sportsForBets } from '../sports/sports.ts'
import { type LastCashOut, readLastCashOuts } from './cash-out/cash-out-store.ts'
import { bestReturn } from './decide.ts'
import { type BetRow, type LegRow, readLegsOf } from './read-store.ts'
import { resultFor, windowOf } from './settle-rules.ts'
import type { StoredLeg } from './store.ts'

type WireLeg = WireBet['legs'][number]
type WireResult = WireLeg['result']

type Shown = {
  locale: string
  legs: ReadonlyMap<string, LegRow>
  results: ReadonlyMap<bigint, MarketResult>
  events: ReadonlyMap<number, BookEvent>
  cashOuts: ReadonlyMap<bigint, LastCashOut>
  isSimulated: (event: BookEvent) => boolean
}

const legKey = (betId: bigint, place: number, part: number) => `${betId}/${place}/${part}`

const picksOf = (bets: readonly BetRow[]) => bets.flatMap(({ legs }) => legs.flatMap(({ parts }) => parts))

/** What became of the legs of these bets, and of their cash-outs. */
export type AboutBets = Pick<Shown, 'legs' | 'results' | 'cashOuts'>

export async function readAbout(sql: Db, bets: readonly BetRow[]): Promise<AboutBets> {
  const ids = bets.map(({ id }) => id)
  const [legs, results, cashOuts] = await Promise.all([
    readLegsOf(sql, ids),
    sportsForBets.resultsOf(sql, [...new Set(picksOf(bets).map(({ market }) => BigInt(market)))]),
    readLastCashOuts(sql, ids),
  ])
  return {
    ...{ results, cashOuts },
    legs: new Map(legs.map((leg) => [legKey(leg.betId, leg.place, leg.part), leg])),
  }
}

/** Bets as they are told to their player, with what became of each leg. */
export async function wireBets(
  { sql, book, locale }: Pick<Context, 'sql' | 'book' | 'locale'>,
  bets: readonly BetRow[],
  read?: AboutBets,
): Promise<WireBet[]> {
  if (bets.length === 0) return []
  const eventIds = [...new Set(picksOf(bets).map(({ pick }) => Number(parsePick(pick)?.event)))]
  const view = await book.see()
  const [about, events] = await Promise.all([read ?? readAbout(sql, bets), view.read(eventIds)])
  const shown: Shown = {
    ...{ locale, ...about },
    events: new Map(events.map((event) => [event.id, event])),
    isSimulated: ({ producer }) => view.producers.get(producer)?.isSimulated ?? false,
  }
  return bets.map((bet) => wireBet(bet, shown))
}

function wireBet(bet: BetRow, shown: Shown): WireBet {
  const currency = currencyOf(bet)
  const money = (amount: bigint) => toWire(amount, currency)
  const { id, key, number, state, kind, sizes, combinations, mode, policy, stake, boostBp, rules } = bet
  const runs = state === 'open' ? bet.stakeOpen : stake
  return {
    ...{ id: String(id), key, number, state, kind, sizes, combinations, mode, policy, rules },
    stake: money(stake),
    // What is over does not run; the bet keeps what a correction would be about.
    stake_open: money(bet.state === 'pending' || bet.state === 'open' ? bet.stakeOpen : 0n),
    is_free_bet: bet.isFreeBet,
    possible: money(bestReturn(runs, possibleNow(bet, shown), boostBp / 100, bet.isFreeBet)),
    boost_percent: boostBp / 100,
    // What results gave and what cash-outs did.
    returned: money(bet.returned + bet.cashed),
    boost: money(bet.boost),
    is_under_review: bet.isUnderReview,
    asked_at: bet.askedAt.toISOString(),
    decide_at: bet.decideAt?.toISOString() ?? null,
    accepted_at: bet.acceptedAt?.toISOString() ?? null,
    settled_at: bet.settledAt?.toISOString() ?? null,
    refused: bet.refusedReason === null ? null : { reason: bet.refusedReason, data: bet.refusedData ?? {} },
    legs: bet.legs.map((leg, place) => wireLeg(bet, leg, place, shown)),
    auto_cash_out: state === 'open' && bet.autoTarget !== null ? money(bet.autoTarget) : null,
    cash_out: wireCashOut(bet, shown.cashOuts.get(id)),
    edited_into: bet.editedInto === null ? null : String(bet.editedInto),
    edited_from: bet.editedFrom === null ? null : String(bet.editedFrom),
  }
}

/** While it waits, and after it was refused until the next one. */
function wireCashOut(bet: BetRow, last: LastCashOut | undefined): WireBet['cash_out'] {
  if (!last || last.state === 'paid') return null
  const currency = currencyOf(bet)
  return {
    ...{ state: last.state, is_edit: last.kind === 'edit', reason: last.reason },
    ...{ part: toWire(last.part, currency), value: toWire(last.value, currency) },
    decide_at: last.decideAt.toISOString(),
  }
}

/** Of what still runs; of a bet that is over, what it was. */
function possibleNow({ id, state, stake, stakeOpen, possible, sizes, bankers, legs }: BetRow, shown: Shown): bigint {
  if (state !== 'open' || stakeOpen === stake) return possible
  const prices = legs.map(({ builder }, place) =>
    exactPrice(shown.legs.get(legKey(id, place, builder ? 1 : 0))?.price ?? 1_000),
  )
  return returnOf(stakeOpen, {
    sizes,
    bankers: prices.filter((_, place) => bankers.includes(place)),
    others: prices.filter((_, place) => !bankers.includes(place)),
  })
}

function wireLeg(bet: BetRow, leg: StoredLeg, place: number, shown: Shown): WireLeg {
  const parts = leg.parts.map(({ pick, market }, at) => {
    const taken = shown.legs.get(legKey(bet.id, place, leg.builder ? at + 1 : 0))
    const { type = '', period = '', line = null, outcome = '' } = parsePick(pick) ?? {}
    const acceptedMs = bet.acceptedAt?.getTime() ?? 0
    const result = taken ? resultOfPart({ ...taken, acceptedMs }, shown.results.get(taken.marketId)) : null
    return { pick, market: { id: Number(market), type, period, line }, outcome, result }
  })
  const [first] = parts
  if (!first) throw new Error('a leg without a pick')
  const taken = shown.legs.get(legKey(bet.id, place, leg.builder ? 1 : 0))
  return {
    ...first,
    event: wireEvent(leg, shown),
    price_asked: leg.price,
    price: taken?.price ?? null,
    is_live: taken?.isLive ?? leg.isLive,
    is_banker: bet.bankers.includes(place),
    result: leg.builder ? resultOfBuilder(leg.builder.prices, parts) : first.result,
    parts: leg.builder ? parts : [],
  }
}

function wireEvent({ parts }: StoredLeg, { events, locale, isSimulated }: Shown): WireLeg['event'] {
  const id = Number(parsePick(parts[0]?.pick ?? '')?.event)
  const event = events.get(id)
  if (!event) throw new Error('a bet on an event that never was')
  const { home, away, tournament, state, score } = event
  return {
    ...{ id, slug: slugOf(home.names.en ?? '', away.names.en ?? ''), sport: tournament.sport.sysname, state },
    ...{ home: nameOf(home.names, locale), away: nameOf(away.names, locale) },
    starts_at: new Date(event.startsMs).toISOString(),
    score: Object.fromEntries(Object.entries(score).map(([period, [one, other]]) => [period, [one, other]])),
    is_simulated: isSimulated(event),
  }
}

/** What was ruled for this bet, else what is said of its market while that stands. */
function resultOfPart(leg: LegRow & { acceptedMs: number }, market: MarketResult | undefined): WireResult {
  const { ruling } = leg
  if (ruling) {
    const { win, back, of, reason } = ruling
    return { win, back, of, void_reason: back === of ? reason : null }
  }
  const result = resultFor(leg, market)
  if (!result) return null
  const [win, back, of] = result
  return { win, back, of, void_reason: windowOf(leg, market)?.reason ?? market?.voidReason ?? null }
}

const isLost = (result: WireResult) => result !== null && result.win === 0 && result.back === 0

/** Lost with its first part that is lost; else decided when all of them are. */
function resultOfBuilder(prices: readonly number[], parts: readonly { result: WireResult }[]): WireResult {
  if (parts.some(({ result }) => isLost(result))) return { win: 0, back: 0, of: 1, void_reason: null }
  const results = parts.flatMap(({ result }): Result[] => (result ? [[result.win, result.back, result.of]] : []))
  if (results.length < parts.length) return null
  const [win, back, of] = builderLeg(prices, results).result
  return { win, back, of, void_reason: back === of ? (parts[0]?.result?.void_reason ?? null) : null }
}
