import { data } from 'react-router'
import { bootContext } from '../../boot.ts'
import { ControlPage } from '../limits/limits.tsx'
import type { Route } from './+types/responsible-game'

export const handle = { title: 'control.title', isIndexed: false }

export function loader({ context }: Route.LoaderArgs) {
  const { helplines, features } = context.get(bootContext).config.site
  if (!features.responsibleGaming) throw data(null, { status: 404 })
  return { helplines }
}

export default function ResponsibleGame({ loaderData: { helplines } }: Route.ComponentProps) {
  return <ControlPage helplines={helplines} />
}
