import type { BetRecord, RecordedEvent, RecordedLeg, RecordedMarket, RecordedResult } from './bet-record.ts'
import { compare, type Difference, firstOf, lastWordMs, marketOf, msOf, wordNow } from './bet-words.ts'
import { fraction } from './fraction.ts'
import { hasChanged, judgeBet } from './judge.ts'
import { parsePick, printPick } from './pick.ts'
import { lost, type Result, won } from './result.ts'
import { mayCorrect, voidRules } from './rules/void-rules.ts'
import { boostPercent, freeBetReturn, returnOf } from './settle.ts'
import { combinationsOf, type Slip, slipFault } from './slip.ts'
import { isSport, type Match, matchOfRows, outcomesOf } from './sports.ts'
import { worstAnyPercent } from './stated.ts'
import { shapeOf, stepDifference } from './verify-steps.ts'

/** `unsure`: a word has come that the bet was not looked at with yet, so nothing is wrong until it was. */
export type BetVerdict =
  | {
      kind: 'right'
      returned: bigint
      boost: bigint
      /** What parts of it were bought back for. */
      cashed: bigint
      /** It waits for nothing more. */
      isOver: boolean
      facts: number
      results: number
      /** How many of them no facts decided, but the word of the operator or of a feed alone. */
      byWord: number
    }
  | { kind: 'wrong' | 'unsure'; difference: Difference }

/** All of it again, from the facts to the money: the first difference, or that there is none. */
export function verifyBet(record: BetRecord): BetVerdict {
  try {
    const matches = knownMatches()
    const difference =
      betDifference(record) ??
      firstOf(record.legs, (leg, at) => legDifference(record, leg, `legs[${at}]`)) ??
      firstOf(record.markets, (market, at) => marketDifference(record, market, `markets[${at}]`, matches)) ??
      stepDifference(record)
    if (difference) return { kind: 'wrong', difference }
    return presentVerdict(record)
  } catch (error) {
    // What cannot be computed with: a price or a result that cannot be.
    const own = error instanceof Error ? error.message : String(error)
    return { kind: 'wrong', difference: { where: 'form', own, said: record.form } }
  }
}

/** The slip as it was asked for. */
const slipOf = ({ bet, legs }: BetRecord): Slip => ({
  ...{ kind: bet.kind, sizes: bet.sizes, bankers: bet.bankers },
  picks: new Set(legs.map(({ place }) => place)).size,
})

const isTaken = ({ bet: { state } }: BetRecord) => state !== 'pending' && state !== 'refused'

/** Its shape, and what it promised when it was taken. */
function betDifference(record: BetRecord): Difference | null {
  const { bet, legs } = record
  if (!isTaken(record)) return compare('legs', [], legs)
  const slip = slipOf(record)
  const fault = slipFault(slip)
  const heads = legs.filter(({ part }) => part <= 1)
  const prices = heads.map(({ price }) => fraction(price, 1_000))
  const isBanker = (at: number) => bet.bankers.includes(at)
  const best = returnOf(BigInt(bet.stake), {
    sizes: bet.sizes,
    bankers: prices.filter((_, at) => isBanker(at)),
    others: prices.filter((_, at) => !isBanker(at)),
  })
  const percent = bet.kind === 'multiple' ? boostPercent(prices.map((price) => ({ price, result: won }))) : 0
  const rules = [...new Set(record.events.map((event) => event.rules))].sort()
  return (
    (fault && { where: 'bet.sizes', own: fault.reason, said: JSON.stringify(bet.sizes) }) ??
    compare('bet.combinations', combinationsOf(slip), bet.combinations) ??
    compare('bet.possible', bet.is_free_bet ? freeBetReturn(BigInt(bet.stake), best) : best, bet.possible) ??
    compare('bet.boost_bp', percent * 100, bet.boost_bp) ??
    compare('bet.rules', rules.join(), bet.rules) ??
    firstOf(rules, (version) =>
      Object.hasOwn(voidRules, version) ? null : { where: 'bet.rules', own: 'unknown', said: version },
    )
  )
}

