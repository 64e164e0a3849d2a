import { isClosedPage } from '@croupier/contract/closed-pages'
import { data } from 'react-router'
import { bootContext } from '../../boot.ts'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import type { Route } from './+types/closed'
import { ClosedSection } from './profile-section.tsx'

export const handle = (name: string): PageHandle => ({ title: `profile.${name}.title`, isIndexed: false })

/** A flag of content can close it for good. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  if (isClosedPage(`/${pattern}`, context.get(bootContext).config.site.features)) throw data(null, { status: 404 })
  return null
}

/** Pages of the profile that are not built yet; the id of the route says which. */
export default function Closed() {
  const name = useRouteWord()
  return <ClosedSection name={name} icon="award" />
}
