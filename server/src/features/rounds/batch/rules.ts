import { toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import { type Bonus, bonusRules, type Gain, type LateShare, type Wager } from '../../bonuses/bonuses.ts'
import {
  fundStake,
  isRisk,
  ownTerms,
  type Part,
  type PlayMode,
  type StakePurse,
  type Terms,
} from '../../funding/funding.ts'
import type { PurseName, Transfer } from '../../wallet/wallet.ts'
import { type BonusesAround, type BonusTally, openTally, type RoundBonus } from './bonus-tally.ts'
import { type Call, wrong } from './read-call.ts'

const { forbids, payerOf, payersBy } = bonusRules

export type Mode = PlayMode
export type Session = {
  provider: string
  playerId: bigint
  game: string
  mode: Mode
  currency: string
  isExpired: boolean
}

export type Round = {
  playerId: bigint
  game: string
  mode: Mode
  currency: string
  staked: bigint
  won: bigint
  /** Bets that stand. */
  bets: number
  isClosed: boolean
  /** The first bonus that paid into it: what it staked and got. */
  bonus: RoundBonus | null
  /** The pack of free spins that staked it, where its winnings wait to become a bonus. */
  pack: bigint | null
}

export type Action = {
  kind: Call['kind'] | 'tombstone'
  round: string
  staked: bigint
  won: bigint
  shortfall: bigint
  /** Who paid the stake. */
  split: readonly Part[]
  /** Where the share of a bonus in the win went. */
  gains: readonly Gain[]
  isRolledBack: boolean
}

/** A stake as those see it who may refuse it. */
export type Stake = {
  call: Call
  mode: Mode
  amount: bigint
  /** False where the house stakes for the player. */
  isRisk: boolean
}

/** A stake that is not the player's to pay. */
export type Prepaid = {
  stake: bigint
  terms: Terms
  /** The pack, where what it wins waits to become a bonus. */
  waitingPack?: bigint
}

/** What one call may look at, as it stands after all calls before it. */
export type CallFacts = {
  nowMs: number
  session: Session | undefined
  /** The provider launched a game of this name for this player once; asked where nothing else ties the two. */
  isLaunched: boolean
  round: Round | undefined
  /** Under the call's own id, and under the id that a rollback names. */
  action: Action | undefined
  target: Action | undefined
  /** In the currency of the call. */
  balanceOf: (kind: StakePurse) => bigint
  prepaid: Prepaid | null
  bonuses: BonusesAround
  /** All who stand beside the batch, in their order: null is a yes. */
  refuse: (stake: Stake) => Refusal | null
}

/** What becomes of a call that is agreed to. */
export type Step = {
  transfers: Transfer[]
  round: Round | undefined
  action: Action
  /** The action that a rollback named, as it stands now. */
  target?: Action
  /** The answer's balance is their sum. */
  purses: readonly PurseName[]
  /** Where the part of it is that is bonus money; null without an open bonus. */
  bonusPurse: PurseName | null
  bonuses: StepBonuses | null
}

/** What a call did to bonuses. */
type StepBonuses = {
  changed: readonly Bonus[]
  wagers: readonly Wager[]
  /** Money that came to a bonus that was lost: a new one is made of it, with what is left to wager after the call. */
  late: readonly LateShare[]
}

export type Decision = Refusal | 'known' | Step

const freshMs = 60_000
const mostMinor = 2n ** 63n - 1n

/**
 * What becomes of one call. The id is looked at first: a call that is sent again gets what was said the first time,
 * however late. Then time, and then what the kind of call asks for. A no leaves nothing behind, so the same id may try
 * again.
 */
export function decideCall(call: Call, facts: CallFacts): Decision {
  if (facts.action?.kind === 'tombstone') return rolledBack()
  if (facts.action) return isOther(call, facts.action, facts.round) ? keyConflict() : 'known'
  if (Math.abs(facts.nowMs - call.sentAtMs) > freshMs) {
    return new Refusal('Authorization:TIMESTAMP', {
      message: 'x-timestamp is more than 60 seconds away from our clock',
    })
  }
  const mismatch = facts.round && mismatchOf(call, facts.round)
  if (mismatch) return refuse('ROUND_MISMATCH', mismatch, 'Not what this round began with')
  if (call.kind === 'rollback') return rollBack(call, facts)
  return call.kind === 'win' ? win(call, facts) : bet(call, facts)
}

export const refuse = (reason: WalletReason, field: string, message: string, data?: Record<string, unknown>) =>
  new Refusal(`InvalidParameter:${reason}`, { message, fields: { [field]: [reason] }, ...(data && { data }) })

/** The books say it too, when the key is forgotten: the wallet keeps keys for fourteen months, and actions for ever. */
function isOther(call: Call, { kind, round, staked, won }: Action, begun: Round | undefined): boolean {
  if (begun && mismatchOf(call, begun)) return true
  if (kind !== call.kind || round !== call.round || won !== call.won) return true
  // The stake of a free spin is its pack's.
  return call.isFree !== true && staked !== call.staked
}

const keyConflict = () => refuse('KEY_CONFLICT', 'transaction', 'This transaction was something else')

const rolledBack = () => refuse('ROLLED_BACK', 'transaction', 'It was rolled back before it came')

function mismatchOf(call: Call, fixed: Pick<Round, 'playerId' | 'game' | 'currency'>): string | null {
  if (fixed.playerId !== call.playerId) return 'player'
  if (fixed.game !== call.game) return 'game'
  return fixed.currency === call.currency ? null : 'currency'
}

const newRound = ({ playerId, game, mode, currency }: Session): Round => ({
  playerId,
  game,
  mode,
  currency,
  staked: 0n,
  won: 0n,
  bets: 0,
  isClosed: false,
  bonus: null,
  pack: null,
})

/** Also a bet together with its win, and a free spin, whose stake is the pack's. */
function bet(call: Call, facts: CallFacts): Decision {
  const { session, round } = facts
  if (!session || session.provider !== call.provider) return wrong('token', 'UNKNOWN')
  const mismatch = mismatchOf(call, session)
  if (mismatch) return refuse('SESSION_MISMATCH', mismatch, 'Not what the game was launched with')
  if (session.isExpired) return refuse('SESSION_EXPIRED', 'token', 'The game has to be launched again')
  if (round && round.mode !== session.mode) return refuse('ROUND_MISMATCH', 'token', 'Not what this round began with')
  if (round?.isClosed) return refuse('ROUND_CLOSED', 'round', 'The round is over')
  const { mode } = session
  const before = round ?? newRound(session)
  const held = facts.balanceOf('bonus')
  // A stake of nothing, or one that was taken back, is no one's beginning.
  const place = { isBegun: before.staked > 0n, bonusId: before.bonus?.id ?? null }
  const payer = facts.prepaid || mode === 'demo' ? null : payerOf(facts.bonuses.open, place, held)
  const own = mode === 'demo' ? ownTerms(mode) : payersBy(payer)
  const { stake, terms } = facts.prepaid ?? { stake: call.staked, terms: own }
  const no =
    facts.refuse({ call, mode, amount: stake, isRisk: isRisk(terms) }) ?? refuseByBonus(call, payer, stake, facts)
  if (no) return no
  const funding = fundStake(stake, facts.balanceOf, terms)
  if (funding.kind === 'short') {
    const data = { available_amount: toWire(funding.available, call.currency) }
    return refuse('INSUFFICIENT_FUNDS', 'amount', 'The balance is smaller than the stake', data)
  }
  if (isTooMuch({ staked: before.staked + stake, won: before.won + call.won })) return wrong('amount', 'INVALID')
  const tally = openTally(call, { mode, ...facts })
  const split = tally.pay(stake, funding.parts)
  const staked = {
    ...before,
    staked: before.staked + stake,
    bets: before.bets + 1,
    bonus: paidInto(before.bonus, split),
    pack: before.pack ?? facts.prepaid?.waitingPack ?? null,
  }
  const { gains, share } = tally.win(call.won, staked)
  const after = { ...wonIn(staked, call.won, share), isClosed: call.isClosed }
  tally.settle(round, after)
  return stepOf(tally, { round: after, action: { ...actionOf(call), staked: stake, split, gains } })
}

/** Money of the bonus that is in the round. */
function paidInto(before: RoundBonus | null, split: readonly Part[]): RoundBonus | null {
  const part = split.find(({ kind }) => kind === 'bonus')
  if (part?.bonus === undefined) return before
  const { staked, ...rest } = before ?? { id: part.bonus, staked: 0n, won: 0n, prized: 0n }
  return { ...rest, staked: staked + part.amount }
}

const wonIn = (round: Round, won: bigint, share: bigint): Round => ({
  ...round,
  won: round.won + won,
  bonus: round.bonus && { ...round.bonus, won: round.bonus.won + share },
})

function stepOf(tally: BonusTally, { round, action, target }: Pick<Step, 'round' | 'action' | 'target'>): Step {
  const { shortfall, ...left } = tally.outcome()
  return { ...left, round, action: { ...action, shortfall }, ...(target && { target }) }
}

/** A stake that bonus money could be in, against the rules of the bonus: it is refused, never punished later. */
function refuseByBonus(call: Call, payer: Bonus | null, stake: bigint, facts: CallFacts): Refusal | null {
  if (!payer) return null
  const main = facts.balanceOf('main')
  const roundStaked = facts.round?.staked ?? 0n
  const asked = { stake, main, roundStaked, isAdded: call.isAdded === true, game: facts.bonuses.game }
  const reason = forbids(payer, asked)
  if (!reason) return null
  const about = { bonus_id: String(payer.id) }
  if (reason === 'BONUS_GAME_EXCLUDED') {
    const data = { ...about, available_amount: toWire(main, call.currency) }
    return refuse(reason, 'game', 'Bonus money may not be staked in this game', data)
  }
  if (reason === 'BONUS_START') return refuse(reason, 'amount', 'The player has not agreed to play on with it', about)
  const data = { ...about, max_amount: toWire(payer.maxBet ?? 0n, call.currency) }
  return refuse('BONUS_MAX_BET', 'amount', 'More than a stake of bonus money may be', data)
}

/** The money is the player's: nothing is asked but that there is a bet it can belong to. */
function win(call: Call, facts: CallFacts): Decision {
  const { round } = facts
  if (!round || round.bets === 0) return refuse('NO_BET', 'round', 'There is no bet in this round')
  if (isTooMuch({ ...round, won: round.won + call.won })) return wrong('amount', 'INVALID')
  const tally = openTally(call, { mode: round.mode, ...facts })
  const { gains, share } = tally.win(call.won, round)
  const after = { ...wonIn(round, call.won, share), isClosed: round.isClosed || call.isClosed }
  tally.settle(round, after)
  return stepOf(tally, { round: after, action: { ...actionOf(call), gains } })
}

function rollBack(call: Call, facts: CallFacts): Decision {
  const { round, target, isLaunched } = facts
  if (call.reference === call.transaction || target?.kind === 'rollback') {
    return refuse('NOT_ROLLABLE', 'reference', 'Only bets and wins are rolled back')
  }
  if (target && target.round !== call.round) return refuse('ROUND_MISMATCH', 'round', 'It belongs to another round')
  // Nothing ties this provider to this player: the answer would tell a stranger's balance.
  if (!target && !round && !isLaunched) return wrong('player', 'UNKNOWN')
  const tally = openTally(call, { mode: round?.mode ?? (call.currency === 'FUN' ? 'demo' : 'real'), ...facts })
  const action = actionOf(call)
  // Remembered: what it names may still come, and must not count then.
  if (!target) return stepOf(tally, { round, action, target: { ...action, kind: 'tombstone', isRolledBack: true } })
  if (!round || target.kind === 'tombstone' || target.isRolledBack) return stepOf(tally, { round, action })
  tally.giveBack(target)
  tally.takeWin(target, round.pack)
  const after = {
    ...round,
    staked: round.staked - target.staked,
    won: round.won - target.won,
    bets: round.bets - (target.kind === 'win' ? 0 : 1),
    isClosed: round.isClosed || call.isClosed,
    bonus: round.bonus && takenFrom(round.bonus, target),
  }
  tally.settle(round, after)
  return stepOf(tally, { round: after, action, target: { ...target, isRolledBack: true } })
}

function takenFrom(bonus: RoundBonus, { split, gains }: Action): RoundBonus {
  const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((all, { amount }) => all + amount, 0n)
  const staked = sum(split.filter((part) => part.kind === 'bonus'))
  return { ...bonus, staked: bonus.staked - staked, won: bonus.won - sum(gains) }
}

const isTooMuch = ({ staked, won }: Pick<Round, 'staked' | 'won'>) => staked > mostMinor || won > mostMinor

const actionOf = ({ kind, round, staked, won }: Call): Action => ({
  kind,
  round,
  staked,
  won,
  shortfall: 0n,
  split: [],
  gains: [],
  isRolledBack: false,
})
