import type { Profile } from '@croupier/contract/methods/account'
import { paths } from '@croupier/contract/paths'
import { useOptimistic, useTransition } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call, serverCall } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useProblemText } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/check.tsx'
import { toast } from '../../ui/toast-store.ts'
import { openConfirmContact } from '../account/account.tsx'
import type { Route } from './+types/notification'
import { NoticeList } from './notice-list.tsx'
import { useProfileData } from './profile-data.ts'
import { Item, ProfileSection } from './profile-section.tsx'
import { PromotionsSwitch } from './promotions-switch.tsx'

export const handle = { title: 'profile.notification.title', isIndexed: false }

type Contact = Profile['contacts'][number]

export async function loader({ context }: Route.LoaderArgs) {
  const ask = serverCall(context)
  const [promotions, notices] = await Promise.all([
    ask('account.getPromotions', {}),
    ask('account.getNotices', { is_all: '1' }),
  ])
  return { promotions, notices }
}

export default function Notification({ loaderData: { promotions, notices } }: Route.ComponentProps) {
  const t = useTranslations('profile.notification')
  const { contacts } = useProfileData().profile
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <PromotionsSwitch promotions={promotions} />
      <ProfileSection title={t('mailings')} text={t('mailingsText')}>
        <ul className="items">
          <Channel type="email" contact={contacts.find(({ type }) => type === 'email')} />
          <Channel type="phone" contact={contacts.find(({ type }) => type === 'phone')} />
        </ul>
      </ProfileSection>
      <ProfileSection title={t('always')}>
        <p className="muted">{t('alwaysText')}</p>
      </ProfileSection>
      <ProfileSection title={t('never')}>
        <p className="muted">{t('neverText')}</p>
      </ProfileSection>
      <NoticeList notices={notices} />
    </>
  )
}

/** A switch needs a confirmed contact: else a stranger might get the mail. */
function Channel({ type, contact }: { type: Contact['type']; contact: Contact | undefined }) {
  const t = useTranslations('profile.notification')
  const isEmail = type === 'email'
  const [icon, title] = isEmail ? (['mail', t('email')] as const) : (['smartphone', t('phone')] as const)
  if (!contact?.contact)
    return (
      <Item icon={icon} title={title}>
        <Link className="dim link" to={paths.settings()}>
          {isEmail ? t('noEmail') : t('noPhone')}
        </Link>
      </Item>
    )
  if (!contact.is_confirmed && !contact.is_subscribed)
    return (
      <Item
        icon={icon}
        title={title}
        action={
          <Button size="s" kind="ivory" onClick={() => openConfirmContact({ contact: contact.contact })}>
            <span className="sr">{title}: </span>
            {t('confirm')}
          </Button>
        }
      >
        <span className="dim">{t('unconfirmed', { contact: `\u2066${contact.contact}\u2069` })}</span>
      </Item>
    )
  return <Subscription icon={icon} title={title} contact={contact} />
}

type SubscriptionProps = { icon: 'mail' | 'smartphone'; title: string; contact: Contact }

function Subscription({ icon, title, contact: { contact, is_subscribed } }: SubscriptionProps) {
  const t = useTranslations('profile.notification')
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const [isOn, setOn] = useOptimistic(is_subscribed)
  const [, startTransition] = useTransition()
  const change = (wanted: boolean) =>
    startTransition(async () => {
      setOn(wanted)
      try {
        await call('account.changeSubscription', { contact, subscription: wanted ? '1' : '0' })
        toast({
          id: `mailing-${contact}`,
          kind: 'success',
          title: wanted ? t('on', { contact }) : t('off', { contact }),
        })
        await revalidate()
      } catch (error) {
        toast({ id: `mailing-${contact}`, kind: 'error', title: problemText(readFailure(error)) })
      }
    })
  return (
    <Item
      icon={icon}
      title={title}
      action={
        <Switch checked={isOn} onChange={({ target }) => change(target.checked)}>
          <span className="sr">{title}</span>
        </Switch>
      }
    >
      <span className="dim">
        <bdi dir="ltr">{contact}</bdi>
      </span>
    </Item>
  )
}
