import { currencyOf, toWire } from '@croupier/contract/money'
import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { cardsOf } from '../games/games.ts'
import { readOwnBonus } from './store.ts'
import { listWagers } from './wager-store.ts'
import { hundredths } from './wire-bonus.ts'

export const getWagers: Operation<'bonuses.getWagers'> = async (ctx, { bonus_id, count, offset }) => {
  const bonus = await readOwnBonus(ctx.sql, ctx.player.id, BigInt(bonus_id))
  if (!bonus) throw wrongField('UNKNOWN_BONUS', 'bonus_id', 'No such bonus')
  const currency = currencyOf(bonus)
  const { rows, total } = await listWagers(ctx.sql, bonus.id, { count, offset })
  const cards = await cardsOf(
    ctx,
    rows.map(({ game }) => game),
  )
  const items = rows.map((row) => ({
    id: String(row.id),
    game: cards.get(row.game) ?? { sysname: row.game, name: row.game, image_url: '' },
    round: row.round,
    staked: toWire(row.staked, currency),
    paid_by_bonus: toWire(row.paid, currency),
    percent: hundredths(row.rate),
    counted: toWire(row.counted / 10_000n, currency),
    is_reversed: row.isReversed,
    at: row.at.toISOString(),
  }))
  return { items, total, offset, limit: count }
}
