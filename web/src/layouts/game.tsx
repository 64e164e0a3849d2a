import { paths } from '@croupier/contract/paths'
import { Link, Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { Meter, MeterBar } from '../session/meter.tsx'
import { useShell } from '../shell.ts'
import { PageLoader } from '../site/page-loader.tsx'
import { Icon } from '../ui/icon.tsx'
import { GuestActions } from './guest-actions.tsx'
import { UserMenu } from './user-menu.tsx'

/** A head of its own and nothing else around the game. */
export default function GameLayout() {
  const t = useTranslations('shell')
  const { account } = useShell()
  return (
    <>
      <PageLoader />
      <header className="head">
        <Link className="iconbtn" to={paths.gamehall()} aria-label={t('backToHall')}>
          <Icon name="arrow-left" />
        </Link>
        <div className="head-end">
          {account && (
            <div className="only-wide">
              <Meter />
            </div>
          )}
          {account ? <UserMenu account={account} /> : <GuestActions />}
        </div>
      </header>
      <MeterBar />
      <main id="content" className="main">
        <Outlet />
      </main>
    </>
  )
}
