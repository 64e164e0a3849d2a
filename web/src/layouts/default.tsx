import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { MeterBar } from '../session/meter.tsx'
import { useShell } from '../shell.ts'
import { PageLoader } from '../site/page-loader.tsx'
import { SeoText } from '../site/seo-text.tsx'
import { cx } from '../ui/cx.ts'
import { BottomMenu } from './bottom-menu.tsx'
import { Footer } from './footer.tsx'
import { FrameNotes } from './frame-notes.tsx'
import { Header } from './header.tsx'
import { MenuLinks } from './menu-links.tsx'
import { SideWidgets } from './side-widgets.tsx'

/** Header, menus, footer around a page; error pages use it too. */
export function DefaultFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const { menuLinks, iconsFlag } = useShell().config.common
  return (
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <PageLoader />
      <Header />
      <MeterBar />
      <div className="frame">
        <nav className={cx('side', iconsFlag && 'side-icons')} aria-label={t('mainMenu')}>
          {menuLinks.map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are never moved
            <MenuLinks key={place} group={group} />
          ))}
          <SideWidgets />
        </nav>
        <div className="main">
          <FrameNotes />
          <main id="content" tabIndex={-1} className="page">
            {children}
          </main>
          <Footer />
        </div>
      </div>
      <BottomMenu />
    </>
  )
}

export default function DefaultLayout() {
  return (
    <DefaultFrame>
      <Outlet />
      <SeoText />
    </DefaultFrame>
  )
}
