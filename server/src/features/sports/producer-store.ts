import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export type ProducerRow = {
  name: string
  state: 'up' | 'down' | 'recovering'
  epoch: bigint
  seq: bigint
  snapshots: number
  isInSnapshot: boolean
  /** The one under way began so long ago that it was given up. */
  isSnapshotLate: boolean
  aliveAt: Date | null
  /** It said nothing for so long that what it told of live events may be over. */
  isSilent: boolean
  /** The last request that was taken, on whichever node: no other has the same words here. */
  heard: string
}

/** Seconds of the database's clock without a word of the producer. */
const silentAfter = 10

/** Of a row of `sports_producer`. */
export const isSilentProducer = sql`coalesce(alive_at < now() - make_interval(secs => ${silentAfter}), true)`

/** A snapshot takes seconds. */
const lateAfter = 60

const heard = sql`concat_ws('/', epoch, seq, alive_at)`

const columns = sql`name, state, epoch, seq, snapshots, ${heard} as heard, is_in_snapshot as "isInSnapshot", alive_at as "aliveAt",
  is_in_snapshot and coalesce(snapshot_at < now() - make_interval(secs => ${lateAfter}), true) as "isSnapshotLate",
  ${isSilentProducer} as "isSilent"`

/** One request of a producer at a time, on all nodes. */
export async function lockProducer(tx: Tx, name: string, isSimulated: boolean): Promise<ProducerRow> {
  const read = () =>
    sql<ProducerRow>`select ${columns} from sports_producer where name = ${name} for update`.execute(tx)
  const [known] = (await read()).rows
  if (known) return known
  await sql`insert into sports_producer (name, is_simulated) values (${name}, ${isSimulated})
    on conflict do nothing`.execute(tx)
  const [made] = (await read()).rows
  if (!made) throw new Error('a producer was neither added nor known')
  return made
}

export const listProducers = async (db: Db): Promise<ProducerRow[]> =>
  (await sql<ProducerRow>`select ${columns} from sports_producer order by name`.execute(db)).rows

export const readFeedLags = async (db: Db): Promise<{ name: string; seconds: number }[]> =>
  (
    await sql<{ name: string; seconds: number }>`select name,
      coalesce(extract(epoch from clock_timestamp() - sent_at), 0)::float8 as seconds from sports_producer`.execute(db)
  ).rows

/** The end of this transaction does not wait for the disk. A crash of the database forgets it, and with it nothing else. */
export const endSoon = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx)

type Heard = Pick<ProducerRow, 'name' | 'state' | 'epoch' | 'seq' | 'snapshots' | 'isInSnapshot'> & { sentAtMs: number }

/**
 * Answers how this request is known from now on, and whether a page looked at the book within the last minute. A request
 * that comes again was sent when it was sent first, and none in the future.
 */
export async function writeHeard(
  tx: Tx,
  { name, state, epoch, seq, snapshots, isInSnapshot, sentAtMs }: Heard,
): Promise<{ heard: string; isWatched: boolean }> {
  const { rows } = await sql<{
    heard: string
    isWatched: boolean
  }>`update sports_producer set state = ${state}, epoch = ${epoch}, seq = ${seq}, snapshots = ${snapshots},
      is_in_snapshot = ${isInSnapshot},
      snapshot_at = case when snapshots < ${snapshots} then heard.at else snapshot_at end,
      alive_at = heard.at, up_at = case when ${state} = 'up' then heard.at else up_at end,
      is_shut = is_shut and ${state} <> 'up',
      sent_at = greatest(sent_at, least(heard.at, to_timestamp(${sentAtMs} / 1000.0)))
    from (select clock_timestamp() as at offset 0) as heard
    where name = ${name}
    returning ${heard} as heard, (select at > now() - interval '60 seconds' from sports_watch) as "isWatched"`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('a producer that is locked is gone')
  return row
}

/** As it came, under the number of the first of its messages that was new. */
export const keepRequest = (
  tx: Tx,
  { name, epoch }: Pick<ProducerRow, 'name' | 'epoch'>,
  { first, text }: { first: bigint; text: string },
) =>
  sql`insert into sports_message (producer, epoch, seq, request)
    values (${name}, ${epoch}, ${first}, ${text})`.execute(tx)

export type Change = {
  eventId: bigint
  /** Null: the event itself, or as many of its markets as it has where `what` is about markets. */
  marketId: bigint | null
  /** `standing`: whether its producer is believed, and with it whether any market of all of its events is for sale. */
  what: 'event' | 'market' | 'stop' | 'facts' | 'result' | 'standing'
}

export const changeChannel = 'croupier_sports'

/** From so many markets of one event on, all of it is looked at again: a line for each would cost more. */
const manyMarkets = 16

function folded(changes: readonly Change[]): Change[] {
  const isOfMarket = ({ marketId, what }: Change) => marketId !== null && (what === 'market' || what === 'stop')
  const byEvent = Map.groupBy(changes.filter(isOfMarket), ({ eventId, what }) => `${eventId}/${what}`)
  const many = [...byEvent.values()].filter(({ length }) => length >= manyMarkets)
  if (many.length === 0) return [...changes]
  const inMany = new Set(many.flat())
  const whole = many.flatMap(([first]) => (first ? { ...first, marketId: null } : []))
  return [...changes.filter((change) => !inMany.has(change)), ...whole]
}

/** For all but the feed itself: what nodes remember of its last words about these markets is old. */
export async function tellChanges(tx: Tx, told: readonly Change[]): Promise<void> {
  const touched = told.filter(({ what }) => what === 'market' || what === 'stop' || what === 'result')
  if (touched.length > 0)
    await sql`update sports_event set touches = touches + 1
      where id = any(${`{${[...new Set(touched.map(({ eventId }) => eventId))].join()}}`}::bigint[])`.execute(tx)
  await tellFeedChanges(tx, told)
}

/** The last statement of a transaction: the number that orders commits is held for as short as can be. */
export async function tellFeedChanges(tx: Tx, told: readonly Change[]): Promise<void> {
  if (told.length === 0) return
  const changes = folded(told)
  const markets = changes.map(({ marketId }) => marketId ?? 'null').join()
  await sql`with taken as (
      update sports_counter set seq = seq + ${changes.length} returning seq - ${changes.length} as before, seq as after
    ), told as (
      insert into sports_change (seq, event_id, market_id, what)
      select taken.before + place, event_id, market_id, what from taken,
        unnest(${`{${changes.map(({ eventId }) => eventId).join()}}`}::bigint[], ${`{${markets}}`}::bigint[],
          ${changes.map(({ what }) => what)}::text[]) with ordinality as each (event_id, market_id, what, place)
    )
    select pg_notify(${changeChannel}, (before + 1) || ' ' || after) from taken`.execute(tx)
}
