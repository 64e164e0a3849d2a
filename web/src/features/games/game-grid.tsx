import { GameTile } from './game-tile.tsx'
import type { TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

/** A page of games, each with the same word of the page on it. */
export function GameGrid({ games, mark }: { games: readonly TileGame[]; mark?: string }) {
  const likes = useLikes()
  return (
    <div className="tiles">
      {games.map((game) => (
        <GameTile
          key={game.sysname}
          game={game}
          mark={mark}
          isLiked={likes?.liked.has(game.sysname) ?? false}
          onLike={likes?.toggle ?? null}
        />
      ))}
    </div>
  )
}
