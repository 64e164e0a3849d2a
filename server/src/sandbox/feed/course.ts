import type { FeedMessage, FeedMessageOf, JointAnswer } from '@croupier/sportsbook/feed'
import { isInJoint, type Part } from '@croupier/sportsbook/models/joint'
import { type Match, matchOfRows, mayBuild, outcomesOf } from '@croupier/sportsbook/sports'
import type { Fixture } from '@croupier/sportsbook/world/calendar'
import type { WorldChance } from '@croupier/sportsbook/world/chance'
import { type Life, lifeOf } from '@croupier/sportsbook/world/life'
import { clockOf, type PlayClock, scoreOf, type TimedFact, type ToldFact } from './board.ts'
import { type HandAct, handledLife } from './handled.ts'
import { menuOf, type Offer, offerKey } from './menu.ts'
import { paceAt, playSecond } from './play-second.ts'
import { blankMarket, jointOf, type QuotedMarket, quotesOf } from './quote.ts'
import { eventRef, momentText } from './refs.ts'
import { resultsToTell } from './results.ts'

/** Where the chance of a world comes from: the secret, and what is drawn by it. */
export type WorldSource = { chance: WorldChance; secret: string }

/** A match on its way. What changes as it is told follows from the things of its life up to a moment. */
export type Course = {
  readonly source: WorldSource
  readonly fixture: Fixture
  readonly life: Life
  readonly event: string
  /** Milliseconds since 1970: for which it was planned at first. */
  readonly planned: number
  readonly isHandled: boolean
  startsAt: number
  state: 'open' | 'live' | 'interrupted' | 'ended' | 'abandoned'
  /** The place of the next thing, and the moment up to which all was told. */
  next: number
  toldUntil: number
  facts: ToldFact[]
  timed: TimedFact[]
  stop: { cause: 'DANGER' | 'GOAL' | 'REVIEW'; until: number } | null
  /** The last word about its result, and the fact that never was of a wrong one. */
  result: { certainty: 'first' | 'confirmed'; isWrong: boolean } | null
  wrong: ToldFact | null
  /** Markets as they were told last, and those whose result was told in play; by key. */
  readonly told: Map<string, QuotedMarket>
  readonly decided: Set<string>
}

export function newCourse(source: WorldSource, fixture: Fixture, acts: readonly HandAct[] = []): Course {
  const planned = fixture.startsAt * 1_000
  const life = handledLife({ chance: source.chance, fixture, life: lifeOf(source.chance, fixture) }, acts)
  return {
    ...{ source, fixture, life, event: eventRef(fixture.ref), planned, isHandled: acts.length > 0 },
    ...{ startsAt: planned, state: 'open', next: 0, toldUntil: Number.NEGATIVE_INFINITY, facts: [], timed: [] },
    ...{ stop: null, result: null, wrong: null, told: new Map(), decided: new Set() },
  }
}

/** As it was before anything was told. */
export function rewind(course: Course): void {
  course.told.clear()
  course.decided.clear()
  Object.assign(course, {
    ...{ startsAt: course.planned, state: 'open', next: 0, toldUntil: Number.NEGATIVE_INFINITY, facts: [], timed: [] },
    ...{ stop: null, result: null, wrong: null },
  })
}

export const isSprint = ({ pace }: Pick<Fixture, 'pace'>): boolean => pace === 10

export const secondAt = ({ life, planned }: Course, at: number): number => playSecond(life, at - planned)

export const clockAt = (course: Course, at: number): PlayClock =>
  clockOf(course.fixture.sport, course.timed, secondAt(course, at))

/** Where a person took a goal back, what was offered because of it is still to be decided. */
export function menuNow({ fixture, facts, isHandled }: Course): Offer[] {
  const menu = menuOf(fixture.model, facts, isSprint(fixture))
  if (!isHandled) return menu
  const before = facts.flatMap(({ kind }, place) => (kind === 'cancel' ? [facts.slice(0, place)] : []))
  const all = [...menu, ...before.flatMap((told) => menuOf(fixture.model, told, isSprint(fixture)))]
  return [...new Map(all.map((offer) => [offerKey(offer), offer])).values()]
}

/** Clock and score for a message. */
export function boardAt(course: Course, at: number): Pick<FeedMessageOf<'state'>, 'clock' | 'score'> {
  const { period, seconds, isRunning } = clockAt(course, at)
  const isOn = isRunning && course.state === 'live'
  return {
    clock: { period, seconds, at: momentText(at), speed: paceAt(course.life, at - course.planned), is_running: isOn },
    score: scoreOf(course.fixture.sport, course.facts),
  }
}

