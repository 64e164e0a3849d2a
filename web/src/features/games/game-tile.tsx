import { paths } from '@croupier/contract/paths'
import { lazy, type MouseEvent, memo } from 'react'
import { useTranslations } from 'use-intl'
import { openCurtain } from '../../dialogs/dialogs.ts'
import { useShortMoney } from '../../i18n/short-money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isForNewPage } from '../../ui/new-page.ts'
import { Tile, type TileMark } from '../../ui/tile.tsx'
import type { TileGame } from './tile-game.ts'
import type { Likes } from './use-likes.ts'
import { isPointed, usePointed } from './use-pointed.ts'

type Props = {
  game: TileGame
  isLiked: boolean
  /** Null where the house shows no hearts. */
  onLike: Likes['toggle'] | null
  /** What its pot holds. */
  pot?: { amount: string; currency: string }
  rank?: number
  /** What the page has to say of it: from which stake on it counts. */
  mark?: string
  eager?: boolean
}

/** Figures and separators that a mark has room for. */
const potRoom = 6

/** One game: its picture leads to it. A pointer finds Play and Try demo on it, a finger opens a sheet with both. */
export const GameTile = memo(function GameTile({ game, isLiked, onLike, pot, rank, mark, eager }: Props) {
  const t = useTranslations('games.tile')
  const short = useShortMoney()
  const hasLinks = usePointed()
  const { sysname, name, images, studio, isOpen } = game
  const [image = '', ...spare] = images
  const marks: TileMark[] = [
    ...(mark ? [{ text: mark }] : []),
    ...(game.isNew ? [{ text: t('new') }] : []),
    ...(game.jackpot ? [{ text: pot ? short(pot, potRoom) : t('pot'), icon: 'gem' as const, brass: true }] : []),
  ]
  const open = (event: MouseEvent) => {
    if (isPointed() || isForNewPage(event)) return
    event.preventDefault()
    openGameSheet(game)
  }
  return (
    <Tile
      to={paths.game(sysname)}
      onOpen={open}
      name={name}
      by={isOpen ? studio.name : t('closed')}
      image={image}
      spare={spare}
      eager={eager}
      marks={marks}
      rank={rank}
      off={!isOpen}
      actions={isOpen && hasLinks && <PlayLinks game={game} />}
      corner={
        onLike && (
          <button
            type="button"
            aria-pressed={isLiked}
            aria-label={t('like', { name })}
            onClick={() => onLike(sysname, !isLiked)}
          >
            <Icon name="heart" />
          </button>
        )
      }
    />
  )
})

function PlayLinks({ game: { sysname, name, hasDemo } }: { game: TileGame }) {
  const t = useTranslations('games.tile')
  return (
    <>
      <ButtonLink
        kind="primary"
        size="s"
        icon="play"
        to={paths.game(sysname, 'real')}
        aria-label={t('playName', { name })}
      >
        {t('play')}
      </ButtonLink>
      {hasDemo && (
        <ButtonLink kind="ghost" size="s" to={paths.game(sysname, 'demo')} aria-label={t('demoName', { name })}>
          {t('demo')}
        </ButtonLink>
      )}
    </>
  )
}

const GameSheet = lazy(() => import('./game-sheet.tsx'))

/** What a finger gets from a tile. Its code comes with the first tap. */
const openGameSheet = (game: TileGame) =>
  openCurtain({ position: 'bottom', title: game.name, content: <GameSheet game={game} /> })
