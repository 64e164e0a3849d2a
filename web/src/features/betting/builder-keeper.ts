import { quoteSeconds } from '@croupier/contract/bets'
import type { Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'

/** Why a builder has no price, as the slip says it. */
const whys = ['IMPOSSIBLE', 'PART', 'PRICE', 'MOVED', 'NO_ANSWER', 'PAUSED', 'CLOSED'] as const
type Why = (typeof whys)[number]

/** What the slip knows of a builder. */
export type BuilderNow =
  | { state: 'asking' }
  | { state: 'priced'; price: number; implied: readonly string[]; quote: string }
  | { state: 'refused'; why: Why }

/** Picks of one event as the slip has them; `mark` changes whenever one of them does. */
export type BuilderGroup = { picks: readonly string[]; mark: string; why: 'PAUSED' | 'CLOSED' | null }

export const builderKey = (picks: readonly string[]): string => picks.toSorted().join()

const reasons: Readonly<Record<string, Why>> = {
  BUILDER_IMPOSSIBLE: 'IMPOSSIBLE',
  MARKET_SUSPENDED: 'PAUSED',
  FEED_STALE: 'PAUSED',
  MARKET_CLOSED: 'CLOSED',
  PICK_UNKNOWN: 'CLOSED',
}
const causes: Readonly<Record<string, Why>> = { PART: 'PART', LINE: 'PART', PRICE: 'PRICE', MOVED: 'MOVED' }

function whyOf(fault: unknown): Why {
  if (!Refusal.is(fault)) return 'NO_ANSWER'
  return reasons[fault.reason ?? ''] ?? causes[String(fault.data?.cause)] ?? 'NO_ANSWER'
}

/** Between two questions; until prices that move together have all moved; until a no is asked about again. */
const gapMs = 1_000
const settleMs = 200
const again: Record<Why, number> = {
  IMPOSSIBLE: 60_000,
  PART: 60_000,
  PRICE: 10_000,
  CLOSED: 60_000,
  PAUSED: 5_000,
  NO_ANSWER: 5_000,
  MOVED: 1_000,
}
/** A price is asked for anew before the house stands by it no longer. */
const earlyMs = 1_500

type Quoted = Pick<Output<'bets.quoteBuilder'>, 'price' | 'implied' | 'is_live' | 'quote'>
type Parts = {
  ask: (picks: readonly string[]) => Promise<Quoted>
  /** Nobody looks at a hidden page. */
  isSeen: () => boolean
}
type Entry = BuilderGroup & { dueAt: number; now: BuilderNow }

const without = (why: BuilderGroup['why']): BuilderNow => (why ? { state: 'refused', why } : { state: 'asking' })

/** The prices of the builders of one slip: one question at a time, and at most one a second for all of them. */
export function createBuilderKeeper({ ask, isSeen }: Parts) {
  let entries: ReadonlyMap<string, Entry> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const listener of listeners) listener()
  }

  function put(key: string, change: (entry: Entry) => Partial<Entry>) {
    const entry = entries.get(key)
    if (entry) entries = new Map(entries).set(key, { ...entry, ...change(entry) })
  }

  function schedule() {
    clearTimeout(timer)
    const dueAt = Math.min(...[...entries.values()].map((entry) => entry.dueAt))
    if (isAsking || dueAt === Number.POSITIVE_INFINITY) return
    timer = setTimeout(askNext, Math.max(dueAt, askedAt + gapMs) - Date.now())
  }

  async function askNext() {
    const now = Date.now()
    const [key, entry] = [...entries].find(([, each]) => each.dueAt <= now) ?? []
    if (!key || !entry) return schedule()
    askedAt = now
    if (!isSeen()) return schedule()
    isAsking = true
    put(key, () => ({ dueAt: Number.POSITIVE_INFINITY }))
    const said = await ask(entry.picks).then(
      ({ price, implied, is_live, quote }): { now: BuilderNow; inMs: number } => ({
        now: { state: 'priced', price, implied, quote },
        inMs: quoteSeconds[is_live ? 'live' : 'before'] * 1_000 - earlyMs,
      }),
      (fault: unknown) => {
        const why = whyOf(fault)
        return { now: { state: 'refused' as const, why }, inMs: again[why] }
      },
    )
    isAsking = false
    // What changed meanwhile is asked about sooner; what was paused meanwhile has no price any more.
    put(key, ({ dueAt, why }) => (why ? {} : { now: said.now, dueAt: Math.min(dueAt, Date.now() + said.inMs) }))
    tell()
    schedule()
  }

  const entryOf = (group: BuilderGroup, known: Entry | undefined): Entry => {
    const isSame = known !== undefined && known.mark === group.mark && known.why === group.why
    if (isSame) return known
    if (group.why) return { ...group, dueAt: Number.POSITIVE_INFINITY, now: without(group.why) }
    if (!known) return { ...group, dueAt: Date.now(), now: without(null) }
    // What was said last stays until the next word comes; a pause does not.
    const dueAt = Math.min(known.dueAt, Date.now() + settleMs)
    return { ...group, dueAt, now: known.why ? without(null) : known.now }
  }

  return {
    /** All builders that the slip has now. */
    set(groups: readonly BuilderGroup[]) {
      const next = new Map(
        groups.map((group) => {
          const key = builderKey(group.picks)
          return [key, entryOf(group, entries.get(key))]
        }),
      )
      if (next.size === entries.size && [...next].every(([key, entry]) => entries.get(key) === entry)) return
      entries = next
      tell()
      schedule()
    },
    /** The house no longer stands by what it said: all are asked about anew. */
    renew() {
      entries = new Map([...entries].map(([key, entry]) => [key, entry.why ? entry : { ...entry, dueAt: Date.now() }]))
      schedule()
    },
    /** Another one after every change. */
    all: (): ReadonlyMap<string, { now: BuilderNow }> => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
