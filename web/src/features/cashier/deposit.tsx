import type { Route } from './+types/deposit'
import { loadDeposit } from './deposit-data.ts'
import { DepositPage } from './deposit-page.tsx'

export const handle = { title: 'cashier.deposit.title', isIndexed: false }

export const loader = ({ context }: Route.LoaderArgs) => loadDeposit(context)

export default function Deposit({ loaderData }: Route.ComponentProps) {
  return <DepositPage data={loaderData} asked={null} />
}
