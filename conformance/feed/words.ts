import { isFactOf } from '../../sportsbook/src/fact-checks.ts'
import type { FeedMessage, FeedMessageOf } from '../../sportsbook/src/feed.ts'
import { isSport, matchOfRows, outcomesOf } from '../../sportsbook/src/sports.ts'
import { type EventState, mayMoveEvent } from '../../sportsbook/src/states.ts'
import type { Find } from './rules.ts'

type MarketName = { type: string; period: string; line: string | null }
type ToldFact = FeedMessageOf<'facts'>['facts'][number]
type ToldMarket = FeedMessageOf<'prices'>['markets'][number]

type Told = {
  ref: string
  sport: string
  state: EventState
  /** By number, as they were told. */
  facts: Map<number, ToldFact>
  priced: Set<string>
  /** What is for sale, unless betting is stopped. */
  open: Map<string, ToldMarket>
  resulted: Set<string>
  /** It was played already when this house heard of it: what was priced before that is not known. */
  isJoined: boolean
  /** An open price came after the last stop. */
  isSelling: boolean
  /** A goal was told while betting was open. */
  owesStop: boolean
  /** What the running snapshot has told of it. */
  inSnapshot: { isTold: boolean; facts: Set<number> }
}

const keyOf = ({ type, period, line }: MarketName) => [type, period, line ?? '-'].join('/')
const isOver = ({ state }: Told) => state === 'ended' || state === 'abandoned' || state === 'cancelled'
const billion = 1e9

/** What a producer has told so far. */
export type Book = {
  find: Find
  sports: Set<string>
  categories: Map<string, string>
  tournaments: Map<string, string>
  competitors: Set<string>
  events: Map<string, Told>
  /** Events of before, of which a producer cannot know that they were forgotten. */
  forgotten: ReadonlySet<string>
  isInSnapshot: boolean
}

export const newBook = (find: Find, forgotten: ReadonlySet<string> = new Set()): Book => ({
  ...{ find, sports: new Set(), categories: new Map(), tournaments: new Map(), competitors: new Set() },
  ...{ events: new Map(), forgotten, isInSnapshot: false },
})

function known<Thing>(find: Find, list: ReadonlyMap<string, Thing>, ref: string, what: string): Thing | undefined {
  if (!list.has(ref)) find('known', `${what} ${ref} was never told`)
  return list.get(ref)
}

function hearTree({ find, sports, categories, tournaments, competitors }: Book, said: FeedMessageOf<'tree'>) {
  for (const { sysname } of said.sports) sports.add(sysname)
  for (const { ref, sport } of said.categories) {
    if (!sports.has(sport)) find('known', `sport ${sport} of category ${ref} was never told`)
    categories.set(ref, sport)
  }
  for (const { ref, category } of said.tournaments)
    tournaments.set(ref, known(find, categories, category, 'category') ?? '')
  for (const { ref } of said.competitors) competitors.add(ref)
}

function hearFixture({ find, tournaments, competitors, events }: Book, said: FeedMessageOf<'fixture'>) {
  const sport = known(find, tournaments, said.tournament, 'tournament') ?? ''
  for (const ref of [said.home, said.away])
    if (!competitors.has(ref)) find('known', `competitor ${ref} of ${said.event} was never told`)
  const told = events.get(said.event) ?? newEvent(said.event, sport)
  told.inSnapshot.isTold = true
  events.set(said.event, told)
}

function hearFacts({ find, isInSnapshot }: Book, told: Told, facts: readonly ToldFact[]) {
  for (const fact of facts) {
    told.inSnapshot.facts.add(fact.seq)
    const before = told.facts.get(fact.seq)
    if (before) {
      if (textOf(before) !== textOf(fact)) find('facts', `fact ${fact.seq} of ${told.ref} was told with other content`)
      continue
    }
    if (fact.seq !== told.facts.size + 1)
      find('facts', `fact ${fact.seq} of ${told.ref} comes after fact ${told.facts.size}`)
    if (isSport(told.sport) && !isFactOf(told.sport, rowOf(fact)))
      find('facts', `fact ${fact.seq} of ${told.ref} is none of ${told.sport}: ${textOf(fact)}`)
    told.facts.set(fact.seq, fact)
    if (fact.kind === 'goal' && told.isSelling && !isInSnapshot) told.owesStop = true
  }
}

function hearPrices({ find }: Book, told: Told, markets: readonly ToldMarket[]) {
  const isSelling = markets.some(({ state }) => state === 'open')
  if (isSelling && isOver(told)) find('state', `${told.ref} has open prices after it was ${told.state}`)
  if (isSelling && told.owesStop) find('stop', `${told.ref} has prices after a goal, and was not stopped`)
  for (const market of markets) {
    checkMarket(find, told, market)
    told.priced.add(keyOf(market))
    if (market.state === 'open') told.open.set(keyOf(market), market)
    else told.open.delete(keyOf(market))
  }
  if (!isSelling) return
  if (told.state === 'planned') told.state = 'open'
  told.isSelling = true
  told.owesStop = false
}

/** A snapshot says how an event stands, or the way that it came: what is behind it already moves nothing. */
function hearState({ find, isInSnapshot }: Book, told: Told, state: EventState) {
  const mayMove = state === told.state || mayMoveEvent(told.state, state, 'feed')
  const isNew = told.state === 'planned' || told.state === 'open'
  if (!mayMove && isInSnapshot && !isNew) return
  if (!mayMove && !isInSnapshot) find('state', `${told.ref} cannot go from ${told.state} to ${state}`)
  if (isInSnapshot && isNew && state !== 'open' && state !== 'planned') told.isJoined = true
  told.state = state
}

