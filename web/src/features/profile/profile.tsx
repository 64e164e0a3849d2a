import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { useMenu } from '../../site/menus.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'

/** The frame of the profile: its pages as content lists them. */
export default function Profile() {
  const t = useTranslations('profile')
  const links = useMenu(useShell().config.common.profileLinks)
  return (
    <div className="page profile">
      <nav className="profile-nav" aria-label={t('nav')}>
        <Rail>
          {links.map(({ label, url, icon, isCurrent }) => (
            <ChipLink key={url} to={url} icon={icon} current={isCurrent}>
              {label}
            </ChipLink>
          ))}
        </Rail>
      </nav>
      <div className="page">
        <Outlet />
      </div>
    </div>
  )
}
