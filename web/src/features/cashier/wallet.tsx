import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'
import { bootContext } from '../../boot.ts'
import { isGain } from '../../i18n/format.ts'
import { useBalances } from '../../session/balance.ts'
import { useOpenBonus } from '../../session/open-bonus.ts'
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
  const { call, account, report } = context.get(bootContext)
  // One part that cannot be had must not take the others with it.
  const orNull = <T,>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const purse = purseOf(url.searchParams.get('purse'))
  const page = pageOf(url.searchParams.get('page'))
  const offset = (page - 1) * movesPerPage
  // Who has no bonus money is not asked about it.
  const hasBonus = account !== null && isGain(account.balance_bonus.amount)
  const [statement, recent, settings, bonuses] = await Promise.all([
    orNull(call('cashier.getstatement', { purse, offset, count: movesPerPage })),
    orNull(call('cashier.gethistory', { count: entriesPerPage })),
    orNull(call('cashier.getdepositsettings', {})),
    hasBonus ? orNull(call('bonuses.get', { count: 1 })) : null,
  ])
  const pages = Math.max(1, Math.ceil((statement?.total ?? 0) / movesPerPage))
  // An old address may lead behind the end.
  if (statement && page > pages) throw redirect(paths.wallet({ purse, page: String(pages) }))
  return {
    purse,
    page,
    pages,
    statement,
    recent: recent?.items ?? null,
    totals: settings?.totals ?? null,
    bonus: bonuses?.items[0] ?? null,
  }
}

export default function Wallet({ loaderData }: Route.ComponentProps) {
  const balances = useBalances()
  const { recent, totals, bonus, ...statement } = loaderData
  // It came with the page; what is heard later is newer.
  const heard = useOpenBonus(balances !== null)
  useFreshStatement(balances?.balance_version)
  return (
    <>
      {balances && <WalletPurses balances={balances} bonus={heard ?? bonus} />}
      {totals && <HistorySums totals={totals} />}
      {recent && <RecentEntries entries={recent} />}
      <StatementSection {...statement} />
    </>
  )
}
