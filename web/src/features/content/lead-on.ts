import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'
import type { Route } from './+types/lead-on'

/** Words without a page of their own, by the pattern of their route: each leads on to the page that is meant. */
const targets: Readonly<Record<string, string>> = {
  cashier: paths.deposit(),
  'cashier/billing': paths.deposit(),
  'profile/bets': paths.betHistory(),
  'bets/*': paths.betHistory(),
  'responsible-game': paths.responsibleGame(),
}

export function loader({ pattern }: Route.LoaderArgs) {
  const to = targets[pattern]
  if (!to) throw new Error(`nothing is said of where ${pattern} leads`)
  return redirect(to)
}
