import type { GameOptions } from '@croupier/contract/methods/games'
import type { RouterContextProvider } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { RailSection } from '../../ui/rail.tsx'
import type { SectionProps } from '../../ui/section.tsx'
import { askLikes } from './game-data.ts'
import { GameTile } from './game-tile.tsx'
import { askGames, type TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

/** Games for a page of another feature, with the hearts of the player who looks. */
export async function loadGames(context: Readonly<RouterContextProvider>, options: GameOptions) {
  const call = serverCall(context)
  const [{ games, total }, likes] = await Promise.all([
    askGames(call, options),
    askLikes(call, context.get(bootContext).account !== null),
  ])
  return { games, total, likes }
}

type ShelfProps = Pick<SectionProps, 'more'> & { title: string; games: readonly TileGame[] }

/** A row of games under a title; without games there is no row. */
export function GameShelf({ title, more, games }: ShelfProps) {
  const t = useTranslations('games.rows')
  const likes = useLikes()
  if (games.length === 0) return null
  return (
    <RailSection tiles title={title} more={more} labels={{ back: t('back'), forward: t('forward') }}>
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
