import { useTranslations } from 'use-intl'
import { setTheme, shownTheme } from '../site/theme.tsx'
import { Icon } from '../ui/icon.tsx'

/** Both icons are there; the theme decides by style which one shows, so the server need not know. */
export function ThemeButton() {
  const t = useTranslations('shell')
  return (
    <button
      type="button"
      className="iconbtn theme-button"
      aria-label={t('theme')}
      onClick={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
    >
      <Icon name="sun" className="on-dark" />
      <Icon name="moon" className="on-light" />
    </button>
  )
}
