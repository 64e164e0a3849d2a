import { paths } from '@croupier/contract/paths'
import { resultDays } from '@croupier/contract/sports'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { formatDate } from '../../i18n/format.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Pager } from '../../site/pager.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Route } from './+types/results'
import { listSize } from './list-data.ts'
import { ResultList } from './result-list.tsx'
import { SportFilter } from './sport-filter.tsx'

export const handle = { title: 'betting.results.title' }

const dayMs = 86_400_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = serverCall(context)
  const asked = url.searchParams.get('day') ?? ''
  const today = dayText(Date.now())
  const first = dayText(Date.now() - (resultDays - 1) * dayMs)
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= first && asked <= today ? asked : today
  const sport = /^[a-z][a-z0-9_]{0,31}$/.exec(url.searchParams.get('sport') ?? '')?.[0]
  const page = Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1)
  const { items, total } = await call('sports.getResults', {
    day,
    sport,
    count: listSize,
    offset: (page - 1) * listSize,
  })
  const near = (days: number) => {
    const other = dayText(Date.parse(day) + days * dayMs)
    return other >= first && other <= today ? other : null
  }
  return { day, sport, page, events: items, total, before: near(-1), after: near(1) }
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const { day, sport, page, events, total, before, after } = loaderData
  const t = useTranslations('betting.results')
  const shown = formatDate(new Date(`${day}T12:00:00`))
  return (
    <>
      <PageHead title={t('title')} text={t('lead', { days: resultDays })} />
      <section className="bet-section">
        <nav className="day-steps" aria-label={t('days')}>
          <DayLink day={before} sport={sport} icon="chevron-left" label={t('before')} />
          <b className="num">{shown}</b>
          <DayLink day={after} sport={sport} icon="chevron-right" label={t('after')} />
        </nav>
        <SportFilter sport={sport} addressOf={(name) => paths.bettingResults({ day, sport: name })} />
        {events.length > 0 ? (
          <ResultList events={events} />
        ) : (
          <Empty icon="history" title={t('none')} text={t('noneText')} />
        )}
        <Pager
          at={page}
          count={Math.ceil(total / listSize)}
          toPage={(to) => paths.bettingResults({ day, sport, page: String(to) })}
        />
      </section>
    </>
  )
}

type DayLinkProps = {
  day: string | null
  sport: string | undefined
  icon: 'chevron-left' | 'chevron-right'
  label: string
}

/** A day that is not kept has no address. */
function DayLink({ day, sport, icon, label }: DayLinkProps) {
  if (!day) return <span className="iconbtn" />
  return (
    <Link className="iconbtn" to={paths.bettingResults({ day, sport })} aria-label={label} preventScrollReset>
      <Icon name={icon} />
    </Link>
  )
}
