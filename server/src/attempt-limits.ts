/** Counters in the database, shared by all nodes, counted before anything is checked. */
export type AttemptLimits = {
  /** Refuses with TooManyRequests once the key has used up its points. */
  count: (name: string, limit: { points: number; seconds: number }, key: string) => Promise<void>
  /** Takes one count back: it turned out not to be a failure. */
  giveBack: (name: string, limit: { points: number; seconds: number }, key: string) => Promise<void>
  /** Forgets what a key has used: after the right password, after a reset. */
  forget: (name: string, key: string) => Promise<void>
}
