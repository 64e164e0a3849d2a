import type { Output } from '@croupier/contract/contract'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'

export type SecurityEvent = Output<'account.getSecurityEvents'>['items'][number]

/** What happened to the account, in words. A kind that this page does not know yet is still listed. */
export function EventList({ events }: { events: readonly SecurityEvent[] }) {
  const t = useTranslations('profile')
  if (events.length === 0) return <p className="muted">{t('security.noEvents')}</p>
  return (
    <ul className="events">
      {events.map(({ id, kind, at, device, address }) => (
        <li key={id}>
          <b>{t.has(`events.${kind}`) ? t(`events.${kind}`) : t('events.other')}</b>
          <span className="dim">
            <LocalTime at={at} withTime />
          </span>
          <span className="dim events-where">
            <bdi>{[device, address].filter(Boolean).join(' · ')}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
