import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { BalanceMenu } from '../../session/balance-menu.tsx'
import { Meter, MeterBar } from '../../session/meter.tsx'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { GuestActions } from '../auth/auth.tsx'
import type { TileGame } from './tile-game.ts'
import { useLikes } from './use-likes.ts'

export type Mode = 'real' | 'demo'

type Props = {
  game: TileGame
  /** Null until the page knows: the address decides, and only the browser sees all of it. */
  mode: Mode | null
  onRules: (() => void) | null
  /** Null where the house offers none. */
  fullscreen: { isOn: boolean; toggle: () => void } | null
}

/** Everything around a game: where one is, how long, with what, and the way out. */
export function GameHead({ game, mode, onRules, fullscreen }: Props) {
  const t = useTranslations('game')
  const { account } = useShell()
  const likes = useLikes()
  const isLiked = likes?.liked.has(game.sysname) ?? false
  const played = mode ? t(`mode.${mode}`) : ''
  return (
    <>
      <header className="head game-head">
        <Link className="iconbtn" to={paths.gamehall()} aria-label={t('back')}>
          <Icon name="chevron-left" />
        </Link>
        <div className="game-name">
          <h1 className="cut">{game.name}</h1>
          <p className="cut">
            {game.studio.name}
            {played && ` · ${played}`}
          </p>
        </div>
        <div className="head-end">
          {account && (
            <div className="only-wide">
              <Meter />
            </div>
          )}
          {account ? <BalanceMenu isPayoutOnly={account.is_payout_only} /> : <GuestActions />}
          {likes && (
            <button
              type="button"
              className="iconbtn game-like"
              aria-pressed={isLiked}
              aria-label={t('like', { name: game.name })}
              onClick={() => likes.toggle(game.sysname, !isLiked)}
            >
              <Icon name="heart" />
            </button>
          )}
          {onRules && <IconButton className="game-rules" icon="info" label={t('rules')} onClick={onRules} />}
          {fullscreen && (
            <button
              type="button"
              className="iconbtn"
              aria-pressed={fullscreen.isOn}
              aria-label={t('fullscreen')}
              onClick={fullscreen.toggle}
            >
              <Corners isOn={fullscreen.isOn} />
            </button>
          )}
        </div>
      </header>
      <MeterBar />
    </>
  )
}

/** Four corners: outwards, or back inwards. Only this page draws it, so it is not in the sprite of all pages. */
function Corners({ isOn }: { isOn: boolean }) {
  const path = isOn
    ? 'M8 3v3a2 2 0 0 1-2 2H3m18 0h-3a2 2 0 0 1-2-2V3m0 18v-3a2 2 0 0 1 2-2h3M3 16h3a2 2 0 0 1 2 2v3'
    : 'M8 3H5a2 2 0 0 0-2 2v3m18 0V5a2 2 0 0 0-2-2h-3m0 18h3a2 2 0 0 0 2-2v-3M3 16v3a2 2 0 0 0 2 2h3'
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
