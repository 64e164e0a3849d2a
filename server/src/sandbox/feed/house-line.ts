import { signCall } from '../../signed-call.ts'

/** What the house answered. */
export type HouseAnswer =
  | { kind: 'yes'; next: number; wantsSnapshot: boolean; isWatched: boolean }
  /** `isOtherHeard`: what it does hear is another simulator, which is alive. */
  | { kind: 'no'; reason: string; expected: number | null; isOtherHeard: boolean; text: string }
  /** It may have heard, or not. */
  | { kind: 'unknown'; text: string }

type Post = (body: string) => Promise<HouseAnswer>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The door of the house for producers, by docs/sports-feed.md and nothing else. */
export function postTo({ url, secret, timeoutMs = 8_000 }: { url: string; secret: string; timeoutMs?: number }): Post {
  return async (body) => {
    const timestamp = String(Date.now())
    try {
      const answer = await fetch(`${url}/feed/v1/simulated`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-producer': 'simulated',
          'x-timestamp': timestamp,
          'x-signature': signCall(secret, { timestamp, body }),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (answer.status >= 500 || answer.status === 429) return { kind: 'unknown', text: String(answer.status) }
      return readAnswer(JSON.parse(await answer.text()))
    } catch (error) {
      return { kind: 'unknown', text: error instanceof Error ? error.message : 'no answer' }
    }
  }
}

function readAnswer(said: unknown): HouseAnswer {
  if (!isRecord(said)) return { kind: 'unknown', text: 'no JSON of ours' }
  if (said.result === 1 && isRecord(said.data)) {
    const { next, snapshot, is_watched: isWatched } = said.data
    return { kind: 'yes', next: Number(next), wantsSnapshot: snapshot === true, isWatched: isWatched !== false }
  }
  const { error } = said
  if (!isRecord(error)) return { kind: 'unknown', text: 'no JSON of ours' }
  const data = isRecord(error.error_data) ? error.error_data : {}
  const expected = typeof data.expected === 'number' ? data.expected : null
  const isOtherHeard = data.reason === 'EPOCH' && data.is_silent === false
  return { kind: 'no', reason: String(data.reason ?? ''), expected, isOtherHeard, text: String(error.message ?? '') }
}

const mostBytes = 240 * 1024
const mostMessages = 2_000
const keptMs = 600_000

/** Messages under their numbers: those that wait, and ten minutes of those that were sent. */
function openKept() {
  let kept: { text: string; at: number }[] = []
  /** The number of the first that is kept; of the next to be sent; of the highest that was sent. */
  let first = 1
  let cursor = 1
  let sent = 0
  const end = () => first + kept.length
  return {
    end,
    cursor: () => cursor,
    add: (texts: readonly string[]) => {
      for (const text of texts) kept.push({ text, at: Date.now() })
    },
    /** Numbers begin anew. */
    clear() {
      kept = []
      ;[first, cursor, sent] = [1, 1, 0]
    },
    /** Numbers that no request had are free again. */
    forgetUnsent() {
      kept = kept.slice(0, Math.max(0, sent + 1 - first))
    },
    /** As many as fit into one request. */
    batch(): string[] {
      const texts: string[] = []
      let bytes = 100
      for (const { text } of kept.slice(cursor - first, cursor - first + mostMessages)) {
        bytes += Buffer.byteLength(text) + 1
        if (bytes > mostBytes && texts.length > 0) break
        texts.push(text)
      }
      sent = Math.max(sent, cursor + texts.length - 1)
      return texts
    },
    /** The house wants this number next. False where it is kept no more. */
    goTo(number: number): boolean {
      if (number < first || number > end()) return false
      cursor = number
      const old = kept.findIndex(({ at }, place) => at > Date.now() - keptMs || first + place >= cursor)
      if (old > 0) {
        kept = kept.slice(old)
        first += old
      }
      return true
    },
  }
}

type Options = {
  post: Post
  /** A higher one than any before it. */
  nextEpoch: () => number
  /** Something to be told to the person who looks after it. */
  complain: (text: string) => void
}

const restMs = 300
const longRestMs = 5_000
/** How often one that stands by asks whether the other is still heard. */
const knockMs = 5_000

/**
 * Numbers messages and sends them in order, one request under way at a time. After a gap it goes back; where it cannot,
 * it begins a new epoch, which wants a snapshot. Every node of a house has a simulator and one of them is heard: where
 * that is another one, this one stands by until it falls silent.
 */
export function openHouseLine({ post, nextEpoch, complain }: Options) {
  const kept = openKept()
  let epoch = nextEpoch()
  let snapshotEnd = 0
  let wantsSnapshot = true
  let isWatched = true
  let isClosed = false
  let lastSentAt = 0
  let failingSince: number | null = null
  let restUntil = 0
  let under: Promise<void> | null = null
  let isBeside = false

  function startAnew() {
    kept.clear()
    snapshotEnd = 0
    wantsSnapshot = true
  }

  function beginEpoch() {
    epoch = nextEpoch()
    isBeside = false
    startAnew()
  }

  function hear(answer: HouseAnswer) {
    if (answer.kind === 'unknown') {
      failingSince ??= Date.now()
      restUntil = Date.now() + restMs
      return
    }
    failingSince = null
    if (answer.kind === 'yes') {
      if (answer.next > kept.cursor()) kept.goTo(answer.next)
      isWatched = answer.isWatched
      if (answer.wantsSnapshot && kept.cursor() > snapshotEnd) wantsSnapshot = true
      return
    }
    const { reason, expected, text } = answer
    if (reason === 'SEQUENCE_GAP' && expected !== null && kept.goTo(expected)) return
    if (answer.isOtherHeard) {
      isBeside = true
      restUntil = Date.now() + knockMs
      return startAnew()
    }
    if (reason === 'SEQUENCE_GAP' || reason === 'EPOCH') return beginEpoch()
    complain(`the house says ${reason || 'no'}: ${text}`)
    restUntil = Date.now() + longRestMs
    if (reason === 'MESSAGE') beginEpoch()
  }

  /** A word under the epoch that is over: it is refused, and the refusal says whether the other one is heard. */
  async function knock() {
    if (!isClosed && Date.now() >= restUntil)
      hear(await post(`{"epoch":${epoch},"first":1,"messages":[{"kind":"alive"}]}`))
  }

  async function pump() {
    while (!isClosed && !isBeside && kept.cursor() < kept.end() && Date.now() >= restUntil) {
      const first = kept.cursor()
      const texts = kept.batch()
      lastSentAt = Date.now()
      hear(await post(`{"epoch":${epoch},"first":${first},"messages":[${texts.join()}]}`))
    }
  }

  return {
    add: kept.add,
    /** What was never sent is forgotten, and everything as it stands is told instead. */
    addSnapshot(texts: readonly string[]) {
      kept.forgetUnsent()
      kept.add(texts)
      snapshotEnd = kept.end() - 1
      wantsSnapshot = false
    },
    /** Sends what there is, unless it is being done. */
    send() {
      under ??= (isBeside ? knock() : pump()).finally(() => {
        under = null
      })
      return under
    },
    /** One that is on its way is told to its end first: a slow house would never hear the end of any. */
    wantSnapshot: () => {
      if (kept.cursor() > snapshotEnd) wantsSnapshot = true
    },
    wantsSnapshot: () => wantsSnapshot,
    isBeside: () => isBeside,
    isWatched: () => isWatched,
    /** Messages that wait. */
    backlog: () => kept.end() - kept.cursor(),
    /** Since something was sent; since the house has not answered. */
    quietMs: () => Date.now() - lastSentAt,
    failingMs: () => (failingSince === null ? 0 : Date.now() - failingSince),
    async close() {
      isClosed = true
      await under
    },
  }
}

export type HouseLine = ReturnType<typeof openHouseLine>
