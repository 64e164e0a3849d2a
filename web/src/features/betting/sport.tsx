import { paths } from '@croupier/contract/paths'
import { data, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Pager } from '../../site/pager.tsx'
import type { Route } from './+types/sport'
import { EventsOrNone } from './events-or-none.tsx'
import { SilentProducer } from './feed-notice.tsx'
import { askEvents, listSize, readMarket, topicsOf } from './list-data.ts'
import { ListTools } from './list-tools.tsx'
import { useSportsTopics } from './live-book.ts'

const isSysname = (word: string) => /^[a-z][a-z0-9_]{0,31}$/.test(word)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!isSysname(params.sport)) throw data(null, { status: 404 })
  const call = serverCall(context)
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1)
  const [tree, list] = await Promise.all([
    call('sports.getTree', {}),
    askEvents(call, {
      sport: params.sport,
      market: readMarket(url.searchParams),
      offset: (page - 1) * listSize,
    }),
  ])
  const sport = tree.sports.find(({ sysname }) => sysname === params.sport)
  if (!sport) throw data(null, { status: 404 })
  return { sport, page, list, seoTokens: { title: sport.name, sport: sport.name } }
}

export default function SportPage({ loaderData: { sport, page, list } }: Route.ComponentProps) {
  const t = useTranslations('betting')
  useSportsTopics(topicsOf([`list:${sport.sysname}`, 'live'], list), list.seq)
  return (
    <>
      <PageHead title={sport.name} text={t('sport.lead', { live: sport.live, coming: sport.coming })} />
      <nav className="league-links" aria-label={t('sport.leagues')}>
        {sport.categories.map(({ id, name, tournaments }) => (
          <details key={id}>
            <summary>
              <bdi>{name}</bdi>
            </summary>
            {tournaments.map((each) => (
              <Link key={each.id} to={paths.bettingTournament(sport.sysname, each.id, each.slug)}>
                <bdi>{each.name}</bdi>
                <small className="num">{each.live + each.coming}</small>
              </Link>
            ))}
          </details>
        ))}
      </nav>
      <SilentProducer events={list.events} />
      <section className="bet-section">
        <ListTools />
        <EventsOrNone key={`${sport.sysname} ${page} ${list.market}`} list={list} view="coming" />
        <Pager
          at={page}
          count={Math.ceil(list.total / listSize)}
          toPage={(to) =>
            paths.bettingSport(sport.sysname, {
              page: String(to),
              market: list.market === 'main' ? undefined : list.market,
            })
          }
        />
      </section>
    </>
  )
}