/** What was told after the end of a match and never was: a fact, and later its cancel. */
export function factsAfter({ wrong, result }: Course): ToldFact[] {
  if (!wrong) return []
  const cancel: ToldFact = { kind: 'cancel', data: {}, seq: wrong.seq + 1, cancels: wrong.seq }
  return result?.isWrong ? [wrong] : [wrong, cancel]
}

/** Every result of these markets that follows from what was told up to now. */
export const resultMessages = (course: Course, certainty: 'first' | 'confirmed', offers: readonly Offer[]) =>
  resultsToTell(
    matchOfRows(course.fixture.sport, [...course.facts, ...factsAfter(course)]),
    {
      ...{ event: course.event, sport: course.fixture.sport, certainty },
      isAbandoned: course.state === 'abandoned',
    },
    offers,
  )

/** Betting on a market goes on, as far as play is concerned. */
function openOffers(course: Course, at: number): { isOpen: (offer: Offer) => boolean; match: Match } {
  const match = matchOfRows(course.fixture.sport, course.facts)
  const { seconds } = clockAt(course, at)
  const isLive = course.state !== 'open'
  return { match, isOpen: (offer) => !isLive || (offer.isLive && !match.isClosed(offer, seconds)) }
}

export const isForSale = ({ state, stop }: Course): boolean => state === 'live' && stop === null

/** The chance of every set of these parts, as the match stands; else why there is none. */
export function jointAt(course: Course, at: number, parts: readonly Part[]): JointAnswer | 'NOT_NOW' | 'PART' {
  const { fixture, facts } = course
  const { isOpen } = openOffers(course, at)
  const onSale = new Map(
    menuNow(course)
      .filter(isOpen)
      .map((offer) => [offerKey(offer), offer]),
  )
  const isOffered = (part: Part) => {
    const offer = onSale.get(offerKey(part))
    return offer !== undefined && (outcomesOf(fixture.sport, offer)?.includes(part.outcome) ?? false)
  }
  if ((course.state !== 'open' && !isForSale(course)) || !parts.every(isOffered)) return 'NOT_NOW'
  const isPart = (part: Part) => mayBuild(fixture.sport, part) && isInJoint(fixture.sport, part)
  if (!parts.every(isPart)) return 'PART'
  const chances = jointOf(fixture.model, facts, clockAt(course, at), parts)
  return { facts: facts.at(-1)?.seq ?? 0, chances }
}

/** What is for sale at a moment, as far as it is not what was told; and what play has decided meanwhile. */
export function pricedAt(course: Course, at: number): FeedMessage[] {
  const { fixture, told, decided, facts, event } = course
  const { sport, model } = fixture
  const isLive = course.state !== 'open'
  const clock = clockAt(course, at)
  const { match, isOpen } = openOffers(course, at)
  const offers = menuNow(course)
  const startsAt = momentText(course.startsAt)
  // A set point ends betting on its set; where it is saved, betting goes on, and what is closed would open no more.
  const isSaved = (offer: Offer) => sport === 'tennis' && isLive && offer.isLive && match.settle(offer) === null
  const open = new Set(offers.filter(isOpen))
  const quotes = quotesOf(model, [...open], { facts, clock, isLive, startsAt })
  const markets = offers.flatMap((offer): QuotedMarket[] => {
    const key = offerKey(offer)
    const known = told.get(key)
    const state = open.has(offer) || isSaved(offer) ? 'suspended' : 'closed'
    const market = quotes.get(key) ?? { ...(known ?? blankMarket(sport, offer, startsAt)), state }
    if (known?.state === market.state && known.prices.join() === market.prices.join()) return []
    told.set(key, market)
    return [market]
  })
  const fresh = isLive ? offers.filter((offer) => !decided.has(offerKey(offer)) && match.settle(offer) !== null) : []
  for (const offer of fresh) decided.add(offerKey(offer))
  return [
    ...(markets.length > 0 ? [{ kind: 'prices' as const, event, markets }] : []),
    ...resultsToTell(match, { event, sport, certainty: 'first', isAbandoned: false }, fresh),
  ]
}

/** Nothing is for sale until it is priced again. */
export function suspendTold({ told }: Course): void {
  for (const [key, market] of told) if (market.state === 'open') told.set(key, { ...market, state: 'suspended' })
}
