import { mostTopics, type SportsStreamEvent } from '@croupier/contract/sports'
import { type Book, emptyBook, isFreshAt, readFrame, withFrame } from './book-state.ts'

/** The part of an `EventSource` that is used. */
export type BookStream = {
  addEventListener(kind: SportsStreamEvent, hear: (event: { data: string; lastEventId: string }) => void): void
  isClosed(): boolean
  close(): void
}

/** Frames of one stream may overtake each other by a moment: what is heard twice is left out by its version. */
const overlap = 200
/** A page that is left and the next one that comes are one change of topics. */
const settleMs = 50
const lookMs = 1_000
const againMs = 3_000

type Wanted = { count: number; since: number }

/** One stream for all parts of a tab: what they want is gathered, what comes is kept once. */
export function createBookStore(open: (address: string) => BookStream) {
  let book: Book = emptyBook
  let stream: BookStream | null = null
  let isFresh = true
  let heardAt = 0
  let heardSeq = 0
  /** How far the server's clock is ahead of this one, in milliseconds. */
  let skew = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setInterval> | undefined
  let againAt = 0
  const wanted = new Map<string, Wanted>()
  const listeners = new Set<() => void>()
  const asking = new Set<() => void>()

  const tell = () => {
    for (const listener of listeners) listener()
  }

  function hear() {
    heardAt = Date.now()
    if (isFresh) return
    isFresh = true
    tell()
  }

  function connect() {
    const topics = [...wanted.keys()].sort().slice(0, mostTopics)
    const since = Math.min(...topics.map((topic) => wanted.get(topic)?.since ?? 0))
    const query = new URLSearchParams({ topics: topics.join(' '), since: String(since) })
    const opened = open(`/platform/sports/stream?${query}`)
    stream = opened
    againAt = Date.now() + againMs
    opened.addEventListener('frame', ({ data, lastEventId }) => {
      if (stream !== opened) return
      hear()
      heardSeq = Math.max(heardSeq, Number(lastEventId) || 0)
      book = withFrame(book, readFrame(data))
      tell()
    })
    opened.addEventListener('beat', ({ data }) => {
      if (stream !== opened) return
      hear()
      skew = skewOf(data, Date.now()) ?? skew
    })
    opened.addEventListener('reset', () => {
      if (stream !== opened) return
      hear()
      for (const ask of asking) ask()
    })
  }

  function disconnect() {
    stream?.close()
    stream = null
    for (const want of wanted.values()) want.since = Math.max(want.since, heardSeq - overlap)
  }

  /** Compares moments: a tab that slept must not count ticks. */
  function look() {
    if (stream?.isClosed() && Date.now() >= againAt) {
      disconnect()
      connect()
    }
    const now = isFreshAt(heardAt, Date.now())
    if (now === isFresh) return
    isFresh = now
    tell()
  }

  function stop() {
    disconnect()
    clearInterval(looking)
    looking = undefined
  }

  function settle() {
    clearTimeout(settling)
    settling = setTimeout(() => {
      stop()
      if (wanted.size === 0) return
      heardAt = Date.now()
      connect()
      looking = setInterval(look, lookMs)
    }, settleMs)
  }

  return {
    /** `since`: the last change that the page knows. Returns how to let go. */
    want(topic: string, since: number): () => void {
      const known = wanted.get(topic)
      if (known) known.count += 1
      else {
        wanted.set(topic, { count: 1, since })
        settle()
      }
      return () => {
        const want = wanted.get(topic)
        if (!want) return
        want.count -= 1
        if (want.count > 0) return
        wanted.delete(topic)
        settle()
      }
    },
    /** Told when what the page knows is too old to go on from. */
    onReset(ask: () => void): () => void {
      asking.add(ask)
      return () => asking.delete(ask)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** A page that nobody sees needs no stream; seen again it goes on from where it was. */
    rest: stop,
    wake: () => {
      if (!stream && wanted.size > 0) settle()
    },
    book: () => book,
    isFresh: () => isFresh,
    skew: () => skew,
  }
}

/** A beat carries the server's clock. */
function skewOf(data: string, now: number): number | null {
  const at = /^\d+$/.test(data) ? Number(data) : Date.parse(data.replace(/^"|"$/g, ''))
  return Number.isFinite(at) ? at - now : null
}
