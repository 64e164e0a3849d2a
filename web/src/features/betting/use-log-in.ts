import { localePath } from '@croupier/contract/locales'
import { useLocation } from 'react-router'
import { forget, keep } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { backUrlNote, openAuth } from '../auth/auth.tsx'

/** Whichever way a guest comes in, this page is where the way leads back to. */
export function useLogIn() {
  const { locale, defaultLocale } = useShell()
  const { pathname, search } = useLocation()
  return () => {
    keep(backUrlNote, localePath(locale, defaultLocale, pathname + search), 'sessionStorage')
    openAuth('authorization', {
      onClosed: (hasEntered) => {
        if (!hasEntered) forget(backUrlNote, 'sessionStorage')
      },
    })
  }
}
