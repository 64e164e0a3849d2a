/** Who moves a state: the feed, the clock inside a transaction, the operator, the settler. */
export type Mover = 'feed' | 'clock' | 'operator' | 'settler'

type Moves<State extends string> = Readonly<Record<State, Readonly<Partial<Record<State, readonly Mover[]>>>>>

export type EventState =
  | 'planned'
  | 'open'
  | 'postponed'
  | 'live'
  | 'interrupted'
  | 'abandoned'
  | 'ended'
  | 'cancelled'
  | 'closed'
export type MarketState = 'off' | 'open' | 'suspended' | 'closed' | 'disputed' | 'resulted' | 'void'

/** Why betting is interrupted. */
export const stopCauses = ['DANGER', 'GOAL', 'REVIEW', 'FEED', 'OPERATOR', 'LIMIT'] as const
export type StopCause = (typeof stopCauses)[number]

const told = ['feed', 'operator'] as const
const toldOrTimed = ['feed', 'operator', 'clock'] as const

/** A move that is not here cannot happen. */
export const eventMoves: Moves<EventState> = {
  planned: { open: told, postponed: told, cancelled: told },
  open: { live: toldOrTimed, postponed: told, cancelled: told },
  postponed: { open: told, cancelled: told },
  live: { interrupted: told, ended: told, abandoned: toldOrTimed },
  interrupted: { live: told, abandoned: toldOrTimed, ended: told },
  abandoned: { closed: ['clock'] },
  ended: { closed: ['clock'] },
  cancelled: {},
  closed: {},
}

export const marketMoves: Moves<MarketState> = {
  off: { open: ['feed'], closed: ['feed'] },
  open: { suspended: toldOrTimed, closed: toldOrTimed },
  suspended: { open: told, closed: told, void: ['operator'] },
  closed: {
    resulted: ['feed', 'operator', 'settler'],
    void: ['feed', 'operator', 'settler'],
    disputed: ['feed', 'operator', 'settler'],
  },
  disputed: { resulted: ['operator'], void: ['operator'] },
  resulted: { closed: told },
  void: { closed: told },
}

const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State, by: Mover): boolean =>
  moves[from][to]?.includes(by) ?? false

export const mayMoveEvent = (from: EventState, to: EventState, by: Mover): boolean => mayMove(eventMoves, from, to, by)

export const mayMoveMarket = (from: MarketState, to: MarketState, by: Mover): boolean =>
  mayMove(marketMoves, from, to, by)

/** An event is closed when no result of it may change against a player any more. */
export const hoursUntilClosed = 72
