import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'
import { ComingPage } from '../../site/coming-page.tsx'
import type { Route } from './+types/hall'

export const handle = { title: 'pages.hall.title', isIndexed: false }

/** Words of the menu that are filters of the one hall, not halls of their own. */
const categories = ['slots', 'live', 'fast', 'tables', 'casino', 'slot', 'new']

export function loader({ params }: Route.LoaderArgs) {
  if (categories.includes(params.id)) throw redirect(paths.gamehall({ category: params.id }))
  return null
}

export default function Hall() {
  return <ComingPage name="hall" icon="layout-grid" />
}