const eventOf = ({ events }: BetRecord, id: string): RecordedEvent | undefined => events.find((each) => each.id === id)

function legDifference(record: BetRecord, leg: RecordedLeg, where: string): Difference | null {
  const market = marketOf(record, leg)
  const event = market && eventOf(record, market.event)
  if (!market || !event) return { where: `${where}.market`, own: 'nothing', said: leg.market }
  const { type, period, line } = market
  const outcome = parsePick(leg.pick)?.outcome ?? ''
  const own = printPick({ event: event.id, type, period, line, outcome })
  const names = isSport(event.sport) ? outcomesOf(event.sport, market) : null
  if (own !== leg.pick || names?.includes(outcome) === false) return { where: `${where}.pick`, own, said: leg.pick }
  return leg.part === 0 ? priceDifference(record, leg, where) : builderDifference(record, leg, where)
}

/** The price that was taken is one that the player had agreed to. */
function priceDifference({ bet, legs }: BetRecord, leg: RecordedLeg, where: string): Difference | null {
  if (legs.some((other) => other !== leg && other.place === leg.place))
    return { where: `${where}.place`, own: 'another leg', said: String(leg.place) }
  const { price, price_asked: asked } = leg
  const least = { none: asked, better: asked, any: Math.ceil((asked * (100 - worstAnyPercent)) / 100) }[bet.policy]
  const isAgreed = bet.policy === 'none' ? price === asked : price >= least
  return isAgreed ? null : { where: `${where}.price`, own: `${bet.policy} ${least}`, said: String(price) }
}

/** A builder has the price of all its parts, which stands on each of them. */
function builderDifference({ legs }: BetRecord, leg: RecordedLeg, where: string): Difference | null {
  const parts = legs.filter(({ place }) => place === leg.place)
  const prices = parts.find(({ part }) => part === 1)?.subset_prices ?? []
  const numbers = parts.map(({ part }) => part).sort((one, other) => one - other)
  return (
    compare(
      `${where}.part`,
      parts.map((_, at) => at + 1),
      numbers,
    ) ??
    compare(`${where}.subset_prices`, 1 << parts.length, prices.length) ??
    compare(`${where}.price`, prices.at(-1), leg.price) ??
    compare(`${where}.price_asked`, leg.price, leg.price_asked)
  )
}

/** The match of an event as it was known with so many facts. */
type Matches = (event: RecordedEvent, facts: number) => Match | null

function knownMatches(): Matches {
  const known = new Map<string, Match | null>()
  return (event, facts) => {
    const name = `${event.id}/${facts}`
    const found = known.get(name)
    if (found !== undefined) return found
    const { sport } = event
    const rows = event.facts
      .filter(({ seq }) => seq <= facts)
      .map(({ seq, kind, data, cancels }) => ({ seq, kind, data, ...(cancels !== undefined && { cancels }) }))
    const match = isSport(sport) ? matchOfRows(sport, rows) : null
    known.set(name, match)
    return match
  }
}

function marketDifference(
  record: BetRecord,
  market: RecordedMarket,
  where: string,
  matches: Matches,
): Difference | null {
  const event = eventOf(record, market.event)
  if (!event) return { where: `${where}.event`, own: 'nothing', said: market.event }
  const last = market.results.at(-1)
  const stated = last && (last.void_reason === null ? 'resulted' : 'void')
  const isSaid = market.state === 'resulted' || market.state === 'void'
  return (
    firstOf(
      market.results,
      (result, at) =>
        compare(`${where}.results[${at}].revision`, at + 1, result.revision) ??
        resultDifference({ event, market, match: matches(event, result.facts) }, result, `${where}.results[${at}]`),
    ) ?? (isSaid ? compare(`${where}.state`, stated ?? 'closed', market.state) : null)
  )
}

type Settled = { event: RecordedEvent; market: RecordedMarket; match: Match | null }

