import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/check.tsx'
import { Notice } from '../../ui/notice.tsx'
import { openChangePassword, openTwoFactorOff, openTwoFactorOn } from '../account/account.tsx'
import type { Route } from './+types/security'
import { EventsSection, firstEvents } from './events-section.tsx'
import { useProfileData } from './profile-data.ts'
import { Item, ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export const handle = { title: 'profile.security.title', isIndexed: false }

export async function loader({ context }: Route.LoaderArgs) {
  const ask = serverCall(context)
  const [sessions, events] = await Promise.all([
    ask('account.getSessions', {}),
    ask('account.getSecurityEvents', { count: firstEvents }),
  ])
  return { sessions, events }
}

export default function Security({ loaderData: { sessions, events } }: Route.ComponentProps) {
  const t = useTranslations('profile.security')
  const { account } = useShell()
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      {account?.is_payout_only ? <Notice>{t('payoutOnly')}</Notice> : <SignInSection />}
      <SessionsSection sessions={sessions} />
      <EventsSection first={events} />
    </>
  )
}

function SignInSection() {
  const t = useTranslations('profile.security')
  const { account } = useShell()
  const { features } = useProfileData()
  if (!account) return null
  const isOn = account.two_factor_auth
  return (
    <ProfileSection title={t('signIn')}>
      <ul className="items">
        <Item
          icon="lock"
          title={t('password')}
          action={
            <Button size="s" kind={account.has_password ? 'neutral' : 'ivory'} onClick={() => openChangePassword()}>
              <span className="sr">{t('password')}: </span>
              {account.has_password ? t('change') : t('set')}
            </Button>
          }
        >
          <span className="dim">{account.has_password ? t('passwordSet') : t('passwordMissing')}</span>
        </Item>
        {(features.twoFactor || isOn) && (
          <Item
            icon="shield-check"
            title={t('twoFactor')}
            action={
              <Switch checked={isOn} onChange={() => (isOn ? openTwoFactorOff() : openTwoFactorOn())}>
                <span className="sr">{t('twoFactor')}</span>
              </Switch>
            }
          >
            <span className="dim">{isOn ? t('twoFactorOn') : t('twoFactorOff')}</span>
          </Item>
        )}
      </ul>
    </ProfileSection>
  )
}
