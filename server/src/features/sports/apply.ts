import type { FeedKind, FeedMessage, FeedMessageOf } from '@croupier/sportsbook/feed'
import { sports } from '@croupier/sportsbook/sports'
import { mayMoveEvent } from '@croupier/sportsbook/states'
import type { Tx } from '../../context.ts'
import { applyCancels, withdrawCancels } from './apply-cancels.ts'
import { applyResults, applyRollbacks } from './apply-results.ts'
import type { Desk } from './desk.ts'
import { addFacts, type EventRow, type EventWord, findEvents, writeEvents } from './event-store.ts'
import type { NumberedMessage } from './inbox-rules.ts'
import { addPrices, closeMarkets, type PricedMarket, type Touched, writePrices, writeStops } from './market-store.ts'
import type { Change } from './producer-store.ts'
import { stopTurned } from './stop-turned.ts'
import { movedOf } from './told-markets.ts'
import { writeFixtures, writeTree } from './tree-store.ts'

type Said<Kind extends FeedKind> = { seq: bigint; said: FeedMessageOf<Kind> }

const isOf = <Kind extends FeedKind>(said: FeedMessage, kind: Kind): said is FeedMessageOf<Kind> => said.kind === kind

/** Neighbours of one kind, each event at most once where it matters. */
export async function applyStretch(tx: Tx, desk: Desk, stretch: readonly NumberedMessage[]): Promise<void> {
  const of = <Kind extends FeedKind>(kind: Kind): Said<Kind>[] =>
    stretch.flatMap(({ seq, said }) => (isOf(said, kind) ? [{ seq, said }] : []))
  for (const { said } of stretch) forgetTold(desk, said)
  for (const { said } of of('tree')) await writeTree(tx, desk.producer, said)
  await applyFixtures(tx, desk, of('fixture'))
  await applyPrices(tx, desk, of('prices'))
  await applyStops(tx, desk, of('stop'))
  await applyFacts(tx, desk, of('facts'))
  await applyStates(tx, desk, of('state'))
  await applyResults(tx, desk, known(desk, of('result')))
  await applyCancels(tx, desk, known(desk, of('cancel')))
  const rollbacks = known(desk, of('rollback'))
  await applyRollbacks(tx, desk, rollbacks)
  await withdrawCancels(tx, desk, rollbacks)
}

/** Whatever else is said of an event may change its markets: the next prices are all looked at. */
function forgetTold(desk: Desk, said: FeedMessage): void {
  const event = 'event' in said ? desk.events.get(said.event) : undefined
  if (event && said.kind !== 'prices' && said.kind !== 'facts') desk.told.delete(event.id)
}

/** Those about events that we know and that are not closed for good: of these nothing changes any more. */
function known<Word extends { event: string }>(desk: Desk, words: readonly { seq: bigint; said: Word }[]) {
  const found = words.flatMap(({ seq, said }) => {
    const event = desk.events.get(said.event)
    return event && event.state !== 'closed' && !event.isDeaf ? [{ seq, said, event }] : []
  })
  desk.strangers += words.length - found.length
  return found
}

const touch = (desk: Desk, touched: readonly Touched[], what: Change['what']) =>
  desk.changes.push(...touched.map(({ id, eventId }) => ({ eventId, marketId: id, what })))

const rules = Object.fromEntries(Object.entries(sports).map(([sport, book]) => [sport, book.rules]))

async function applyFixtures(tx: Tx, desk: Desk, told: readonly Said<'fixture'>[]): Promise<void> {
  if (told.length === 0) return
  const fixtures = told.map(({ said: { kind: _kind, change: _change, ...fixture } }) => fixture)
  desk.changes.push(...(await stopTurned(tx, desk.producer, fixtures)))
  const changed = await writeFixtures(tx, desk.producer, fixtures, rules)
  desk.changes.push(...changed.map((eventId) => ({ eventId, marketId: null, what: 'event' as const })))
  // What is new is known to the words that follow.
  const refs = fixtures.map(({ event }) => event)
  for (const event of await findEvents(tx, desk.producer, refs)) desk.events.set(event.ref, event)
  desk.strangers += refs.filter((ref) => !desk.events.has(ref)).length
}

const overStates: readonly EventRow['state'][] = ['ended', 'abandoned', 'cancelled']

/** Whatever its feed says: nothing opens after the end, and after the start only what is for live betting. */
const isTooLate = ({ state }: EventRow, isLive: boolean): boolean =>
  overStates.includes(state) || (!isLive && (state === 'live' || state === 'interrupted'))

