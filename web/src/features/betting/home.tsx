import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { eventViews } from '@croupier/contract/sports'
import { cashOutShares } from '@croupier/sportsbook/cash-out'
import { payoutOf } from '@croupier/sportsbook/stated'
import { Link, useRouteLoaderData, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { RailSection } from '../../ui/rail.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import type { Route } from './+types/home'
import { EventsOrNone } from './events-or-none.tsx'
import { Featured } from './featured.tsx'
import { SilentProducer } from './feed-notice.tsx'
import { askEvents, readMarket, readView, topicsOf } from './list-data.ts'
import { ListTools } from './list-tools.tsx'
import { useSportsTopics } from './live-book.ts'
import { LiveCard } from './live-card.tsx'
import { RovingOdds } from './roving-odds.tsx'
import { SportIcon } from './sport-icon.tsx'
import type { Tree } from './tree.tsx'
import { topLeagues } from './tree-rules.ts'

export const handle = { title: 'betting.home.title' }

const mostLive = 13

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = serverCall(context)
  const market = readMarket(url.searchParams)
  const asked = readView(url.searchParams)
  const [live, list] = await Promise.all([
    askEvents(call, { view: 'live', count: mostLive, market: 'main' }),
    askEvents(call, { view: asked ?? 'today', market }),
  ])
  // A quiet day leads on to what comes later, unless the day itself was asked for.
  if (asked === null && list.total === 0)
    return { live, list: await askEvents(call, { view: 'coming', market }), view: 'coming' as const }
  return { live, list, view: asked ?? 'today' } as const
}

export default function BettingHome({ loaderData: { live, list, view } }: Route.ComponentProps) {
  const t = useTranslations('betting')
  const isNear = view === 'today' || view === 'soon'
  const known = { ...list, events: [...live.events, ...list.events] }
  useSportsTopics(topicsOf(isNear ? ['live', 'list:today'] : ['live'], known), Math.min(live.seq, list.seq))
  const [featured, ...others] = live.events
  return (
    <>
      <h1 className="sr">{t('home.title')}</h1>
      <SilentProducer events={[...live.events, ...list.events]} />
      {featured && <Featured event={featured} />}
      {others.length > 0 && <LiveNow events={others} total={live.total} />}
      <TopLeagues />
      <section className="bet-section">
        <ListTools>
          <Views view={view} />
        </ListTools>
        <EventsOrNone key={`${view} ${list.market}`} list={list} view={view} />
      </section>
      <HouseKeeps />
    </>
  )
}

function LiveNow({ events, total }: { events: readonly SportsEventCard[]; total: number }) {
  const t = useTranslations('betting.home')
  return (
    <RovingOdds>
      <RailSection
        title={t('liveNow')}
        more={{ to: paths.bettingLive(), text: t('allLive', { count: total }) }}
        labels={{ back: t('back'), forward: t('forward') }}
      >
        {events.map((event) => (
          <LiveCard key={event.id} event={event} />
        ))}
      </RailSection>
    </RovingOdds>
  )
}

function Views({ view }: { view: string }) {
  const t = useTranslations('betting.home')
  const [query] = useSearchParams()
  const market = query.get('market') ?? undefined
  return (
    <SegmentedLinks
      label={t('views')}
      options={eventViews.map((each) => ({
        value: each,
        title: t(`view.${each}`),
        to: paths.betting({ view: each, market }),
        isCurrent: each === view,
      }))}
    />
  )
}

function TopLeagues() {
  const t = useTranslations('betting')
  const tree = useRouteLoaderData<{ tree: Tree }>('features/betting/layout')?.tree
  const leagues = tree ? topLeagues(tree.sports, 6) : []
  if (leagues.length === 0) return null
  return (
    <Section title={t('home.leagues')}>
      <div className="top-leagues">
        {leagues.map(({ id, sport, slug, name, category, live, coming }) => (
          <Link key={id} className="top-league" to={paths.bettingTournament(sport, id, slug)}>
            <SportIcon sport={sport} />
            <span>
              <bdi className="cut">{name}</bdi>
              <small className="cut">{live > 0 ? category : t('matches', { count: coming })}</small>
            </span>
            {live > 0 && <span className="live">{t('live', { count: live })}</span>}
          </Link>
        ))}
      </div>
    </Section>
  )
}

/** What stays with the house, said where the prices are. */
function HouseKeeps() {
  const t = useTranslations('betting.keeps')
  const share = (points: number) => String(points / 100)
  const lines = [
    { what: 'payout', value: payoutOf('football', 'main', false), other: payoutOf('football', 'main', true) },
    { what: 'cashOut', value: cashOutShares.live, other: cashOutShares.before },
  ] as const
  return (
    <section className="house-keeps" aria-labelledby="house-keeps">
      <header>
        <h2 id="house-keeps">{t('title')}</h2>
        <Link className="section-more" to={paths.bettingRules()}>
          {t('rules')}
        </Link>
      </header>
      {lines.map(({ what, value, other }) => (
        <p key={what}>
          <b className="num">{t('percent', { value: share(value) })}</b>
          <span>{t(`lines.${what}`, { other: share(other) })}</span>
        </p>
      ))}
    </section>
  )
}
