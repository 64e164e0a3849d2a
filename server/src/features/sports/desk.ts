import type { EventRow } from './event-store.ts'
import type { Change } from './producer-store.ts'
import type { ToldEvents } from './told-markets.ts'

/** What a request changes while it is applied; the events it names are read and locked before. */
export type Desk = {
  producer: string
  events: Map<string, EventRow>
  /** What this node knows of the last words about markets. */
  told: ToldEvents
  /** How many snapshots were begun, and whether the last is under way. */
  snapshots: number
  isInSnapshot: boolean
  changes: Change[]
  /** Markets of which something new was said: their bets are looked at again. */
  resulted: Set<bigint>
  /** Words about events that nobody told us of, or that are closed for good: they are left out, and counted. */
  strangers: number
}
