import type { GameFacts, WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal } from '@croupier/contract/refusals'
import { type AutoPlan, type AutoRun, afterRound, beginAuto, mayStake } from './autoplay.ts'
import { type Caller, newRound, restOrOnline } from './call.ts'
import type { GameView, Shown } from './game-client.ts'
import { firstStake, fitted, ladderOf } from './ladder.ts'
import { minorOf, wireOf } from './money-text.ts'
import type { Notes } from './notes.ts'
import { type Advice, adviceOf, reasonOf, waitMsOf } from './refusals.ts'
import { untilSure } from './until-sure.ts'

/** `open`: a round waits for a choice. `ended`: this launch cannot go on. */
export type Phase = 'idle' | 'asking' | 'showing' | 'open' | 'ended'

/** How the game stands. Only this file writes to it. */
export type State<View> = {
  phase: Phase
  facts: GameFacts
  /** As shown: the stake is off at once, the win is on when it was seen. */
  balance: bigint
  stake: bigint
  now: Shown<View> | null
  isFree: boolean
  isPaused: boolean
  isOffline: boolean
  auto: AutoRun | null
  /** The place wants a time between two stakes. */
  isWaiting: boolean
}

export type Outcome<View> = { now: Shown<View>; isFree: boolean; jackpot: WireStanding['jackpot'] }

type Need<View> = {
  facts: GameFacts
  gameView: GameView<View>
  call: Caller
  notes: Notes
  /** Something to draw changed. */
  onChange: () => void
  onStake: () => void
  onOver: (outcome: Outcome<View>) => Promise<void>
  onRefused: (advice: Advice) => void
  onAutoEnd: () => void
  /** A pause between two rounds that follow each other. */
  breathe: () => Promise<void>
}

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

