import { localePath } from '@croupier/contract/locales'
import { useLocation } from 'react-router'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'
import { keepChoice } from './browser.ts'
import { setLoader } from './page-loader.tsx'

/** Addresses of this page in every locale, and the way to make one of them the visitor's own. */
export function useLocaleSwitch() {
  const { locales, locale, defaultLocale, account } = useShell()
  const { pathname, search, hash } = useLocation()
  const hrefOf = (code: string) => localePath(code, defaultLocale, pathname) + search + hash

  async function choose(code: string) {
    keepChoice('locale', code)
    setLoader(true)
    if (account) await call('account.changelocale', { locale: code }).catch(() => undefined)
    // In the place of this page: one step back, the page in the old language would lead to the new one again.
    location.replace(hrefOf(code))
  }
  return { locales, locale, hrefOf, choose }
}
