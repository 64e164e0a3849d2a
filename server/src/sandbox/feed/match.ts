import type { FeedMessage, FeedMessageOf } from '@croupier/sportsbook/feed'
import { type MarketKey, matchOfRows, outcomesOf } from '@croupier/sportsbook/sports'
import type { Fixture } from '@croupier/sportsbook/world/calendar'
import type { Thing } from '@croupier/sportsbook/world/life'
import { scoreOf, type ToldFact } from './board.ts'
import {
  boardAt,
  type Course,
  clockAt,
  factsAfter,
  isForSale,
  menuNow,
  newCourse,
  pricedAt,
  resultMessages,
  rewind,
  secondAt,
  suspendTold,
  type WorldSource,
} from './course.ts'
import { type HandAct, mayHandle } from './handled.ts'
import { offerKey } from './menu.ts'
import { paceAt } from './play-second.ts'
import { blankMarket } from './quote.ts'
import { fixtureMessage, momentText } from './refs.ts'
import { wrongFactOf } from './results.ts'

/** How often an event is priced while nothing happens, in milliseconds. */
export type PricingPace = { usual: number; sprint: number }
export const watchedPace: PricingPace = { usual: 10_000, sprint: 5_000 }
export const unwatchedPace: PricingPace = { usual: 60_000, sprint: 60_000 }

/** Seconds of the second half of football at which some markets close although nothing happens. */
const closings = [43 * 60, 44 * 60]
const factsMost = 400

const stateMessage = (course: Course, state: FeedMessageOf<'state'>['state'], at: number | null): FeedMessage => ({
  ...{ kind: 'state', event: course.event, state, reason: '' },
  ...(at === null ? {} : boardAt(course, at)),
})

const introOf = ({ source, fixture, startsAt, planned, isHandled }: Course, change?: 'TIME') =>
  fixtureMessage(source.secret, fixture, { startsAt, planned, isHandled, ...(change && { change }) })

const factWord = (fact: ToldFact, at: number): FeedMessageOf<'facts'>['facts'][number] => ({
  ...{ seq: fact.seq, kind: fact.kind, data: { ...fact.data }, at: momentText(at) },
  ...(fact.cancels === undefined ? {} : { cancels: fact.cancels }),
})

/** Facts that come after the end, with the score that they make. */
const afterMessage = (course: Course, facts: readonly ToldFact[], at: number): FeedMessage => ({
  ...{ kind: 'facts', event: course.event, facts: facts.map((fact) => factWord(fact, at)) },
  score: scoreOf(course.fixture.sport, [...course.facts, ...factsAfter(course)]),
})

const undecided = (course: Course) => menuNow(course).filter((offer) => !course.decided.has(offerKey(offer)))

/** Takes the next thing in: all that a match knows of it. */
function takeIn(course: Course, thing: Thing): void {
  const at = course.planned + thing.at
  course.next += 1
  switch (thing.kind) {
    case 'postponed':
      course.startsAt = course.planned + course.life.postponedBy
      suspendTold(course)
      break
    case 'state':
      course.state = thing.state
      if (thing.state === 'interrupted') suspendTold(course)
      break
    case 'stop':
      course.stop = { cause: thing.cause, until: Math.max(course.planned + thing.until, course.stop?.until ?? 0) }
      suspendTold(course)
      break
    case 'fact':
      course.facts.push(thing.fact)
      course.timed.push({ second: secondAt(course, at), fact: thing.fact })
      break
    case 'rollback':
      course.result = null
      break
    case 'result': {
      const isWrong = thing.isWrong && course.state === 'ended'
      const wrong = isWrong ? wrongFactOf(course.fixture.sport, course.facts) : null
      course.wrong ??= wrong
      course.result = { certainty: thing.certainty, isWrong: wrong !== null }
    }
  }
}

