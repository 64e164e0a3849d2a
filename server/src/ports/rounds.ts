import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Currency } from '@croupier/contract/money'

/** What a token of an own game stands for: a player or a guest, in one game. */
type Launch = {
  playerId: bigint | null
  guestId: bigint | null
  tokenHash: string
  game: string
  mode: 'real' | 'demo'
  currency: Currency
  isExpired: boolean
}

/** What own games ask for. Whose token it is was found out before; the batch looks again. */
type OwnCall =
  | { kind: 'play'; playerId: bigint; tokenHash: string; round: string; stake: bigint; choice: unknown }
  | { kind: 'act'; playerId: bigint; tokenHash: string; round: string; step: number; choice: unknown }
  /** A round whose rules are gone. */
  | { kind: 'void'; playerId: bigint; round: string }

/** Stakes of our own games. */
export type Rounds = {
  /** What a token stands for, or the refusal. */
  launchOf: (token: string) => Promise<Launch>
  /** The same, only while it lasts and as the database knows it now. */
  openLaunchOf: (token: string) => Promise<Launch>
  /** A stake or a choice: how the round stands, or the refusal. */
  play: (call: OwnCall) => Promise<WireStanding>
}
