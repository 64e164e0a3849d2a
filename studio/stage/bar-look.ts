import type { GameFacts } from '@croupier/contract/methods/rounds'
import type { BarLook } from './bar.ts'
import { sizeOf } from './celebrate.ts'
import type { GameView, Move } from './game-client.ts'
import { ladderOf } from './ladder.ts'
import { minorOf } from './money-text.ts'
import type { Advice, Remedy } from './refusals.ts'
import { isFreeNext, isFull, mayPlay, nextStake, type Outcome, type State } from './round-state.ts'

/** Buttons of the open round, also while an answer to one of them is awaited or shown. */
export function movesOf<View>(
  state: Pick<State<View>, 'phase' | 'now'>,
  moves: GameView<View>['moves'],
): readonly Move[] | null {
  const { phase, now } = state
  if (!now || now.isOver || !moves) return null
  return phase === 'open' || phase === 'asking' || phase === 'showing' ? moves(now) : null
}

/** True while the player may change the stake in the bar. */
export const canStake = <View>(state: State<View>, { stake }: Pick<GameView<View>, 'stake'>) =>
  stake === undefined && state.phase === 'idle' && !state.auto && !isFreeNext(state)

/** What the bar itself does not know of the round: texts, sound, pace. */
export type Extras = Pick<BarLook, 'line' | 'offer' | 'won' | 'isLoud' | 'isOffline'> & { isTurbo: boolean }

/** What the bar shows now. */
export function barLookOf<View>(
  state: State<View>,
  gameView: GameView<View>,
  texts: { money: (minor: bigint) => string; gameWords: (key: string) => string },
  { isTurbo, ...extras }: Extras,
): BarLook {
  const { facts, auto } = state
  const ladder = ladderOf(facts)
  const opening = state.phase === 'idle' ? gameView.opening() : null
  const isOff = !auto && (!mayPlay(state) || isFull(state) || opening === null || opening === undefined)
  const staked = state.now && !state.now.isOver ? state.now.staked : nextStake(state, gameView.stake)
  return {
    ...extras,
    balance: texts.money(state.balance),
    stake: texts.money(staked),
    hasStakeButtons: gameView.stake === undefined && !isFreeNext(state),
    isStakeOff: !canStake(state, gameView),
    isLess: state.stake > ladder.min,
    isMore: state.stake < ladder.max,
    main: {
      word: auto ? String(auto.left) : texts.gameWords(gameView.mainWord),
      icon: auto ? 'stop' : (gameView.mainIcon ?? 'turn'),
      isOff,
      isBusy: state.phase === 'asking' || state.phase === 'showing' || state.isWaiting || state.flying > 0,
    },
    moves: movesOf(state, gameView.moves),
    areMovesOff: state.phase !== 'open' || state.isPaused,
    auto: {
      isThere: facts.profile.has_autoplay && gameView.moves === undefined && !facts.game.is_shared,
      isOn: auto !== null,
      left: auto?.left ?? 0,
      isOff,
    },
    turbo: { isThere: facts.profile.has_turbo && !facts.game.is_shared, isOn: isTurbo },
    freeLeft: facts.mode === 'real' ? (facts.pack?.remaining_count ?? 0) : 0,
    mode: facts.mode,
  }
}

/** How a win is shown. A demo round shows its win and leaves it at that; what is no gain is told, and not sung. */
export function celebrationOf<View>({ now, isFree, jackpot }: Outcome<View>, mode: GameFacts['mode']) {
  const staked = isFree ? 0n : now.staked
  const total = now.won + (jackpot ? minorOf(jackpot.won) : 0n)
  const isGain = total > staked
  const stake = isFree ? now.stake : staked
  const size = isGain ? sizeOf(stake, total) : 'none'
  return {
    total,
    isGain,
    /** What the round gave or took. */
    net: total - staked,
    /** How many stakes it brought, in hundredths. */
    times: stake > 0n ? (total * 100n) / stake : 0n,
    isPulsing: mode === 'real' && size !== 'none' && size !== 'line',
    isGrand: isGain && mode === 'real' && (size === 'burst' || jackpot !== null),
  }
}

/** What the player is offered after a refusal, and the word for it. A guest needs an account before a deposit. */
export function offerAfter(advice: Advice, { mode, is_guest: isGuest }: Pick<GameFacts, 'mode' | 'is_guest'>) {
  const isDeposit = advice.remedy === 'deposit'
  const isDemo = mode === 'demo'
  const remedy: Remedy = !isDeposit ? advice.remedy : isDemo ? null : isGuest ? 'register' : 'deposit'
  return { remedy, word: isDeposit && isDemo ? 'refusal.DEMO_EMPTY' : advice.word }
}
