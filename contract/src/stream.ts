/**
 * What `/stream` tells open pages, by the names on the wire. Players hear of themselves: `session` a session of theirs may
 * have ended, `account` something of the account changed, `balance` the purses (with the sums), `cashier` a deposit or a
 * payout went on. Every page hears what is public: sums of pots, new winners.
 */
export const playerTopics = ['session', 'account', 'balance', 'cashier'] as const
export type PlayerTopic = (typeof playerTopics)[number]

export const publicTopics = ['jackpots', 'winners'] as const
export type PublicTopic = (typeof publicTopics)[number]

export const streamTopics = [...playerTopics, ...publicTopics]
export type StreamTopic = PlayerTopic | PublicTopic
