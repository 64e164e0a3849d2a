import type { NoticeKind as PlayerNoticeKind } from '@croupier/contract/security'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import type { NoticeKind } from '../ui/notice.tsx'
import { toast } from '../ui/toast-store.ts'

/** Kinds that have words: `notices.{kind}.title` and `.text`. One that a newer server adds waits for a newer page. */
const looks: Record<PlayerNoticeKind, NoticeKind> = {
  contactLost: 'warning',
  limitReady: 'info',
  verified: 'success',
  verificationRetry: 'warning',
  verificationRejected: 'warning',
  payoutPaid: 'success',
  payoutDeclined: 'warning',
  payoutAccepted: 'success',
  roundsReturned: 'info',
}

const isKnown = (kind: string): kind is PlayerNoticeKind => Object.hasOwn(looks, kind)

const most = 3
const firstTouches = ['click', 'dblclick', 'touchstart'] as const

/** What the player has not been told yet: asked for at the first touch and on each change of the path. Failures are silent. */
export function useNotices() {
  const t = useTranslations('notices')
  const { pathname } = useLocation()
  const isAsking = useRef(false)

  const load = useEffectEvent(async () => {
    if (isAsking.current) return
    isAsking.current = true
    try {
      const waiting = await call('account.getNotices', {})
      // More toasts than fit would push each other away unread.
      const shown = waiting
        .flatMap(({ id, kind, params }) => (isKnown(kind) ? [{ id, kind, params }] : []))
        .slice(0, most)
      for (const { id, kind, params } of shown)
        toast({
          id: `notice-${id}`,
          kind: looks[kind],
          title: t(`${kind}.title`, params),
          text: t(`${kind}.text`, params),
          timeoutMs: 8000,
          // Told is what stood on the page; the others come again.
          onOpened: () => void call('account.seeNotices', { ids: String(id) }).catch(() => undefined),
        })
    } catch {
      // They come with the next page.
    } finally {
      isAsking.current = false
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

  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    load()
  }, [pathname])
}
