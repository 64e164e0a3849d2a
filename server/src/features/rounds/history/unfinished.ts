import type { Operation } from '../../../context.ts'
import { modeOf } from '../batch/store.ts'
import { openCards, wireMoney } from '../wire.ts'

export const getUnfinished: Operation<'rounds.getUnfinished'> = async (ctx, { count, offset }) => {
  const { id: playerId } = ctx.player
  const { history } = ctx.rounds
  const [rounds, total] = await Promise.all([
    history.openPage(ctx.sql, playerId, { count, offset }),
    history.countOpen(ctx.sql, playerId),
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
