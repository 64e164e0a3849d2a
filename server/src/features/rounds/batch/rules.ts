import { toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import {
  fundStake,
  isRisk,
  ownPurse,
  type Part,
  type PlayMode,
  payerPurse,
  type Returned,
  returnTo,
  type StakePurse,
  type Terms,
  transfersFrom,
  transfersTo,
} from '../../funding/funding.ts'
import type { PurseName, Transfer } from '../../wallet/wallet.ts'
import { type Call, wrong } from './read-call.ts'

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
}

export type Action = {
  kind: Call['kind'] | 'tombstone'
  round: string
  staked: bigint
  won: bigint
  shortfall: bigint
  /** Who paid the stake. */
  split: readonly Part[]
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
export type Prepaid = { stake: bigint; terms: Terms }

/** Stakes of a round that stand, as far as a bonus paid them, and what the round gave so far. */
export type Funded = { parts: readonly Part[]; returned: Returned }

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
  /** Which purses pay for stakes of this player in this game. */
  termsOf: (mode: Mode) => Terms
  prepaid: Prepaid | null
  funded: Funded
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

const gamePurse = ({ provider, currency }: Call, kind: 'main' | 'receivable' = 'main'): PurseName => ({
  playerId: null,
  owner: `game:${provider}`,
  kind,
  currency,
})

/** The player's purses of these terms: their sum is the balance that a call is answered with. */
export const purseNamesOf = (call: Call, terms: Terms): PurseName[] =>
  terms.flatMap(({ kind }) => (kind === 'promotions' ? [] : payerPurse(call, kind)))

const newRound = ({ playerId, game, mode, currency }: Session): Round => ({
  playerId,
  game,
  mode,
  currency,
  staked: 0n,
  won: 0n,
  bets: 0,
  isClosed: false,
})

const refOf = ({ provider, round }: Call) => `round:${provider}:${round}`

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
  const own = facts.termsOf(mode)
  const { stake, terms } = facts.prepaid ?? { stake: call.staked, terms: own }
  const no = facts.refuse({ call, mode, amount: stake, isRisk: isRisk(terms) })
  if (no) return no
  const funding = fundStake(stake, facts.balanceOf, terms)
  if (funding.kind === 'short') {
    const data = { available_amount: toWire(funding.available, call.currency) }
    return refuse('INSUFFICIENT_FUNDS', 'amount', 'The balance is smaller than the stake', data)
  }
  const before = round ?? newRound(session)
  const after = { ...before, staked: before.staked + stake, won: before.won + call.won, bets: before.bets + 1 }
  if (isTooMuch(after)) return wrong('amount', 'INVALID')
  const { parts } = funding
  return {
    transfers: [
      ...transfersFrom(parts, call, { to: gamePurse(call), reason: 'stake', ref: refOf(call) }),
      ...gainsOf(call, mode, { ...facts.funded, parts: [...facts.funded.parts, ...parts] }),
    ],
    round: { ...after, isClosed: call.isClosed },
    action: { ...actionOf(call), staked: stake, split: parts },
    purses: purseNamesOf(call, own),
  }
}

/** The win of a call to where it belongs. */
const gainsOf = (call: Call, mode: Mode, { parts, returned }: Funded): Transfer[] =>
  transfersTo(returnTo(mode, parts, call.won, returned), call, {
    from: gamePurse(call),
    reason: 'win',
    ref: refOf(call),
  })

/** The money is the player's: nothing is asked but that there is a bet it can belong to. */
function win(call: Call, { round, funded, termsOf }: CallFacts): Decision {
  if (!round || round.bets === 0) return refuse('NO_BET', 'round', 'There is no bet in this round')
  const after = { ...round, won: round.won + call.won, isClosed: round.isClosed || call.isClosed }
  if (isTooMuch(after)) return wrong('amount', 'INVALID')
  return {
    transfers: gainsOf(call, round.mode, funded),
    round: after,
    action: actionOf(call),
    purses: purseNamesOf(call, termsOf(round.mode)),
  }
}

function rollBack(call: Call, { round, target, isLaunched, balanceOf, termsOf }: CallFacts): Decision {
  if (call.reference === call.transaction || target?.kind === 'rollback') {
    return refuse('NOT_ROLLABLE', 'reference', 'Only bets and wins are rolled back')
  }
  if (target && target.round !== call.round) return refuse('ROUND_MISMATCH', 'round', 'It belongs to another round')
  const mode = round?.mode ?? (call.currency === 'FUN' ? 'demo' : 'real')
  const untouched = { transfers: [], round, action: actionOf(call), purses: purseNamesOf(call, termsOf(mode)) }
  // Nothing ties this provider to this player: the answer would tell a stranger's balance.
  if (!target && !round && !isLaunched) return wrong('player', 'UNKNOWN')
  // Remembered: what it names may still come, and must not count then.
  if (!target) return { ...untouched, target: { ...actionOf(call), kind: 'tombstone', isRolledBack: true } }
  if (!round || target.kind === 'tombstone' || target.isRolledBack) return untouched
  const { staked, won, split } = target
  const own = ownPurse(mode)
  const about = { reason: 'rollback', ref: refOf(call) } as const
  const had = balanceOf(own) + split.reduce((sum, part) => sum + (part.kind === own ? part.amount : 0n), 0n)
  const shortfall = won > had ? won - had : 0n
  return {
    ...untouched,
    transfers: [
      ...transfersTo(split, call, { from: gamePurse(call), ...about }),
      ...some({ from: payerPurse(call, own), to: gamePurse(call), amount: won - shortfall, ...about }),
      // What is gone is the provider's to collect; the player never owes.
      ...some({ from: gamePurse(call, 'receivable'), to: gamePurse(call), amount: shortfall, ...about }),
    ],
    round: {
      ...round,
      staked: round.staked - staked,
      won: round.won - won,
      bets: round.bets - (target.kind === 'win' ? 0 : 1),
      isClosed: round.isClosed || call.isClosed,
    },
    action: { ...actionOf(call), shortfall },
    target: { ...target, isRolledBack: true },
  }
}

const isTooMuch = ({ staked, won }: Pick<Round, 'staked' | 'won'>) => staked > mostMinor || won > mostMinor

const some = (transfer: Transfer): Transfer[] => (transfer.amount > 0n ? [transfer] : [])

const actionOf = ({ kind, round, staked, won }: Call): Action => ({
  kind,
  round,
  staked,
  won,
  shortfall: 0n,
  split: [],
  isRolledBack: false,
})
