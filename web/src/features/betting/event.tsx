import './event.css'
import './live-card.css'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { useMemo } from 'react'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/event'
import { EventBoard } from './event-board.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventMarkets } from './event-markets.tsx'
import { EventStats } from './event-stats.tsx'
import { EventTracker } from './event-tracker.tsx'
import { SilentProducer } from './feed-notice.tsx'
import { isInPlay } from './list-rules.ts'
import { useEvent, useSportsTopics } from './live-book.ts'
import { namesOf } from './market-words.ts'
import { MiniScore } from './mini-score.tsx'
import { ScoreNews } from './score-news.tsx'
import { eventSeo } from './sports-event-ld.ts'
import { Star } from './star.tsx'
import { ResultsContext, useAskAgain, useRecord, useResultsWanted } from './use-record.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const event = await askEvent(context, params.id)
  if (!event) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  // The number says which; its name follows the sides, who may be renamed.
  if (params.slug !== event.slug) throw redirect(paths.bettingEvent(event) + new URL(request.url).search, 301)
  return { event, ...eventSeo(event, context.get(bootContext)) }
}

async function askEvent(context: Route.LoaderArgs['context'], id: string) {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null
  try {
    return await context.get(bootContext).call('sports.getEvent', { id: Number(id) })
  } catch (error) {
    if (Refusal.is(error) && error.reason === 'EVENT_UNKNOWN') return null
    throw error
  }
}

/** Another view of the same match is not another match. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export default function EventPage({ loaderData: { event } }: Route.ComponentProps) {
  // Another event is another page: nothing of the last one stays.
  return <OneEvent key={event.id} loaded={event} />
}

type Loaded = Route.ComponentProps['loaderData']['event']

const views = ['markets', 'stats', 'facts'] as const

function OneEvent({ loaded }: { loaded: Loaded }) {
  const t = useTranslations('betting-event')
  const [query] = useSearchParams()
  useSportsTopics([`event:${loaded.id}`], loaded.seq)
  const event = useEvent(loaded)
  const record = useRecord(loaded, event.facts)
  // New markets and results come with the whole event.
  useAskAgain(`${event.state} ${event.clock?.period} ${event.score.ft}`)
  const resultsWanted = useResultsWanted()
  const view = views.find((each) => each === query.get('view')) ?? 'markets'
  const names = namesOf(event)
  // A clock that goes on does not draw two hundred prices anew.
  const { state } = event
  const sold = useMemo(() => ({ ...loaded, state }), [loaded, state])
  return (
    <div className="event-page">
      <EventHead event={event} />
      <EventBoard event={event}>
        <EventTracker names={names} record={record} />
      </EventBoard>
      <MiniScore event={event} />
      <SilentProducer events={[event]} />
      {event.is_handled && <Notice>{t('handled')}</Notice>}
      {isInPlay(event) && (
        <div className="event-notes">
          <p className="dim event-delay">
            <Icon name="clock" />
            {t('delayed', { seconds: event.delay })}
          </p>
          <ScoreNews event={event} />
        </div>
      )}
      <nav className="tabs" aria-label={t('views')}>
        {views.map((each) => (
          <Link
            key={each}
            className="tab"
            to={each === 'markets' ? '?' : `?view=${each}`}
            aria-current={each === view ? 'page' : undefined}
            preventScrollReset
            replace
          >
            {t(`view.${each}`)}
          </Link>
        ))}
      </nav>
      {view === 'markets' && (
        <ResultsContext value={resultsWanted}>
          <EventMarkets event={sold} markets={loaded.markets} />
        </ResultsContext>
      )}
      {view === 'stats' && <EventStats record={record} names={names} />}
      {view === 'facts' && <EventFacts record={record} names={names} />}
    </div>
  )
}

function EventHead({ event }: { event: Loaded }) {
  const t = useTranslations('betting-event')
  const { sport, tournament, category, home, away } = event
  const title = t('versus', { home: home.name, away: away.name })
  return (
    <header className="event-head">
      <nav aria-label={t('path')}>
        <Link className="link" to={paths.bettingTournament(sport, tournament.id, tournament.slug)}>
          <bdi>{tournament.name}</bdi>
        </Link>
        <bdi className="dim">{category.name}</bdi>
      </nav>
      {event.is_simulated && (
        <span title={t('simulatedText')}>
          <Tag>{t('simulated')}</Tag>
        </span>
      )}
      <Star kind="event" id={event.id} name={title} />
      <h1 className="sr">{title}</h1>
    </header>
  )
}