function hearAboutMarkets({ find }: Book, told: Told, said: FeedMessageOf<'result' | 'rollback' | 'cancel'>) {
  for (const market of said.markets) {
    const key = keyOf(market)
    if (!told.priced.has(key) && !told.isJoined) find('known', `${told.ref} ${key} was never priced`)
    if (said.kind === 'rollback' && said.what === 'result' && !told.resulted.delete(key))
      find('known', `${told.ref} ${key} has no result to take back`)
  }
  if (said.kind !== 'result') return
  for (const market of said.markets) {
    told.resulted.add(keyOf(market))
    checkResult(find, told, market)
  }
}

function hearSnapshot(book: Book, isBeginning: boolean) {
  const { find, events, isInSnapshot } = book
  if (!isBeginning && !isInSnapshot) find('snapshot', 'a snapshot ends that never began')
  if (!isBeginning && isInSnapshot) for (const told of events.values()) checkWhole(find, told)
  for (const told of events.values()) told.inSnapshot = { isTold: false, facts: new Set() }
  book.isInSnapshot = isBeginning
}

function hearOfEvent(
  book: Book,
  said: FeedMessageOf<'prices' | 'stop' | 'facts' | 'state' | 'result' | 'rollback' | 'cancel'>,
) {
  if (!book.events.has(said.event) && book.forgotten.has(said.event)) return
  const told = known(book.find, book.events, said.event, 'event')
  if (!told) return
  if (said.kind === 'prices') return hearPrices(book, told, said.markets)
  if (said.kind === 'facts') return hearFacts(book, told, said.facts)
  if (said.kind === 'state') return hearState(book, told, said.state)
  if (said.kind !== 'stop') return hearAboutMarkets(book, told, said)
  told.isSelling = false
  told.owesStop = false
}

/** Adds a message to the book, and says what it should not have said. */
export function hearMessage(book: Book, said: FeedMessage) {
  if (said.kind === 'alive') return
  if (said.kind === 'tree') return hearTree(book, said)
  if (said.kind === 'fixture') return hearFixture(book, said)
  if (said.kind === 'snapshot_begin' || said.kind === 'snapshot_end')
    return hearSnapshot(book, said.kind === 'snapshot_begin')
  hearOfEvent(book, said)
}

const newEvent = (ref: string, sport: string): Told => ({
  ...{ ref, sport, state: 'planned', facts: new Map(), priced: new Set(), open: new Map(), resulted: new Set() },
  ...{ isJoined: false, isSelling: false, owesStop: false, inSnapshot: { isTold: true, facts: new Set() } },
})

/** As the house keeps it: when it was told is no part of what happened. */
const rowOf = ({ seq, kind, data, cancels }: ToldFact) => ({
  seq,
  kind,
  data,
  ...(cancels === undefined ? {} : { cancels }),
})
const textOf = (fact: ToldFact) => JSON.stringify(rowOf(fact))

function checkMarket(find: Find, { ref, sport }: Told, market: ToldMarket) {
  if (!isSport(sport)) return
  const name = `${ref} ${keyOf(market)}`
  const outcomes = outcomesOf(sport, market)
  if (!outcomes) return find('market', `${name} is no market of ${sport}`)
  if (outcomes.length !== market.prices.length)
    return find('market', `${name} has ${market.prices.length} prices for ${outcomes.length} outcomes`)
  if (market.state !== 'open') return
  const whole = (billion - (market.backs[0] ?? 0)) * (market.type === 'double_chance' ? 2 : 1)
  const sum = market.wins.reduce((all, win) => all + win, 0)
  if (Math.abs(sum - whole) > billion / 100) find('prices', `the chances of ${name} add up to ${sum}, not to ${whole}`)
  // A price that pays more than its chance is worth belongs to another outcome.
  const at = market.prices.findIndex((price, place) => price * (market.wins[place] ?? 0) > whole * 1_010)
  if (at >= 0) find('prices', `${name}/${outcomes[at]} has a price that its chance does not bear: ${market.prices[at]}`)
}

type ToldResult = FeedMessageOf<'result'>['markets'][number]
const isSameShare = (one: readonly number[], other: readonly number[]) =>
  [0, 1].every((share) => (one[share] ?? 0) * (other[2] ?? 1) === (other[share] ?? 0) * (one[2] ?? 1))

/** The house settles the market from the facts; what it cannot is disputed. */
function checkResult(find: Find, { ref, sport, facts }: Told, said: ToldResult) {
  const outcomes = isSport(sport) ? outcomesOf(sport, said) : null
  if (!isSport(sport) || !outcomes) return
  const name = `${ref} ${keyOf(said)}`
  const own = matchOfRows(sport, [...facts.values()].map(rowOf)).settle(said)
  if ('void' in said) return own ? find('result', `${name} is void, and play had decided it`) : undefined
  if (!own) return find('result', `${name} has a result, and the facts do not decide it`)
  const told = new Map(said.outcomes.map(([outcome, ...result]) => [outcome, result]))
  const at = outcomes.findIndex((outcome, place) => !isSameShare(own[place] ?? [], told.get(outcome) ?? [0, 0, 1]))
  if (at >= 0) find('result', `${name}/${outcomes[at]} comes out as ${own[at]} by the facts`)
}

/** A snapshot has every event that is not over, and all facts of those that are played. */
function checkWhole(find: Find, told: Told) {
  if (isOver(told)) return
  if (!told.inSnapshot.isTold) return find('snapshot', `the snapshot leaves ${told.ref} out`)
  const missing = [...told.facts.keys()].find((seq) => !told.inSnapshot.facts.has(seq))
  if (missing !== undefined) find('snapshot', `the snapshot leaves fact ${missing} of ${told.ref} out`)
}
