import { splitLocale } from '@croupier/contract/locales'
import type { Outside } from '@croupier/contract/outside'
import { isProtected } from '@croupier/contract/paths'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useShell } from '../shell.ts'

const isAgreed = (outside: Outside | null) => outside !== null && (outside.chat !== null || outside.isTracked)

/** Where this document was loaded, wherever the router has gone since. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry && URL.parse(entry.name)?.pathname) ?? location.pathname
}

/**
 * A page with code of others is left for money, passwords and games by a full load: that code must not live on where it
 * may not be. A page that was loaded without it (`first`) and may have it now is loaded anew, because its policy is
 * closed.
 */
export function useLeaveSnippets(first: Outside | null) {
  const { hasCustomCode, outside, locales, defaultLocale } = useShell()
  const { pathname } = useLocation()
  const wasAgreed = isAgreed(first)
  const hasForeign = hasCustomCode || wasAgreed
  const pathOf = (address: string) => splitLocale(address, { locales, defaultLocale }).path
  useEffect(() => {
    if (!hasForeign) return
    const onClick = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      if (!anchor || anchor.origin !== location.origin) return
      const { path } = splitLocale(anchor.pathname, { locales, defaultLocale })
      // The router never hears of this click, so the browser follows the link itself.
      if (isProtected(path)) event.stopPropagation()
    }
    window.addEventListener('click', onClick, { capture: true })
    return () => window.removeEventListener('click', onClick, { capture: true })
  }, [hasForeign, locales, defaultLocale])

  // A redirect or a step of the program comes without a click, and a click may come before this part of the page.
  const isIntruding = hasForeign && isProtected(pathname)
  const isShut = isAgreed(outside) && !wasAgreed
  useEffect(() => {
    if (isShut || (isIntruding && !isProtected(pathOf(loadedPath())))) location.reload()
  })
}
