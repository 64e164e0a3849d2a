import { paths } from '@croupier/contract/paths'
import type { EventView } from '@croupier/contract/sports'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Pager } from '../../site/pager.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/list-page'
import { EventsOrNone } from './events-or-none.tsx'
import { SilentProducer } from './feed-notice.tsx'
import { askEvents, listSize, readMarket, topicsOf } from './list-data.ts'
import { ListTools } from './list-tools.tsx'
import { useSportsTopics } from './live-book.ts'
import { MatchList } from './match-list.tsx'
import { SportFilter } from './sport-filter.tsx'

const views = ['live', 'today', 'soon'] as const
const viewOf = (word: string): EventView => views.find((each) => each === word) ?? 'today'

export const handle = (word: string): PageHandle => ({ title: `betting.lists.${viewOf(word)}.title` })

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const call = serverCall(context)
  const view = viewOf(pattern.split('/').at(-1) ?? '')
  const sport = /^[a-z][a-z0-9_]{0,31}$/.exec(url.searchParams.get('sport') ?? '')?.[0]
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1)
  const market = readMarket(url.searchParams)
  const list = await askEvents(call, { view, sport, market, offset: (page - 1) * listSize })
  // Nothing is played now: what begins next stands there instead.
  const next = view === 'live' && list.total === 0 ? await askEvents(call, { view: 'coming', market, count: 10 }) : null
  return { view, sport, page, list, next }
}

const topics: Record<EventView, readonly string[]> = {
  live: ['live'],
  soon: ['list:today', 'live'],
  today: ['list:today', 'live'],
  coming: ['live'],
}

export default function ListPage({ loaderData: { view, sport, page, list, next } }: Route.ComponentProps) {
  const t = useTranslations('betting')
  const word = useRouteWord()
  const [query] = useSearchParams()
  useSportsTopics(topicsOf(topics[view], list), list.seq)
  const toPage = (to: number) => {
    const kept = new URLSearchParams(query)
    kept.set('page', String(to))
    return `?${kept}`
  }
  return (
    <>
      <PageHead
        title={t(`lists.${viewOf(word)}.title`)}
        text={t(`lists.${viewOf(word)}.lead`, { count: list.total })}
      />
      <SilentProducer events={list.events} />
      <section className="bet-section">
        <SportFilter
          sport={sport}
          addressOf={(name) => paths[addresses[view]]({ sport: name, market: query.get('market') ?? undefined })}
        />
        <ListTools />
        <EventsOrNone key={`${view} ${sport} ${page} ${list.market}`} list={list} view={view} />
        <Pager at={page} count={Math.ceil(list.total / listSize)} toPage={toPage} />
      </section>
      {next && next.events.length > 0 && (
        <Section title={t('none.next')}>
          <MatchList events={next.events} />
        </Section>
      )}
    </>
  )
}

const addresses = { live: 'bettingLive', today: 'bettingToday', soon: 'bettingSoon', coming: 'betting' } as const
