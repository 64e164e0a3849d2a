/**
 * What open pages of one player should look at again. `session`: a session was ended; `account`: something about the
 * player changed; `balance`: a purse, with what is in it; `cashier`: a deposit or payout went on; `bonuses`: a
 * bonus, free spins or cashback; `bets`: a bet was taken, refused or decided.
 */
export const playerTopics = ['session', 'account', 'balance', 'cashier', 'bonuses', 'bets'] as const
export type PlayerTopic = (typeof playerTopics)[number]

/** What every open page may see move, guests' too, with what is new; of tournaments only that a board is another one. */
export const publicTopics = ['jackpots', 'winners', 'tournament'] as const
export type PublicTopic = (typeof publicTopics)[number]

/** About the line itself: it is open, and who it knows; it ends, and another node is there. */
export const lineTopics = ['hello', 'reconnect'] as const

/** Everything that `GET /stream` says. */
export const streamTopics = [...lineTopics, ...playerTopics, ...publicTopics] as const
export type StreamTopic = (typeof streamTopics)[number]

/** What `GET /platform/stream/{name}` says: all of it, a change to it, and that it is still there. */
export type TableTopic = 'state' | 'players' | 'beat'
