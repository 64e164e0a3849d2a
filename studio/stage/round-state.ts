import type { GameFacts, WireStanding } from '@croupier/contract/methods/rounds'
import type { AutoRun } from './autoplay.ts'
import type { Shown } from './game-client.ts'
import { firstStake, ladderOf } from './ladder.ts'
import { minorOf } from './money-text.ts'

/** `open`: a round waits for a choice. `ended`: this launch cannot go on. */
export type Phase = 'idle' | 'asking' | 'showing' | 'open' | 'ended'

/** How the game stands. Only `rounds.ts` writes to it. */
export type State<View> = {
  phase: Phase
  facts: GameFacts
  /** As shown: the stake is off at once, the win is on when it was seen. */
  balance: bigint
  /** What of it was bonus money when it was last sure; null without an open bonus. */
  bonus: bigint | null
  /** Off the balance, and not answered or not shown yet. */
  staking: bigint
  stake: bigint
  now: Shown<View> | null
  isFree: boolean
  isPaused: boolean
  isOffline: boolean
  auto: AutoRun | null
  /** The place wants a time between two stakes. */
  isWaiting: boolean
  /** Rounds that are under way beside each other, and how many may be; see volley.ts. */
  flying: number
  mostFlying: number
}

export type Outcome<View> = { now: Shown<View>; isFree: boolean; jackpot: WireStanding['jackpot'] }

/** Our own server made it by the same mathematics: believed, not checked. */
const isView = <View>(view: unknown): view is View => view !== undefined

export function shownOf<View>(
  wire: Pick<WireStanding, 'round' | 'step' | 'stake' | 'staked' | 'won' | 'is_over' | 'is_free' | 'view'>,
) {
  const { round, step, stake, staked, won, is_over: isOver, is_free: isFree, view } = wire
  if (!isView<View>(view)) throw new Error('a standing without a view')
  const shown: Shown<View> = {
    round,
    step,
    stake: minorOf(stake),
    staked: minorOf(staked),
    won: minorOf(won),
    isOver,
    isFree,
    view,
  }
  return shown
}

export const bonusIn = ({ bonus }: Pick<WireStanding, 'bonus'>): bigint | null => (bonus ? minorOf(bonus) : null)

export function firstState<View>(facts: GameFacts): State<View> {
  const balance = minorOf(facts.balance)
  return {
    phase: 'idle',
    facts,
    balance,
    bonus: bonusIn(facts),
    staking: 0n,
    stake: firstStake(ladderOf(facts), balance),
    now: null,
    isFree: false,
    isPaused: false,
    isOffline: false,
    auto: null,
    isWaiting: false,
    flying: 0,
    mostFlying: 1,
  }
}

type Whole = State<unknown>

/** A round is under way: the page around the game lets the player leave only after a question. */
export const isBusy = ({ phase }: Pick<Whole, 'phase'>) => phase === 'asking' || phase === 'showing' || phase === 'open'

export const isAtRest = ({ phase, flying }: Pick<Whole, 'phase' | 'flying'>) => phase === 'idle' && flying === 0

export const isUnderWay = ({ phase, flying }: Pick<Whole, 'phase' | 'flying'>) => isBusy({ phase }) || flying > 0

export const mayPlay = ({ phase, isPaused, isWaiting }: Pick<Whole, 'phase' | 'isPaused' | 'isWaiting'>) =>
  phase === 'idle' && !isPaused && !isWaiting

/** No further round has room beside those under way. */
export const isFull = ({ flying, mostFlying }: Pick<Whole, 'flying' | 'mostFlying'>) => flying >= mostFlying

export const isFreeNext = ({ facts }: Pick<Whole, 'facts'>) =>
  (facts.pack?.remaining_count ?? 0) > 0 && facts.mode === 'real'

/** The stake of the next round: the pack's, the chips that the player set (`chips`), or the bar's. */
export function nextStake({ facts, stake }: Pick<Whole, 'facts' | 'stake'>, chips: (() => bigint) | undefined): bigint {
  const { pack } = facts
  if (pack && pack.remaining_count > 0 && !chips) return minorOf(pack.stake)
  return chips?.() ?? stake
}

/** What an answer says of the rounds after it. */
export function factsAfter(
  { fairness, pack }: Pick<GameFacts, 'fairness' | 'pack'>,
  { nonce, free_left: freeLeft }: Pick<WireStanding, 'nonce' | 'free_left'>,
): Pick<GameFacts, 'fairness' | 'pack'> {
  return {
    fairness: { ...fairness, nonce: Math.max(fairness.nonce, nonce + 1) },
    pack: pack && (freeLeft > 0 ? { ...pack, remaining_count: freeLeft } : null),
  }
}

/** Another tab or device went on with the round, or ended it: what is shown here is old. */
export const isOutdated = (reason: string | null | undefined) =>
  ['ROUND_OVER', 'ROUND_CONFLICT', 'ROUND_UNKNOWN'].includes(reason ?? '')
