import type { MenuLink } from '@croupier/contract/content'
import { useLocation } from 'react-router'
import { isOpenForPayout } from '../payout-pages.ts'
import { useShell } from '../shell.ts'
import { type IconName, isIconName } from '../ui/icon-names.ts'

/** Content names icons freely; what the sprite lacks is left out. */
export const iconOf = (name: string): IconName | undefined => (isIconName(name) ? name : undefined)

/** The page a link stands for: the query counts only when the link has one. */
export function isCurrent(url: string, at: { pathname: string; search: string }): boolean {
  const [path, query] = url.split('?')
  if (path !== at.pathname) return false
  const wanted = new URLSearchParams(query)
  const shown = new URLSearchParams(at.search)
  if (wanted.size === 0) return !shown.has('category')
  return [...wanted].every(([name, value]) => shown.get(name) === value)
}

/** Links of a menu that this visitor may see, with the current one marked. */
export function useMenu(links: readonly MenuLink[]) {
  const { account } = useShell()
  const at = useLocation()
  const isOpen = (url: string) => !account?.is_payout_only || isOpenForPayout(url.split(/[?#]/)[0] ?? '')
  return links
    .filter(({ url, visibleTo }) => url && (visibleTo === 'all' || (visibleTo === 'player') === Boolean(account)))
    .filter(({ url }) => isOpen(url))
    .map((link) => ({ ...link, icon: iconOf(link.icon), isCurrent: isCurrent(link.url, at) }))
}
