import type { Theme } from '@croupier/contract/boot'
import { use, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { NonceContext } from '../i18n/messages-context.ts'
import { Icon } from '../ui/icon.tsx'
import { keepChoice } from './browser.ts'

/** Runs before the first paint, so that a visitor without a choice gets the system's theme without a flash. */
const follow = `document.documentElement.dataset.theme=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'`

export function ThemeScript({ theme }: { theme: Theme }) {
  const nonce = use(NonceContext)
  if (theme !== 'auto') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, covered by the page's content policy.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: follow }} />
}

let written: DOMStringMap | null = null

/** An error page builds the document anew: the theme and whatever else scripts wrote on it stays. */
export function useKeptMarks() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (written) Object.assign(dataset, written)
    return () => {
      written = { ...dataset }
    }
  }, [])
}

function setTheme(theme: 'dark' | 'light') {
  document.documentElement.dataset.theme = theme
  keepChoice('theme', theme)
}

const shownTheme = (): 'dark' | 'light' =>
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'

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
