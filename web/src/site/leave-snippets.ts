import { splitLocale } from '@croupier/contract/locales'
import { isProtected } from '@croupier/contract/paths'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useShell } from '../shell.ts'

/**
 * A page with code of others is left for money, passwords and games by a full load: that code must not live on where it
 * may not be. A page that was loaded without it and may have it now is loaded anew, because its policy is closed.
 */
export function useLeaveSnippets() {
  const { hasCustomCode: hasSnippets, outside, locales, defaultLocale } = useShell()
  const { pathname } = useLocation()
  const loadedAt = useRef(pathname)
  const isAgreed = outside !== null && (outside.chat !== null || outside.isTracked)
  const wasAgreed = useRef(isAgreed)
  const hasCustomCode = hasSnippets || wasAgreed.current
  useEffect(() => {
    if (!hasCustomCode) return
    const onClick = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      if (!anchor || anchor.origin !== location.origin) return
      const { path } = splitLocale(anchor.pathname, { locales, defaultLocale })
      // The router never hears of this click, so the browser follows the link itself.
      if (isProtected(path)) event.stopPropagation()
    }
    window.addEventListener('click', onClick, { capture: true })
    return () => window.removeEventListener('click', onClick, { capture: true })
  }, [hasCustomCode, locales, defaultLocale])

  // A redirect or a step of the program comes without a click.
  useEffect(() => {
    if (hasCustomCode && isProtected(pathname) && !isProtected(loadedAt.current)) location.reload()
  }, [hasCustomCode, pathname])

  useEffect(() => {
    if (isAgreed && !wasAgreed.current) location.reload()
  }, [isAgreed])
}
