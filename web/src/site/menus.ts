import { isClosedPage } from '@croupier/contract/closed-pages'
import type { MenuLink } from '@croupier/contract/content'
import { isBettingPath, paths } from '@croupier/contract/paths'
import { useLocation } from 'react-router'
import { isOfferedForPayout } from '../payout-pages.ts'
import { type Shell, usePlayClosed, useShell } from '../shell.ts'
import { type IconName, isIconName } from '../ui/icon-names.ts'

/** Content names icons freely; what the sprite lacks is left out. */
export const iconOf = (name: string): IconName | undefined => (isIconName(name) ? name : undefined)

/** The page a link stands for: the query counts only when the link has one. */
export function isCurrent(url: string, at: { pathname: string; search: string }): boolean {
  const [path, query] = url.split('?')
  // The sportsbook is one product with many pages.
  if (path === paths.betting()) return isBettingPath(at.pathname)
  if (path !== at.pathname) return false
  const wanted = new URLSearchParams(query)
  const shown = new URLSearchParams(at.search)
  if (wanted.size === 0) return !shown.has('category')
  return [...wanted].every(([name, value]) => shown.get(name) === value)
}

/** What is offered to this visitor: pages that are open, and, where play is closed, none of play. */
export function useIsOffered(): (url: string) => boolean {
  const { features } = useShell()
  const isPlayClosed = usePlayClosed()
  return (url) => (!isPlayClosed || isOfferedForPayout(url.split(/[?#]/)[0] ?? '')) && !isClosedPage(url, features)
}

type Visitor = Pick<Shell, 'account'> & { config: { common: { iconsFlag: boolean } } }

/** Links of a menu that this visitor may see; without icons where content wants none. */
function linksFor(links: readonly MenuLink[], { account, config }: Visitor, isOffered: (url: string) => boolean) {
  return links
    .filter(({ url, visibleTo }) => url && (visibleTo === 'all' || (visibleTo === 'player') === Boolean(account)))
    .filter(({ url }) => isOffered(url))
    .map((link) => ({ ...link, icon: config.common.iconsFlag ? iconOf(link.icon) : undefined }))
}

/** The same, with the current one marked. */
export function useMenu(links: readonly MenuLink[]) {
  const at = useLocation()
  return linksFor(links, useShell(), useIsOffered()).map((link) => ({ ...link, isCurrent: isCurrent(link.url, at) }))
}
