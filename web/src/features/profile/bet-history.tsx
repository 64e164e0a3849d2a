import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useNextPage } from '../../site/next-page.ts'
import { Pager } from '../../site/pager.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import { askSportsBets, isSportsBets, SportsBets } from '../betting/betting.ts'
import { askUnfinished, UnfinishedRounds } from '../games/games.tsx'
import type { Route } from './+types/bet-history'
import { BetProducts } from './bet-products.tsx'
import { RoundFilters } from './round-filters.tsx'
import { RoundPage } from './round-page.tsx'
import { isFiltered, type RoundFilter, readFilter, roundsPerPage, toHistory } from './round-rules.ts'
import { RoundTable } from './round-table.tsx'
import './bets.css'

export const handle = { title: 'bets.history.title', isIndexed: false }

export async function loader({ url, context }: Route.LoaderArgs) {
  const call = serverCall(context)
  if (isSportsBets(url.searchParams))
    return { kind: 'sports' as const, sports: await askSportsBets(call, context.get(bootContext), url.searchParams) }
  const filter = readFilter(url.searchParams)
  const round = url.searchParams.get('round')?.slice(0, 100)
  if (round) {
    const provider = url.searchParams.get('provider')?.slice(0, 40) || 'studio'
    return { kind: 'round' as const, filter, record: await call('rounds.getRound', { round, provider }) }
  }
  const { account, report } = context.get(bootContext)
  const { page, ...wanted } = filter
  // Who came back only for the money has no games to choose from, but every round to look at.
  const mayPlay = account?.is_payout_only === false
  const [rounds, unfinished, played] = await Promise.all([
    call('games.getHistory', { ...wanted, count: roundsPerPage, offset: (page - 1) * roundsPerPage }),
    askUnfinished(call, { isPlayer: true, report }),
    mayPlay ? call('games.getRecent', { count: 50, fields: 'sysname,name' }) : { items: [] },
  ])
  // An old address may lead behind the end.
  const pages = Math.max(1, Math.ceil(rounds.total / roundsPerPage))
  if (page > pages) throw redirect(toHistory({ ...filter, page: pages }))
  return { kind: 'list' as const, filter, pages, rounds, unfinished, games: played.items }
}

export default function BetHistory({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'sports')
    return (
      <>
        <BetProducts product="sports" />
        <SportsBets data={loaderData.sports} />
      </>
    )
  if (loaderData.kind === 'round') return <RoundPage record={loaderData.record} filter={loaderData.filter} />
  return <History {...loaderData} />
}

type HistoryProps = Omit<Extract<Route.ComponentProps['loaderData'], { kind: 'list' }>, 'kind'>

function History({ filter, pages, rounds, unfinished, games }: HistoryProps) {
  const t = useTranslations('bets.history')
  const isWaiting = useWaiting()
  const isEmpty = rounds.items.length === 0
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <BetProducts product="casino" />
      <UnfinishedRounds rounds={unfinished} />
      <section className="section" aria-label={t('title')}>
        {/* Its fields begin anew with every address. */}
        <RoundFilters key={toHistory({ ...filter, page: 1 })} filter={filter} games={games} />
        {isEmpty && !isWaiting ? (
          <Card>
            <Nothing filter={filter} />
          </Card>
        ) : (
          <>
            <p className="bets-count num" aria-live="polite">
              {t('count', { count: rounds.total })}
            </p>
            <RoundTable
              filter={filter}
              rounds={rounds.items}
              waiting={isWaiting ? rounds.items.length || roundsPerPage : 0}
            />
          </>
        )}
        <Pager at={filter.page} count={pages} toPage={(page) => toHistory({ ...filter, page })} />
      </section>
    </>
  )
}

/** True while other rounds of this page are on their way, but not for a blink. */
function useWaiting(): boolean {
  const next = useNextPage()
  return useSkeleton(next?.pathname === paths.betHistory() && !new URLSearchParams(next.search).has('round'))
}

function Nothing({ filter }: { filter: RoundFilter }) {
  const t = useTranslations('bets.history.none')
  if (isFiltered(filter))
    return (
      <Empty
        icon="search"
        title={t('filtered')}
        text={t('filteredText')}
        action={<ButtonLink to={toHistory({ mode: filter.mode, page: 1 })}>{t('clear')}</ButtonLink>}
      />
    )
  return (
    <Empty
      icon="receipt-text"
      title={filter.mode === 'demo' ? t('demo') : t('real')}
      text={t('text')}
      action={<ButtonLink to={paths.gamehall()}>{t('hall')}</ButtonLink>}
    />
  )
}
