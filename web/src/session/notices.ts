import { paths } from '@croupier/contract/paths'
import type { NoticeKind as PlayerNoticeKind } from '@croupier/contract/security'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'
import type { NoticeKind } from '../ui/notice.tsx'
import { toast } from '../ui/toast-store.ts'
import { useTopic } from './stream-topics.ts'

/** Kinds that have words: `notices.{kind}.title` and `.text`. One that a newer server adds waits for a newer page. */
const looks: Record<PlayerNoticeKind, NoticeKind | null> = {
  contactLost: 'warning',
  limitReady: 'info',
  verified: 'success',
  verificationRetry: 'warning',
  verificationRejected: 'warning',
  payoutPaid: 'success',
  payoutDeclined: 'warning',
  payoutAccepted: 'success',
  roundsReturned: 'info',
  offerMissed: 'warning',
  promoActivated: 'success',
  promoFailed: 'warning',
  care: 'info',
  bonusReady: 'info',
  bonusOpened: 'success',
  bonusCompleted: 'success',
  bonusEnding: 'info',
  bonusRevoked: 'warning',
  spinsReady: 'success',
  spinsEnding: 'info',
  cashbackReady: 'info',
  cashbackEnding: 'info',
  cashbackPaid: 'success',
  prizePaid: 'success',
  orderSent: 'info',
  betCorrected: 'info',
  // What is gone is a line in the list, and no message interrupts with it.
  bonusExpired: null,
  bonusLost: null,
}

/** Tells it in another way, and says when it was seen; false where that cannot be, and then a toast tells it. */
type Teller = (params: Record<string, string>, seen: () => void) => boolean
const tellers = new Map<PlayerNoticeKind, Teller>()

/** Returns how to stop. */
export function provideNotice(kind: PlayerNoticeKind, tell: Teller): () => void {
  tellers.set(kind, tell)
  return () => {
    if (tellers.get(kind) === tell) tellers.delete(kind)
  }
}

/** The page that a notice is about; null where it says all there is. */
export const pageOfNotice = (kind: string, { bet }: Record<string, string>): string | null =>
  kind === 'betCorrected' && bet ? paths.betHistory({ product: 'sports', bet }) : null

const isKnown = (kind: string): kind is PlayerNoticeKind => Object.hasOwn(looks, kind)

const most = 3
const newMs = 60_000
const looksMs = [1_500, 5_000]
const firstTouches = ['click', 'dblclick', 'touchstart'] as const

/** What the player has not been told yet: asked for at the first touch, on each change of the path and when there is news. Failures are silent. */
export function useNotices() {
  const t = useTranslations('notices')
  const { pathname } = useLocation()
  const { account } = useShell()
  const isNew = account !== null && Date.now() - Date.parse(account.reg_time) < newMs
  const isAsking = useRef(false)
  /** Something changed while it was asked: what came back may be of before. */
  const isWanted = useRef(false)
  const told = useRef(new Set<number>())
  const navigate = useNavigate()

  /** Where it leads, if anywhere. */
  const linkOf = (kind: PlayerNoticeKind, params: Record<string, string>) => {
    const to = pageOfNotice(kind, params)
    return to && { action: { text: t(`${kind}.link`), onClick: () => void navigate(to) } }
  }

  const load = useEffectEvent(async () => {
    if (isAsking.current) {
      isWanted.current = true
      return
    }
    isAsking.current = true
    try {
      const waiting = await call('account.getNotices', {})
      const known = waiting.flatMap(({ id, kind, params }) =>
        isKnown(kind) ? [{ id, kind, params, look: looks[kind] }] : [],
      )
      const silent = known.filter(({ look }) => look === null).map(({ id }) => id)
      if (silent.length > 0) void call('account.seeNotices', { ids: silent.join() }).catch(() => undefined)
      // More toasts than fit would push each other away unread.
      const shown = known.flatMap(({ look, ...rest }) => (look === null ? [] : [{ ...rest, look }])).slice(0, most)
      for (const { id, kind, params, look } of shown) {
        const seen = () => void call('account.seeNotices', { ids: String(id) }).catch(() => undefined)
        // Asked for once more while it is being told, it is the same notice.
        if (told.current.has(id)) continue
        if (tellers.get(kind)?.(params, seen)) {
          told.current.add(id)
          continue
        }
        toast({
          id: `notice-${id}`,
          kind: look,
          title: t(`${kind}.title`, params),
          text: t(`${kind}.text`, params),
          timeoutMs: 8000,
          ...linkOf(kind, params),
          // Told is what stood on the page; the others come again.
          onOpened: seen,
        })
      }
    } catch {
      // They come with the next page.
    } finally {
      isAsking.current = false
    }
    if (isWanted.current) {
      isWanted.current = false
      await load()
    }
  })

  useEffect(() => {
    const stop = new AbortController()
    const first = () => {
      stop.abort()
      load()
    }
    for (const name of firstTouches) window.addEventListener(name, first, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [])

  // A code that came with a registration is redeemed a moment later, maybe before this page listens.
  useEffect(() => {
    if (!isNew) return
    const timers = looksMs.map((ms) => setTimeout(() => void load(), ms))
    return () => timers.forEach(clearTimeout)
  }, [isNew])

  // What was not seen when the session ended is told in the next.
  const uid = account?.uid
  // biome-ignore lint/correctness/useExhaustiveDependencies: the player is the reason to run, not an input.
  useEffect(() => () => told.current.clear(), [uid])

  // What a code gave is written down by the listener that gave it; care, limits and verification tell of the account.
  useTopic('bonuses', () => void load())
  useTopic('account', () => void load())

  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    load()
  }, [pathname])
}
