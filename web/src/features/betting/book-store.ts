import { mostTopics, type SportsStreamEvent } from '@croupier/contract/sports'
import { createListeners } from './book-listeners.ts'
import { emptyBook, heardSince, isFreshAt, type LiveBook, readFrame, withFrame } from './book-state.ts'

/** The part of an `EventSource` that is used. */
export type BookStream = {
  addEventListener(kind: SportsStreamEvent, hear: (event: { data: string; lastEventId: string }) => void): void
  isClosed(): boolean
  close(): void
}

/** A page that is left and the next one that comes are one change of topics. */
const settleMs = 50
const lookMs = 1_000
const againMs = 3_000

type Want = {
  count: number
  /** The last change that is known of it. */
  since: number
  /** The oldest change from which on all was heard; null as long as no stream tells of it. */
  heardFrom: number | null
}

/** Which topics the parts of a page want, and the last change that each of them knows. */
function createTopics(onChange: () => void) {
  const wanted = new Map<string, Want>()
  const letGo = (topic: string) => {
    const want = wanted.get(topic)
    if (!want) return
    want.count -= 1
    if (want.count > 0) return
    wanted.delete(topic)
    onChange()
  }
  return {
    isEmpty: () => wanted.size === 0,
    want(topic: string, since: number): () => void {
      const known = wanted.get(topic)
      const count = (known?.count ?? 0) + 1
      // A part may know less than a stream has told from on: its answer was stored for a moment.
      if (known && since >= (known.heardFrom ?? known.since)) known.count = count
      else {
        wanted.set(topic, { count, since, heardFrom: null })
        onChange()
      }
      return () => letGo(topic)
    },
    /** A part has been loaded anew. */
    renew(topic: string, since: number) {
      const want = wanted.get(topic)
      if (want) want.since = Math.max(want.since, since)
    },
    isBehind: (seq: number) => [...wanted.values()].some(({ since }) => since < seq),
    /** What stays wanted goes on from what was heard, not from what was loaded; what no stream has told of does not. */
    hear(seq: number) {
      for (const want of wanted.values()) if (want.heardFrom !== null) want.since = Math.max(want.since, seq)
    },
    /** A stream begins that tells of all of them. */
    begin() {
      for (const want of wanted.values()) want.heardFrom ??= want.since
    },
    address(): string {
      const topics = [...wanted.keys()].sort().slice(0, mostTopics)
      const since = Math.min(...topics.map((topic) => wanted.get(topic)?.since ?? 0))
      return `/platform/sports/stream?${new URLSearchParams({ topics: topics.join(' '), since: String(since) })}`
    },
  }
}

/** Whether the last word is young enough for prices to be trusted. */
function createFreshness(tell: () => void) {
  let isFresh = true
  let heardAt = 0
  function set(next: boolean) {
    if (next === isFresh) return
    isFresh = next
    tell()
  }
  return {
    isFresh: () => isFresh,
    begin() {
      heardAt = Date.now()
    },
    hear() {
      heardAt = Date.now()
      set(true)
    },
    look: () => set(isFreshAt(heardAt, Date.now())),
  }
}

/** So often a page is asked again that knows less than the stream goes on from. */
const mostAsks = 10

/**
 * After a reset the stream goes on from its number; what happened before has to come with the pages. Their answers may
 * have been stored for a moment, so they are asked until they know as much.
 */
function createAsking(isBehind: (seq: number) => boolean, onKnown: () => void) {
  const asking = new Set<() => void>()
  let seq = 0
  let asks = 0
  const ask = () => {
    asks += 1
    for (const each of asking) each()
  }
  return {
    join: (each: () => void) => joined(asking, each),
    reset(resetSeq: number) {
      seq = resetSeq
      asks = 0
      ask()
    },
    /** A stream that begins anew begins with what the pages know. */
    forget() {
      seq = 0
    },
    look() {
      if (seq === 0) return
      if (isBehind(seq) && asks < mostAsks) return ask()
      if (!isBehind(seq)) onKnown()
      seq = 0
    },
  }
}

