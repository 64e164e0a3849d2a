import type { Theme } from '@croupier/contract/boot'
import { use, useLayoutEffect } from 'react'
import { NonceContext } from '../i18n/messages-context.ts'
import { keepChoice } from './keep-choice.ts'

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

export function setTheme(theme: 'dark' | 'light') {
  document.documentElement.dataset.theme = theme
  keepChoice('theme', theme)
}

export const shownTheme = (): 'dark' | 'light' =>
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
