import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { SystemCard } from '../../site/system-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'

export const handle = { title: 'pages.confirmed.title', isIndexed: false }

/** A signed-in player sees which contacts really are confirmed. */
export default function Confirmed() {
  const t = useTranslations('pages.confirmed')
  const { account } = useShell()
  const isAnyConfirmed = account?.contacts.email?.confirmed || account?.contacts.phone?.confirmed
  if (account && !isAnyConfirmed)
    return (
      <SystemCard icon="clock" title={t('notYetTitle')} text={t('notYet')}>
        <ButtonLink size="l" kind="primary" to={paths.confirmation()}>
          {t('enterCode')}
        </ButtonLink>
      </SystemCard>
    )
  return (
    <SystemCard icon="circle-check" title={t('title')} text={t('lead')}>
      {account && <Contacts />}
      <ButtonLink size="l" kind="primary" to={account ? paths.profile() : paths.home()}>
        {account ? t('profile') : t('home')}
      </ButtonLink>
    </SystemCard>
  )
}

function Contacts() {
  const t = useTranslations('profile.contacts')
  const { email, phone } = useShell().account?.contacts ?? { email: null, phone: null }
  return (
    <ul className="confirmed">
      {[email, phone].map(
        (contact) =>
          contact && (
            <li key={contact.value}>
              <bdi dir="ltr">{contact.value}</bdi>
              <Tag tone={contact.confirmed ? 'positive' : 'warning'} icon={contact.confirmed ? 'check' : 'clock'}>
                {contact.confirmed ? t('confirmed') : t('unconfirmed')}
              </Tag>
            </li>
          ),
      )}
    </ul>
  )
}
