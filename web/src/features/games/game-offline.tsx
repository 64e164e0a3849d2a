import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Stands over the game while there is no connection: the question of every player is what becomes of the round. */
export function GameOffline() {
  const t = useTranslations('game.offline')
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div className="game-offline" role="status">
      {!isOnline && (
        <p>
          <Icon name="wifi-off" />
          <span>
            <b>{t('title')}</b>
            {t('text')}
          </span>
        </p>
      )}
    </div>
  )
}
