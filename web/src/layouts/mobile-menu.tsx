import { useTranslations } from 'use-intl'
import { useDialog } from '../dialogs/parts.tsx'
import { openSearch } from '../features/games/games.tsx'
import { usePlayClosed, useShell } from '../shell.ts'
import { ThemeButton } from '../site/theme.tsx'
import { Button } from '../ui/button.tsx'
import { LocaleLinks } from './locale-menu.tsx'
import { MenuLinks } from './menu-links.tsx'

/** The main menu on narrow screens: a curtain from the start side. */
export function MobileMenu() {
  const t = useTranslations('shell')
  const { menuLinks } = useShell().config.common
  const isPlayClosed = usePlayClosed()
  const { close } = useDialog()
  return (
    <div className="mobile-menu">
      {!isPlayClosed && <SearchEntry />}
      <nav aria-label={t('mainMenu')}>
        {menuLinks.map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are never moved
          <MenuLinks key={place} group={group} onChoose={close} />
        ))}
      </nav>
      <nav aria-label={t('languages')}>
        <h2 className="side-title">{t('languages')}</h2>
        <LocaleLinks className="menu-locale" />
      </nav>
      <div className="row mobile-menu-theme">
        <span className="muted">{t('theme')}</span>
        <ThemeButton />
      </div>
    </div>
  )
}

function SearchEntry() {
  const t = useTranslations('games.search')
  return (
    <Button size="l" full icon="search" onClick={() => openSearch(t('title'), 'replace')}>
      {t('open')}
    </Button>
  )
}
