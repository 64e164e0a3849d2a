import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Currency } from '@croupier/contract/money'
import type { History } from './history.ts'

type PlayMode = 'real' | 'demo'

/** What a token of an own game stands for: a player or a guest, in one game. */
type Launch = {
  playerId: bigint | null
  guestId: bigint | null
  tokenHash: string
  game: string
  mode: PlayMode
  currency: Currency
  isExpired: boolean
}

/** What own games ask for. Whose token it is was found out before; the batch looks again. */
export type OwnAsk =
  | { kind: 'play'; playerId: bigint; tokenHash: string; round: string; stake: bigint; choice: unknown }
  | { kind: 'act'; playerId: bigint; tokenHash: string; round: string; step: number; choice: unknown }
  /** A round whose rules are gone. */
  | { kind: 'void'; playerId: bigint; round: string }
  /** A round whose chance may be known: the house was put back to an earlier day. */
  | { kind: 'cancel'; playerId: bigint; round: string }

/** Why a play at the table may end now: the player's touch, a height that is reached, the end of the flight. */
export type Leaving =
  | { cause: 'touch'; startsMs: number; point: number }
  | { cause: 'height'; height: number }
  | { cause: 'end'; point: number; isInterrupted: boolean }

/** What players want of the table that they share. */
export type TableAsk =
  | {
      kind: 'join'
      playerId: bigint
      tokenHash: string
      round: string
      game: string
      mode: PlayMode
      currency: Currency
      stake: bigint
      choice: unknown
    }
  /** The link is a secret until the round is over. */
  | { kind: 'leave'; playerId: bigint; round: string; game: string; link: Buffer; leaving: Leaving }

/** Stakes of our own games. */
export type Rounds = {
  /** What a token stands for, or the refusal. */
  launchOf: (token: string) => Promise<Launch>
  /** The same, only while it lasts and as the database knows it now. */
  openLaunchOf: (token: string) => Promise<Launch>
  /** A stake or a choice: how the round stands, or the refusal. */
  play: (ask: OwnAsk) => Promise<WireStanding>
  /** A stake or a touch at the table that all players share: how the play stands, or the refusal. */
  atTable: (ask: TableAsk) => Promise<WireStanding>
  /** The work of a guest, who has one call under way at a time and waits in a line of guests. */
  asGuest: <T>(guestId: bigint, work: () => Promise<T>) => Promise<T>
  /** What players did, of all products. */
  history: History
}
