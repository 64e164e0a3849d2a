import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { drawable, overscanOf } from '../../ui/scroller.ts'
import { TileSkeleton } from '../../ui/tile.tsx'
import type { Pots } from './game-data.ts'
import { GameTile } from './game-tile.tsx'
import type { HallQuery } from './hall-query.ts'
import type { TileGame } from './tile-game.ts'
import { type GridFrame, useGridFrame } from './use-grid-frame.ts'
import { useHallGames } from './use-hall-games.ts'
import { useLikes } from './use-likes.ts'

type Props = {
  query: HallQuery
  total: number
  games: readonly TileGame[]
  pots: Pots
  /** How the grid before this one was laid out. */
  last: RefObject<GridFrame | null>
}

/** Where a visitor only flies past, nothing is fetched. */
const restMs = 80
const eagerTiles = 6
/** The styles choose one of these by the width of the screen. */
const columnChoices = [2, 3, 4, 5, 6, 7, 8]

/**
 * Every game of the filter in one grid of its full height. Only the rows near the screen are in the document,
 * whatever the total; the styles know the height of a row, so the server's page is as high as the finished one.
 */
export function HallGrid({ query, total, games: first, pots, last }: Props) {
  const t = useTranslations('games.hall')
  const grid = useRef<HTMLUListElement>(null)
  const frame = useGridFrame(grid, last)
  const likes = useLikes()
  const { at, fetchNear } = useHallGames(query, total, first)
  const [from, to] = useWindow(frame, total, Math.min(first.length, total))
  const focused = useFocused(grid)

  useEffect(() => {
    const timer = setTimeout(() => void fetchNear(from, to), restMs)
    return () => clearTimeout(timer)
  }, [from, to, fetchNear])

  // A tile that holds the focus stays where it is, also when it has been scrolled far away. One flat list in one
  // order: an element that React moved would lose the focus.
  const away = frame && focused !== null && focused < total && (focused < from || focused >= to) ? focused : null
  const inView = Array.from({ length: to - from }, (_, place) => from + place)
  const wanted = away === null ? inView : away < from ? [away, ...inView] : [...inView, away]
  const places = drawable(wanted, (place) => place)
  const rowsAbove = frame ? Math.floor(from / frame.columns) : 0
  return (
    <div className="hall-grid-box">
      <ul
        ref={grid}
        className="hall-grid"
        aria-label={t('games')}
        style={{ ...heights(total), ...(frame && rowsAbove > 0 && { paddingBlockStart: rowsAbove * frame.rowPx }) }}
      >
        {places.map((place) => {
          const game = at(place)
          return (
            <li
              key={place}
              data-place={place}
              aria-setsize={total}
              aria-posinset={place + 1}
              style={frame && place === away ? placeOf(place, frame) : undefined}
            >
              {game ? (
                <GameTile
                  game={game}
                  isLiked={likes?.liked.has(game.sysname) ?? false}
                  onLike={likes?.toggle ?? null}
                  pot={game.jackpot ? pots[game.jackpot] : undefined}
                  eager={place < eagerTiles}
                />
              ) : (
                <TileSkeleton />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The places that are in the document: before the grid was measured, those that came with the page. */
function useWindow(frame: GridFrame | null, total: number, ready: number): [from: number, to: number] {
  const { columns, rowPx, topPx } = frame ?? { columns: 1, rowPx: 1, topPx: 0 }
  const virtual = useWindowVirtualizer({
    count: frame ? Math.ceil(total / columns) : 0,
    estimateSize: () => rowPx,
    scrollMargin: topPx,
    overscan: overscanOf(rowPx),
    initialRect: frame ? { width: window.innerWidth, height: window.innerHeight } : undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of a row makes all known places wrong.
  useEffect(() => virtual.measure(), [virtual, rowPx])
  if (!frame) return [0, ready]
  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? -1
  return [Math.min(first * columns, total), Math.min((last + 1) * columns, total)]
}

/** The place of the tile in which the focus is. */
function useFocused(grid: { current: HTMLElement | null }): number | null {
  const [focused, setFocused] = useState<number | null>(null)
  useEffect(() => {
    const list = grid.current
    if (!list) return
    const look = (element: unknown) => {
      const place = element instanceof Element && list.contains(element) ? element.closest('li')?.dataset.place : null
      setFocused(place ? Number(place) : null)
    }
    const enter = ({ target }: FocusEvent) => look(target)
    // It may have come before the script.
    look(document.activeElement)
    // A window that goes to the back takes the focus along, and brings it back.
    const leave = ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && list.contains(relatedTarget)
      if (!isInside && document.hasFocus()) setFocused(null)
    }
    list.addEventListener('focusin', enter)
    list.addEventListener('focusout', leave)
    return () => {
      list.removeEventListener('focusin', enter)
      list.removeEventListener('focusout', leave)
    }
  }, [grid])
  return focused
}

/** How many rows there are with each number of columns; which one holds, the styles decide. */
const heights = (total: number): CSSProperties =>
  Object.fromEntries(columnChoices.map((columns) => [`--rows-${columns}`, Math.ceil(total / columns)]))

const placeOf = (place: number, { columns, rowPx }: GridFrame): CSSProperties => ({
  position: 'absolute',
  insetBlockStart: Math.floor(place / columns) * rowPx,
  insetInlineStart: `calc(${place % columns} * (var(--tile-w) + var(--gap-x)))`,
  inlineSize: 'var(--tile-w)',
})