/** Markets that came with the last goals, after which nothing was for sale any more: they have their result too. */
function closedMessages(course: Course): FeedMessage[] {
  const { fixture, told, startsAt, event } = course
  const offers = menuNow(course).filter((offer) => !told.has(offerKey(offer)))
  const markets = offers.map((offer) => blankMarket(fixture.sport, offer, momentText(startsAt)))
  for (const market of markets) told.set(offerKey(market), market)
  return markets.length > 0 ? [{ kind: 'prices', event, markets }] : []
}

/** What the feed says of the thing that was taken in last. */
function sayOf(course: Course, thing: Thing): FeedMessage[] {
  const { event, wrong } = course
  const at = course.planned + thing.at
  switch (thing.kind) {
    case 'postponed':
      return [
        stateMessage(course, 'postponed', null),
        introOf(course, 'TIME'),
        stateMessage(course, 'open', null),
        ...pricedAt(course, course.startsAt),
      ]
    case 'state':
      return [stateMessage(course, thing.state, at)]
    case 'stop':
      return [{ kind: 'stop', event, cause: thing.cause }]
    case 'fact':
      return [{ kind: 'facts', event, facts: [factWord(thing.fact, at)], ...boardAt(course, at) }]
    case 'rollback': {
      const [, cancel] = factsAfter(course)
      const markets = undecided(course).map(({ type, period, line }) => ({ type, period, line }))
      return cancel ? [{ kind: 'rollback', event, what: 'result', markets }, afterMessage(course, [cancel], at)] : []
    }
    case 'result': {
      const { certainty } = thing
      const offers = certainty === 'first' ? undecided(course) : menuNow(course)
      const invented = wrong && course.result?.isWrong ? [afterMessage(course, [wrong], at)] : []
      return [...invented, ...closedMessages(course), ...resultMessages(course, certainty, offers)]
    }
  }
}

/** Prices of the others move by facts alone. */
const isClocked = ({ sport }: Fixture) => sport === 'football' || sport === 'hockey'
const isPlaying = (course: Course, at: number) =>
  isForSale(course) && isClocked(course.fixture) && clockAt(course, at).isRunning

/** Spreads events over the time between two prices, so that not all of them are priced at once. */
function offsetOf({ ref }: Fixture): number {
  let sum = 0
  for (const letter of ref) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 60_000
  return sum
}

function closingsAfter(course: Course, at: number): number[] {
  if (course.fixture.sport !== 'football') return []
  const { period, inPeriod } = clockAt(course, at)
  if (period !== 'h2') return []
  const pace = paceAt(course.life, at - course.planned)
  return closings
    .filter((second) => second > inPeriod)
    .map((second) => Math.ceil(at + ((second - inPeriod) * 1_000) / pace))
}

const thingAt = ({ life, next, planned }: Course) => planned + (life.things[next]?.at ?? Number.POSITIVE_INFINITY)

const gridOf = ({ fixture, life, toldUntil, planned }: Course, pricing: PricingPace) => ({
  step: paceAt(life, toldUntil - planned) > 1 ? pricing.sprint : pricing.usual,
  offset: offsetOf(fixture),
})

/** The last moment up to `at` at which a watched match is priced, where things moved its prices last at `movedAt`. */
function lastPriced(course: Course, movedAt: number, at: number): number {
  if (!isPlaying(course, movedAt)) return movedAt
  const { step, offset } = gridOf(course, watchedPace)
  const grid = offset + Math.floor((at - offset) / step) * step
  return Math.max(movedAt, grid, ...closingsAfter(course, movedAt).filter((moment) => moment <= at))
}

/** The next moment at which something is to be said or priced. */
function nextMoment(course: Course, pricing: PricingPace): number {
  const moments = [thingAt(course)]
  if (course.stop) moments.push(course.stop.until)
  else if (isPlaying(course, course.toldUntil)) {
    const { step, offset } = gridOf(course, pricing)
    moments.push(offset + (Math.floor((course.toldUntil - offset) / step) + 1) * step)
    moments.push(...closingsAfter(course, course.toldUntil))
  }
  return Math.min(...moments)
}

