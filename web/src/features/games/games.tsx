import { lazy } from 'react'
import { openCurtain, openPopup, queue } from '../../dialogs/dialogs.ts'
import type { Turn } from '../../dialogs/queue.ts'

export { potSums } from './game-data.ts'
export { GameGrid } from './game-grid.tsx'
export { GameShelf, loadGames } from './game-shelf.tsx'
export { askLastPlayed, askUnfinished, LastGame, UnfinishedRounds } from './game-unfinished.tsx'
export { askStudios } from './hall-data.ts'
export { HallStudios } from './hall-studios.tsx'
export { loadRows, type Rows } from './row-data.ts'
export { GameRows } from './row-games.tsx'

const SearchDialog = lazy(() => import('./search-dialog.tsx'))

/** The search of the house: a popup, on a phone a curtain. Its code comes with the first opening. */
export function openSearch(title: string, turn?: Turn) {
  if (!turn && queue.shown().length > 0) return
  if (matchMedia('(min-width: 768px)').matches)
    openPopup({ name: 'search', size: 'large', content: <SearchDialog />, queue: turn })
  else openCurtain({ title, content: <SearchDialog isCurtain />, queue: turn })
}
