import { mostGames } from '@croupier/contract/games'
import type { TileGame } from './tile-game.ts'

/** The games of one filter as far as they have been fetched, by pages of as many as one call gives. */
export type Book = {
  total: number
  pages: Map<number, readonly TileGame[]>
  /** On their way. */
  asked: Set<number>
}

const mostBooks = 6
const shelf = new Map<string, Book>()

const isSameStart = (page: readonly TileGame[], first: readonly TileGame[]) =>
  first.every(({ sysname }, place) => page[place]?.sysname === sysname)

/**
 * What was fetched for a filter before, so that going back shows it at once. It is thrown away when the
 * beginning, which is always fresh, no longer agrees with it.
 */
export function openBook(key: string, total: number, first: readonly TileGame[]): Book {
  const known = shelf.get(key)
  const start = known?.pages.get(0)
  if (known?.total === total && (!start || isSameStart(start, first))) return known
  const book: Book = { total, pages: new Map(), asked: new Set() }
  shelf.delete(key)
  shelf.set(key, book)
  for (const oldest of shelf.keys()) {
    if (shelf.size <= mostBooks) break
    shelf.delete(oldest)
  }
  return book
}

export const gameAt = ({ pages }: Book, place: number): TileGame | undefined =>
  pages.get(Math.floor(place / mostGames))?.[place % mostGames]

/** Pages between two places (the second not included) that are neither here nor asked for. */
export function missingPages({ total, pages, asked }: Book, from: number, to: number): number[] {
  const last = Math.floor((Math.min(to, total) - 1) / mostGames)
  const first = Math.floor(Math.max(0, from) / mostGames)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).filter(
    (page) => !pages.has(page) && !asked.has(page),
  )
}