/** What the facts make of a market against what was said of it. The operator's word stands against facts too. */
function resultDifference({ event, market, match }: Settled, said: RecordedResult, where: string): Difference | null {
  if (said.source === 'operator') return null
  const names = isSport(event.sport) ? outcomesOf(event.sport, market) : null
  const source = compare(`${where}.source`, names ? 'own' : 'feed', said.source)
  if (source || !names) return source
  const own = match?.settle(market) ?? null
  if (said.void_reason !== null) return own && compare(`${where}.void_reason`, null, said.void_reason)
  if (!own) return { where: `${where}.outcomes`, own: 'undecided', said: JSON.stringify(said.outcomes) }
  const stranger = said.outcomes.find(([name]) => !names.includes(name))
  if (stranger) return { where: `${where}.outcomes`, own: names.join(), said: stranger[0] }
  return firstOf(names, (name, at) => {
    const told = said.outcomes.find(([each]) => each === name)
    const [mine, theirs] = [own[at] ?? lost, told ? shares(told) : lost]
    return isEqual(mine, theirs) ? null : compare(`${where}.outcomes.${name}`, mine, theirs)
  })
}

const shares = ([, win, back, of]: RecordedResult['outcomes'][number]): Result => [win, back, of]

/** One half is two quarters. */
const isEqual = ([win, back, of]: Result, [otherWin, otherBack, otherOf]: Result): boolean =>
  win * otherOf === otherWin * of && back * otherOf === otherBack * of

/** A word that came this shortly before the record was made may not have reached its bets yet. */
const patienceMs = 10 * 60_000

/** The last step against the words of now. */
function presentVerdict(record: BetRecord): BetVerdict {
  const { bet, steps, markets, events } = record
  const isOver = bet.state !== 'pending' && bet.state !== 'open'
  const results = markets.flatMap((market) => market.results)
  const right: BetVerdict = {
    ...{ kind: 'right', isOver, returned: BigInt(bet.returned), boost: BigInt(bet.boost) },
    cashed: BigInt(bet.cashed),
    facts: events.reduce((sum, { facts }) => sum + facts.length, 0),
    results: results.length,
    byWord: results.filter(({ source }) => source !== 'own').length,
  }
  const difference = bet.state === 'open' || bet.state === 'settled' ? presentDifference(record) : null
  if (!difference) return right
  const isFresh = msOf(record.made_at) - lastWordMs(record) <= patienceMs
  const isNew = lastWordMs(record) > Math.max(...steps.map(({ at }) => msOf(at)))
  return { kind: isFresh && isNew ? 'unsure' : 'wrong', difference }
}

function presentDifference(record: BetRecord): Difference | null {
  const { bet, steps, legs } = record
  const judged = judgeBet(
    shapeOf(record, BigInt(bet.stake_open)),
    legs.map((leg) => wordNow(record, leg)),
  )
  if (bet.state === 'open') return judged.kind === 'undecided' ? null : compare('bet.state', 'settled', bet.state)
  if (judged.kind === 'undecided') return compare('bet.is_under_review', true, bet.is_under_review)
  const paid = BigInt(bet.returned) + BigInt(bet.boost)
  const difference = judged.returned + judged.boost - paid
  const isSame = difference === 0n && !hasChanged(steps.at(-1)?.legs ?? [], judged.legs)
  if (isSame) return compare('bet.is_under_review', false, bet.is_under_review)
  const first = steps.find(({ kind }) => kind === 'settled')
  const hours = first ? (lastWordMs(record) - msOf(first.at)) / 3_600_000 : 0
  // What is too late to be taken back stands.
  if (difference < 0n && !mayCorrect(difference, hours)) return null
  return (
    compare('bet.returned', judged.returned, bet.returned) ??
    compare('bet.boost', judged.boost, bet.boost) ?? {
      where: 'steps',
      own: 'corrected',
      said: steps.at(-1)?.kind ?? '',
    }
  )
}
