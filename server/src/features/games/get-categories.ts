import { type GameCategory, gameCategories } from '@croupier/contract/games'
import type { Operation } from '../../context.ts'
import { categoriesOf } from './rules.ts'

export const getCategories: Operation<'games.getCategories'> = async ({ catalogue, locale, now }) => {
  const hall = await catalogue.hall(locale)
  const counts = new Map<GameCategory, number>()
  for (const game of hall.listed('popular')) {
    for (const category of categoriesOf(game, game.isPopular, now.getTime())) {
      counts.set(category, (counts.get(category) ?? 0) + 1)
    }
  }
  const items = gameCategories.flatMap((sysname) => {
    const count = counts.get(sysname)
    return count ? [{ sysname, count }] : []
  })
  return { items, total: items.length, offset: 0, limit: items.length }
}
