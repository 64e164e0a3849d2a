import { paths } from '@croupier/contract/paths'
import type { EventView } from '@croupier/contract/sports'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { EventPage } from './list-data.ts'
import { MatchList } from './match-list.tsx'

/** A list, or what is said in its place. */
export function EventsOrNone({ list, view }: { list: EventPage; view: EventView }) {
  const t = useTranslations('betting.none')
  if (list.events.length > 0) return <MatchList events={list.events} />
  return (
    <Empty
      icon={view === 'live' ? 'radio' : 'calendar-days'}
      title={t(`${view}.title`)}
      text={t(`${view}.text`)}
      action={
        view === 'coming' ? undefined : <ButtonLink to={paths.betting({ view: 'coming' })}>{t('later')}</ButtonLink>
      }
    />
  )
}
