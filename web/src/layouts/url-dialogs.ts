import { isGamePath, paths } from '@croupier/contract/paths'
import { pagePath } from '@croupier/contract/safe-path'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { provideProof } from '../api.ts'
import { queue } from '../dialogs/dialogs.ts'
import { openConfirmEmail } from '../features/account/account.tsx'
import {
  backUrlNote,
  betTypeNote,
  loadMessenger,
  openAuth,
  openStepUp,
  popupQuery,
  postponedNote,
  viewAfterMessenger,
  viewAfterSocial,
  whereNext,
} from '../features/auth/auth.tsx'
import { forgetCode, keepCode, usePendingCode, usePromoNotices } from '../features/campaigns/campaigns.tsx'
import { openCampaignPreview } from '../features/popups/popups.tsx'
import { forget, keep, kept } from '../session/browser-storage.ts'
import { rememberTracking, useHits } from '../session/tracking.ts'
import { useShell } from '../shell.ts'
import { toast } from '../ui/toast-store.ts'

/** What an address asks for beside its page: popups, a promo code, tracking. Read once per address. */
export function useUrlDialogs() {
  const { account } = useShell()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isGuest = !account
  const lastCode = useRef<string>(null)

  useHits()
  useEffect(() => provideProof(openStepUp), [])
  useMessenger()
  useSuccess()
  // After the line above, which leaves the code of a registration to the server.
  usePendingCode()
  usePromoNotices()
  useUnfinished()

  useEffect(() => {
    const query = new URLSearchParams(search)
    remember(query)
    // Once for each visit: a code that a guest has brought is used up by signing in on the same page.
    const code = query.get('promo_code')
    if (code && code !== lastCode.current) keepCode(code, isGuest)
    lastCode.current = code ?? lastCode.current
    const preview = query.get('popup')
    if (preview && hash === '#popup-preview') openCampaignPreview(preview)
    const token = query.get('restore')
    if (!isGuest && !token) return

    const preventClose = query.get('prevent_close') === '1'
    // A dialog also closes because the visitor left the page; then the address is no longer ours to change.
    const here = window.location.href
    const ifHere = (act: () => void) => () => {
      if (window.location.href === here) act()
    }
    const drop = (names: readonly string[]) => {
      for (const name of names) query.delete(name)
      navigate({ pathname, search: query.toString(), hash }, { replace: true, preventScrollReset: true })
    }
    // A player who came in is led on from the popup itself, which leaves a clean address behind.
    const ifOnlyClosed = (act: () => void) => (hasEntered: boolean) => hasEntered || act()
    const onClosed = ifOnlyClosed(ifHere(() => drop(popupQuery)))
    const outcome = query.get('social')
    if (token) {
      // A secret does not stay in the address.
      drop(['restore'])
      openAuth({ view: 'restore', token })
    } else if (outcome) {
      drop(['social', 'reason'])
      openAuth(viewAfterSocial(outcome, query.get('reason')))
    } else if (query.has('show_popup_reg')) openAuth('registration', { preventClose, onClosed })
    else if (query.has('show_popup_auth')) openAuth('authorization', { preventClose, onClosed })
    else if (query.has('redirectUrl')) openAuth('authorization')
    else if (isGamePath(pathname) && hash === '#real')
      openAuth('registration', { onClosed: ifOnlyClosed(ifHere(() => navigate(paths.home()))) })
  }, [pathname, search, hash, isGuest, navigate])
}

/** A dialog belongs to the page on which it was asked, and news to the player they are for. */
export function useCloseOnLeave() {
  const { pathname } = useLocation()
  const { account } = useShell()
  const uid = account?.uid ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to run, not an input.
  useEffect(() => () => queue.closeAll('asked'), [pathname])
  useEffect(() => {
    if (uid !== null) return () => queue.closeAll('news')
  }, [uid])
}

