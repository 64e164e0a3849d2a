import { data } from 'react-router'
import { bootContext } from '../../boot.ts'
import type { Route } from './+types/bets'

export { Outlet as default } from 'react-router'

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(bootContext).config.site.features.betHistory) throw data(null, { status: 404 })
  return null
}
