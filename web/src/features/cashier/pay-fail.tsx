import type { Route } from './+types/pay-fail'
import { loadOutcome } from './outcome-data.ts'
import { OutcomePage } from './outcome-page.tsx'

export const handle = { title: 'cashier.outcome.title', isIndexed: false }

export const loader = (asked: Route.LoaderArgs) => loadOutcome(asked)

export default function PayFail({ loaderData }: Route.ComponentProps) {
  return <OutcomePage claim="payFail" data={loaderData} />
}
