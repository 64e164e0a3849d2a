import { beatMs, parseTopics, printTopic, type SportsFrame, type SportsTopic } from '@croupier/contract/sports'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { network } from '../network.ts'
import type { BookMemory, SportsBook } from '../ports/sports-book.ts'
import { beginStream, eventText, openLines, retryText, type StreamLine, sendRetry, tooManyStreams } from './lines.ts'
import type { RateLimits } from './rate-limit.ts'

type Options = { book: SportsBook; limits: RateLimits; isClosing: () => boolean }

/** All who listen to one topic get the same bytes. */
type Channel = { name: string; topic: SportsTopic; listeners: number }
type SportsLine = StreamLine & {
  channels: readonly Channel[]
  /** It knows more than this node does; by the next beat the node has to know it too. */
  aheadOf: number
}
/** With and without the number that it stands under. */
type Encoded = { whole: Buffer; bare: Buffer; hasStop: boolean }

const mostPerAddress = 50
const retryMs = 1_000
/** However much happens: pages hear no more often of prices, and no later of a stop. */
const pauseMs = 200
const stopMs = 100
/** A page that was away for longer asks for everything again. */
const keptMs = 120_000
const watchedEveryMs = 10_000
/** Frames for those who come back; while nothing changes strangers could ask for ever more of them. */
const mostMade = 1_000

/**
 * `GET /platform/sports/stream?topics=…&since=…`: what of the book changes. No cookie is read, and all
 * pages hear the same: a frame is made once for a topic.
 */
export function openSportsStream(app: FastifyInstance, { book, limits, isClosing }: Options) {
  const { memory } = book
  const lines = openLines<SportsLine>()
  const channels = new Map<string, Channel>()
  const teller = memory && openTeller(memory, lines, channels)

  app.get<{ Querystring: { topics?: unknown; since?: unknown } }>(
    '/platform/sports/stream',
    { exposeHeadRoute: false },
    async (request, reply) => {
      await limits.guardFlood('calls', request.ip)
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      if (!teller) return reply.code(404).type('text/plain').send('Nobody tells of sports here')
      const topics = parseTopics(String(request.query.topics ?? ''))
      if (!topics) return reply.code(400).type('text/plain').send('These are no topics')
      if (isClosing() || reply.raw.destroyed) return sendRetry(reply)
      const place = network(request.ip)
      if (lines.countAt(place) >= mostPerAddress) return tooManyStreams(reply)
      const line = { response: beginStream(reply), place, channels: join(channels, topics), aheadOf: 0 }
      line.response.once('close', () => leave(channels, line.channels))
      lines.add(line, `${retryText(retryMs)}${beatText()}`)
      book.noteWatched()
      teller.greet(line, sinceOf(request))
      return reply
    },
  )

  const beat = setInterval(() => {
    lines.writeAll(Buffer.from(beatText()))
    teller?.checkAhead()
  }, beatMs)
  beat.unref()
  const watching = setInterval(() => {
    if (lines.count() > 0) book.noteWatched()
  }, watchedEveryMs)
  watching.unref()

  return {
    count: lines.count,
    close() {
      clearInterval(beat)
      clearInterval(watching)
      teller?.close()
      lines.close(`${retryText(retryMs)}\n`)
    },
  }
}

