import { useTranslations } from 'use-intl'
import { useShell } from '../shell.ts'
import { useMenu } from '../site/menus.ts'
import { SiteLink } from '../site/site-link.tsx'
import { Icon } from '../ui/icon.tsx'

export function BottomMenu() {
  const t = useTranslations('shell')
  const links = useMenu(useShell().config.common.mobileBottomMenu).slice(0, 5)
  return (
    <nav className="bottom" aria-label={t('bottomMenu')}>
      {links.map(({ label, url, icon, isCurrent }) => (
        <SiteLink key={url} url={url} aria-current={isCurrent ? 'page' : undefined}>
          {icon && <Icon name={icon} />}
          <span>{label}</span>
        </SiteLink>
      ))}
    </nav>
  )
}
