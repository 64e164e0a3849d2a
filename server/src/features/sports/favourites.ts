import { Refusal, wrongField } from '@croupier/contract/refusals'
import { mostFavourites } from '@croupier/contract/sports'
import type { Context, Operation } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { nameOf } from './card-rules.ts'
import {
  countFavourites,
  deleteFavourite,
  type Favourite,
  insertFavourite,
  isThere,
  readFavourites,
} from './favourite-store.ts'

const titleOf = ({ home, away }: Favourite, locale: string): string =>
  away ? `${nameOf(home, locale)} – ${nameOf(away, locale)}` : nameOf(home, locale)

export const getFavourites: Operation<'sports.getFavourites'> = async ({ sql, player, locale }) => {
  const rows = await readFavourites(sql, player.id)
  const items = rows.map((row) => ({ kind: row.kind, id: row.id, name: titleOf(row, locale) }))
  return { items, total: items.length, offset: 0, limit: items.length }
}

export const addFavourite: Operation<'sports.addFavourite'> = async ({ begin, player }, { kind, id }) => {
  await begin(async (tx) => {
    // Two at once would each find room for one, and together be too many.
    await lockPlayer(tx, player.id)
    if (!(await isThere(tx, kind, id))) throw wrongField('FAVOURITE_UNKNOWN', 'id', 'There is nothing of this number')
    const isNew = await insertFavourite(tx, player.id, kind, id)
    if (isNew && (await countFavourites(tx, player.id)) > mostFavourites)
      throw new Refusal('InvalidParameter:TOO_MANY_FAVOURITES', { message: `At most ${mostFavourites} may be marked` })
  })
  return null
}

export const removeFavourite: Operation<'sports.removeFavourite'> = async ({ sql, player }, { kind, id }) => {
  await deleteFavourite(sql, player.id, kind, id)
  return null
}

/** What this feature keeps about a player, for the player. */
export async function exportSports({ sql }: Pick<Context, 'sql'>, playerId: bigint) {
  const rows = await readFavourites(sql, playerId)
  return {
    favourites: rows.map((row) => ({
      ...{ kind: row.kind, id: row.id, name: titleOf(row, 'en') },
      at: row.at.toISOString(),
    })),
  }
}
