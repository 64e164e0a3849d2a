import type { WireStanding } from '@croupier/contract/methods/rounds'
import { newRound } from './call.ts'
import type { GameView, Shown } from './game-client.ts'
import { minorOf, wireOf } from './money-text.ts'
import { waitMsOf } from './refusals.ts'
import { factsAfter, isFreeNext, isFull, mayPlay, nextStake, type Outcome, type State, shownOf } from './round-state.ts'
import type { Before, Running } from './running.ts'

/** Between two rounds that one press opens. */
const gapMs = 220

/** What came of all rounds that were under way together: they are celebrated as one, so that a loss is never sung. */
type Volley<View> = { staked: bigint; won: bigint; last: Shown<View>; jackpot: WireStanding['jackpot'] }

type Hands<View> = {
  refused: (error: unknown, before: Before<View>, ask: () => Promise<unknown>, stake: bigint) => void
  refresh: () => Promise<void>
}

/** A place that wants time between two stakes has them one after the other; so has a pack of free rounds, and autoplay. */
export const mayOverlap = <View>(
  state: Pick<State<View>, 'facts' | 'auto'>,
  { atOnce }: Pick<GameView<View>, 'atOnce'>,
) => atOnce !== undefined && state.facts.profile.round_ms <= 0 && !isFreeNext(state) && !state.auto

/** Too early is no reason to trouble the player: the same stake is asked again when its time has come. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
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

function added<View>(volley: Volley<View> | null, now: Shown<View>, jackpot: WireStanding['jackpot']): Volley<View> {
  const { staked = 0n, won = 0n } = volley ?? {}
  return { staked: staked + now.staked, won: won + now.won, last: now, jackpot: jackpot ?? volley?.jackpot ?? null }
}

const outcomeOf = <View>({ staked, won, last, jackpot }: Volley<View>): Outcome<View> => ({
  now: { ...last, stake: staked, staked, won },
  isFree: false,
  jackpot,
})

/**
 * Rounds that are under way beside each other, each asked for and answered on its own. The balance is counted from what
 * was seen, in whatever order answers come; when the last one has landed the house is asked for it.
 */
export function createVolley<View>(game: Running<View>, { refused, refresh }: Hands<View>) {
  const { state, set, gameView, notes } = game
  let volley: Volley<View> | null = null
  /** A no stops what has not been asked for yet, until all of them have landed. */
  let isHalted = false

  async function end() {
    if (state.flying > 0) return
    isHalted = false
    const landed = volley
    volley = null
    void refresh()
    if (landed) await game.onOver(outcomeOf(landed))
  }

  async function land(wire: WireStanding, stake: bigint) {
    const now = shownOf<View>(wire)
    Object.assign(state.facts, factsAfter(state.facts, wire))
    try {
      await gameView.show(now, null, { isInstant: false })
    } catch (error) {
      // The round is decided and paid: a drawing that failed is for the console.
      reportError(error)
    }
    const won = now.won + (wire.jackpot ? minorOf(wire.jackpot.won) : 0n)
    const { balance, staking, flying } = state
    volley = added(volley, now, wire.jackpot)
    set({ now, isFree: false, balance: balance + won, staking: staking - stake, flying: flying - 1 })
    notes.tell({ type: 'round', staked: wire.staked, won: wireOf(won, state.facts.currency), is_free: false })
  }

  async function drop(choice: unknown): Promise<void> {
    const stake = nextStake(state, gameView.stake)
    if (stake <= 0n) return
    const params = {
      round: newRound(),
      stake: wireOf(stake, state.facts.currency).amount,
      choice: JSON.stringify(choice),
    }
    set({ balance: state.balance - stake, staking: state.staking + stake, flying: state.flying + 1 })
    game.onStake()
    gameView.called?.()
    try {
      const wire = await game.sure(() => patiently(() => game.call('rounds.play', params)))
      await land(wire, stake)
    } catch (error) {
      isHalted = true
      const { phase, balance, staking, now } = state
      set({ flying: state.flying - 1 })
      refused(error, { phase, balance: balance + stake, staking: staking - stake, now }, press, stake)
    }
    await end()
  }

  const mayDrop = () => mayPlay(state) && !isFull(state) && !isHalted && !(state.isOffline && state.flying > 0)

  /** As many as one press opens, as far as nothing stands in the way meanwhile. */
  async function press(): Promise<void> {
    const wanted = Math.max(1, gameView.atOnce?.perPress() ?? 1)
    for (let count = 0; count < wanted; count += 1) {
      if (count > 0) await new Promise((resolve) => setTimeout(resolve, gapMs))
      const choice = gameView.opening()
      if (!mayDrop() || choice === null || choice === undefined || (count > 0 && document.hidden)) return
      void drop(choice)
    }
  }

  return {
    press,
    /** What the last no said stays to be read while others land. */
    isHalted: () => isHalted,
  }
}
