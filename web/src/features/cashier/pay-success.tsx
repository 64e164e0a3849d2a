import type { Route } from './+types/pay-success'
import { loadOutcome } from './outcome-data.ts'
import { OutcomePage } from './outcome-page.tsx'

export const handle = { title: 'cashier.outcome.title', isIndexed: false }

export const loader = (asked: Route.LoaderArgs) => loadOutcome(asked)

export default function PaySuccess({ loaderData }: Route.ComponentProps) {
  return <OutcomePage claim="paySuccess" data={loaderData} />
}
