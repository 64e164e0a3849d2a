import type { Context } from '../../context.ts'
import { readLikes, readRecent } from './store.ts'

const dated = ({ game, at }: { game: string; at: Date }) => ({ game, at: at.toISOString() })

/** What this feature keeps about a player, for the player. */
export async function exportGames({ sql }: Pick<Context, 'sql'>, playerId: bigint) {
  const likes = await readLikes(sql, playerId)
  const recent = await readRecent(sql, playerId)
  return { favourites: likes.map(dated), recent: recent.map(dated) }
}