/** What a browser heard last counts more than the address, which is that of its first try. */
function sinceOf({ headers, query }: FastifyRequest<{ Querystring: { since?: unknown } }>): number | null {
  const text = String(headers['last-event-id'] ?? query.since ?? '')
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

const beatText = () => eventText('beat', { server_now: Date.now() })

function join(channels: Map<string, Channel>, topics: readonly SportsTopic[]): Channel[] {
  const named = new Map(topics.map((topic) => [printTopic(topic), topic]))
  return [...named].map(([name, topic]) => {
    const channel = channels.get(name) ?? { name, topic, listeners: 0 }
    channel.listeners += 1
    channels.set(name, channel)
    return channel
  })
}

function leave(channels: Map<string, Channel>, left: readonly Channel[]) {
  for (const channel of left) {
    channel.listeners -= 1
    if (channel.listeners === 0) channels.delete(channel.name)
  }
}

function encode(frame: SportsFrame, seq: number): Encoded {
  const head = `id: ${seq}\n`
  const whole = Buffer.from(head + eventText('frame', frame))
  return {
    whole,
    bare: whole.subarray(head.length),
    hasStop: frame.m?.some(([, , state]) => state === 'suspended') ?? false,
  }
}

type Lines = ReturnType<typeof openLines<SportsLine>>

/** Gathers what changes and tells it, all topics at once: so a number that a page has heard stands for all of them. */
function openTeller(memory: BookMemory, lines: Lines, channels: ReadonlyMap<string, Channel>) {
  const past = openPast(memory)
  const touched = new Set<number>()
  let toldSeq = memory.seq()
  let toldMs = Number.NEGATIVE_INFINITY
  let timer: { due: number; handle: NodeJS.Timeout } | null = null

  /** The number comes with the last frame: a page that is cut off before it hears the others again. */
  function write(line: SportsLine, frames: readonly Encoded[]) {
    const ordered = frames.length > 1 ? frames.toSorted((a, b) => Number(b.hasStop) - Number(a.hasStop)) : frames
    for (const [at, { whole, bare }] of ordered.entries()) lines.write(line, at === ordered.length - 1 ? whole : bare)
  }

  function flush() {
    timer = null
    const seq = memory.seq()
    const frames = new Map<Channel, Encoded>()
    for (const channel of channels.values()) {
      const frame = memory.frameSince(channel.topic, toldSeq, touched)
      if (frame) frames.set(channel, encode(frame, seq))
    }
    touched.clear()
    toldSeq = seq
    past.note(seq)
    if (frames.size === 0) return
    toldMs = performance.now()
    for (const line of lines.where(() => true)) {
      const own = line.channels.flatMap((channel) => frames.get(channel) ?? [])
      if (own.length > 0) write(line, own)
    }
  }

  /** So long after the last frames, and at once after a rest. */
  function flushAfter(ms: number) {
    const now = performance.now()
    const due = Math.max(now, toldMs + ms)
    if (timer && timer.due <= due) return
    if (timer) clearTimeout(timer.handle)
    timer = { due, handle: setTimeout(flush, due - now) }
    timer.handle.unref()
  }

  const reset = (line: SportsLine) => lines.write(line, `id: ${memory.seq()}\n${eventText('reset', {})}`)

  const unfollow = memory.follow({
    onChange({ events, hasStop }) {
      for (const id of events) touched.add(id)
      flushAfter(hasStop ? stopMs : pauseMs)
    },
    onReset() {
      touched.clear()
      toldSeq = memory.seq()
      past.forget()
      // Those who came while all was read, and know no less than is known now, hear the rest as it is taken in.
      for (const line of lines.where(({ aheadOf }) => aheadOf < toldSeq || aheadOf === 0)) {
        line.aheadOf = 0
        reset(line)
      }
    },
  })

  return {
    /** What a page has missed since the number that it knows. */
    greet(line: SportsLine, since: number | null) {
      if (since === null) return
      if (since < past.floor()) return reset(line)
      if (since > memory.seq()) line.aheadOf = since
      else write(line, past.missed(line.channels, since))
    },
    checkAhead() {
      for (const line of lines.where(({ aheadOf }) => aheadOf > 0)) {
        if (line.aheadOf > memory.seq()) reset(line)
        line.aheadOf = 0
      }
    },
    close() {
      if (timer) clearTimeout(timer.handle)
      unfollow()
    },
  }
}

/** How far back a page may have been away. Frames for those who come back at once are made once. */
function openPast(memory: BookMemory) {
  let marks = [{ atMs: performance.now(), seq: memory.floor() }]
  let made = { seq: -1, frames: new Map<string, Encoded | null>() }

  /** The number that was known two minutes ago, or when all was read. */
  function floor(): number {
    const oldest = performance.now() - keptMs
    const from = marks.findLastIndex(({ atMs }) => atMs <= oldest)
    if (from > 0) marks.splice(0, from)
    return marks[0]?.seq ?? 0
  }

  function frameFor({ name, topic }: Channel, since: number): Encoded | null {
    const seq = memory.seq()
    if (made.seq !== seq || made.frames.size >= mostMade) made = { seq, frames: new Map() }
    const key = `${since} ${name}`
    const known = made.frames.get(key)
    if (known !== undefined) return known
    const frame = memory.frameSince(topic, since)
    const encoded = frame && encode(frame, seq)
    made.frames.set(key, encoded)
    return encoded
  }

  return {
    note(seq: number) {
      marks.push({ atMs: performance.now(), seq })
      floor()
    },
    forget() {
      marks = [{ atMs: performance.now(), seq: memory.floor() }]
    },
    floor,
    missed: (channels: readonly Channel[], since: number) =>
      channels.flatMap((channel) => frameFor(channel, since) ?? []),
  }
}
