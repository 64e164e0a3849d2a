import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDialog } from '../../dialogs/parts.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

/** A game before it is opened: what it is, what it returns, and the ways into it. */
export default function GameSheet({ game }: { game: TileGame }) {
  const t = useTranslations('games.tile')
  const { close } = useDialog()
  const likes = useLikes()
  const { sysname, name, studio, images, rtp, hasDemo, isOpen } = game
  const [image = '', ...spare] = images
  const isLiked = likes?.liked.has(sysname) ?? false
  return (
    <div className="game-sheet">
      <Picture src={image} spare={spare} plain={name} alt="" width={288} height={192} quality={84} eager />
      <dl className="facts">
        <div>
          <dt>{t('studio')}</dt>
          <dd>
            <Link className="link" to={paths.gamehall({ providers: [studio.sysname] })} onClick={close}>
              {studio.name}
            </Link>
          </dd>
        </div>
        {rtp && (
          <div>
            <dt>{t('rtp')}</dt>
            <dd className="num">{rtp}%</dd>
          </div>
        )}
      </dl>
      {isOpen ? (
        <div className="game-sheet-acts">
          <ButtonLink kind="primary" size="xl" icon="play" full to={paths.game(sysname, 'real')} onClick={close}>
            {t('play')}
          </ButtonLink>
          {hasDemo && (
            <ButtonLink size="xl" full to={paths.game(sysname, 'demo')} onClick={close}>
              {t('demo')}
            </ButtonLink>
          )}
        </div>
      ) : (
        <Notice>{t('closedText')}</Notice>
      )}
      {likes && (
        <Button
          kind="ghost"
          size="l"
          full
          icon="heart"
          className="game-sheet-like"
          aria-pressed={isLiked}
          onClick={() => likes.toggle(sysname, !isLiked)}
        >
          {t('favourite')}
        </Button>
      )}
    </div>
  )
}
