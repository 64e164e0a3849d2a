import type { JackpotLevel } from '@croupier/contract/games'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Refusal } from '@croupier/contract/refusals'
import type { Tx } from '../../../context.ts'
import type { Spendable } from '../../bonuses/bonuses.ts'
import type { PurseName, Transfer } from '../../wallet/wallet.ts'
import type { WaitingPack } from './bonus-tally.ts'
import type { Call } from './read-call.ts'
import type { Mode, Prepaid, Session, Stake, Step } from './rules.ts'

/**
 * What stands beside a batch of money calls: limits, switches, free spins, pots, own rounds, the table. The batch knows
 * none of them by name. It opens them all in one order of locks, asks them where a call is decided, shows them what was
 * decided, and lets each write its rows in the same transaction.
 */

/**
 * The order in which a batch locks and reads. Every batch has the same one, so no two wait for each other in a circle.
 * Books and balances are the batch's own; everything else belongs to companions.
 */
export const lockOrder = ['players', 'books', 'balances', 'switches', 'packs', 'own rounds', 'purses'] as const
export type LockPlace = (typeof lockOrder)[number]

/** In which order a stake is judged: after its session and its round, before the rules of a bonus and its money. */
export const checkOrder = ['switches', 'packs', 'limits'] as const
type CheckPlace = (typeof checkOrder)[number]

/** A call that a companion decides: a spin of an own game, a stake at the table. */
export type CompanionCall = {
  /** The name of the companion. */
  by: string
  provider: string
  kind: string
  playerId: bigint
  round: string
  tokenHash?: string
  /** A stake that a free spin may pay for. */
  isPrepayable?: boolean
}

/** Calls of providers, and what companions take. */
export type MoneyCall = Call | CompanionCall

export const isCompanionCall = (call: MoneyCall): call is CompanionCall => 'by' in call

/** Without a step: a call that was answered before. */
/** Without a step it was done before: the stored answer is said again, or, where that was forgotten, made from the books. */
export type Planned = { call: Call; step: Step | null; known?: { shortfall: bigint; purses: readonly PurseName[] } }

/**
 * Money that moves, and what is answered afterwards; `left` is what the last movement left, where there was one.
 * Where an old round was made void on the way, the answer may still be a no.
 */
export type Decided = { planned: Planned[]; answerFor: (left: Spendable | null) => WireStanding | Refusal }

/** Money that a round gives beside its own win, such as a pot that was hit. It belongs to the round's opening call. */
export type Prize = {
  provider: string
  playerId: bigint
  round: string
  transaction: string
  pot: string
  level: JackpotLevel
  won: bigint
  transfers: readonly Transfer[]
}

/** Where a player stakes. */
export type Seat = { playerId: bigint; game: string; currency: string; mode: Mode }

/** What a companion may see of the batch while it decides a call of its own. */
export type Batch = {
  nowMs: number
  session: (tokenHash: string) => Session | undefined
  hasRound: (provider: string, round: string) => boolean
  isClosed: (game: string, provider: string) => boolean
  /** The free spin that would be used here. */
  prepaidAt: (seat: Seat) => PrepaidSeat | null
  /** What the player can play with here. */
  playableAt: (seat: Seat) => Spendable
  /** The calls of a round whose stakes stand. */
  stakesIn: (provider: string, round: string) => string[]
  /** Decides about money; what is agreed to holds for all calls after it. */
  decide: (call: Call) => Refusal | Planned
}

type PrepaidSeat = { id: bigint; stake: bigint; remaining: number }

/** A companion inside one batch. Everything but the name is left out by who does not need it. */
export type OpenCompanion = {
  /** Rounds of which the batch has to read books and calls too. */
  alsoRounds?: readonly { provider: string; id: string }[]
  isClosed?: (game: string, provider: string) => boolean
  /** Judges a stake; null is a yes. */
  check?: { at: CheckPlace; refuse: (stake: Stake) => Refusal | null }
  /** A second look, when the books are known. */
  look?: (books: { rounds: ReadonlyMap<string, { pack: bigint | null }> }) => Promise<void>
  /** A pack of free spins whose winnings wait. */
  packOf?: (id: bigint) => WaitingPack | undefined
  /** The bonus that could pay for the next stake of each of these players. */
  openBonuses?: ReadonlyMap<bigint, bigint>
  /** A free spin at this seat. */
  prepaidAt?: (seat: Seat) => PrepaidSeat | null
  /** A call whose stake is not the player's to pay. */
  prepaid?: (call: Call) => Prepaid | null
  /** Decides a call that names this companion. */
  decide?: (call: CompanionCall, batch: Batch) => Refusal | Decided
  /** Sees every call that is agreed to, in order. */
  took?: (call: Call, step: Step) => void
  /** After all decisions and before anything is written. */
  settle?: () => Promise<readonly Prize[]>
  /** Hears of what others settled. */
  prized?: (prize: Prize) => void
  /** Its rows, in the transaction of the money; purses are locked after it. */
  write?: () => Promise<unknown>
}

export type Companion = {
  name: string
  /** Where it locks and reads. */
  place: LockPlace
  /** Its first question leaves before anything is awaited: the order of asking is the order of locks. */
  open: (tx: Tx, calls: readonly MoneyCall[]) => Promise<OpenCompanion>
}

/** At start-up: a companion at an unknown place, or before one that locks earlier, would be a deadlock later on. */
export function checkCompanions(companions: readonly Companion[]): readonly Companion[] {
  const names = companions.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new Error('two companions have one name')
  let last = 0
  for (const { name, place } of companions) {
    const at = lockOrder.indexOf(place)
    if (at < 0) throw new Error(`the companion ${name} locks at an unknown place`)
    if (place === 'books' || place === 'balances') throw new Error(`${place} belong to the batch, not to ${name}`)
    if (at < last) throw new Error(`the companion ${name} stands after one that locks later`)
    last = at
  }
  return companions
}
