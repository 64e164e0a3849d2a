import { localePath } from '@croupier/contract/locales'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { forget, kept, notes } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import type { EnteredHow } from './auth-view.ts'
import {
  backUrlNote,
  betTypeNote,
  type Next,
  popupQuery,
  postponedNote,
  searchWithout,
  whereNext,
} from './where-next.ts'

/**
 * What happens once a player is in: notes are used up, the page becomes a player's, and the way goes on.
 * `stayPath` is for a page on which no player stays: the forms that stand alone.
 */
export function useEntered(stayPath?: string): (how: EnteredHow, isPayoutOnly: boolean) => Promise<void> {
  const t = useTranslations('popups.auth')
  const shell = useShell()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname, search, hash } = useLocation()

  return async (how, isPayoutOnly) => {
    const backUrl = kept(backUrlNote, 'sessionStorage')
    forget(backUrlNote, 'sessionStorage')
    forget(postponedNote, 'sessionStorage')
    if (how === 'registration') for (const note of [betTypeNote, notes.promoCode, notes.promoGuest]) forget(note)
    const wanted: Next =
      how === 'completion' ? { kind: 'stay' } : whereNext({ how, isPayoutOnly, search, hash, backUrl }, shell)
    if (wanted.kind === 'load') return location.assign(wanted.address)
    const clean = pathname + searchWithout(search, popupQuery) + hash
    const path = wanted.kind === 'route' ? wanted.path : (stayPath ?? clean)

    // A page of a guest may carry outside snippets; a player's page is loaded without what they left behind.
    if (shell.hasCustomCode || shell.outside?.isTracked) {
      const target = localePath(shell.locale, shell.defaultLocale, path)
      const isHere = target === location.pathname + location.search + location.hash
      return isHere ? location.reload() : location.assign(target)
    }
    const isSamePage = path.split(/[?#]/)[0] === pathname
    await navigate(path, { replace: isSamePage || search.includes('redirectUrl='), preventScrollReset: isSamePage })
    // A change of the query alone does not ask who is signed in.
    if (isSamePage) await revalidate()
    if (how !== 'registration')
      toast({ kind: 'success', title: how === 'login' ? t('signedIn') : t('socialRegistration.done') })
    focusContent()
  }
}

const lookMs = 50
// A slow machine takes its time to close a popup; a look that finds nothing lost costs nothing.
const longestMs = 5_000

/** The button that opened the popup may be gone with the guest's page: then the keyboard goes on at the content. */
function focusContent() {
  const since = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - since > longestMs) clearInterval(timer)
    if (document.querySelector('.dialog')) return
    const isLost = !document.activeElement || document.activeElement === document.body
    if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
  }, lookMs)
}
