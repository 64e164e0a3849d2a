import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { openAuth } from '../auth/auth.tsx'
import type { Route } from './+types/saved'
import { SilentProducer } from './feed-notice.tsx'
import { askEvents, readMarket, topicsOf } from './list-data.ts'
import { hasEnded } from './list-rules.ts'
import { ListTools } from './list-tools.tsx'
import { useSportsTopics } from './live-book.ts'
import { MatchList } from './match-list.tsx'

export const handle = { title: 'betting.saved.title', isIndexed: false }

/** Leagues and sides that a list of saved events follows; each is one question. */
const mostFollowed = 10

/** Marked events, and what comes next of marked leagues and sides. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(bootContext).account === null) return null
  const call = serverCall(context)
  const market = readMarket(url.searchParams)
  const { items } = await call('sports.getFavourites', {})
  const ids = items.filter(({ kind }) => kind === 'event').map(({ id }) => id)
  const followed = items.filter(({ kind }) => kind !== 'event').slice(0, mostFollowed)
  const lists = await Promise.all([
    ...(ids.length > 0 ? [askEvents(call, { ids: ids.join(), market })] : []),
    ...followed.map(({ kind, id }) =>
      askEvents(call, { [kind === 'tournament' ? 'tournament' : 'competitor']: id, market, count: 10 }),
    ),
  ])
  const events = [...new Map(lists.flatMap((list) => list.events).map((event) => [event.id, event])).values()]
  return {
    events: events.filter((event) => !hasEnded(event)),
    total: events.length,
    seq: Math.min(...lists.map(({ seq }) => seq)),
    market,
  }
}

const nothing = { events: [], total: 0, seq: 0, market: 'main' } as const

export default function Saved({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('betting.saved')
  const isGuest = useShell().account === null
  const list = loaderData ?? { ...nothing, events: [] }
  useSportsTopics(loaderData ? topicsOf(['live', 'list:today'], list) : [], list.seq)
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <SilentProducer events={list.events} />
      {list.events.length > 0 ? (
        <section className="bet-section">
          <ListTools />
          <MatchList key={list.market} events={list.events} />
        </section>
      ) : (
        <Empty
          icon="star"
          title={isGuest ? t('guest') : t('none')}
          text={isGuest ? t('guestText') : t('noneText')}
          action={isGuest && <Button onClick={() => openAuth('authorization')}>{t('logIn')}</Button>}
        />
      )}
    </>
  )
}
