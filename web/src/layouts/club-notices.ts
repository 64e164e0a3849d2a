import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { queue } from '../dialogs/dialogs.ts'
import { useShell } from '../shell.ts'

const firstTouches = ['click', 'dblclick', 'touchstart'] as const

/** News of the club: asked for at the first touch, on each change of the path, and when a dialog that held them back is gone. */
export function useClubNotices() {
  const t = useTranslations('loyalty')
  const { account, features, session } = useShell()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const path = useRef(pathname)
  const isAsking = useRef(false)
  const isHeld = useRef(false)
  const isOn = account !== null && !account.is_payout_only && features.loyalty && !features.isClubHidden

  const tell = useEffectEvent(async () => {
    if (!isOn || !session || isAsking.current) return
    isAsking.current = true
    const { toastSeconds, volumePercent } = session.club
    const place = {
      path: () => path.current,
      lookText: t('look'),
      go: (to: string) => void navigate(to),
      ...{ toastSeconds, volumePercent },
    }
    try {
      const { tellClubNotices } = await import('../features/loyalty/loyalty.ts')
      isHeld.current = !(await tellClubNotices(place))
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
      void tell()
    }
    for (const name of firstTouches) window.addEventListener(name, first, { passive: true, signal: stop.signal })
    const stopWatching = queue.subscribe(() => {
      if (isHeld.current && queue.shown().length === 0) void tell()
    })
    return () => {
      stop.abort()
      stopWatching()
    }
  }, [])

  useEffect(() => {
    if (path.current === pathname) return
    path.current = pathname
    void tell()
  }, [pathname])
}
