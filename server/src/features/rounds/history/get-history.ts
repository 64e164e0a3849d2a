import { Refusal } from '@croupier/contract/refusals'
import { studioGame } from '@croupier/studio/games'
import type { Operation } from '../../../context.ts'
import type { HistoryLine } from '../../../ports/history.ts'
import { modeOf } from '../batch/store.ts'
import { openCards, wireMoney, wirePaid } from '../wire.ts'

/** The mathematics that made it can still show it. */
const hasReplay = ({ game, version, isClosed }: HistoryLine) =>
  isClosed && version !== null && studioGame(game)?.maths.version === version

export const getHistory: Operation<'games.getHistory'> = async (ctx, { count, offset, mode, game, from, to }) => {
  const { site } = await ctx.content.config(ctx.locale)
  if (!site.features.betHistory) {
    throw new Refusal('InvalidParameter:HISTORY_CLOSED', { message: 'Rounds are not listed here' })
  }
  const { history } = ctx.rounds
  const past = { playerId: ctx.player.id, mode, game, from, to }
  const [rounds, total] = await Promise.all([
    history.page(ctx.sql, past, { count, offset }),
    history.count(ctx.sql, past),
  ])
  const cardOf = await openCards(
    ctx,
    rounds.map((round) => round.game),
  )
  const items = rounds.map((round) => ({
    round: round.round,
    provider: round.provider,
    game: cardOf(round.game),
    mode: modeOf(round.mode),
    staked: wireMoney(round.staked, round.currency),
    won: wireMoney(round.won, round.currency),
    is_closed: round.isClosed,
    opened_at: round.openedAt.toISOString(),
    is_free: round.isFree,
    ...wirePaid(round, round.currency),
    has_replay: hasReplay(round),
  }))
  return { items, total, offset, limit: count }
}
