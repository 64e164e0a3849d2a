import type { WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal } from '@croupier/contract/refusals'
import { type AutoPlan, afterRound, beginAuto, mayStake } from './autoplay.ts'
import { newRound, restOrOnline } from './call.ts'
import type { Shown } from './game-client.ts'
import { fitted, ladderOf } from './ladder.ts'
import { minorOf, wireOf } from './money-text.ts'
import { adviceOf, isAboutBonus, reasonOf, waysOut } from './refusals.ts'
import {
  bonusIn,
  factsAfter,
  firstState,
  isAtRest,
  isFreeNext,
  isFull,
  isOutdated,
  isUnderWay,
  mayPlay,
  nextStake,
  type State,
  shownOf,
} from './round-state.ts'
import type { Before, RoundsOptions, Running } from './running.ts'
import { untilSure } from './until-sure.ts'
import { createVolley, mayOverlap, patiently } from './volley.ts'

function pace<View>(game: Running<View>) {
  const { round_ms: roundMs } = game.state.facts.profile
  if (roundMs <= 0) return
  game.nextStakeAt = performance.now() + roundMs
  game.set({ isWaiting: true })
  setTimeout(() => {
    if (performance.now() >= game.nextStakeAt - 5) game.set({ isWaiting: false })
  }, roundMs)
}

/** Shows an answer, and only then what it did to the balance. */
async function reveal<View>(game: Running<View>, wire: WireStanding, before: Shown<View> | null, isInstant: boolean) {
  const { state, set, notes } = game
  const now = shownOf<View>(wire)
  Object.assign(state.facts, factsAfter(state.facts, wire))
  set({ phase: 'showing', now, isFree: wire.is_free })
  try {
    await game.gameView.show(now, before, { isInstant })
  } catch (error) {
    // The round is decided and paid: a drawing that failed is for the console, not a reason to stand still.
    reportError(error)
  }
  set({ phase: now.isOver ? 'idle' : 'open', balance: minorOf(wire.balance), bonus: bonusIn(wire), staking: 0n })
  if (!now.isOver) return
  const won = wireOf(now.won + (wire.jackpot ? minorOf(wire.jackpot.won) : 0n), state.facts.currency)
  notes.tell({ type: 'round', staked: wire.staked, won, is_free: wire.is_free })
  if (game.isStale) void refresh(game)
  await game.onOver({ now, isFree: wire.is_free, jackpot: wire.jackpot })
}

/** `stake`: what was asked for, as long as the state still knows it. */
function refused<View>(
  game: Running<View>,
  error: unknown,
  before: Before<View>,
  ask?: () => Promise<unknown>,
  stake = game.state.staking,
) {
  if (!Refusal.is(error)) throw error
  const advice = adviceOf(error)
  stopAuto(game)
  game.again = ask && reasonOf(error) === 'BONUS_START' ? { ask, isDue: false } : null
  game.set({ staking: 0n, ...before, phase: advice.isEnd ? 'ended' : before.phase })
  game.gameView.calledOff?.()
  game.notes.tell({ type: 'refused', name: error.type, reason: reasonOf(error), ...aboutBonus(game, error, stake) })
  if (advice.remedy === 'reload') game.notes.tell({ type: 'fault', reason: reasonOf(error) })
  game.onRefused(advice)
}

/** What the page needs to ask the player; nothing where no bonus money was in it. */
function aboutBonus<View>({ state: { facts }, gameView }: Running<View>, error: unknown, stake: bigint) {
  if (!isAboutBonus(error) || stake <= 0n) return {}
  const { currency } = facts
  const ladder = ladderOf(facts)
  const { most, lower } = waysOut(error, { stake, currency, ladder, isByChips: gameView.stake !== undefined })
  return {
    stake: wireOf(stake, currency),
    ...(most !== null && { most: wireOf(most, currency) }),
    ...(lower !== null && { lower: wireOf(lower, currency) }),
  }
}

/** True where a round was opened. */
async function play<View>(game: Running<View>): Promise<boolean> {
  const { state, set, gameView } = game
  const choice = gameView.opening()
  if (!mayPlay(state) || state.flying > 0 || choice === null || choice === undefined) return false
  const stake = nextStake(state, gameView.stake)
  if (stake <= 0n) return false
  const { phase, balance, now } = state
  const isFree = isFreeNext(state)
  const params = {
    round: newRound(),
    stake: wireOf(stake, state.facts.currency).amount,
    choice: JSON.stringify(choice),
  }
  const staking = isFree ? 0n : stake
  set({ phase: 'asking', balance: balance - staking, staking, isFree })
  game.onStake()
  gameView.called?.()
  try {
    const wire = await game.sure(() => patiently(() => game.call('rounds.play', params)))
    pace(game)
    await reveal(game, wire, null, false)
    return true
  } catch (error) {
    refused(game, error, { phase, balance, now }, () => play(game))
    if (reasonOf(error) === 'ROUND_OPEN') await look(game)
    return false
  }
}

async function act<View>(game: Running<View>, choice: unknown): Promise<void> {
  const { phase, balance, now, isPaused } = game.state
  if (phase !== 'open' || !now || isPaused) return
  game.set({ phase: 'asking' })
  const params = { round: now.round, step: String(now.step), choice: JSON.stringify(choice) }
  try {
    const wire = await game.sure(() => game.call('rounds.act', params))
    const added = minorOf(wire.staked) - now.staked
    if (added > 0n) game.set({ balance: balance - added, staking: added })
    await reveal(game, wire, now, false)
  } catch (error) {
    refused(game, error, { phase, balance, now }, () => act(game, choice))
    if (isOutdated(reasonOf(error))) await look(game)
  }
}

