import { isCurrency, toWire } from '@croupier/contract/money'
import { bonusTerms } from '@croupier/contract/promotion-terms'
import type { Operation } from '../../context.ts'
import { cardsOf } from '../games/games.ts'
import { readPacks } from './store.ts'

/** How often winnings have to be wagered, where they become a bonus. */
function wageringOf(terms: unknown): string | null {
  const parsed = bonusTerms.safeParse(terms)
  return parsed.success ? String(parsed.data.wagering.times / 100) : null
}

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
      winnings: row.winnings,
      max_win: row.maxWin === null ? null : toWire(row.maxWin, currency),
      wagering: wageringOf(row.terms),
      becomes: row.bonusId === null ? null : String(row.bonusId),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    }
  })
  return { items, total, offset, limit: count }
}
