import { paths } from '@croupier/contract/paths'
import { redirect, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useNextPage } from '../../site/next-page.ts'
import { pageOf } from '../../site/page-numbers.ts'
import { Pager } from '../../site/pager.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import { askCashbacks, CashbackCard, Cashbacks, cashbacksPerPage } from '../cashbacks/cashbacks.tsx'
import type { Route } from './+types/cashback'

export const handle = { title: 'profile.cashback.title', isIndexed: false }

const toPage = (page: number) => (page > 1 ? `${paths.profileCashback()}?page=${page}` : paths.profileCashback())

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, config, account, report } = context.get(bootContext)
  const page = pageOf(url.searchParams.get('page'))
  const mayAct = account?.is_payout_only === false
  // The profile around it is worth showing, also where this part of it fails.
  const data = await askCashbacks(call, page, mayAct).catch((fault: unknown) => {
    report(fault)
    return null
  })
  const pages = Math.max(1, Math.ceil((data?.ended.total ?? 0) / cashbacksPerPage))
  if (data && page > pages) throw redirect(toPage(pages))
  return { data, page, pages, mayAct, isInterval: config.common.offers.cashbackIntervalView }
}

export default function CashbackPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('profile.cashback')
  const failed = useTranslations('cashback.failed')
  const { data, page, pages, mayAct, isInterval } = loaderData
  const { revalidate } = useRevalidator()
  const isWaiting = useSkeleton(useNextPage()?.pathname === paths.profileCashback())
  useTopic('bonuses', () => void revalidate())
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      {data && data.open.total + data.ended.total === 0 && <CashbackCard />}
      {data && data.open.total + data.ended.total > 0 && (
        <Cashbacks {...{ data, isInterval, mayAct }} waiting={isWaiting ? data.ended.items.length || 1 : 0} />
      )}
      {!data && (
        <div className="card">
          <ErrorInPlace title={failed('title')} retry={{ text: failed('retry'), onClick: () => void revalidate() }} />
        </div>
      )}
      <Pager at={page} count={pages} toPage={toPage} />
    </>
  )
}
