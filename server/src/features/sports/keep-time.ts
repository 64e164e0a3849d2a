import type { JobContext, Tx } from '../../context.ts'
import { eachForItself } from '../../faults.ts'
import { lookAgain } from '../../look-again.ts'
import { archivePrices } from './archive.ts'
import {
  abandonByClock,
  closeAtStart,
  closeByClock,
  findDecided,
  findLiveOf,
  findOneOf,
  findPurgeable,
  findStarted,
  findUnfinished,
  forgetPurged,
  isClockDue,
  purgeEvent,
  startByClock,
  takeDown,
  takeShut,
  tryClock,
} from './clock-store.ts'
import { lockBuckets } from './event-store.ts'
import { closeMarkets, type Touched, writeStops } from './market-store.ts'
import { type Change, tellChanges } from './producer-store.ts'
import { allowedHours, voidDue } from './void-due.ts'

type Timed = Pick<JobContext, 'sql' | 'begin' | 'log' | 'config'>

const pauseMs = 2_000
/** In a minute, and in one transaction. */
const mostAbandoned = 100
/** In a minute: each of them is packed. */
const mostClosed = 20
/** In a minute; ten times as many as end in one. */
const mostPurged = 50

const ofMarkets = (touched: readonly Touched[], what: Change['what']): Change[] =>
  touched.map(({ id, eventId }) => ({ eventId, marketId: id, what }))
const ofStandings = (ids: readonly bigint[]): Change[] =>
  ids.map((eventId) => ({ eventId, marketId: null, what: 'standing' }))
const ofEvents = (ids: readonly bigint[]): Change[] =>
  ids.map((eventId) => ({ eventId, marketId: null, what: 'event' }))

/**
 * A producer that fell silent is down, and pages see that what is played is not for sale. A bet does not wait for this:
 * it reads the clock itself.
 */
export async function tellSilence(tx: Tx): Promise<void> {
  const producers = await takeDown(tx)
  if (producers.length === 0) return
  const events = await findLiveOf(tx, producers)
  if (events.length === 0) return
  await lockBuckets(tx, events)
  const stops = events.map((eventId) => ({ eventId, cause: 'FEED' as const, types: null }))
  await tellChanges(tx, ofMarkets(await writeStops(tx, stops), 'stop'))
}

/** A minute later what is to come is not for sale either: no market changes, and pages are told all the same. */
export async function tellShut(tx: Tx): Promise<void> {
  const producers = await takeShut(tx)
  if (producers.length > 0) await tellChanges(tx, ofStandings(await findOneOf(tx, producers)))
}

/** At the start of a match what is not for live betting closes, whether or not its feed has said that it began. */
export async function startDue(tx: Tx): Promise<void> {
  const events = await findStarted(tx)
  if (events.length === 0) return
  await lockBuckets(tx, events)
  const closed = await closeAtStart(tx, events)
  const begun = await startByClock(tx, events)
  await tellChanges(tx, [...ofMarkets(closed, 'market'), ...ofEvents(begun)])
}

const toFinish = allowedHours('toFinish')

/** Play that did not go on within the hours of its rules, or that no word is heard of for so long, is not waited for. */
export async function abandonDue(tx: Tx): Promise<void> {
  const late = await findUnfinished(tx, toFinish, mostAbandoned)
  if (late.length === 0) return
  await lockBuckets(tx, late)
  const abandoned = await abandonByClock(tx, toFinish, late)
  const closed = await closeMarkets(tx, abandoned, 'all')
  await tellChanges(tx, [...ofMarkets(closed, 'market'), ...ofEvents(abandoned)])
}

/**
 * Nothing of these can change against a player any more; their prices go to the archive. They are packed before any lock
 * is taken: a price that came since would be of a market that is not decided, and its event is not closed.
 */
export async function closeDue({ begin }: Pick<Timed, 'begin'>): Promise<void> {
  const found = await begin((tx) => findDecided(tx, mostClosed))
  for (const id of found) await begin((tx) => archivePrices(tx, id))
  if (found.length > 0) await begin((tx) => closeDecided(tx, found))
}

async function closeDecided(tx: Tx, found: readonly bigint[]): Promise<void> {
  await lockBuckets(tx, found)
  await tellChanges(tx, ofEvents(await closeByClock(tx, found)))
}

/** One event at a time: bets on others in its bucket wait for no more than its own rows. */
export async function purgeDue({ begin }: Pick<Timed, 'begin'>): Promise<void> {
  for (const id of await begin((tx) => findPurgeable(tx, mostPurged)))
    await begin(async (tx) => {
      await lockBuckets(tx, [id])
      await purgeEvent(tx, id)
    })
  await begin((tx) => forgetPurged(tx, mostPurged))
}

/** So long a house that was away for days listens to what its feeds say of the matches of these days. */
const catchUpSeconds = 600

type Old = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'log'>

const abandonLate = ({ begin }: Old) => begin(abandonDue)

/**
 * Every minute, whichever feeds there are: what was told before they were switched off has bets on it all the same. Each
 * for itself: a match whose rows cannot be purged or packed must not hold the stakes on others for ever.
 */
export const closeOldEvents = (ctx: Old, openSeconds = Number.POSITIVE_INFINITY): Promise<void> =>
  eachForItself(ctx, [purgeDue, closeDue, ...(openSeconds < catchUpSeconds ? [] : [abandonLate, voidDue])])

/** Every two seconds; of the nodes that try at once one does it. */
export function openSportsClock({ sql, begin, log, config }: Timed) {
  const once = (chore: (tx: Tx) => Promise<void>) =>
    begin(async (tx) => {
      if (await tryClock(tx)) await chore(tx)
    })
  async function look() {
    if (!(await isClockDue(sql))) return
    await once(tellSilence)
    await once(tellShut)
    await once(startDue)
  }
  return lookAgain(pauseMs, async () => {
    if (config.sportsFeeds.length === 0) return
    await look().catch((error: unknown) =>
      log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'the clock of sports was not kept'),
    )
  })
}
