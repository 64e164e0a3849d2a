import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { useBalances } from '../../session/balance.ts'
import { useShell } from '../../shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Route } from './+types/overview'
import { Checklist } from './checklist.tsx'
import { EventList } from './event-list.tsx'
import { ProfileSection } from './profile-section.tsx'

export const handle = { title: 'profile.overview.title', isIndexed: false }

const recent = 4

export async function loader({ context }: Route.LoaderArgs) {
  return { events: await serverCall(context)('account.getSecurityEvents', { count: recent }) }
}

export default function Overview({ loaderData: { events } }: Route.ComponentProps) {
  const t = useTranslations('profile.overview')
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <Checklist />
      <Balances />
      <ProfileSection
        title={t('events')}
        tail={
          <Link className="section-more" to={`${paths.security()}#events`}>
            {t('allEvents')}
            <Icon name="chevron-right" />
          </Link>
        }
      >
        <EventList events={events.items} />
      </ProfileSection>
    </>
  )
}

function Balances() {
  const t = useTranslations('profile.overview')
  const format = useFormat()
  const balances = useBalances()
  const isPayoutOnly = useShell().account?.is_payout_only
  if (!balances) return null
  return (
    <ProfileSection
      title={t('balances')}
      tail={
        <ButtonLink size="s" icon="wallet" to={isPayoutOnly ? paths.withdraw() : paths.wallet()}>
          {isPayoutOnly ? t('withdraw') : t('wallet')}
        </ButtonLink>
      }
    >
      <dl className="facts balances">
        <div>
          <dt>{t('main')}</dt>
          <dd className="num">{format.money(balances.balance_main)}</dd>
        </div>
        <div>
          <dt>{t('bonus')}</dt>
          <dd className="num">{format.money(balances.balance_bonus)}</dd>
        </div>
        <div>
          <dt>{t('bettingBonus')}</dt>
          <dd className="num">{format.money(balances.balance_betting_bonus)}</dd>
        </div>
        <div>
          <dt>{t('fun')}</dt>
          <dd className="num">{format.money(balances.balance_fun)}</dd>
        </div>
      </dl>
    </ProfileSection>
  )
}
