import type { GameOptions } from '@croupier/contract/methods/games'
import type { RouterContextProvider } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { RailSection } from '../../ui/rail.tsx'
import { askLikes } from './game-data.ts'
import { GameTile } from './game-tile.tsx'
import { askGames, type TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

/** Games for a page of another feature, with the hearts of the player who looks. */
export async function loadGames(context: Readonly<RouterContextProvider>, options: GameOptions) {
  const call = serverCall(context)
  const [{ games }, likes] = await Promise.all([
    askGames(call, options),
    askLikes(call, context.get(bootContext).account !== null),
  ])
  return { games, likes }
}

/** A row of games under a title; without games there is no row. */
export function GameShelf({ title, games }: { title: string; games: readonly TileGame[] }) {
  const t = useTranslations('games.rows')
  const likes = useLikes()
  if (games.length === 0) return null
  return (
    <RailSection tiles title={title} labels={{ back: t('back'), forward: t('forward') }}>
      {games.map((game) => (
        <GameTile
          key={game.sysname}
          game={game}
          isLiked={likes?.liked.has(game.sysname) ?? false}
          onLike={likes?.toggle ?? null}
        />
      ))}
    </RailSection>
  )
}
