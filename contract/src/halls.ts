import { type GameCategory, type GameType, gameCategories, gameTypes } from './games.ts'

/** What the query of `/gamehall` says; `paths.gamehall` writes it. */
export type HallFilter = { category: GameCategory } | { providers: readonly string[] }

/** The tab on which games of a type stand. */
export const categoryOfType = {
  slot: 'slots',
  casino: 'tables',
  fast: 'fast',
  live: 'live',
} as const satisfies Record<GameType, GameCategory>

/**
 * What `/gamehall/{id}` means: a tab by its own name or by the type of its games, or a studio of the hall. Null: nothing,
 * so there is no such page. A tab goes before a studio of the same name.
 */
export function hallFilter(id: string, studios: readonly string[]): HallFilter | null {
  const word = id.trim().toLowerCase()
  const category = gameCategories.find((each) => each === word)
  if (category) return { category }
  const type = gameTypes.find((each) => each === word)
  if (type) return { category: categoryOfType[type] }
  return studios.includes(word) ? { providers: [word] } : null
}
