import {
  type GameCategory,
  type GameSort,
  type GameType,
  gameCategories,
  gameSorts,
  gameTypes,
} from '@croupier/contract/games'
import { categoryOfType } from '@croupier/contract/halls'
import type { GameOptions } from '@croupier/contract/methods/games'
import { paths } from '@croupier/contract/paths'

/** What the hall is narrowed to. All of it stands in the address: it can be kept, shared and gone back to. */
export type HallQuery = {
  category: GameCategory | null
  type: GameType | null
  providers: readonly string[]
  search: string
  /** Null: the house's order, or for a search how well it fits. */
  sort: GameSort | null
  hasDemo: boolean
}

const mostProviders = 100
const longestSearch = 100
const provider = /^[a-z0-9][a-z0-9_-]{0,79}$/

const oneOf = <Word extends string>(words: readonly Word[], word: string | null): Word | null =>
  words.find((each) => each === word) ?? null

/** Addresses are typed and shared: a word that means nothing is left out. */
export function readHall(query: URLSearchParams): HallQuery {
  const providers = (query.get('providers') ?? '').split(',').filter((word) => provider.test(word))
  return {
    category: oneOf(gameCategories, query.get('category')),
    type: oneOf(gameTypes, query.get('type')),
    providers: [...new Set(providers)].slice(0, mostProviders),
    search: (query.get('search') ?? '').trim().slice(0, longestSearch),
    sort: oneOf(gameSorts, query.get('sort')),
    hasDemo: query.get('demo') === '1',
  }
}

/** The address of the hall after a change. What is nothing is not written. */
export function hallPath(hall: HallQuery, change: Partial<HallQuery> = {}): string {
  const { category, type, providers, search, sort, hasDemo } = { ...hall, ...change }
  return paths.gamehall({
    category: category ?? undefined,
    type: type ?? undefined,
    providers,
    search: search.trim().slice(0, longestSearch),
    sort: sort ?? undefined,
    demo: hasDemo ? '1' : undefined,
  })
}

export function hallOptions(hall: HallQuery): GameOptions {
  return {
    ...(hall.category && { category: hall.category }),
    ...(hall.type && { type: hall.type }),
    ...(hall.providers.length > 0 && { providers: [...hall.providers] }),
    ...(hall.search && { search: hall.search }),
    ...(hall.sort && { sort: hall.sort }),
    ...(hall.hasDemo && { has_demo: true }),
  }
}

/** One name per answer: two addresses that ask for the same are the same. */
export const hallKey = (hall: HallQuery): string => hallPath({ ...hall, providers: [...hall.providers].sort() })

/** Everything but the tab. */
export const isNarrowed = ({ type, providers, search, hasDemo }: HallQuery): boolean =>
  type !== null || providers.length > 0 || search !== '' || hasDemo

export const cleared = { type: null, providers: [], search: '', hasDemo: false } satisfies Partial<HallQuery>

/** Studios are counted among the games of the chosen type, where the tab is one. */
export function typeOfHall({ category, type }: HallQuery): GameType | undefined {
  return type ?? gameTypes.find((each) => categoryOfType[each] === category)
}

/** With the word if it was missing, without it if it was there. */
export const toggled = (list: readonly string[], word: string): string[] =>
  list.includes(word) ? list.filter((each) => each !== word) : [...list, word]
