import type { GameCategory } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { RailSection } from '../../ui/rail.tsx'
import type { Pots } from './game-data.ts'
import { GameTile } from './game-tile.tsx'
import type { RowKind, Rows } from './row-data.ts'
import { useLikes } from './use-likes.ts'

/** Where the hall goes on when the row ends; popular is its own order. */
const hallOf: Partial<Record<RowKind, GameCategory | null>> = {
  popular: null,
  slots: 'slots',
  tables: 'tables',
  fast: 'fast',
  live: 'live',
  new: 'new',
}

export function GameRows({ rows, pots }: Pick<Rows, 'rows'> & { pots: Pots }) {
  const t = useTranslations('games.rows')
  const likes = useLikes()
  return rows.map(({ kind, games }) => {
    const category = hallOf[kind]
    return (
      <RailSection
        key={kind}
        tiles
        title={t(`titles.${kind}`)}
        more={
          category === undefined
            ? undefined
            : { to: paths.gamehall({ category: category ?? undefined }), text: t('all') }
        }
        labels={{ back: t('back'), forward: t('forward') }}
      >
        {games.map((game, place) => (
          <GameTile
            key={game.sysname}
            game={game}
            isLiked={likes?.liked.has(game.sysname) ?? false}
            onLike={likes?.toggle ?? null}
            pot={game.jackpot ? pots[game.jackpot] : undefined}
            rank={kind === 'popular' ? place + 1 : undefined}
          />
        ))}
      </RailSection>
    )
  })
}
