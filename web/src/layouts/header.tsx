import { isBettingPath, paths } from '@croupier/contract/paths'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { openCurtain } from '../dialogs/dialogs.ts'
import { GuestActions } from '../features/auth/auth.tsx'
import { Meter } from '../session/meter.tsx'
import { usePlayClosed, useShell } from '../shell.ts'
import { Logo } from '../site/logo.tsx'
import { ThemeButton } from '../site/theme.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LocaleMenu } from './locale-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header() {
  const t = useTranslations('shell')
  const { account } = useShell()
  const isPlayClosed = usePlayClosed()
  const openMenu = () => openCurtain({ title: t('menu'), content: <MobileMenu /> })
  return (
    <header className="head">
      <IconButton className="only-narrow" icon="menu" label={t('menu')} onClick={openMenu} />
      <Logo />
      {!isPlayClosed && (
        <>
          <ProductSwitch />
          <SearchButton hasIcon={account !== null} />
        </>
      )}
      <div className="head-end">
        <div className="only-wide head-choices">
          <LocaleMenu />
          <ThemeButton />
        </div>
        {account && (
          <div className="only-wide">
            <Meter />
          </div>
        )}
        {account ? <UserMenu account={account} /> : <GuestActions mayJoin={!isPlayClosed} />}
      </div>
    </header>
  )
}

function ProductSwitch() {
  const t = useTranslations('shell')
  const { sportsbook } = useShell()
  const isSports = isBettingPath(useLocation().pathname)
  // With one product there is nothing to switch.
  if (!sportsbook) return null
  return (
    <nav className="switch" aria-label={t('product')}>
      <Link to={paths.home()} aria-current={isSports ? undefined : 'page'}>
        {t('casino')}
      </Link>
      <Link to={paths.betting()} aria-current={isSports ? 'page' : undefined}>
        {t('sports')}
      </Link>
    </nav>
  )
}
