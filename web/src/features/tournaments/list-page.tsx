import { paths } from '@croupier/contract/paths'
import { redirect, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useNextPage } from '../../site/next-page.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Pager } from '../../site/pager.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import { isAbout } from '../cups/cups.tsx'
import type { Route } from './+types/list-page'
import { TournamentCard, TournamentSkeletons } from './tournament-card.tsx'
import { askTournaments } from './tournament-data.ts'
import { type CupList, cupsPerPage, lists, readCupPage, readList } from './tournament-rules.ts'
import './tournaments.css'

export const handle = { title: 'tournaments.title' }

const toList = (list: CupList, page = 1) => {
  const query = new URLSearchParams()
  if (list !== 'active') query.set('status', list)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.tournaments()}?${query}` : paths.tournaments()
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const [list, page] = [readList(url.searchParams), readCupPage(url.searchParams)]
  // The page stands without its list, and says so in its place.
  const found = await askTournaments(serverCall(context), list, page).catch((fault: unknown) => {
    context.get(bootContext).report(fault)
    return null
  })
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / cupsPerPage))
  if (found && page > pages) throw redirect(toList(list, pages))
  return { list, page, pages, found: found?.items ?? null }
}

export default function Tournaments({ loaderData: { list, page, pages, found } }: Route.ComponentProps) {
  const t = useTranslations('tournaments')
  const tabs = lists.map((each) => ({
    value: each,
    title: t(`tabs.${each}`),
    to: toList(each),
    isCurrent: each === list,
  }))
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <section className="section" aria-label={t(`tabs.${list}`)}>
        <SegmentedLinks label={t('tabs.label')} options={tabs} />
        <Found list={list} found={found} />
        <Pager at={page} count={pages} toPage={(next) => toList(list, next)} />
      </section>
    </>
  )
}

type FoundProps = Pick<Route.ComponentProps['loaderData'], 'list' | 'found'>

function Found({ list, found }: FoundProps) {
  const t = useTranslations('tournaments')
  const { revalidate, state } = useRevalidator()
  const isWaiting = useSkeleton(useNextPage()?.pathname === paths.tournaments())
  // Places on the cards of one's own move with the boards.
  useTopic('tournament', (news) => {
    const isMoved = found?.some(({ id, user_info: own }) => own?.is_joined && isAbout(news, id))
    if (isMoved && !document.hidden) void revalidate()
  })
  if (isWaiting || (found === null && state === 'loading')) return <TournamentSkeletons />
  if (found === null)
    return (
      <Card>
        <ErrorInPlace
          title={t('failed')}
          text={t('failedText')}
          retry={{ text: t('retry'), onClick: () => void revalidate() }}
        />
      </Card>
    )
  if (found.length === 0)
    return (
      <Card>
        <Empty icon="trophy" title={t(`none.${list}`)} text={t(`noneText.${list}`)} />
      </Card>
    )
  return (
    <div className="offer-grid">
      {found.map((tournament, at) => (
        <TournamentCard key={tournament.id} tournament={tournament} eager={at < 2} />
      ))}
    </div>
  )
}
