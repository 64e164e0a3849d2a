import { paths } from '@croupier/contract/paths'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useShell } from '../shell.ts'

const SideNews = lazy(() => import('../features/winners/winners.ts').then(({ SideNews }) => ({ default: SideNews })))

const wide = '(min-width: 1280px) and (min-height: 800px)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Only where there is room, never on the way to or from money, and never on the pages that show the same. */
const quiet = /^\/(cashier|profile|support|confirmation|unsubscribe|winners|jackpots)(\/|$)/

export function SideWidgets() {
  const { account } = useShell()
  const { pathname } = useLocation()
  const hasRoom = useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )
  if (!hasRoom || account?.is_payout_only || pathname === paths.home() || quiet.test(pathname)) return null
  return (
    <Suspense>
      <SideNews />
    </Suspense>
  )
}
