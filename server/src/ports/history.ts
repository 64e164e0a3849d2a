import type { Db } from '../db/db.ts'

/** What players did, of all products: rounds now, bets later. */

/** Lines of one player. Days are UTC, both included. */
export type HistoryQuery = {
  playerId: bigint
  mode: 'real' | 'demo'
  game?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

/** A round or a bet of the past, or one that still waits. */
export type HistoryLine = {
  provider: string
  round: string
  game: string
  mode: string
  currency: string
  staked: bigint
  won: bigint
  isClosed: boolean
  isFree: boolean
  /** Of our own games only. */
  version: string | null
  openedAt: Date
}

/** Who paid for stakes that stand; what the house staked is in neither. */
export type PaidBy = {
  own: bigint
  bonus: bigint
  /** What counted for a bonus, in minor units × 10,000. */
  counted: bigint
}

/** A line that waits for a choice or a result: its stake is open, not lost. */
export type OpenLine = Pick<HistoryLine, 'provider' | 'round' | 'game' | 'mode' | 'currency' | 'staked' | 'openedAt'>

export type Page = { count: number; offset: number }

export type History = {
  /** Newest first. */
  page: (db: Db, query: HistoryQuery, page: Page) => Promise<(HistoryLine & PaidBy)[]>
  count: (db: Db, query: HistoryQuery) => Promise<number>
  openPage: (db: Db, playerId: bigint, page: Page) => Promise<OpenLine[]>
  countOpen: (db: Db, playerId: bigint) => Promise<number>
  /** The sum of stakes that are open, of real money in this currency. */
  openStakes: (db: Db, owner: { playerId: bigint; currency: string }) => Promise<bigint>
}
