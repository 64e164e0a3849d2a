import { data } from 'react-router'
import type { Route } from './+types/deposit-method'
import { loadDeposit } from './deposit-data.ts'
import { DepositPage } from './deposit-page.tsx'

export const handle = { title: 'cashier.deposit.title', isIndexed: false }

/** The method's own address. One that this player cannot use has none. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await loadDeposit(context)
  const { blocked_by, methods } = loaded.settings
  if (!blocked_by && !methods.some(({ sysname }) => sysname === params.sysname))
    throw data('Page not found', { status: 404, statusText: 'Page not found' })
  return loaded
}

export default function DepositMethod({ loaderData, params }: Route.ComponentProps) {
  return <DepositPage key={params.sysname} data={loaderData} asked={params.sysname} />
}
