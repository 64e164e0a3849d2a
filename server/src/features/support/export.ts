import type { Context } from '../../context.ts'
import { inPages } from '../../in-pages.ts'
import { chatEventsAfter, feedbackAfter } from './store.ts'

/** What this feature keeps about a player, for the player. */
export const exportSupport = async ({ sql }: Pick<Context, 'sql'>, playerId: bigint) => ({
  feedback: inPages(feedbackAfter(sql, playerId), ({ id, at, answered_at, ...feedback }) => ({
    ...feedback,
    at: at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  })),
  chat: inPages(chatEventsAfter(sql, playerId), ({ id, at, ...event }) => ({ ...event, at: at.toISOString() })),
})
