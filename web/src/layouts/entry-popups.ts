import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { queue } from '../dialogs/dialogs.ts'
import { showCampaignPopup } from '../features/popups/popups.tsx'
import { useTopic } from '../session/stream-topics.ts'
import { useShell } from '../shell.ts'

type Page = { path: string; isQuiet: () => boolean /** The same while nothing has changed. */; news: string }

/** Its page is large, and most visits have none. */
const showUnseenCashback = async (page: Page): Promise<boolean> =>
  (await import('../features/cashbacks/cashbacks.tsx')).showUnseenCashback(page)

/**
 * What comes up by itself for a player, in this order and one at a time. The dialog that confirms an e-mail address is
 * opened with the page of a new account (`useSuccess`), so it stands before all of these; the unseen cashback stands
 * before the campaign popup. Each answers whether it showed something.
 */
const inOrder: readonly ((page: Page) => Promise<boolean>)[] = [showUnseenCashback, showCampaignPopup]

/** The page has to stand still for so long. */
const quietMs = 1_500
const lookMs = 500

/** No dialog, no system page, no preview, and the player looks at it. */
const isQuietNow = () =>
  !document.hidden &&
  queue.shown().length === 0 &&
  document.querySelector('.system, iframe.game-frame') === null &&
  window.location.hash !== '#popup-preview'

export function useEntryPopups() {
  const { account } = useShell()
  const { pathname } = useLocation()
  const uid = account && !account.is_payout_only ? account.uid : null
  const [news, setNews] = useState(0)
  useTopic('bonuses', () => setNews((count) => count + 1))
  useEffect(() => {
    if (uid === null) return
    let isGone = false
    let quietSince = Date.now()
    const isQuiet = () => !isGone && isQuietNow()
    const timer = setInterval(async () => {
      if (!isQuiet()) quietSince = Date.now()
      if (Date.now() - quietSince < quietMs) return
      clearInterval(timer)
      for (const show of inOrder)
        if (isQuiet() && (await show({ path: pathname, isQuiet, news: `${uid} ${news}` }))) return
    }, lookMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [uid, pathname, news])
}
