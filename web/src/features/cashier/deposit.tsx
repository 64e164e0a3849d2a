import { data } from 'react-router'
import type { Route } from './+types/deposit'
import { loadDeposit } from './deposit-data.ts'
import { DepositPage } from './deposit-page.tsx'

export const handle = { title: 'cashier.deposit.title', isIndexed: false }

/** All methods, or the own address of one. A method that this player cannot use has none. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await loadDeposit(context)
  const { blocked_by, methods } = loaded.settings
  const isKnown = !params.sysname || methods.some(({ sysname }) => sysname === params.sysname)
  if (!blocked_by && !isKnown) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  return loaded
}

export default function Deposit({ loaderData, params }: Route.ComponentProps) {
  const asked = params.sysname ?? null
  return <DepositPage key={asked} data={loaderData} asked={asked} />
}
