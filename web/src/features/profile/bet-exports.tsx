import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { pageOf } from '../../site/page-numbers.ts'
import { Pager } from '../../site/pager.tsx'
import type { Route } from './+types/bet-exports'
import { BetExportForm } from './bet-export-form.tsx'
import { BetExportList } from './bet-export-list.tsx'
import { exportsPerPage, toExports } from './bet-export-rules.ts'
import './bets.css'

export const handle = { title: 'bets.exports.title', isIndexed: false }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { config } = context.get(bootContext)
  if (!config.site.isGameHistoryExportEnabled) throw data(null, { status: 404 })
  const page = pageOf(url.searchParams.get('page'))
  const files = await serverCall(context)('games.gethistoryexportrequest', {
    count: exportsPerPage,
    offset: (page - 1) * exportsPerPage,
  })
  const pages = Math.max(1, Math.ceil(files.total / exportsPerPage))
  if (page > pages) throw redirect(toExports(pages))
  return { page, pages, files: files.items }
}

export default function BetExports({ loaderData: { page, pages, files } }: Route.ComponentProps) {
  const t = useTranslations('bets.exports')
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <BetExportForm />
      <BetExportList files={files} />
      <Pager at={page} count={pages} toPage={toExports} />
    </>
  )
}