/** How things stand at the server, without a stake: after another tab, and when a round turned out to be open. */
async function look<View>(game: Running<View>) {
  const { phase, balance, now, facts } = game.state
  try {
    const fresh = await game.sure(() => game.call('rounds.open', {}))
    Object.assign(facts, fresh)
    if (fresh.round) await reveal(game, fresh.round, null, true)
    else game.set({ phase: 'idle', balance: minorOf(fresh.balance), bonus: bonusIn(fresh), staking: 0n })
  } catch (error) {
    // A launch that has ended meanwhile says so here too: the player is told, and may load the game again.
    refused(game, error, { phase, balance, now })
  }
}

async function refresh<View>(game: Running<View>) {
  const { state } = game
  game.isStale = !isAtRest(state)
  if (game.isStale) return
  try {
    const fresh = await game.call('rounds.getBalance', {})
    if (!isAtRest(state)) return
    game.set({ balance: minorOf(fresh.balance), bonus: bonusIn(fresh) })
  } catch {
    // The next round says it.
  }
}

function stopAuto<View>({ state, set, onAutoEnd }: Running<View>) {
  if (!state.auto) return
  set({ auto: null })
  onAutoEnd()
}

async function startAuto<View>(game: Running<View>, plan: AutoPlan) {
  const { state, set, gameView } = game
  if (!mayPlay(state) || state.auto || state.flying > 0) return
  set({ auto: beginAuto(plan) })
  while (state.auto) {
    if (!mayStake(state.auto, nextStake(state, gameView.stake))) break
    const hadLine = !state.isOffline
    if (!(await play(game)) || !state.now?.isOver || !hadLine) break
    const { auto, now } = state
    if (!auto) return
    const run = afterRound(auto, {
      staked: state.isFree ? 0n : now.staked,
      won: now.won,
      isFeature: gameView.isFeature?.(now) === true,
    })
    set({ auto: run })
    if (!run) break
    await game.breathe()
    while (state.isWaiting && state.auto) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  set({ auto: null })
  game.onAutoEnd()
}

export function createRounds<View>(options: RoundsOptions<View>) {
  const { facts, gameView, notes, onChange } = options
  const state = firstState<View>(facts)
  /** The page around shows what is shown here, so it has to hear each change, the stake's too. */
  const tellBalance = () => {
    const money = (minor: bigint) => wireOf(minor, state.facts.currency)
    const parts = state.bonus === null ? {} : { bonus: money(state.bonus), staking: money(state.staking) }
    notes.tell({ type: 'balance', balance: money(state.balance), ...parts })
  }
  const set = (change: Partial<State<View>>) => {
    const wasBusy = isUnderWay(state)
    const { balance, bonus } = state
    Object.assign(state, change)
    if (balance !== state.balance || bonus !== state.bonus) tellBalance()
    if (wasBusy !== isUnderWay(state)) notes.tell({ type: 'busy', is_busy: !wasBusy })
    onChange()
  }
  const game: Running<View> = {
    ...options,
    state,
    set,
    sure: (ask) => untilSure(ask, { rest: restOrOnline, onUnsure: (isOffline) => set({ isOffline }) }),
    nextStakeAt: 0,
    isStale: false,
    again: null,
  }
  if (gameView.atOnce && facts.profile.round_ms <= 0) state.mostFlying = gameView.atOnce.most
  const volley = createVolley(game, {
    refused: (...told) => refused(game, ...told),
    refresh: () => refresh(game),
  })
  /** A game that is covered waits until it is seen again. */
  const goAgain = () => {
    const { again } = game
    if (!again) return
    again.isDue = state.isPaused
    if (state.isPaused) return
    game.again = null
    void again.ask()
  }

  tellBalance()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopAuto(game)
  })

  return {
    state,
    play: async () => {
      if (mayOverlap(state, gameView)) await volley.press()
      else await play(game)
    },
    isHalted: volley.isHalted,
    act: (choice: unknown) => act(game, choice),
    refresh: () => refresh(game),
    startAuto: (plan: AutoPlan) => startAuto(game, plan),
    stopAuto: () => stopAuto(game),
    stakeNow: () => nextStake(state, gameView.stake),
    isFreeNext: () => isFreeNext(state),
    mayPlay: () => mayPlay(state) && !isFull(state),
    isIdle: () => !state.isPaused && (state.phase === 'idle' || state.phase === 'open'),
    setStake(stake: bigint) {
      if (state.phase !== 'idle' && state.phase !== 'open') return
      set({ stake: fitted(stake, ladderOf(state.facts)) })
    },
    pause(isPaused: boolean) {
      if (isPaused) stopAuto(game)
      set({ isPaused })
      if (!isPaused && game.again?.isDue) goAgain()
    },
    /** The stake that was refused until the player had said yes. */
    again: goAgain,
    /** The round that was left unfinished. */
    async resume() {
      if (facts.round) await reveal(game, facts.round, null, true)
    },
  }
}

export type Rounds<View> = ReturnType<typeof createRounds<View>>
