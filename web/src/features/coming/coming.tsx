import { ComingPage } from '../../site/coming-page.tsx'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import type { IconName } from '../../ui/icon-names.ts'

/**
 * Pages of capabilities that are not built yet: one module behind all their routes, the id of the route says which.
 * A capability that opens takes its routes along and leaves this table.
 */
const pages = {
  betting: { icon: 'volleyball' },
  loyalty: { icon: 'award' },
  loyaltyProgram: { icon: 'award', isIndexed: false },
  loyaltyShop: { icon: 'gift' },
  offer: { icon: 'gift', isIndexed: false },
  offers: { icon: 'gift' },
  promotion: { icon: 'ticket-percent', isIndexed: false },
  promotions: { icon: 'ticket-percent' },
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

export default function Coming() {
  const name = useRouteWord()
  return <ComingPage name={name} icon={pageOf(name).icon} />
}
