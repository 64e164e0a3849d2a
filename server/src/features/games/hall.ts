import type { GameSort } from '@croupier/contract/games'
import type { Game } from '@croupier/contract/methods/games'
import type { CatalogueEntry, Hall, Override, SearchIndex, Titled } from '../../ports/catalogue.ts'
import {
  categoriesOf,
  closedFor,
  comparing,
  hasDemoFor,
  isKnown,
  isLaunchable,
  isListed,
  isNew,
  mostPopular,
  type Switch,
} from './rules.ts'
import { makeIndex } from './search.ts'

/** What the database says, as it was at one moment. */
export type CatalogueRows = {
  entries: readonly CatalogueEntry[]
  providers: readonly { sysname: string; name: string; imageUrl: string }[]
  switches: readonly Switch[]
}

export const shownName = ({ name, override }: Pick<Titled, 'name' | 'override'>) => override?.name || name
export const imageOf = ({ imageUrl, override }: Pick<Titled, 'imageUrl' | 'override'>) => override?.image || imageUrl

export function makeHall(
  { entries, providers, switches }: CatalogueRows,
  overrides: readonly Override[],
  locale: string,
): Hall {
  const words = new Map(overrides.map((override) => [override.sysname, override]))
  const titled = entries.filter(isKnown).map((entry) => ({
    ...entry,
    override: words.get(entry.sysname) ?? null,
    isOpen: isLaunchable(entry) && closedFor(switches, entry) === null,
    isPopular: false,
  }))
  const games = new Map<string, Titled>(titled.map((game) => [game.sysname, game]))
  const nameBy = ({ sysname, name }: CatalogueEntry) => words.get(sysname)?.name || name
  const sorted = new Map<GameSort, readonly Titled[]>()
  const popular = titled.filter(isListed).sort(comparing('popular', nameBy, locale))
  for (const game of popular.slice(0, mostPopular)) game.isPopular = true

  /** Most languages are never asked for most orders. */
  function listed(sort: GameSort): readonly Titled[] {
    const known = sort === 'popular' ? popular : sorted.get(sort)
    if (known) return known
    const made = popular.toSorted(comparing(sort, nameBy, locale))
    sorted.set(sort, made)
    return made
  }

  let index: SearchIndex | undefined
  return {
    games,
    providers,
    listed,
    index: () => {
      index ??= makeIndex(popular.map((game) => ({ names: [shownName(game), game.name], studio: game.providerName })))
      return index
    },
  }
}

export type Asking = { nowMs: number; isPlayer: boolean }

export const wireGame = (game: Titled, { nowMs, isPlayer }: Asking): Game => ({
  sysname: game.sysname,
  name: game.name,
  image_url: game.imageUrl,
  description: {
    ...(game.override?.name && { name: game.override.name }),
    ...(game.override?.image && { img_288_192: game.override.image }),
  },
  provider: { sysname: game.provider, name: game.providerName },
  type: game.type,
  categories: categoriesOf(game, game.isPopular, nowMs),
  rtp: game.rtp,
  volatility: game.volatility,
  version: game.version,
  runner: game.runner,
  is_new: isNew(game, nowMs),
  has_demo: hasDemoFor(game, isPlayer),
  is_open: game.isOpen,
  jackpot: game.jackpot,
})
