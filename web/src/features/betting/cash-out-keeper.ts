import { cashOutSeconds } from '@croupier/contract/bets'
import type { Output } from '@croupier/contract/contract'

export type CashOutItem = Output<'bets.getCashouts'>['items'][number]

/** What is known of the value of a bet at this moment. */
export type CashOutNow =
  | { kind: 'asking' }
  /** There was one, and it has run out: it is not shown any more. */
  | { kind: 'old' }
  | { kind: 'none'; cause: NonNullable<CashOutItem['cause']> }
  | { kind: 'value'; value: NonNullable<CashOutItem['value']>; quote: string; seconds: number; item: CashOutItem }

type Known = { item: CashOutItem; askedAt: number }

/** How long the house stands by a value. It is counted from the question on, so the page never thinks it longer. */
const lifeMs = (item: CashOutItem) => cashOutSeconds[phaseOf(item)] * 1_000

/** What is played waits before it is sold. */
const phaseOf = ({ delay_seconds }: CashOutItem) => (delay_seconds > 0 ? 'live' : 'before')

export function cashOutNow(known: Known | undefined, now: number): CashOutNow {
  if (!known) return { kind: 'asking' }
  const { item, askedAt } = known
  if (item.cause !== null) return { kind: 'none', cause: item.cause }
  if (item.value === null || item.quote === null) return { kind: 'asking' }
  if (now - askedAt >= lifeMs(item)) return { kind: 'old' }
  return { kind: 'value', value: item.value, quote: item.quote, seconds: lifeMs(item) / 1_000, item }
}

/** Two a second are allowed to all tabs of a player together. */
const leastMs = 1_000
/** New values come well before the old ones run out. */
const everyMs = { live: 2_000, before: 6_000, none: 4_000 } as const
/** Without an answer it is asked less and less often. */
const failedMs = 3_000
const mostFailures = 4

const dueAfter = ({ item }: Known) => (item.cause !== null ? everyMs.none : everyMs[phaseOf(item)])

/** The world outside: tests have another one. */
type Home = {
  ask: (ids: readonly string[]) => Promise<readonly CashOutItem[]>
  now: () => number
  later: (run: () => void, ms: number) => () => void
  isSeen: () => boolean
}

/** Asks for the values of all bets that are in view, together, again and again, and no more often than allowed. */
export function createCashOutKeeper({ ask, now, later, isSeen }: Home) {
  const wanted = new Map<string, number>()
  const listeners = new Set<() => void>()
  let known: ReadonlyMap<string, Known> = new Map()
  let nextAt = 0
  let failures = 0
  let isAsking = false
  let cancel: (() => void) | null = null

  const tell = () => {
    for (const listener of listeners) listener()
  }
  /** When the first of them has to be asked for again. */
  function dueAt(): number {
    const moments = [...wanted.keys()].map((id) => {
      const last = known.get(id)
      return last ? last.askedAt + dueAfter(last) : 0
    })
    return Math.max(nextAt, Math.min(...moments))
  }
  function plan() {
    cancel?.()
    cancel = null
    if (wanted.size === 0 || isAsking || !isSeen()) return
    cancel = later(() => void run(), Math.max(0, dueAt() - now()))
  }
  async function run() {
    if (isAsking || wanted.size === 0 || !isSeen()) return
    isAsking = true
    const askedAt = now()
    nextAt = askedAt + leastMs
    try {
      const items = await ask([...wanted.keys()])
      failures = 0
      known = new Map([...known, ...items.map((item): [string, Known] => [item.id, { item, askedAt }])])
    } catch {
      nextAt = now() + failedMs * 2 ** failures
      failures = Math.min(failures + 1, mostFailures)
    }
    isAsking = false
    tell()
    plan()
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    known: (id: string): Known | undefined => known.get(id),
    /** While it is in view. Returns how to let go. */
    want(id: string): () => void {
      wanted.set(id, (wanted.get(id) ?? 0) + 1)
      plan()
      return () => {
        const left = (wanted.get(id) ?? 1) - 1
        if (left > 0) wanted.set(id, left)
        else wanted.delete(id)
        plan()
      }
    },
    /** Something happened to a bet: what was said of it counts no more. */
    forget(id: string): void {
      known = new Map([...known].filter(([each]) => each !== id))
      tell()
      plan()
    },
    /** The page is seen again, or hidden. */
    look: plan,
  }
}
