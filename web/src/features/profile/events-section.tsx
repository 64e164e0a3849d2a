import type { Output } from '@croupier/contract/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { EventList, type SecurityEvent } from './event-list.tsx'
import { ProfileSection } from './profile-section.tsx'

export const firstEvents = 8
const moreEvents = 20

/** The newest first, older ones on demand. New ones that came meanwhile push the rest down, so ids decide. */
export function EventsSection({ first }: { first: Output<'account.getSecurityEvents'> }) {
  const t = useTranslations('profile.security')
  const { isBusy, problem, attempt } = useAttempt()
  const [older, setOlder] = useState<readonly SecurityEvent[]>([])
  const newest = new Set(first.items.map(({ id }) => id))
  const events = [...first.items, ...older.filter(({ id }) => !newest.has(id))]
  const { total } = first

  const more = () =>
    attempt(async () => {
      const { items } = await call('account.getSecurityEvents', { count: moreEvents, offset: events.length })
      const known = new Set(events.map(({ id }) => id))
      setOlder([...events, ...items.filter(({ id }) => !known.has(id))])
    })
  return (
    <ProfileSection title={t('events')} text={t('eventsText')} id="events">
      <EventList events={events} />
      {problem && <Notice kind="error">{problem}</Notice>}
      {events.length < total && (
        <div className="more">
          <Progress
            thin
            tone="time"
            value={events.length / total}
            label={t('shown', { shown: events.length, total })}
          />
          <span className="dim">{t('shown', { shown: events.length, total })}</span>
          <Button busy={isBusy} onClick={more}>
            {t('more')}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}
