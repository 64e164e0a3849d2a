import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'
import { bootContext } from '../../boot.ts'
import { useBalances } from '../../session/balance.ts'
import { pageOf } from '../../site/page-numbers.ts'
import type { Route } from './+types/wallet'
import { entriesPerPage } from './entry-rules.ts'
import { HistorySums } from './history-sums.tsx'
import { RecentEntries } from './recent-entries.tsx'
import { movesPerPage, purseOf } from './statement-rules.ts'
import { StatementSection } from './statement-section.tsx'
import { useFreshStatement } from './use-fresh-statement.ts'
import { WalletPurses } from './wallet-purses.tsx'

export const handle = { title: 'cashier.wallet.title', isIndexed: false }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, report } = context.get(bootContext)
  // One part that cannot be had must not take the others with it.
  const orNull = <T,>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const purse = purseOf(url.searchParams.get('purse'))
  const page = pageOf(url.searchParams.get('page'))
  const offset = (page - 1) * movesPerPage
  const [statement, recent, settings] = await Promise.all([
    orNull(call('cashier.getstatement', { purse, offset, count: movesPerPage })),
    orNull(call('cashier.gethistory', { count: entriesPerPage })),
    orNull(call('cashier.getdepositsettings', {})),
  ])
  const pages = Math.max(1, Math.ceil((statement?.total ?? 0) / movesPerPage))
  // An old address may lead behind the end.
  if (statement && page > pages) throw redirect(paths.wallet({ purse, page: String(pages) }))
  return { purse, page, pages, statement, recent: recent?.items ?? null, totals: settings?.totals ?? null }
}

export default function Wallet({ loaderData }: Route.ComponentProps) {
  const balances = useBalances()
  const { recent, totals, ...statement } = loaderData
  useFreshStatement(balances?.balance_version)
  return (
    <>
      {balances && <WalletPurses balances={balances} />}
      {totals && <HistorySums totals={totals} />}
      {recent && <RecentEntries entries={recent} />}
      <StatementSection {...statement} />
    </>
  )
}
