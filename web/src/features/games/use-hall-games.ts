import { mostGames } from '@croupier/contract/games'
import { useCallback, useMemo, useReducer } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { dismissToast, toast } from '../../ui/toast-store.ts'
import { gameAt, missingPages, openBook } from './hall-pages.ts'
import { type HallQuery, hallKey, hallOptions } from './hall-query.ts'
import { askGames, type TileGame } from './tile-game.ts'

const failedToast = 'hall-games'

/** All games of a filter: the first come with the page, the others when they come near. */
export function useHallGames(query: HallQuery, total: number, first: readonly TileGame[]) {
  const t = useTranslations('games.hall')
  const key = hallKey(query)
  // The server serves many visitors: it keeps none of their pages. What came whole needs no more.
  const book = useMemo(
    () => (typeof window === 'undefined' || first.length >= total ? null : openBook(key, total, first)),
    [key, total, first],
  )
  const [version, redraw] = useReducer((count: number) => count + 1, 0)

  /** Fetches what is missing between two places. */
  const fetchNear = useCallback(
    async (from: number, to: number): Promise<void> => {
      if (!book) return
      const wanted = missingPages(book, from, to)
      if (wanted.length === 0) return
      for (const page of wanted) book.asked.add(page)
      const fetchPage = async (page: number) => {
        const { games } = await askGames(call, { ...hallOptions(query), count: mostGames, offset: page * mostGames })
        book.pages.set(page, games)
      }
      try {
        await Promise.all(wanted.map(fetchPage))
        dismissToast(failedToast)
      } catch {
        toast({
          id: failedToast,
          kind: 'error',
          title: t('pageFailed'),
          text: t('failedText'),
          action: { text: t('retry'), onClick: () => void fetchNear(from, to) },
          timeoutMs: 0,
        })
      } finally {
        for (const page of wanted) book.asked.delete(page)
        redraw()
      }
    },
    [book, query, t],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that arrived changes what stands at a place.
  const at = useCallback(
    (place: number): TileGame | undefined => (book && gameAt(book, place)) ?? first[place],
    [book, first, version],
  )
  return { at, fetchNear }
}
