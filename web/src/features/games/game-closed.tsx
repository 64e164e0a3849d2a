import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** The picture of the game, blurred: behind the registration, and until the page knows what is wanted. */
export function Shut({ image }: { image: string }) {
  return (
    <div className="game-stage">
      <div className="game-wait" aria-hidden="true">
        <img src={image} alt="" />
      </div>
    </div>
  )
}

/** Without an account only our own games can be tried, and some have no demo at all. */
export function NoDemo({ isPlayer, onWish }: { isPlayer: boolean; onWish: () => void }) {
  const t = useTranslations('game')
  return (
    <div className="game-stage game-empty">
      <h2>{isPlayer ? t('noDemo.title') : t('noDemo.guestTitle')}</h2>
      <p className="muted">{isPlayer ? t('noDemo.text') : t('noDemo.guestText')}</p>
      <div className="dialog-acts">
        <Button size="l" kind="primary" onClick={onWish}>
          {isPlayer ? t('demo.real') : t('noDemo.join')}
        </Button>
      </div>
    </div>
  )
}

export function NeedsDeposit({
  onDeposit,
  sysname,
  hasDemo,
}: {
  onDeposit: () => void
  sysname: string
  hasDemo: boolean
}) {
  const t = useTranslations('game.empty')
  return (
    <div className="game-stage game-empty">
      <h2>{t('title')}</h2>
      <p className="muted">{t('text')}</p>
      <div className="dialog-acts">
        {hasDemo && (
          <ButtonLink size="l" to={paths.game(sysname, 'demo')}>
            {t('demo')}
          </ButtonLink>
        )}
        <Button size="l" kind="primary" onClick={onDeposit}>
          {t('deposit')}
        </Button>
      </div>
    </div>
  )
}
