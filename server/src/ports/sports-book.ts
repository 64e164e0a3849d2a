import type {
  MatchClock,
  RowMarket,
  Score,
  SportsEventState,
  SportsFrame,
  SportsMarketState,
  SportsStopCause,
  SportsTopic,
} from '@croupier/contract/sports'

/** By language; `en` is always there. */
export type Names = Readonly<Record<string, string>>

export type BookTournament = {
  id: number
  names: Names
  position: number
  tier: 'A' | 'B' | 'C'
  category: { id: number; names: Names; position: number }
  sport: { sysname: string; names: Names; position: number }
}

export type BookCompetitor = { id: number; names: Names; crest: string }

/** What is known of an event beside its markets. */
export type EventHead = {
  id: number
  producer: string
  ref: string
  tournament: BookTournament
  home: BookCompetitor
  away: BookCompetitor
  startsMs: number
  /** For when it was planned at first. */
  firstStartsMs: number
  state: SportsEventState
  reason: string
  /** Why the operator takes no bets on it; null where it is for sale. */
  closed: string | null
  version: number
  hasLive: boolean
  isHandled: boolean
  format: Readonly<Record<string, string | number | boolean>>
  clock: MatchClock | null
  score: Score
  facts: number
  rules: string
  seedHash: string
  endedMs: number | null
}

export type BookMarket = {
  id: number
  type: string
  period: string
  line: string | null
  state: SportsMarketState
  cause: SportsStopCause | null
  version: number
  isLive: boolean
  /** In the order of the type's outcomes. */
  prices: readonly number[]
}

export type BookEvent = EventHead & { markets: readonly BookMarket[] }

/** Whether a producer is believed now, by the clock of the database; for what is played it is sooner not. */
export type ProducerStanding = { isSimulated: boolean; isSilentLive: boolean; isSilentBefore: boolean }

export type FactRow = {
  seq: number
  kind: string
  data: Record<string, string | number | boolean>
  cancels: number | null
  at: Date
}

/** The last word about a market. */
export type ResultRow = {
  marketId: number
  revision: number
  outcomes: readonly (readonly [string, number, number, number])[]
  voidReason: string | null
}

export type EventRecord = { facts: readonly FactRow[]; results: readonly ResultRow[] }

/** The book at one moment. */
export type BookView = {
  /** The last change that it knows. */
  seq: number
  nowMs: number
  producers: ReadonlyMap<string, ProducerStanding>
  /** What is played or begins within seven days: live first, then by start. */
  listed: readonly EventHead[]
  /**
   * Whatever became of them, in this order; those that never were are left out. Where a row is named, markets that it
   * is not about and that are not for sale may be missing.
   */
  read: (ids: readonly number[], row?: RowMarket) => Promise<BookEvent[]>
  /** What happened in an event, and what became of its markets. */
  recordOf: (id: number) => Promise<EventRecord>
}

/** The book as this node remembers it. Memory is for showing: what decides a bet is read in its transaction. */
export type SportsBook = {
  see: () => Promise<BookView>
  /** A page looks at the book, so its producers need not rest. */
  noteWatched: () => void
  /** Null where no producer is named, or this node hears no other: then there is nothing to follow. */
  memory: BookMemory | null
}

/** What of the book streams follow. */
export type BookMemory = {
  /** Calls after changes that this node has taken in, and when all was read anew; until the answer is called. */
  follow: (news: BookNews) => () => void
  seq: () => number
  /** What changed after this number is known; what changed before may have been read with the rest. */
  floor: () => number
  /** How many events and markets are held, for the operator. */
  size: () => { events: number; markets: number }
  /** What of a topic changed after this number; of these events alone, where they are named. Null: nothing. */
  frameSince: (topic: SportsTopic, since: number, among?: ReadonlySet<number>) => SportsFrame | null
}

export type BookNews = {
  onChange: (change: { events: readonly number[]; hasStop: boolean }) => void
  /** All was read anew: what was missed is not known. */
  onReset: () => void
}
