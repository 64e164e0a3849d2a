import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'

/** The on-demand loader: for waits that are not a navigation. */
let isBusy = false
const listeners = new Set<() => void>()

export function setLoader(busy: boolean) {
  isBusy = busy
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const waitMs = 150

/** A thin line under the top edge, only for waits that a person notices. */
export function PageLoader() {
  const t = useTranslations('common')
  const isMoving = useNavigation().state !== 'idle'
  const isAsked = useSyncExternalStore(
    subscribe,
    () => isBusy,
    () => false,
  )
  const isWaiting = isMoving || isAsked
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setShown(false)
    const timer = setTimeout(() => setShown(true), waitMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return (
    <div className="page-loader" role="status" aria-live="polite" data-shown={isShown || undefined}>
      {isShown && <span className="sr">{t('loading')}</span>}
    </div>
  )
}
