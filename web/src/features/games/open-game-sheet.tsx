import { lazy } from 'react'
import { openCurtain } from '../../dialogs/dialogs.ts'
import type { TileGame } from './tile-game.ts'

const GameSheet = lazy(() => import('./game-sheet.tsx'))

/** What a finger gets from a tile. Its code comes with the first tap. */
export const openGameSheet = (game: TileGame) =>
  openCurtain({ position: 'bottom', title: game.name, content: <GameSheet game={game} /> })
