import type { Input } from '@croupier/contract/contract'
import type { Operation } from '../../context.ts'
import type { Hall, Titled } from '../../ports/catalogue.ts'
import { type Asking, wireGame } from './hall.ts'
import { categoriesOf, hasDemoFor } from './rules.ts'
import { search } from './search.ts'

type Options = Input<'games.get'>['options']

export const getGames: Operation<'games.get'> = async ({ catalogue, locale, now, player }, { options }) => {
  const { count, offset } = options
  const asking = { nowMs: now.getTime(), isPlayer: player !== null }
  const found = choose(await catalogue.hall(locale), options, asking)
  const items = found.slice(offset, offset + count).map((game) => wireGame(game, asking))
  return { items, total: found.length, offset, limit: count }
}

function choose(hall: Hall, options: Options, { nowMs, isPlayer }: Asking): Titled[] {
  const { category, type, jackpot, has_demo: hasDemo } = options
  const providers = options.providers && new Set(options.providers)
  const isAmong = amongThose(options.any_of)
  return inOrder(hall, options).filter(
    (game) =>
      (type === undefined || game.type === type) &&
      (providers === undefined || providers.has(game.provider)) &&
      (jackpot === undefined || game.jackpot === jackpot) &&
      isAmong(game) &&
      (hasDemo === undefined || hasDemoFor(game, isPlayer) === hasDemo) &&
      (category === undefined || categoriesOf(game, game.isPopular, nowMs).includes(category)),
  )
}

export function amongThose(named: Options['any_of']): (game: Titled) => boolean {
  const [games, types, providers] = [new Set(named?.games), new Set(named?.types), new Set(named?.providers)]
  if (games.size + types.size + providers.size === 0) return () => true
  return (game) => games.has(game.sysname) || types.has(game.type) || providers.has(game.provider)
}

/** Who asks by name wants these in this order, also those that left the hall; who searches wants the best fit first. */
function inOrder(hall: Hall, { ids, sort, search: text = '' }: Options): readonly Titled[] {
  const isSearch = text.trim() !== ''
  const found = isSearch ? hits(hall, text) : null
  if (ids) {
    const hit = found && new Set(found)
    return [...new Set(ids)].flatMap((id) => {
      const game = hall.games.get(id)
      return game && (!hit || hit.has(game)) ? [game] : []
    })
  }
  if (!found) return hall.listed(sort ?? 'popular')
  if (!sort) return found
  const hit = new Set(found)
  return hall.listed(sort).filter((game) => hit.has(game))
}

function hits(hall: Hall, text: string): Titled[] {
  const games = hall.listed('popular')
  return search(hall.index(), text).flatMap((place) => games[place] ?? [])
}
