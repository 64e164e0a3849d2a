import type { Output } from '@croupier/contract/contract'

/** What the house says of each bet of the slip, in their order. */
export type BetQuote = Output<'bets.quote'>['items'][number]

type Parts = {
  ask: (bets: string) => Promise<Output<'bets.quote'>>
  /** A hidden page asks nothing. */
  isSeen: () => boolean
}

/** Until typing rests; between two questions; until one that failed is asked again. */
const restMs = 250
const gapMs = 1_000
const failedMs = 5_000

const none: readonly BetQuote[] = []

/** Asks the house about the slip when it has changed, one question at a time. */
export function createQuoteKeeper({ ask, isSeen }: Parts) {
  let wanted = ''
  let bets = ''
  let answered = ''
  let items = none
  let askedAt = Number.NEGATIVE_INFINITY
  /** Since when the last answer is old. */
  let oldSince: number | null = null
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(next: readonly BetQuote[]) {
    if (next === items) return
    items = next
    for (const listener of listeners) listener()
  }

  function schedule(restsMs: number) {
    clearTimeout(timer)
    if (isAsking || wanted === answered) return
    const now = Date.now()
    oldSince ??= now
    // Prices that never rest are not waited for for ever.
    const due = Math.min(now + restsMs, oldSince + Math.max(gapMs, restsMs))
    timer = setTimeout(askNow, Math.max(due, askedAt + gapMs) - now)
  }

  async function askNow() {
    if (!isSeen()) return schedule(failedMs)
    isAsking = true
    oldSince = null
    askedAt = Date.now()
    const [mark, text] = [wanted, bets]
    const answer = await ask(text).catch(() => null)
    isAsking = false
    if (answer && bets !== '') {
      answered = mark
      set(answer.items)
    }
    schedule(answer ? restMs : failedMs)
  }

  return {
    /** `mark` changes with whatever makes the last answer old: the bets, the prices of now, who asks. */
    want(next: readonly Readonly<Record<string, unknown>>[], mark: string) {
      const text =
        next.length === 0 ? '' : JSON.stringify(next.map((body, at) => ({ ...body, key: `quote-${at}-slip` })))
      const key = text && `${mark} ${text}`
      if (key === wanted) return
      const isOther = next.length !== items.length
      wanted = key
      bets = text
      // The last word stays until the next one comes; that of other bets does not.
      if (isOther) set(none)
      if (text === '') {
        answered = ''
        oldSince = null
        clearTimeout(timer)
      } else schedule(restMs)
    },
    all: (): readonly BetQuote[] => items,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
