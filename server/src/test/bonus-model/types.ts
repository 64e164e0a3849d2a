/**
 * Words of the model of casino bonuses. It is written from the page of promotions alone and imports nothing of the
 * product, so that a mistake of the one is not a mistake of the other. Amounts are minor units, times are milliseconds.
 */

type ModelMode = 'sticky' | 'non_sticky' | 'isolated'

export type ModelTerms = {
  mode: ModelMode
  principal: 'converts' | 'stays'
  counts: 'bonus' | 'all'
  /** Parts of 10,000 of a stake that count: by game, else by type, else the default. */
  contributions: { games: Record<string, bigint>; types: Record<string, bigint>; default: bigint }
  excluded: { games: string[]; types: string[]; studios: string[] }
  maxBet: bigint | null
  minBalance: bigint
  maxConversion: bigint | null
  onWithdrawal: 'forfeit' | 'keep'
  asksFirst: boolean
  /** The requirement is floor(basis × times), times in hundredths. */
  basis: 'bonus' | 'deposit' | 'both'
  times: bigint
  days: number
  takeDays: number
  priority: number
}

export type ModelState = 'issued' | 'queued' | 'active' | 'paused' | 'completed' | 'lost' | 'expired' | 'removed'

export type ModelBonus = {
  id: number
  key: string
  terms: ModelTerms
  /** Frozen when it opens. */
  mode: ModelMode | null
  amount: bigint
  /** Minor units × 10,000. */
  required: bigint
  state: ModelState
  endReason: string | null
  issuedAt: number
  takeBy: number
  queuedAt: number | null
  activatedAt: number | null
  startedAt: number | null
  expiresAt: number | null
  endedAt: number | null
  /** How long it runs from its opening. */
  lasts: number
  packId: number | null
  depositKey: string | null
  /** What was in the purse at completion, and every change since; never below zero on the way. */
  baseChanges: bigint[]
}

export type ModelPack = {
  id: number
  game: string
  stake: bigint
  count: number
  winnings: 'main' | 'bonus'
  maxWin: bigint | null
  terms: ModelTerms | null
  expiresAt: number
  isEnded: boolean
}

/** `isOwnTitle`: a game of the house, where only the opening stake is measured by the max bet. */
export type ModelGame = { sysname: string; type: string; studio: string; isOwnTitle?: boolean }

/** A call of the wallet that was taken: bet, betwin, win or spin. */
export type ModelAction = {
  id: string
  kind: 'bet' | 'betwin' | 'win' | 'spin'
  round: string
  game: ModelGame
  staked: bigint
  won: bigint
  isUndone: boolean
  /** Who paid the stake. */
  paidByMain: bigint
  paidByBonus: bigint
  paidByHouse: bigint
  payer: number | null
  /** Minor units × 10,000 of progress, and of which bonus. */
  counted: bigint
  countedFor: number | null
  /** Where the win went: own money, a share of a bonus, winnings of a pack that wait, over the most of a pack. */
  toMain: bigint
  toShare: bigint
  shareOf: number | null
  toPacks: bigint
  overPack: bigint
  packId: number | null
}

export type ModelPurse =
  | 'main'
  | 'bonus'
  | 'withdrawal_hold'
  | 'promotions'
  | 'packs'
  | 'game'
  | 'receivable'
  | 'payment'
  | 'fees'

export type ModelLine = [from: ModelPurse, to: ModelPurse, amount: bigint]

/** A line in the books, with the bonus that it is about. */
export type ModelEntry = {
  from: ModelPurse
  to: ModelPurse
  amount: bigint
  bonusId: number | null
  why: 'grant' | 'stake' | 'win' | 'rollback' | 'forfeit' | 'conversion' | 'cash' | 'seed'
}

export type ModelYes = { kind: 'ok'; lines: ModelLine[]; balance: bigint; bonus: bigint | null; id?: number }
type ModelData = Record<string, bigint | number | string | ModelBurn[]>
export type ModelNo = { kind: 'no'; reason: string; data: ModelData }
export type ModelAnswer = ModelYes | ModelNo

export type ModelBurn = { bonusId: number; amount: bigint; kind: 'bonus' | 'queued'; inOpenRounds: bigint }

export type BetCall = { id: string; round: string; game: ModelGame; amount: bigint; isClosed?: boolean }
export type BetwinCall = BetCall & { win: bigint }
export type WinCall = { id: string; round: string; game: ModelGame; amount: bigint; isClosed?: boolean }
export type RollbackCall = { id: string; round: string; game: ModelGame; reference: string }
export type SpinCall = { id: string; round: string; game: ModelGame; pack: number; amount: bigint }

export const no = (reason: string, data: ModelData = {}): ModelNo => ({ kind: 'no', reason, data })

export const day = 86_400_000
export const least = (a: bigint, b: bigint) => (a < b ? a : b)
export const most = (a: bigint, b: bigint) => (a > b ? a : b)
