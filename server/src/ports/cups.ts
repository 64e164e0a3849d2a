/** Joining tournaments. What arrives together is committed together. */
export type Cups = {
  /** Again is no mistake; throws the refusal. */
  join: (asked: { playerId: bigint; tournamentId: bigint }) => Promise<void>
}
