import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { Pots } from './game-data.ts'
import { GameTile } from './game-tile.tsx'
import { cleared, type HallQuery, hallPath, isNarrowed } from './hall-query.ts'
import type { TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

type Props = { query: HallQuery; popular: readonly TileGame[]; pots: Pots }

/** Nothing fits: the way back to everything, and three that others play. */
export function HallEmpty({ query, popular, pots }: Props) {
  const t = useTranslations('games.hall')
  const likes = useLikes()
  const back = isNarrowed(query)
    ? { to: hallPath(query, cleared), text: t('clearFilters') }
    : { to: hallPath(query, { category: null }), text: t('toAll') }
  return (
    <div className="hall-empty">
      <Empty
        icon="search"
        title={t('none')}
        text={t('noneText')}
        action={
          <ButtonLink to={back.to} preventScrollReset>
            {back.text}
          </ButtonLink>
        }
      />
      {popular.length > 0 && (
        <section className="section" aria-label={t('popular')}>
          <h2>{t('popular')}</h2>
          <div className="tiles">
            {popular.map((game) => (
              <GameTile
                key={game.sysname}
                game={game}
                isLiked={likes?.liked.has(game.sysname) ?? false}
                onLike={likes?.toggle ?? null}
                pot={game.jackpot ? pots[game.jackpot] : undefined}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}
