import type { MatchClock, Score, SportsEventState, SportsMarketState, SportsStopCause } from '@croupier/contract/sports'

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
  state: SportsEventState
  reason: string
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

/** The book at one moment. */
export type BookView = {
  /** The last change that it knows. */
  seq: number
  nowMs: number
  producers: ReadonlyMap<string, ProducerStanding>
  /** What is played or begins within seven days: live first, then by start. */
  listed: readonly EventHead[]
  /** Whatever became of them, in this order; those that never were are left out. */
  read: (ids: readonly number[]) => Promise<BookEvent[]>
}

/** The book as this node remembers it. Memory is for showing: what decides a bet is read in its transaction. */
export type SportsBook = { see: () => Promise<BookView> }