/** Takes all things up to a moment in. When prices may have moved by them is told too. */
function takeUntil(course: Course, at: number, isTold: boolean): { words: FeedMessage[]; movedAt: number | null } {
  const words: FeedMessage[] = []
  let movedAt: number | null = null
  for (;;) {
    const thing = course.life.things[course.next]
    if (!thing || course.planned + thing.at > at) break
    if (course.stop && course.stop.until <= course.planned + thing.at) course.stop = null
    takeIn(course, thing)
    if (isTold) words.push(...sayOf(course, thing))
    if (thing.kind === 'fact' || thing.kind === 'state') movedAt = course.planned + thing.at
  }
  if (course.stop && course.stop.until <= at) {
    movedAt = course.stop.until
    course.stop = null
  }
  return { words, movedAt }
}

/** A match as it stands at a moment, whatever was told of it. */
export function courseAt(source: WorldSource, fixture: Fixture, acts: readonly HandAct[], at: number): Course {
  const course = newCourse(source, fixture, acts)
  takeUntil(course, at, false)
  return course
}

function tellAt(course: Course, at: number): FeedMessage[] {
  const wasPlaying = isPlaying(course, at)
  const { words, movedAt } = takeUntil(course, at, true)
  course.toldUntil = at
  return (movedAt !== null || wasPlaying) && isForSale(course) ? [...words, ...pricedAt(course, at)] : words
}

/** All of its markets are closed, and what was said of their results is said again. */
function overMessages(course: Course): FeedMessage[] {
  const offers = menuNow(course)
  const startsAt = momentText(course.startsAt)
  const markets = offers.map((offer) => blankMarket(course.fixture.sport, offer, startsAt))
  const results = course.result ? resultMessages(course, course.result.certainty, offers) : []
  return [{ kind: 'prices', event: course.event, markets }, ...results]
}

function factMessages(course: Course): FeedMessage[] {
  const { event, life, planned } = course
  const moments = new Map(life.things.flatMap((thing) => (thing.kind === 'fact' ? [[thing.fact.seq, thing.at]] : [])))
  const last = life.things.at(-1)?.at ?? 0
  const facts = [...course.facts, ...factsAfter(course)].map((fact) =>
    factWord(fact, planned + (moments.get(fact.seq) ?? last)),
  )
  return Array.from({ length: Math.ceil(facts.length / factsMost) }, (_, part) => ({
    ...{ kind: 'facts', event, facts: facts.slice(part * factsMost, (part + 1) * factsMost) },
  }))
}

/** Everything about a match as it stands, for a house that knows nothing of it. */
function wholeMessages(course: Course, at: number, pricesAt: number): FeedMessage[] {
  const { state, stop, event } = course
  course.told.clear()
  course.decided.clear()
  const intro = [introOf(course), stateMessage(course, 'open', null)]
  if (state === 'open') return [...intro, ...pricedAt(course, pricesAt)]
  const words = [...intro, stateMessage(course, 'live', at), ...factMessages(course)]
  if (state === 'interrupted') words.push(stateMessage(course, state, at))
  if (stop) words.push({ kind: 'stop', event, cause: stop.cause })
  if (state === 'ended' || state === 'abandoned')
    return [...words, stateMessage(course, state, endOf(course)), ...overMessages(course)]
  return isForSale(course) ? [...words, ...pricedAt(course, pricesAt)] : words
}

/** The moment of the last whistle. */
function endOf({ life, planned }: Course): number {
  const end = life.things.find((thing) => thing.kind === 'state' && /^(ended|abandoned)$/.test(thing.state))
  return planned + (end?.at ?? 0)
}

