import type { Operation } from '../../../context.ts'
import { modeOf } from '../batch/store.ts'
import { openCards, wireMoney } from '../wire.ts'
import { roundsHistory } from './history-store.ts'

/** Rounds alone: a bet that runs waits for a match, not for its player. */
export const getUnfinished: Operation<'rounds.getUnfinished'> = async (ctx, { count, offset }) => {
  const { id: playerId } = ctx.player
  const [rounds, total] = await Promise.all([
    roundsHistory.openPage(ctx.sql, playerId, { count, offset }),
    roundsHistory.countOpen(ctx.sql, playerId),
  ])
  const cardOf = await openCards(
    ctx,
    rounds.map(({ game }) => game),
  )
  const items = rounds.map(({ round, provider, game, mode, staked, currency, openedAt }) => ({
    round,
    provider,
    game: cardOf(game),
    mode: modeOf(mode),
    staked: wireMoney(staked, currency),
    opened_at: openedAt.toISOString(),
  }))
  return { items, total, offset, limit: count }
}
