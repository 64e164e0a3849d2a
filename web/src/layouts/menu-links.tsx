import type { MenuGroup } from '@croupier/contract/content'
import { useMenu } from '../site/menus.ts'
import { SiteLink } from '../site/site-link.tsx'
import { Icon } from '../ui/icon.tsx'

/** One group of the main menu, as content has it. */
export function MenuLinks({ group, onChoose }: { group: MenuGroup; onChoose?: () => void }) {
  const links = useMenu(group.links)
  if (links.length === 0) return null
  return (
    <>
      {group.title && <h2 className="side-title">{group.title}</h2>}
      {links.map(({ label, url, icon, isCurrent }) => (
        <SiteLink key={url} url={url} aria-current={isCurrent ? 'page' : undefined} onClick={onChoose}>
          {icon && <Icon name={icon} />}
          <span>{label}</span>
        </SiteLink>
      ))}
    </>
  )
}
