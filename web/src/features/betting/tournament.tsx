import { paths } from '@croupier/contract/paths'
import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/tournament'
import { EventsOrNone } from './events-or-none.tsx'
import { SilentProducer } from './feed-notice.tsx'
import { askEvents, readMarket, topicsOf } from './list-data.ts'
import { idOf } from './list-rules.ts'
import { ListTools } from './list-tools.tsx'
import { useSportsTopics } from './live-book.ts'
import { ResultList } from './result-list.tsx'
import { Standings } from './standings.tsx'
import { Star } from './star.tsx'

/** The table and the results stand below them. */
const mostFixtures = 40

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = idOf(params.tournament)
  if (id === null) throw data(null, { status: 404 })
  const call = serverCall(context)
  const [list, results, standings] = await Promise.all([
    askEvents(call, { tournament: id, market: readMarket(url.searchParams), count: mostFixtures }),
    call('sports.getResults', { tournament: id, count: 20 }),
    call('sports.getStandings', { tournament: id }),
  ])
  const [known] = [...list.events, ...results.items]
  if (!known) throw data(null, { status: 404 })
  const { sport, category, tournament } = known
  const to = paths.bettingTournament(sport, tournament.id, tournament.slug)
  if (`/betting/${params.sport}/${params.tournament}` !== to) throw redirect(to + url.search, 308)
  return {
    ...{ sport, category, tournament, list, results: results.items, standings: standings.items },
    seoTokens: { title: tournament.name, tournament: tournament.name },
  }
}

export default function TournamentPage({ loaderData }: Route.ComponentProps) {
  const { sport, category, tournament, list, results, standings } = loaderData
  const t = useTranslations('betting')
  useSportsTopics(topicsOf([`list:${tournament.id}`, 'live'], list), list.seq)
  return (
    <>
      <div className="tournament-head">
        <PageHead title={<bdi>{tournament.name}</bdi>} text={<bdi>{category.name}</bdi>} />
        <Star kind="tournament" id={tournament.id} name={tournament.name} />
      </div>
      <SilentProducer events={list.events} />
      <section className="bet-section">
        <ListTools />
        <EventsOrNone key={`${tournament.id} ${list.market}`} list={list} view="coming" />
      </section>
      {standings.length > 0 && (
        <Section title={t('standings.title')}>
          <Standings sport={sport} lines={standings} />
        </Section>
      )}
      {results.length > 0 && (
        <Section title={t('results.latest')}>
          <ResultList events={results} />
        </Section>
      )}
    </>
  )
}
