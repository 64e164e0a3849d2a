import { isCurrency, toWire } from '@croupier/contract/money'
import type { Operation } from '../../context.ts'
import { cardsOf } from '../games/games.ts'
import { readPacks } from './store.ts'

export const getPacks: Operation<'freespins.get'> = async (
  { sql, player, content, locale },
  { status, count, offset },
) => {
  const { total, rows } = await readPacks(sql, { playerId: player.id, status, count, offset })
  const cards = await cardsOf(
    { sql, content, locale },
    rows.map(({ game }) => game),
  )
  const items = rows.map((row) => {
    const { currency } = row
    if (!isCurrency(currency)) throw new Error('an unknown currency')
    return {
      id: String(row.id),
      game: cards.get(row.game) ?? { sysname: row.game, name: row.game, image_url: '' },
      status: row.status,
      total_count: row.total,
      remaining_count: row.remaining,
      stake: toWire(row.stake, currency),
      won: toWire(row.won, currency),
      winnings: 'main' as const,
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    }
  })
  return { items, total, offset, limit: count }
}
