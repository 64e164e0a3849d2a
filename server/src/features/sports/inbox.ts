import { Refusal } from '@croupier/contract/refusals'
import { feedRequest } from '@croupier/sportsbook/feed'
import type { Context, Tx } from '../../context.ts'
import { parseStrictJson } from '../../parse-json.ts'
import { announceResults } from './announce-results.ts'
import { applyStretch } from './apply.ts'
import { findOneOf } from './clock-store.ts'
import type { Desk } from './desk.ts'
import { findEvents, lockAllBuckets, lockBuckets } from './event-store.ts'
import { arrivalOf, type NumberedMessage, stretchesOf } from './inbox-rules.ts'
import { suspendUntold } from './market-store.ts'
import {
  type Change,
  endSoon,
  keepRequest,
  lockProducer,
  type ProducerRow,
  tellFeedChanges,
  writeHeard,
} from './producer-store.ts'
import { isSimulated } from './producers.ts'
import type { ToldEvents, ToldMarkets } from './told-markets.ts'

type Heard = {
  /** The number that is wanted next. */
  next: number
  /** Too little is known: a snapshot is wanted, and nothing is for sale before it ends. */
  snapshot: boolean
  /** A page looked at the book within the last minute. */
  isWatched: boolean
  /** Messages of this request that were new, and words in them about events that nobody told us of. */
  taken: number
  strangers: number
}

type Sender = { producer: string; sentAtMs: number }

type Inbox = Pick<Context, 'begin' | 'announce'> & { told: ToldMarkets }

/** One request of a producer is one transaction: all of its messages count, or none. */
export async function receiveFeed(
  { begin, announce, told: memory }: Inbox,
  { producer, sentAtMs }: Sender,
  text: string,
): Promise<Heard> {
  const read = feedRequest.safeParse(parseStrictJson(text))
  if (!read.success) throw wrong(read.error.issues[0])
  const request = read.data
  const { heard, events, ...answer } = await begin(async (tx) => {
    const row = await lockProducer(tx, producer, isSimulated(producer))
    const arrival = arrivalOf(row, request)
    if (arrival.kind === 'epoch')
      throw no('EPOCH', 'This epoch is not the one that is told now', { is_silent: row.isSilent })
    if (arrival.kind === 'gap') throw no('SEQUENCE_GAP', 'Messages are missing', { expected: Number(arrival.expected) })
    // What comes behind it, and be it a stop, does not wait for the disk either. After a crash the producer hears of a gap.
    if (request.messages.every(({ kind }) => kind === 'alive')) await endSoon(tx)
    const first = BigInt(request.first)
    const fresh = request.messages.map((said, at) => ({ seq: first + BigInt(at), said })).slice(arrival.from)
    const told = { ...row, epoch: BigInt(request.epoch), seq: arrival.last }
    const events = memory.take(producer, row.heard)
    const { strangers, ...standing } = await take(tx, announce, told, { text, fresh, events })
    const { heard, isWatched } = await writeHeard(tx, { ...told, ...standing, sentAtMs })
    const isOnItsWay = standing.isInSnapshot && (standing.snapshots > row.snapshots || !row.isSnapshotLate)
    const snapshot = standing.state !== 'up' && !isOnItsWay
    return { heard, events, next: Number(arrival.last) + 1, snapshot, isWatched, taken: fresh.length, strangers }
  })
  memory.keep(producer, heard, events)
  return answer
}

type News = { text: string; fresh: readonly NumberedMessage[]; events: ToldEvents }

/** Applies what is new in order, and tells of what changed. Answers how the producer stands after it. */
async function take(tx: Tx, announce: Context['announce'], row: ProducerRow, { text, fresh, events }: News) {
  const desk: Desk = {
    producer: row.name,
    events: await lockEvents(tx, row.name, fresh),
    told: events,
    snapshots: row.snapshots,
    isInSnapshot: row.isInSnapshot,
    changes: [],
    resulted: new Set(),
    strangers: 0,
  }
  // Whoever was silent for too long is believed again after a snapshot.
  let state: ProducerRow['state'] = row.state === 'up' && !row.isSilent ? 'up' : 'recovering'
  for (const stretch of stretchesOf(fresh)) {
    const kind = stretch[0]?.said.kind
    if (kind === 'snapshot_begin') {
      desk.snapshots += 1
      desk.isInSnapshot = true
      desk.told.clear()
      state = 'recovering'
    } else if (kind === 'snapshot_end' && desk.isInSnapshot) {
      const untold = await suspendUntold(tx, row.name, desk.snapshots)
      desk.changes.push(...untold.map(({ id, eventId }) => ({ eventId, marketId: id, what: 'stop' as const })))
      desk.isInSnapshot = false
      state = 'up'
    } else await applyStretch(tx, desk, stretch)
  }
  const isUpAgain = state === 'up' && (row.state !== 'up' || row.isSilent)
  if (isUpAgain) desk.changes.push(...(await standingOf(tx, row.name)))
  const [first] = fresh
  if (first) await keepRequest(tx, row, { first: first.seq, text })
  await announceResults(tx, announce, desk.resulted)
  await tellFeedChanges(tx, desk.changes)
  const { snapshots, isInSnapshot, strangers } = desk
  return { state, snapshots, isInSnapshot, strangers }
}

/** Believed again: what pages show as stopped is for sale. */
const standingOf = async (tx: Tx, producer: string): Promise<Change[]> =>
  (await findOneOf(tx, [producer])).map((eventId) => ({ eventId, marketId: null, what: 'standing' }))

/** Read again behind the locks: an operator may have been at work. */
async function lockEvents(tx: Tx, producer: string, fresh: readonly NumberedMessage[]): Promise<Desk['events']> {
  const refs = [...new Set(fresh.flatMap(({ said }) => ('event' in said ? said.event : [])))]
  const found = refs.length === 0 ? [] : await findEvents(tx, producer, refs)
  // What the snapshot left out is stopped at its end, and a bet under way on any of it has to be over.
  if (fresh.some(({ said }) => said.kind === 'snapshot_end')) await lockAllBuckets(tx)
  else
    await lockBuckets(
      tx,
      found.map(({ id }) => id),
    )
  if (found.length === 0) return new Map()
  return new Map((await findEvents(tx, producer, refs)).map((event) => [event.ref, event]))
}

const no = (reason: Uppercase<string>, message: string, data: Record<string, unknown> = {}) =>
  new Refusal(`InvalidParameter:${reason}`, { message, data })

const wrong = (issue: { path: PropertyKey[]; message: string } | undefined) =>
  no('MESSAGE', `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'wrong'}`)
