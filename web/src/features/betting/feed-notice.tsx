import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { useTranslations } from 'use-intl'
import { Notice } from '../../ui/notice.tsx'
import { hasEnded } from './list-rules.ts'
import { useIsFresh } from './live-book.ts'

/** Said once for the whole page when the stream is silent. */
export function FeedNotice() {
  const t = useTranslations('betting.silent')
  const isFresh = useIsFresh()
  return (
    <div role="alert" className="feed-notice">
      {!isFresh && (
        <Notice kind="warning">
          <b>{t('title')}</b> {t('text')}
        </Notice>
      )}
    </div>
  )
}

/** The page is connected, but the house itself hears nothing of some of its events. */
export function SilentProducer({ events }: { events: readonly SportsEventCard[] }) {
  const t = useTranslations('betting.silent')
  if (!events.some((event) => event.is_silent)) return null
  return (
    <Notice kind="warning">
      <b>{t('producer')}</b> {t('producerText')}
    </Notice>
  )
}

/** The operator takes no bets on it for now, and says why. Bets that run are not touched. */
export function ShutEvent({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting.shut')
  if (event.closed === null || hasEnded(event)) return null
  return (
    <Notice kind="warning" icon="lock">
      <b>{t('title')}</b> <bdi>{event.closed}</bdi>
      <p>{t('text')}</p>
    </Notice>
  )
}