export function createRounds<View>(need: Need<View>) {
  const { gameView, call, notes, onChange } = need
  const { facts } = need
  const balance = minorOf(facts.balance)
  const state: State<View> = {
    phase: 'idle',
    facts,
    balance,
    stake: firstStake(ladderOf(facts), balance),
    now: null,
    isFree: false,
    isPaused: false,
    isOffline: false,
    auto: null,
    isWaiting: false,
  }
  let nextStakeAt = 0
  let isStale = false

  const set = (change: Partial<State<View>>) => {
    const wasBusy = isBusy()
    Object.assign(state, change)
    if (wasBusy !== isBusy()) notes.tell({ type: 'busy', is_busy: isBusy() })
    onChange()
  }
  const isBusy = () => state.phase === 'asking' || state.phase === 'showing' || state.phase === 'open'

  const sure = <T>(ask: () => Promise<T>) =>
    untilSure(ask, { rest: restOrOnline, onUnsure: (isOffline) => set({ isOffline }) })

  /** The stake of the next round: the pack's, the title's chips, or the bar's. */
  const stakeNow = (): bigint => {
    const { pack } = state.facts
    if (pack && pack.remaining_count > 0 && !gameView.stake) return minorOf(pack.stake)
    return gameView.stake?.() ?? state.stake
  }
  const isFreeNext = () => (state.facts.pack?.remaining_count ?? 0) > 0 && state.facts.mode === 'real'

  const mayPlay = () => state.phase === 'idle' && !state.isPaused && !state.isWaiting

  function pace() {
    const { round_ms: roundMs } = state.facts.profile
    if (roundMs <= 0) return
    nextStakeAt = performance.now() + roundMs
    set({ isWaiting: true })
    setTimeout(() => {
      if (performance.now() >= nextStakeAt - 5) set({ isWaiting: false })
    }, roundMs)
  }

  function take(wire: WireStanding) {
    const { fairness, pack } = state.facts
    state.facts.fairness = { ...fairness, nonce: Math.max(fairness.nonce, wire.nonce + 1) }
    if (pack) state.facts.pack = wire.free_left > 0 ? { ...pack, remaining_count: wire.free_left } : null
  }

  /** Shows an answer, and only then what it did to the balance. */
  async function reveal(wire: WireStanding, before: Shown<View> | null, isInstant: boolean) {
    const now = shownOf<View>(wire)
    take(wire)
    set({ phase: 'showing', now, isFree: wire.is_free })
    try {
      await gameView.show(now, before, { isInstant })
    } catch (error) {
      // The round is decided and paid: a drawing that failed is for whoever reads the console, not a reason to stand still.
      reportError(error)
    }
    set({ phase: now.isOver ? 'idle' : 'open', balance: minorOf(wire.balance) })
    notes.tell({ type: 'balance', balance: wire.balance })
    if (!now.isOver) return now
    const won = wireOf(now.won + (wire.jackpot ? minorOf(wire.jackpot.won) : 0n), facts.currency)
    notes.tell({ type: 'round', staked: wire.staked, won, is_free: wire.is_free })
    if (isStale) void refresh()
    await need.onOver({ now, isFree: wire.is_free, jackpot: wire.jackpot })
    return now
  }

  function refused(error: unknown, before: Pick<State<View>, 'phase' | 'balance' | 'now'>) {
    if (!Refusal.is(error)) throw error
    const advice = adviceOf(error)
    stopAuto()
    set({ ...before, phase: advice.isEnd ? 'ended' : before.phase })
    gameView.calledOff?.()
    notes.tell({ type: 'refused', name: error.type, reason: reasonOf(error) })
    if (advice.remedy === 'reload') notes.tell({ type: 'fault', reason: reasonOf(error) })
    need.onRefused(advice)
  }

  /** True where a round was opened. */
  async function play(): Promise<boolean> {
    const choice = gameView.opening()
    if (!mayPlay() || choice === null || choice === undefined) return false
    const stake = stakeNow()
    if (stake <= 0n) return false
    const { phase, balance, now } = state
    const isFree = isFreeNext()
    const params = {
      round: newRound(),
      stake: wireOf(stake, state.facts.currency).amount,
      choice: JSON.stringify(choice),
    }
    set({ phase: 'asking', balance: isFree ? balance : balance - stake, isFree })
    need.onStake()
    gameView.called?.()
    try {
      const wire = await sure(() => patiently(() => call('rounds.play', params)))
      pace()
      await reveal(wire, null, false)
      return true
    } catch (error) {
      refused(error, { phase, balance, now })
      if (reasonOf(error) === 'ROUND_OPEN') await look()
      return false
    }
  }

  /** Too early is no reason to trouble the player: the same stake is asked again when its time has come. */
  async function patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        const waitMs = waitMsOf(error)
        if (waitMs === null) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, 10_000)))
      }
    }
  }

  async function act(choice: unknown): Promise<void> {
    const { phase, balance, now } = state
    if (phase !== 'open' || !now || state.isPaused) return
    set({ phase: 'asking' })
    const params = { round: now.round, step: String(now.step), choice: JSON.stringify(choice) }
    try {
      const wire = await sure(() => call('rounds.act', params))
      const added = minorOf(wire.staked) - now.staked
      if (added > 0n) set({ balance: balance - added })
      await reveal(wire, now, false)
    } catch (error) {
      refused(error, { phase, balance, now })
      // Another tab or device went on with it, or ended it.
      if (['ROUND_OVER', 'ROUND_CONFLICT', 'ROUND_UNKNOWN'].includes(reasonOf(error) ?? '')) await look()
    }
  }

  /** How things stand at the server, without a stake: after another tab, and when a round turned out to be open. */
  async function look() {
    const { phase, balance, now } = state
    try {
      const fresh = await sure(() => call('rounds.open', {}))
      state.facts = Object.assign(facts, fresh)
      if (fresh.round) await reveal(fresh.round, null, true)
      else set({ phase: 'idle', balance: minorOf(fresh.balance) })
    } catch (error) {
      // A launch that has ended meanwhile says so here too: the player is told, and may load the game again.
      refused(error, { phase, balance, now })
    }
  }

  async function refresh() {
    if (state.phase !== 'idle') {
      isStale = true
      return
    }
    isStale = false
    try {
      const fresh = await call('rounds.getBalance', {})
      if (state.phase !== 'idle') return
      set({ balance: minorOf(fresh.balance) })
      notes.tell({ type: 'balance', balance: fresh.balance })
    } catch {
      // The next round says it.
    }
  }

  function stopAuto() {
    if (!state.auto) return
    set({ auto: null })
    need.onAutoEnd()
  }

  async function startAuto(plan: AutoPlan) {
    if (!mayPlay() || state.auto) return
    set({ auto: beginAuto(plan) })
    while (state.auto) {
      if (!mayStake(state.auto, stakeNow())) break
      const hadLine = !state.isOffline
      if (!(await play()) || !state.now?.isOver || !hadLine) break
      const { auto, now } = state
      if (!auto) return
      const run = afterRound(auto, {
        staked: state.isFree ? 0n : now.staked,
        won: now.won,
        isFeature: gameView.isFeature?.(now) === true,
      })
      set({ auto: run })
      if (!run) break
      await need.breathe()
      while (state.isWaiting && state.auto) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    set({ auto: null })
    need.onAutoEnd()
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopAuto()
  })

  return {
    state,
    play: async () => {
      await play()
    },
    act,
    refresh,
    startAuto,
    stopAuto,
    stakeNow,
    isFreeNext,
    mayPlay,
    isIdle: () => !state.isPaused && (state.phase === 'idle' || state.phase === 'open'),
    setStake(stake: bigint) {
      if (state.phase !== 'idle' && state.phase !== 'open') return
      set({ stake: fitted(stake, ladderOf(state.facts)) })
    },
    pause(isPaused: boolean) {
      if (isPaused) stopAuto()
      set({ isPaused })
    },
    /** The round that was left unfinished. */
    async resume() {
      if (facts.round) await reveal(facts.round, null, true)
    },
  }
}

export type Rounds<View> = ReturnType<typeof createRounds<View>>
