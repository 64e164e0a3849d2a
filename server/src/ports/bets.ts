import type { AskedBet } from '@croupier/contract/methods/bets'

/** Bets of players. What arrives together is committed together. */
export type Bets = {
  /** The number of the bet, the same for the same key for ever; throws the refusal. */
  place: (asked: { playerId: bigint; sessionId: bigint; bet: AskedBet }) => Promise<bigint>
}
