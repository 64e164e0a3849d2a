import { paths } from '@croupier/contract/paths'
import { redirect, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { useNextPage } from '../../site/next-page.ts'
import { pageOf } from '../../site/page-numbers.ts'
import { Pager } from '../../site/pager.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Rail } from '../../ui/rail.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/history'
import {
  entriesPerPage,
  type Filter,
  filterOf,
  type HistoryTab,
  hasFilters,
  historyTabs,
  openPayouts,
  pagesIn,
  tabOf,
} from './entry-rules.ts'
import { EntryTable } from './entry-table.tsx'
import { HistoryFilter } from './history-filter.tsx'
import { OpenPayouts } from './history-open.tsx'
import { HistorySums } from './history-sums.tsx'

export const handle = { title: 'cashier.history.title', isIndexed: false }

const toPage = (tab: HistoryTab, filter: Filter | undefined, page: number) =>
  paths.cashierHistory(tab, { status: filter, page: page > 1 ? String(page) : undefined })

export async function loader({ url, context }: Route.LoaderArgs) {
  const call = serverCall(context)
  const tab = tabOf(url.searchParams.get('tab'))
  const page = pageOf(url.searchParams.get('page'))
  const chosen = filterOf(tab, url.searchParams.get('status'))
  // Who came back only for the money may not ask how to pay in.
  const mayDeposit = context.get(bootContext).account?.is_payout_only === false
  const [entries, open, settings] = await Promise.all([
    call('cashier.gethistory', {
      type: tab,
      count: entriesPerPage,
      offset: (page - 1) * entriesPerPage,
      statuses: chosen?.statuses,
    }),
    call('cashier.gethistory', { type: 'withdrawal', statuses: openPayouts, count: entriesPerPage }),
    mayDeposit ? call('cashier.getdepositsettings', {}) : null,
  ])
  // An old address may lead behind the end.
  const pages = pagesIn(entries.total)
  if (page > pages) throw redirect(toPage(tab, chosen?.filter, pages))
  return { tab, page, pages, filter: chosen?.filter, entries, open: open.items, totals: settings?.totals ?? null }
}

export default function CashierHistory({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('cashier.history')
  const { tab, page, pages, filter, entries, open, totals } = loaderData
  const waiting = useWaiting()
  const { revalidate } = useRevalidator()
  useTopic('cashier', () => void revalidate())
  useTopic('bonuses', () => void revalidate())
  return (
    <>
      {totals && <HistorySums totals={totals} />}
      <OpenPayouts entries={open} />
      <section className="section" aria-label={t(`tabs.${tab}`)}>
        <div className="history-bar">
          <nav aria-label={t('tabsLabel')}>
            <Rail>
              {historyTabs.map((each) => (
                <ChipLink key={each} to={paths.cashierHistory(each)} current={each === tab} replace preventScrollReset>
                  {t(`tabs.${each}`)}
                </ChipLink>
              ))}
            </Rail>
          </nav>
          {hasFilters(tab) && <HistoryFilter chosen={filter} toFilter={(next) => toPage(tab, next, 1)} />}
        </div>
        <div className="history-list" data-full={pages > 1 || undefined}>
          <EntryTable
            caption={t(`tabs.${tab}`)}
            entries={entries.items}
            waiting={waiting ? entries.items.length || entriesPerPage : 0}
            empty={
              <Card>
                <NothingYet tab={tab} isFiltered={filter !== undefined} />
              </Card>
            }
          />
        </div>
        <Pager at={page} count={pages} toPage={(next) => toPage(tab, filter, next)} />
      </section>
    </>
  )
}

/** True while other entries of this page are on their way, but not for a blink. */
function useWaiting(): boolean {
  return useSkeleton(useNextPage()?.pathname === paths.cashierHistory())
}

const wayOn: Record<HistoryTab, string> = {
  deposit: paths.deposit(),
  withdrawal: paths.withdraw(),
  bonuses: paths.promotions(),
  cashbacks: paths.promotions(),
}
const icons = { deposit: 'credit-card', withdrawal: 'wallet', bonuses: 'gift', cashbacks: 'undo-2' } as const

function NothingYet({ tab, isFiltered }: { tab: HistoryTab; isFiltered: boolean }) {
  const t = useTranslations('cashier.history.none')
  if (isFiltered)
    return (
      <Empty
        icon="search"
        title={t('filtered.title')}
        text={t('filtered.text')}
        action={
          <ButtonLink size="s" to={paths.cashierHistory(tab)} preventScrollReset>
            {t('filtered.button')}
          </ButtonLink>
        }
      />
    )
  return <Empty icon={icons[tab]} title={t(`${tab}.title`)} text={t(`${tab}.text`)} action={<WayOn tab={tab} />} />
}

function WayOn({ tab }: { tab: HistoryTab }) {
  const t = useTranslations('cashier.history.none')
  const { account } = useShell()
  // A door that is closed is not shown: an excluded player can only withdraw.
  if (account?.is_payout_only && tab !== 'withdrawal') return null
  return (
    <ButtonLink size="s" to={wayOn[tab]}>
      {t(`${tab}.button`)}
    </ButtonLink>
  )
}