/** A match of the past, for tables and lists of results: what it was and how it ended. */
export function historyOf(source: WorldSource, fixture: Fixture): FeedMessage[] {
  const course = newCourse(source, fixture)
  takeUntil(course, Number.POSITIVE_INFINITY, false)
  return [
    introOf(course),
    stateMessage(course, 'open', null),
    stateMessage(course, 'live', null),
    stateMessage(course, course.state === 'abandoned' ? 'abandoned' : 'ended', endOf(course)),
  ]
}

const keyOf = (text: string): MarketKey => {
  const [type = '', period = '', line = ''] = text.split('/')
  return { type, period, line: line === '' ? null : line }
}

export type ScriptedMatch = ReturnType<typeof openMatch>

/**
 * One match as the feed tells it: told on from where it was told to, or whole as it stands at a moment. Both say the
 * same of it. Moments are milliseconds since 1970.
 */
export function openMatch(source: WorldSource, fixture: Fixture, acts: readonly HandAct[] = []) {
  const course = newCourse(source, fixture, acts)
  return {
    fixture,
    event: course.event,
    begins: course.planned + course.life.postponedBy,
    whistle: endOf(course),
    nextAt: (pricing: PricingPace) => nextMoment(course, pricing),
    /** All that is to be said up to a moment. */
    tellUntil(at: number, pricing: PricingPace): FeedMessage[] {
      const words: FeedMessage[] = []
      for (let next = nextMoment(course, pricing); next <= at; next = nextMoment(course, pricing))
        words.push(...tellAt(course, next))
      return words
    },
    /** Priced although nothing happened. */
    priceNow(at: number): FeedMessage[] {
      if (!isForSale(course)) return []
      course.toldUntil = Math.max(course.toldUntil, at)
      return pricedAt(course, course.toldUntil)
    },
    whole(at: number): FeedMessage[] {
      rewind(course)
      const { movedAt } = takeUntil(course, at, false)
      course.toldUntil = at
      return wholeMessages(course, at, lastPriced(course, movedAt ?? at, at))
    },
    /** The last word about it was said. */
    isOver: () => course.next >= course.life.things.length,
    state: () => course.state,
    /** Home has won, says a feed that cannot know it yet. */
    wrongResult(): FeedMessage[] {
      const main = menuNow(course).find(({ type }) => type === 'winner' || type === 'result')
      const outcomes = main ? outcomesOf(fixture.sport, main) : null
      if (!main || !outcomes || course.state !== 'live') return []
      const { type, period, line } = main
      const home = outcomes.map((name): [string, number, number, number] => [name, name === '1' ? 1 : 0, 0, 1])
      const market = { type, period, line, outcomes: home }
      return [
        introOf({ ...course, isHandled: true }),
        { kind: 'result', event: course.event, certainty: 'first', markets: [market] },
      ]
    },
    /** A person may do this with it now. */
    mayHandle: (act: HandAct) => mayHandle({ chance: source.chance, fixture, life: course.life }, act),
    /** Markets whose result was told in play, and those of others that nothing has decided here. */
    decided: (): readonly string[] => [...course.decided],
    undecidedOf(keys: readonly string[]): MarketKey[] {
      const match = matchOfRows(fixture.sport, course.facts)
      return keys.map(keyOf).filter((key) => match.settle(key) === null)
    },
    /** What stands on its board, at the moment to which it was told. */
    board: () => boardAt(course, course.toldUntil),
  }
}

/** The match after a person's act at this moment, and what is said of it; null where that cannot be. */
export function handleMatch(source: WorldSource, before: ScriptedMatch, past: readonly HandAct[], act: HandAct) {
  if (!before.mayHandle(act)) return null
  const acts = [...past, act]
  const match = openMatch(source, before.fixture, acts)
  const words = match.whole(act.at)
  const markets = match.undecidedOf(before.decided())
  const { event } = match
  const back: FeedMessage[] = markets.length > 0 ? [{ kind: 'rollback', event, what: 'result', markets }] : []
  return { match, acts, words: [...back, ...words] }
}
