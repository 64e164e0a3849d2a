import { clubFlagsOf } from '@croupier/contract/closed-pages'
import { paths } from '@croupier/contract/paths'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useShell } from '../../shell.ts'
import { useMenu } from '../../site/menus.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'
import { ControlAside } from '../limits/limits.tsx'
import type { Route } from './+types/profile'
import { Identity } from './identity.tsx'
import type { ProfileData } from './profile-data.ts'

export async function loader({ context }: Route.LoaderArgs): Promise<ProfileData> {
  const { config } = context.get(bootContext)
  const call = serverCall(context)
  const { characters } = config.auth
  const [profile, dealers] = await Promise.all([
    call('account.getprofileinfo', {}),
    clubFlagsOf(config).hasCharacters ? call('loyalty.getcharacters', {}) : null,
  ])
  // Chosen in the club, else at registration.
  const chosen = dealers?.items.find(({ is_own }) => is_own)
  const dealer = chosen ?? characters.find(({ id }) => id === profile.character_id) ?? characters[0]
  const { features, isGameHistoryExportEnabled: hasExports } = config.site
  const { twoFactor, verification } = features
  return { profile, portrait: dealer?.image ?? '', features: { twoFactor, verification }, hasExports }
}

/** The frame of the profile: who it is about, its pages as content lists them, and one's own limits beside them. */
export default function Profile({ loaderData: { hasExports } }: Route.ComponentProps) {
  const t = useTranslations('profile')
  const listed = useMenu(useShell().config.common.profileLinks)
  const links = listed.filter(({ url }) => hasExports || url !== paths.betExports())
  return (
    <div className="profile">
      <Identity />
      <nav className="profile-nav" aria-label={t('nav')}>
        <Rail>
          {links.map(({ label, url, icon, isCurrent }) => (
            <ChipLink key={url} to={url} icon={icon} current={isCurrent}>
              {label}
            </ChipLink>
          ))}
        </Rail>
      </nav>
      <div className="profile-main">
        <Outlet />
      </div>
      <ControlAside />
    </div>
  )
}
