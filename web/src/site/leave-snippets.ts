import { splitLocale } from '@croupier/contract/locales'
import { isSameOutside, type Outside } from '@croupier/contract/outside'
import { isProtected } from '@croupier/contract/paths'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useShell } from '../shell.ts'

/** Where this document was loaded, wherever the router has gone since. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry && URL.parse(entry.name)?.pathname) ?? location.pathname
}

/**
 * A page with code of others is left for money, passwords and games by a full load: that code must not live on where it
 * may not be. So is a page for the next one when what it was loaded with (`first`) is not what there may be now, part by
 * part: a policy stays closed after a yes, and what runs stays after a no. Never the page itself, where a visitor may be typing.
 */
export function useLeaveSnippets(first: Outside | null) {
  const { hasCustomCode, outside, locales, defaultLocale } = useShell()
  const { pathname } = useLocation()
  const hasForeign = hasCustomCode || !isSameOutside(first, null)
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
  const isOther = !isSameOutside(first, outside)
  // This part of the page may come with what is other: then the page is the next one if it is not the one that was loaded.
  const lastSame = useRef<string>(null)
  useEffect(() => {
    if (!isOther) lastSame.current = pathname
    const isNext = pathname !== (lastSame.current ?? loadedPath())
    if ((isOther && isNext) || (isIntruding && !isProtected(pathOf(loadedPath())))) location.reload()
  })
}
