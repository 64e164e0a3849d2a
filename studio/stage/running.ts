import type { GameFacts } from '@croupier/contract/methods/rounds'
import type { Caller } from './call.ts'
import type { GameView } from './game-client.ts'
import type { Notes } from './notes.ts'
import type { Advice } from './refusals.ts'
import type { Outcome, State } from './round-state.ts'

export type RoundsOptions<View> = {
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

/** A running game: how it stands, and what changes it. */
export type Running<View> = RoundsOptions<View> & {
  state: State<View>
  set: (change: Partial<State<View>>) => void
  /** Asks until there is an answer. */
  sure: <T>(ask: () => Promise<T>) => Promise<T>
  nextStakeAt: number
  /** The balance changed elsewhere while a round was under way. */
  isStale: boolean
  /** What was refused, and goes again once the player has said yes outside; `isDue`: as soon as the game goes on. */
  again: { ask: () => Promise<unknown>; isDue: boolean } | null
}

/** What a refused stake goes back to. */
export type Before<View> = Pick<State<View>, 'phase' | 'balance' | 'now'> & { staking?: bigint }
