import { sportsGame } from '@croupier/contract/games'
import { wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { wireGame } from './hall.ts'
import * as store from './store.ts'

/** No player looks through more; the newest stay. */
const mostLikes = 500

type Asking = Pick<PlayerContext, 'catalogue' | 'locale' | 'now'>

/** Games by name in this order; those that are no longer in the books are left out. */
export async function pageOf(
  { catalogue, locale, now }: Asking,
  sysnames: readonly string[],
  { count, offset }: { count: number; offset: number },
) {
  const { games } = await catalogue.hall(locale)
  const known = sysnames.flatMap((sysname) => games.get(sysname) ?? [])
  const items = known
    .slice(offset, offset + count)
    .map((game) => wireGame(game, { nowMs: now.getTime(), isPlayer: true }))
  return { items, total: known.length, offset, limit: count }
}

export const getLikes: Operation<'games.getLikes'> = async (ctx, page) => {
  const rows = await store.readLikes(ctx.sql, ctx.player.id)
  return pageOf(
    ctx,
    rows.map(({ game }) => game),
    page,
  )
}

export const addLike: Operation<'games.addLike'> = async ({ begin, player }, { sysname }) => {
  await begin(async (tx) => {
    // Two at once would each leave the most, and together more.
    await lockPlayer(tx, player.id)
    const isGame = sysname !== sportsGame && (await store.isGame(tx, sysname))
    if (!isGame) throw wrongField('UNKNOWN_GAME', 'sysname', 'There is no such game')
    await store.insertLike(tx, player.id, sysname)
    await store.trimLikes(tx, player.id, mostLikes)
  })
  return null
}

export const removeLike: Operation<'games.removeLike'> = async ({ sql, player }, { sysname }) => {
  await store.deleteLike(sql, player.id, sysname)
  return null
}
