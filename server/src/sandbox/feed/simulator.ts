import type { FeedMessage, JointQuestion, ProofQuestion } from '@croupier/sportsbook/feed'
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

type Background = Pick<Options, 'line' | 'memory'> & { programme: ReturnType<typeof openProgramme>; now: number }

/** What is told while there is time: matches to come, nearest first, and then the past, day by day. */
function openBackground({ line, memory, programme, now }: Background) {
  const history = historyDaysOf(now).filter((day) => !memory.hasHistory(day))
  /** A day of the past that was told, but not yet heard. */
  let unheardDay: number | null = null
  let credit = 0

  function nextPiece(at: number): readonly FeedMessage[] | null {
    const coming = programme.enterNext(at)
    if (coming !== null) return coming
    const day = unheardDay === null ? history.shift() : undefined
    if (day === undefined) return null
    unheardDay = day
    return programme.history(day, at)
  }

  return {
    /** As far as the time that has passed allows. */
    go(at: number, passedMs: number) {
      credit = Math.min(mostCredit, credit + passedMs * duty)
      while (credit > 0 && line.backlog() < mostBacklog) {
        const begun = performance.now()
        const words = nextPiece(at)
        if (words === null) return
        line.add(written(words))
        credit -= performance.now() - begun
      }
    },
    heard() {
      if (unheardDay !== null) memory.keepHistory(unheardDay)
      unheardDay = null
    },
    /** What waited to be sent was thrown away. */
    lost() {
      if (unheardDay !== null) history.unshift(unheardDay)
      unheardDay = null
    },
  }
}

/** Questions have a third of a core together: however many there are, what happens is told in time. */
function openBudget() {
  const share = 1 / 3
  const mostMs = 600
  let credit = mostMs
  let lastAt = performance.now()
  return <Answer>(answer: () => Answer): Answer | null => {
    const begun = performance.now()
    credit = Math.min(mostMs, credit + (begun - lastAt) * share)
    lastAt = begun
    if (credit <= 0) return null
    const said = answer()
    credit -= performance.now() - begun
    return said
  }
}

type Hands = Omit<Background, 'now'> & Pick<Options, 'clock'> & { acts: Map<string, HandAct[]> }

/** What a person does with the matches. */
function openHands({ line, memory, programme, clock, acts }: Hands) {
  const say = (words: readonly FeedMessage[]) => {
    line.add(written(words))
    void line.send()
  }
  return {
    /** At once; false where that cannot be. After a restart it has happened. */
    handle(event: string, make: (at: number) => HandAct): boolean {
      const now = clock()
      say(programme.tell(now))
      const words = programme.handle(event, make(now))
      if (words === null) return false
      memory.keepActs(acts)
      say(words)
      return true
    },
    /** A result before play has decided it: the house does not believe it, and asks its operator. */
    dispute(event: string): boolean {
      const words =
        programme
          .live()
          .find((match) => match.event === event)
          ?.wrongResult() ?? []
      say(words)
      return words.length > 0
    },
  }
}

/** Tells the house of a world, second by second, until it is closed. */
export function runSimulator({ secret, line, memory, clock, hasBackground = true }: Options) {
  const since = memory.toldUntil()
  const acts = memory.acts()
  const programme = openProgramme(secret, { now: clock(), since, acts })
  // Before the first word: who is killed after it is followed by one that knows of it.
  if (since === null) memory.keepToldUntil(clock())
  const background = openBackground({ line, memory, programme, now: clock() })
  const thrifty = openBudget()
  let isWatched = true
  let silentUntil = 0
  /** Up to when all was told, and up to when all was heard. */
  let told = clock()
  let heard = told
  let savedAt = 0
  let lastTick = Date.now()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function tellSnapshot(now: number) {
    background.lost()
    programme.enterLive(now)
    const words = programme.snapshot(now, heard)
    line.addSnapshot(written([{ kind: 'snapshot_begin' }, ...programme.tree(), ...words, { kind: 'snapshot_end' }]))
  }

  function tellOn(now: number, passedMs: number) {
    const words = [...programme.enterLive(now), ...programme.tell(now)]
    if (line.isWatched() !== isWatched) {
      isWatched = line.isWatched()
      words.push(...programme.setPace(isWatched ? watchedPace : unwatchedPace, now))
    }
    line.add(written(words))
    if (hasBackground) background.go(now, passedMs)
  }

  /** The house has heard all up to the last tick. */
  function save() {
    heard = told
    programme.forgetOver(heard, clock())
    background.heard()
    if (Date.now() - savedAt < saveMs) return
    savedAt = Date.now()
    memory.keepToldUntil(heard)
  }

  function tick() {
    const passedMs = Date.now() - lastTick
    if (line.backlog() === 0 && !line.wantsSnapshot()) save()
    if (Date.now() < silentUntil) return
    if (line.isBeside()) return void line.send()
    if (passedMs > sleptMs || line.failingMs() > awayMs) line.wantSnapshot()
    const now = clock()
    if (!line.wantsSnapshot()) tellOn(now, passedMs)
    // Everything is written only for a house that answers.
    else if (line.failingMs() === 0) tellSnapshot(now)
    told = now
    if (line.backlog() === 0 && line.quietMs() >= aliveMs - ticks.watched) line.add(written([{ kind: 'alive' }]))
    void line.send()
  }

  function loop() {
    if (isClosed) return
    tick()
    lastTick = Date.now()
    timer = setTimeout(loop, isWatched ? ticks.watched : ticks.unwatched)
  }
  loop()

  return {
    programme,
    /** Another simulator is heard: whatever this one said would change nothing. */
    isBeside: line.isBeside,
    /** Comes to know what is played now; one that is heard knows it anyway. */
    look() {
      if (!line.isBeside()) return
      programme.enterLive(clock())
      programme.tell(clock())
    },
    /** As the house was told last; who stands by looks at the clock. Null while too much is asked. */
    joint: (question: JointQuestion) => thrifty(() => programme.joint(question, line.isBeside() ? clock() : told)),
    proof: (question: ProofQuestion) => thrifty(() => programme.proof(question, clock())),
    ...openHands({ line, memory, programme, clock, acts }),
    /** Nothing is said for a while, as if the line were cut. */
    silence(ms: number) {
      silentUntil = Date.now() + ms
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await line.close()
    },
  }
}

export type Simulator = ReturnType<typeof runSimulator>
