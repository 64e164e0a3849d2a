import type { FeedMessage } from '@croupier/sportsbook/feed'
import type { HandAct } from './handled.ts'
import type { HouseLine } from './house-line.ts'
import { unwatchedPace, watchedPace } from './match.ts'
import type { Memory } from './memory.ts'
import { historyDaysOf, openProgramme } from './programme.ts'

type Options = {
  secret: string
  line: HouseLine
  memory: Memory
  /** The clock of the world, in milliseconds since 1970. */
  clock: () => number
  /** Whether matches to come and of the past are told too, besides those that are played. */
  hasBackground?: boolean
}

const aliveMs = 5_000
/** A house that was away so long is told everything. */
const awayMs = 8_000
/** A machine that slept does not catch up second by second. */
const sleptMs = 30_000
const ticks = { watched: 250, unwatched: 1_000 }
/** What need not be at once has a quarter of a core. */
const duty = 0.25
const mostCredit = 200
const mostBacklog = 400
const saveMs = 5_000

const written = (messages: readonly FeedMessage[]) => messages.map((message) => JSON.stringify(message))

/** Tells the house of a world, second by second, until it is closed. */
export function runSimulator({ secret, line, memory, clock, hasBackground = true }: Options) {
  const since = memory.toldUntil()
  const acts = memory.acts()
  const programme = openProgramme(secret, { now: clock(), since, acts })
  // Before the first word: who is killed after it is followed by one that knows of it.
  if (since === null) memory.keepToldUntil(clock())
  let isWatched = true
  let silentUntil = 0
  let told = clock()
  let savedAt = 0
  let credit = 0
  let lastTick = Date.now()
  let history = historyDaysOf(clock()).filter((day) => !memory.hasHistory(day))
  /** A day of the past that was told, but not yet heard. */
  let unheardDay: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function tellSnapshot(now: number) {
    const entering = programme.enterLive(now)
    const known = programme.snapshot(now)
    // What is new is in the snapshot as well; but what ended meanwhile is told once.
    const words = [...entering.filter(isAboutTheEnded(known)), ...known]
    line.addSnapshot(written([{ kind: 'snapshot_begin' }, ...programme.tree(), ...words, { kind: 'snapshot_end' }]))
  }

  function watch(now: number) {
    if (line.isWatched() === isWatched) return
    isWatched = line.isWatched()
    line.add(written(programme.setPace(isWatched ? watchedPace : unwatchedPace, now)))
  }

  /** The next piece of what is told while there is time. */
  function nextPiece(now: number): readonly FeedMessage[] | null {
    const coming = programme.enterNext(now)
    if (coming !== null) return coming
    const day = unheardDay === null ? history.shift() : undefined
    if (day === undefined) return null
    unheardDay = day
    return programme.history(day, now)
  }

  function background(now: number) {
    while (credit > 0 && line.backlog() < mostBacklog) {
      const begun = performance.now()
      const words = nextPiece(now)
      if (words === null) return
      line.add(written(words))
      credit -= performance.now() - begun
    }
  }

  /** The house has heard all up to the last tick. */
  function save() {
    if (unheardDay !== null) memory.keepHistory(unheardDay)
    unheardDay = null
    if (Date.now() - savedAt < saveMs) return
    savedAt = Date.now()
    memory.keepToldUntil(told)
  }

  function tick() {
    const now = clock()
    if (line.backlog() === 0 && !line.wantsSnapshot()) save()
    const passed = Date.now() - lastTick
    lastTick = Date.now()
    credit = Math.min(mostCredit, credit + passed * duty)
    if (Date.now() < silentUntil) return
    if (passed > sleptMs || (line.backlog() > 0 && line.unheardMs() > awayMs)) line.wantSnapshot()
    if (line.wantsSnapshot()) {
      // The house is asked for before everything is written for it.
      if (line.backlog() === 0 || line.unheardMs() < awayMs) tellSnapshot(now)
    } else {
      watch(now)
      line.add(written([...programme.enterLive(now), ...programme.tell(now)]))
      if (hasBackground) background(now)
    }
    told = now
    if (line.backlog() === 0 && line.quietMs() >= aliveMs - ticks.watched) line.add(written([{ kind: 'alive' }]))
    void line.send()
  }

  function loop() {
    if (isClosed) return
    tick()
    timer = setTimeout(loop, isWatched ? ticks.watched : ticks.unwatched)
  }
  loop()

  /** At once, and not again after a restart but as what has happened. */
  function handle(event: string, make: (at: number) => HandAct): boolean {
    const now = clock()
    line.add(written(programme.tell(now)))
    const words = programme.handle(event, make(now))
    if (words === null) return false
    memory.keepActs(acts)
    line.add(written(words))
    void line.send()
    return true
  }

  /** A result before play has decided it: the house does not believe it, and asks its operator. */
  function dispute(event: string): boolean {
    const match = programme.live().find((each) => each.event === event)
    const words = match?.wrongResult() ?? []
    line.add(written(words))
    void line.send()
    return words.length > 0
  }

  return {
    programme,
    handle,
    dispute,
    /** Nothing is said for a while, as if the line were cut. */
    silence(ms: number) {
      silentUntil = Date.now() + ms
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await line.close()
      history = []
    },
  }
}

export type Simulator = ReturnType<typeof runSimulator>

/** Words about events that the others do not speak of. */
function isAboutTheEnded(others: readonly FeedMessage[]) {
  const known = new Set(others.flatMap((message) => ('event' in message ? message.event : [])))
  return (message: FeedMessage) => 'event' in message && !known.has(message.event)
}
