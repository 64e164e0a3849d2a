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
import { type Before, EventForm, EventTable, MatchProof } from './event-before.tsx'
import { EventBoard } from './event-board.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventMarkets } from './event-markets.tsx'
import { EventStats } from './event-stats.tsx'
import { EventTracker } from './event-tracker.tsx'
import { ShutEvent, SilentProducer } from './feed-notice.tsx'
import { hasEnded, isInPlay } from './list-rules.ts'
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
  const before = isAboutBefore(new URL(request.url)) ? await askBefore(context, event) : null
  return { event, before, ...eventSeo(event, context.get(bootContext)) }
}

const isAboutBefore = ({ searchParams }: URL) => ['stats', 'table'].includes(searchParams.get('view') ?? '')

async function askBefore(
  context: Route.LoaderArgs['context'],
  { id, tournament }: { id: number; tournament: { id: number } },
): Promise<Before> {
  const { call } = context.get(bootContext)
  const [met, table] = await Promise.all([
    call('sports.getMeetings', { event: id }),
    call('sports.getStandings', { tournament: tournament.id }),
  ])
  return { ...met, table: table.items }
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

/** Another view of the same match is not another match; some want to know what was before it. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSame ? isAboutBefore(nextUrl) && !isAboutBefore(currentUrl) : defaultShouldRevalidate
}

export default function EventPage({ loaderData: { event, before } }: Route.ComponentProps) {
  // Another event is another page: nothing of the last one stays.
  return <OneEvent key={event.id} loaded={event} before={before} />
}

type Loaded = Route.ComponentProps['loaderData']['event']

const views = ['markets', 'stats', 'facts', 'table'] as const

function OneEvent({ loaded, before }: { loaded: Loaded; before: Before | null }) {
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
  const { state, closed } = event
  const sold = useMemo(() => ({ ...loaded, state, closed }), [loaded, state, closed])
  return (
    <div className="event-page">
      <EventHead event={event} />
      <EventBoard event={event}>
        <EventTracker names={names} record={record} />
      </EventBoard>
      <MiniScore event={event} />
      <SilentProducer events={[event]} />
      <ShutEvent event={event} />
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
      {view === 'stats' && (
        <div className="stat-cards">
          <EventStats record={record} names={names} />
          <EventForm event={event} before={before} />
        </div>
      )}
      {view === 'facts' && <EventFacts record={record} names={names} />}
      {view === 'table' && <EventTable event={event} before={before} />}
      {hasProof(event) && <MatchProof event={event} />}
    </div>
  )
}

/** Of results that are older than this house nothing was told that could be compared. */
const hasProof = (event: Loaded) =>
  event.is_simulated && !event.is_handled && event.seed_hash !== '' && event.record.length > 0 && hasEnded(event)

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
