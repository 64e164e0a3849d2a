import { type GameCategory, gameCategories, gameTypes } from '@croupier/contract/games'
import type { Operation } from '../../context.ts'
import { amongThose } from './get-games.ts'
import { imageOf } from './hall.ts'
import { categoriesOf, hasDemoFor } from './rules.ts'

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

export const getProviders: Operation<'games.getProviders'> = async ({ catalogue, locale, player }, input) => {
  const { types, any_of: named } = input
  const wanted = types === undefined ? null : new Set(types.split(',').map((word) => word.trim()))
  const hall = await catalogue.hall(locale)
  const games = Map.groupBy(hall.listed('popular').filter(amongThose(named)), ({ provider }) => provider)
  const items = hall.providers.flatMap(({ sysname, name, imageUrl }) => {
    const own = games.get(sysname) ?? []
    const count = wanted ? own.filter(({ type }) => wanted.has(type)).length : own.length
    if (count === 0) return []
    const has = new Set(own.map(({ type }) => type))
    const params = {
      types: gameTypes.filter((type) => has.has(type)),
      has_demo: own.some((game) => hasDemoFor(game, player !== null)),
    }
    // A studio without a picture of its own is known by its best known game.
    const image_url = imageUrl || own.map(imageOf).find(Boolean) || ''
    return [{ sysname, name, image_url, count, game_params: params }]
  })
  return { items, total: items.length, offset: 0, limit: items.length }
}
