import { isClosedPage } from '@croupier/contract/closed-pages'
import { data } from 'react-router'
import { bootContext } from '../../boot.ts'
import { ComingPage } from '../../site/coming-page.tsx'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import type { IconName } from '../../ui/icon-names.ts'
import type { Route } from './+types/coming'

/**
 * Pages of capabilities that are not built yet: one module behind all their routes, the id of the route says which.
 * A capability that opens takes its routes along and leaves this table.
 */
const pages = {
  tournament: { icon: 'trophy', isIndexed: false },
  tournamentHall: { icon: 'trophy', isIndexed: false },
  tournaments: { icon: 'trophy' },
} satisfies Record<string, { icon: IconName; isIndexed?: boolean }>

const isPage = (name: string): name is keyof typeof pages => Object.hasOwn(pages, name)

function pageOf(name: string): { icon: IconName; isIndexed?: boolean } {
  if (!isPage(name)) throw new Error(`no page that waits is called ${name}`)
  return pages[name]
}

export const handle = (name: string): PageHandle => ({
  title: `pages.${name}.title`,
  isIndexed: pageOf(name).isIndexed,
})

/** A flag of content can close it for good. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  if (isClosedPage(`/${pattern}`, context.get(bootContext).config.site.features)) throw data(null, { status: 404 })
  return null
}

export default function Coming() {
  const name = useRouteWord()
  return <ComingPage name={name} icon={pageOf(name).icon} />
}