/** What the stream has told; after a reset what was told before it goes once the pages know better. */
function createHeard(tell: (about: LiveBook) => void) {
  let book: LiveBook = emptyBook
  let old: LiveBook = emptyBook
  let seq = 0
  function set(next: LiveBook, about: LiveBook) {
    book = next
    tell(about)
  }
  return {
    book: () => book,
    seq: () => seq,
    take(data: string, id: string) {
      const frame = readFrame(data)
      seq = Math.max(seq, Number(id) || 0)
      set(withFrame(book, frame), withFrame(emptyBook, frame))
    },
    reset() {
      old = book
    },
    forgetOld: () => set(heardSince(old, book), old),
  }
}

/** Who is told of what the stream says. */
function createNews() {
  const all = new Set<() => void>()
  const doubters = new Set<() => void>()
  const [ofMarkets, ofEvents] = [createListeners(), createListeners()]
  return {
    tell({ markets, gone, events }: LiveBook) {
      ofMarkets.tell([...markets.keys(), ...gone])
      ofEvents.tell(events.keys())
      for (const listener of all) listener()
    },
    doubt() {
      for (const listener of doubters) listener()
    },
    /** Of everything; of one market; of one event; of whether prices can be trusted. */
    to: {
      subscribe: (listener: () => void) => joined(all, listener),
      onMarket: ofMarkets.join,
      onEvent: ofEvents.join,
      onFreshness: (listener: () => void) => joined(doubters, listener),
    },
  }
}

/** One stream for all parts of a tab: what they want is gathered, what comes is kept once. */
export function createBookStore(open: (address: string) => BookStream) {
  let stream: BookStream | null = null
  /** Out of sight: what is shown when it is seen again is as old as the last word. */
  let isResting = false
  /** How far the server's clock is ahead of this one, in milliseconds. */
  let skew = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setInterval> | undefined
  let againAt = 0
  const news = createNews()
  const topics = createTopics(settle)
  const heard = createHeard(news.tell)
  const asking = createAsking(topics.isBehind, heard.forgetOld)
  const freshness = createFreshness(news.doubt)

  function connect() {
    const opened = open(topics.address())
    topics.begin()
    stream = opened
    asking.forget()
    againAt = Date.now() + againMs
    const on = (kind: SportsStreamEvent, act: (data: string, id: string) => void) =>
      opened.addEventListener(kind, ({ data, lastEventId }) => {
        if (stream !== opened) return
        freshness.hear()
        act(data, lastEventId)
      })
    on('frame', heard.take)
    on('beat', (data) => {
      skew = skewOf(data, Date.now()) ?? skew
    })
    on('reset', (_, id) => {
      heard.reset()
      asking.reset(Number(id) || 0)
    })
  }

  function disconnect() {
    stream?.close()
    stream = null
    topics.hear(heard.seq())
  }

  /** Compares moments: a tab that slept must not count ticks. */
  function look() {
    if (stream?.isClosed() && Date.now() >= againAt) {
      disconnect()
      connect()
    }
    asking.look()
    freshness.look()
  }

  function stop() {
    disconnect()
    clearInterval(looking)
  }

  function settle() {
    clearTimeout(settling)
    settling = setTimeout(() => {
      // A page brings fresh prices along; another pick on the slip, or a look at the page after hours, does not.
      const isNew = stream === null && !isResting
      isResting = false
      stop()
      if (topics.isEmpty()) return
      if (isNew) freshness.begin()
      connect()
      looking = setInterval(look, lookMs)
    }, settleMs)
  }

  return {
    /** `since`: the last change that the page knows. Returns how to let go. */
    want: topics.want,
    /** A part that stays has been loaded anew, and knows this change now. */
    renew: topics.renew,
    /** Told when what the page knows is too old to go on from. */
    onReset: asking.join,
    ...news.to,
    /** A page out of sight needs no stream; seen again it goes on from where it was. */
    rest: () => {
      isResting ||= stream !== null
      stop()
    },
    wake: () => {
      if (stream || topics.isEmpty()) return
      freshness.look()
      settle()
    },
    book: heard.book,
    isFresh: freshness.isFresh,
    skew: () => skew,
  }
}

function joined(all: Set<() => void>, one: () => void): () => void {
  all.add(one)
  return () => all.delete(one)
}

/** A beat carries the server's clock. */
function skewOf(data: string, now: number): number | null {
  const [, at] = /"server_now":(\d+)/.exec(data) ?? []
  return at ? Number(at) - now : null
}