function remember(query: URLSearchParams) {
  const opened = query.get('show_popup_reg')
  if (opened !== null) keep('show_popup_reg', opened)
  const back = pagePath(query.get('backUrl'))
  if (back) keep(backUrlNote, back, 'sessionStorage')
  rememberTracking(query)
}

/** `register=success`: the account is a moment old. Said once, then taken out of the address. */
function useSuccess() {
  const t = useTranslations('popups.auth')
  const { account } = useShell()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const hasEmailToConfirm = account?.contacts.email?.confirmed === false
  const isPlayer = account !== null
  const told = useRef<string>(null)
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!isPlayer || query.get('register') !== 'success' || told.current === pathname + search) return
    told.current = pathname + search
    forget(betTypeNote)
    forgetCode()
    query.delete('register')
    navigate({ pathname, search: query.toString(), hash }, { replace: true, preventScrollReset: true })
    toast({ id: 'registered', kind: 'success', title: t('registered') })
    if (hasEmailToConfirm) openConfirmEmail({ isSent: true, queue: 'wait' })
  }, [pathname, search, hash, isPlayer, hasEmailToConfirm, navigate, t])
}

/** An account from another service lacks some lines: asked for once a visit, and always before money moves. */
function useUnfinished() {
  const { account } = useShell()
  const { pathname } = useLocation()
  const isUnfinished = account?.is_registration_completed === false && !account.is_payout_only
  useEffect(() => {
    if (!isUnfinished) return
    const isCashier = /^\/cashier(\/|$)/.test(pathname)
    if (!isCashier && kept(postponedNote, 'sessionStorage')) return
    const here = window.location.pathname
    openAuth(
      { view: 'socialRegistration' },
      {
        preventClose: isCashier,
        // Closed by hand, not because the page was left.
        onClosed: (isDone) => {
          if (!isDone && window.location.pathname === here) keep(postponedNote, '1', 'sessionStorage')
        },
      },
    )
  }, [isUnfinished, pathname])
}

/** Inside a messenger: the look of a mini-app, and a guest comes in by what the messenger says. */
function useMessenger() {
  const t = useTranslations('popups.registration')
  const shell = useShell()
  const { account, locale } = shell
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isBegun = useRef(false)
  const isGuest = account === null
  useEffect(() => {
    const isLaunch = /[#&]tgWebAppData=/.test(hash)
    if (isBegun.current || !(isLaunch || kept('messenger', 'sessionStorage'))) return
    isBegun.current = true
    // As after any registration; the page that follows uses the notes up.
    const start = async (isPayoutOnly: boolean) => {
      const backUrl = kept(backUrlNote, 'sessionStorage')
      forget(backUrlNote, 'sessionStorage')
      // The hash is the launch itself, and a secret: it goes nowhere.
      const next = whereNext({ how: 'registration', isPayoutOnly, search, hash: '', backUrl }, shell)
      if (next.kind === 'load') return window.location.assign(next.address)
      const path = next.kind === 'route' ? next.path : pathname + search
      await navigate(path, { replace: true })
      // A change of the query alone does not ask who is signed in.
      if (path.split(/[?#]/)[0] === pathname) await revalidate()
    }
    const come = async () => {
      const { dress, proveByLaunch, readLaunch, register } = await loadMessenger()
      const launch = readLaunch(hash)
      dress(launch, locale)
      if (!launch) return
      if (isGuest) {
        const entry = await register(launch, shell.features.isSeonEnabled)
        const view = viewAfterMessenger(entry)
        if (entry.kind === 'in' && entry.is.is_new) return start(entry.is.is_payout_only)
        if (entry.kind === 'in') await revalidate()
        else if (view) openAuth(view)
        else toast({ kind: 'error', title: t('wrongRegServerError') })
      } else await proveByLaunch(launch)
      navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
    }
    come().catch(() => toast({ kind: 'error', title: t('wrongRegServerError') }))
  }, [hash, isGuest, locale, navigate, pathname, revalidate, search, shell, t])
}
