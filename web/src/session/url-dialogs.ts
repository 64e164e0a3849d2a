import { isGamePath, paths } from '@croupier/contract/paths'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { closeAll } from '../dialogs/dialogs.ts'
import { openAuth } from '../features/auth/auth.tsx'
import { openCampaignPreview } from '../features/campaigns/campaigns.tsx'
import { useShell } from '../shell.ts'

const popupQuery = ['show_popup_reg', 'show_popup_auth', 'prevent_close']
const trackingQuery = ['track_id', 'show_popup_reg', 'publisher_id', 'goal_id', 'goal_entry_id', 'link_id']

/** What an address asks for beside its page: popups, a promo code, tracking. Read once per address. */
export function useUrlDialogs() {
  const { account } = useShell()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isGuest = !account

  useEffect(() => {
    const query = new URLSearchParams(search)
    remember(query)
    const preview = query.get('popup')
    if (preview && hash === '#popup-preview') openCampaignPreview(preview)
    if (!isGuest) return

    const preventClose = query.get('prevent_close') === '1'
    // A dialog also closes because the visitor left the page; then the address is no longer ours to change.
    const here = window.location.href
    const ifHere = (act: () => void) => () => {
      if (window.location.href === here) act()
    }
    const dropQuery = ifHere(() => {
      for (const name of popupQuery) query.delete(name)
      navigate({ pathname, search: query.toString(), hash }, { replace: true, preventScrollReset: true })
    })
    if (query.has('show_popup_reg')) openAuth('registration', { preventClose, onClosed: dropQuery })
    else if (query.has('show_popup_auth')) openAuth('authorization', { preventClose, onClosed: dropQuery })
    else if (query.has('redirectUrl')) openAuth('authorization')
    else if (isGamePath(pathname) && hash === '#real')
      openAuth('registration', { onClosed: ifHere(() => navigate(paths.home())) })
  }, [pathname, search, hash, isGuest, navigate])
}

/** A dialog belongs to the page on which it was asked. */
export function useCloseOnLeave() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to run, not an input.
  useEffect(() => closeAll, [pathname])
}

function remember(query: URLSearchParams) {
  try {
    const code = query.get('promo_code')
    if (code) localStorage.setItem('promo_code', code)
    const opened = query.get('show_popup_reg')
    if (opened !== null) localStorage.setItem('show_popup_reg', opened)
    const tracking = trackingQuery.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []))
    if (tracking.length) localStorage.setItem('tracking', JSON.stringify(Object.fromEntries(tracking)))
  } catch {
    // Storage may be full or forbidden; the visit goes on without it.
  }
}
