import type { Route } from './+types/pay-new-window'
import { loadOutcome } from './outcome-data.ts'
import { OutcomePage } from './outcome-page.tsx'

export const handle = { title: 'cashier.outcome.title', isIndexed: false }

export const loader = (asked: Route.LoaderArgs) => loadOutcome(asked)

export default function PayNewWindow({ loaderData }: Route.ComponentProps) {
  return <OutcomePage claim="payNewWindow" data={loaderData} />
}
