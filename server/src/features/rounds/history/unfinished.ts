import type { Operation } from '../../../context.ts'
import { rememberedCards } from '../../games/games.ts'
import { modeOf } from '../batch/store.ts'
import { wireMoney } from '../wire.ts'
import { roundsHistory } from './history-store.ts'

/** Rounds alone: a bet that runs waits for a match, not for its player. */
export const getUnfinished: Operation<'rounds.getUnfinished'> = async (ctx, { count, offset }) => {
  const { id: playerId } = ctx.player
  const rounds = await roundsHistory.openPage(ctx.sql, playerId, { count, offset })
  // A first page that is not full is all there is.
  const isAll = offset === 0 && rounds.length < count
  const total = isAll ? rounds.length : await roundsHistory.countOpen(ctx.sql, playerId)
  const cards = await rememberedCards(
    ctx,
    rounds.map(({ game }) => game),
  )
  const items = rounds.map(({ round, provider, game, mode, staked, currency, openedAt }) => ({
    round,
    provider,
    game: cards.get(game) ?? { sysname: game, name: game, image_url: '' },
    mode: modeOf(mode),
    staked: wireMoney(staked, currency),
    opened_at: openedAt.toISOString(),
  }))
  return { items, total, offset, limit: count }
}