/** Of two words about one market the later counts. */
function pricedOf({ markets }: FeedMessageOf<'prices'>, event: EventRow): Map<string, PricedMarket> {
  const priced = new Map<string, PricedMarket>()
  for (const { type, period, line, state, prices, wins, backs, is_live, closes_at } of markets)
    priced.set(`${type}/${period}/${line ?? ''}`, {
      ...{ eventId: event.id, type, period, line: line ?? '', prices, wins, backs },
      state: isTooLate(event, is_live) ? 'closed' : state,
      isLive: is_live,
      closesAt: closes_at ?? null,
    })
  return priced
}

async function applyPrices(tx: Tx, desk: Desk, told: readonly Said<'prices'>[]): Promise<void> {
  const words = known(desk, told)
  if (words.length === 0) return
  const markets = words.flatMap(({ said, event }) => {
    const priced = pricedOf(said, event)
    // A snapshot marks each market that it names.
    return desk.isInSnapshot ? [...priced.values()] : movedOf(desk.told, event, priced)
  })
  const bare = new Set(words.flatMap(({ event }) => (event.isBare && event.state === 'planned' ? event.id : [])))
  const [first, again] = [true, false].map((isFirst) => markets.filter(({ eventId }) => bare.has(eventId) === isFirst))
  if (first?.length) touch(desk, await addPrices(tx, first, desk), 'market')
  if (again?.length) touch(desk, await writePrices(tx, again, desk), 'market')
  const opened = words.filter(({ event }) => event.state === 'planned')
  const clocked = words.filter(({ said, event }) => said.clock && event.state !== 'planned')
  await writeWords(
    tx,
    desk,
    [...opened, ...clocked].map(({ said, event }) => ({
      ...{ event, state: event.state === 'planned' ? 'open' : event.state, reason: null },
      ...{ clock: said.clock ?? null, score: null, facts: 0 },
    })),
  )
}

async function applyStops(tx: Tx, desk: Desk, told: readonly Said<'stop'>[]): Promise<void> {
  const words = known(desk, told)
  if (words.length === 0) return
  const stops = words.map(({ said, event }) => ({ eventId: event.id, cause: said.cause, types: said.types ?? null }))
  touch(desk, await writeStops(tx, stops), 'stop')
}

async function applyFacts(tx: Tx, desk: Desk, told: readonly Said<'facts'>[]): Promise<void> {
  const words = known(desk, told)
  if (words.length === 0) return
  await addFacts(
    tx,
    words.flatMap(({ said, event }) => said.facts.map((fact) => ({ ...fact, eventId: event.id }))),
  )
  await writeWords(
    tx,
    desk,
    words.map(({ said, event }) => ({
      ...{ event, state: event.state, reason: null, clock: said.clock ?? null, score: said.score ?? null },
      facts: Math.max(...said.facts.map(({ seq }) => seq)),
    })),
    'facts',
  )
}

/** A move that the table does not have is not made; what is said of clock and score still counts. */
async function applyStates(tx: Tx, desk: Desk, told: readonly Said<'state'>[]): Promise<void> {
  const words = known(desk, told)
  if (words.length === 0) return
  const moved = words.filter(({ said, event }) => mayMoveEvent(event.state, said.state, 'feed'))
  const ids = (states: readonly string[]) =>
    moved.filter(({ said }) => states.includes(said.state)).map(({ event }) => event.id)
  touch(desk, await closeMarkets(tx, ids(['ended', 'abandoned', 'cancelled']), 'all'), 'market')
  touch(desk, await closeMarkets(tx, ids(['live']), 'before the start'), 'market')
  const halted = ids(['interrupted', 'postponed'])
  const stops = halted.map((eventId) => ({ eventId, cause: 'FEED' as const, types: null }))
  if (stops.length > 0) touch(desk, await writeStops(tx, stops), 'stop')
  await writeWords(
    tx,
    desk,
    words.map((word) => ({
      ...{ event: word.event, clock: word.said.clock ?? null, score: word.said.score ?? null, facts: 0 },
      ...(moved.includes(word)
        ? { state: word.said.state, reason: word.said.reason }
        : { state: word.event.state, reason: null }),
    })),
  )
}

type Word = Omit<EventWord, 'eventId'> & { event: EventRow }

async function writeWords(tx: Tx, desk: Desk, words: readonly Word[], what: Change['what'] = 'event'): Promise<void> {
  if (words.length === 0) return
  await writeEvents(
    tx,
    words.map(({ event, ...word }) => ({ ...word, eventId: event.id })),
  )
  for (const { event, state, facts } of words)
    desk.events.set(event.ref, { ...event, state, facts: Math.max(event.facts, facts) })
  desk.changes.push(...words.map(({ event }) => ({ eventId: event.id, marketId: null, what })))
}
