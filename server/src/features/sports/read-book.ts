import type { Db } from '../../context.ts'
import type { ProducerStanding } from '../../ports/sports-book.ts'
import {
  type ChangeRow,
  findKept,
  readBookChanges,
  readBookMarkets,
  readHeads,
  readMarketsOf,
  readRecentSeq,
  readStandings,
} from './book-store.ts'
import type { Shelf } from './memory-book.ts'

/** Events that are read at once while the book is filled: between two of them other work has its turn. */
const pageSize = 50
const mostChanges = 5_000
/** What a producer is believed may be so old when a frame is made; where it changes by the clock alone a change says so. */
const standingMs = 1_000

type Heard = {
  onChange: (change: { events: readonly number[]; hasStop: boolean }) => void
  onReset: () => void
  isOver: () => boolean
}

const isOfMarkets = (what: string) => what === 'market' || what === 'stop'

const isSameStanding = (one: ProducerStanding | undefined, other: ProducerStanding): boolean =>
  one?.isSilentLive === other.isSilentLive && one.isSilentBefore === other.isSilentBefore

/** Who is believed, as this node last read it. */
function openStandings(sql: Db) {
  let producers: ReadonlyMap<string, ProducerStanding> = new Map()
  let readMs = Number.NEGATIVE_INFINITY
  return {
    producers: () => producers,
    /** Those that are believed now and were not before, or the other way round. */
    async readTurned(isDue: boolean): Promise<string[]> {
      if (!isDue && performance.now() - readMs < standingMs) return []
      const before = producers
      producers = (await readStandings(sql)).producers
      readMs = performance.now()
      return [...producers].flatMap(([name, now]) => (isSameStanding(before.get(name), now) ? [] : name))
    },
  }
}

/** Brings the tables into memory: all at first, then what has changed, by its numbers. */
export function openReader(sql: Db, shelf: Shelf, { onChange, onReset, isOver }: Heard) {
  const state = { seq: 0, floor: 0, isFilled: false }
  const standings = openStandings(sql)

  async function load(ids: readonly number[], seq: number): Promise<void> {
    for (let at = 0; at < ids.length && !isOver(); at += pageSize) {
      const page = ids.slice(at, at + pageSize)
      const [heads, markets] = await Promise.all([readHeads(sql, page), readBookMarkets(sql, page)])
      for (const head of heads) {
        shelf.putHead(head, seq)
        for (const market of markets.get(head.id) ?? []) shelf.putMarket(head.id, market, seq)
      }
    }
  }

  /**
   * What changes meanwhile has a later number, so it is asked for once more; so is what changed in the last two minutes:
   * a page that was away for no longer goes on from its number, on a node that has just begun too.
   */
  async function fill(): Promise<void> {
    state.isFilled = false
    shelf.clear()
    const seq = await readRecentSeq(sql)
    await standings.readTurned(true)
    await load(await findKept(sql, null), 0)
    state.seq = seq
    state.floor = seq
    state.isFilled = !isOver()
    onReset()
    if (!isOver()) await catchUp()
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const { last, changes } = await readBookChanges(sql, state.seq, mostChanges)
      if (last === state.seq) return
      // Numbers have no gaps: what does not go on where we stand was thrown away, or the database is another one.
      if (last < state.seq || changes[0]?.seq !== state.seq + 1) return fill()
      await take(changes)
      if (changes.length < mostChanges) return
    }
  }

  /** Rows are looked at once for a batch; they may be newer than its numbers, and then are looked at once more. */
  async function take(changes: readonly ChangeRow[]): Promise<void> {
    const seq = changes.at(-1)?.seq ?? state.seq
    const touched = new Set(changes.map(({ eventId }) => eventId))
    const strangers = [...touched].filter((id) => !shelf.events.has(id))
    const heads = changes.flatMap(({ eventId, marketId, what }) =>
      marketId === null && !isOfMarkets(what) ? eventId : [],
    )
    const markets = changes.flatMap(({ marketId }) => marketId ?? [])
    const known = [...new Set(heads)].filter((id) => shelf.events.has(id))
    const whole = new Set(
      changes.flatMap(({ eventId, marketId, what }) => (marketId === null && isOfMarkets(what) ? eventId : [])),
    )
    const said = changes.filter(({ what }) => what === 'standing')
    const [told, priced, all, wanted, turned] = await Promise.all([
      readHeads(sql, known),
      readMarketsOf(sql, [...new Set(markets)]),
      readBookMarkets(sql, [...whole]),
      strangers.length > 0 ? findKept(sql, strangers) : [],
      standings.readTurned(said.length > 0),
    ])
    for (const head of told) shelf.putHead(head, seq)
    for (const [eventId, own] of [...priced, ...all]) for (const market of own) shelf.putMarket(eventId, market, seq)
    await load(wanted, seq)
    const named = said.flatMap(({ eventId }) => shelf.events.get(eventId)?.head.producer ?? [])
    const turnedIds = shelf.touchAllOf(new Set([...turned, ...named]), seq)
    for (const id of turnedIds) touched.add(id)
    for (const { eventId, what } of changes) if (what === 'result') shelf.forgetRecord(eventId)
    state.seq = seq
    onChange({ events: [...touched], hasStop: turnedIds.length > 0 || changes.some(({ what }) => what === 'stop') })
  }

  /** Loads what the clock has brought near, and lets go of what is long over. */
  async function turn(): Promise<void> {
    const kept = new Set(await findKept(sql, null))
    for (const id of shelf.events.keys()) if (!kept.has(id)) shelf.drop(id)
    await load(
      [...kept].filter((id) => !shelf.events.has(id)),
      0,
    )
  }

  return {
    seq: () => state.seq,
    floor: () => state.floor,
    isFilled: () => state.isFilled,
    producers: standings.producers,
    catchUp: () => (state.isFilled ? catchUp() : fill()),
    turn,
  }
}
