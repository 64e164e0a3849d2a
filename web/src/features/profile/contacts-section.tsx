import type { Profile } from '@croupier/contract/methods/account'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { openChangeContact, openConfirmContact } from '../account/account.tsx'
import { useProfileData } from './profile-data.ts'
import { Item, ProfileSection } from './profile-section.tsx'

type Contact = Profile['contacts'][number]

export function ContactsSection() {
  const t = useTranslations('profile.contacts')
  const { contacts } = useProfileData().profile
  return (
    <ProfileSection title={t('title')}>
      <ul className="items">
        <ContactItem type="email" contact={contacts.find(({ type }) => type === 'email')} />
        <ContactItem type="phone" contact={contacts.find(({ type }) => type === 'phone')} />
      </ul>
    </ProfileSection>
  )
}

/** One contact, and the new one that waits to take its place. */
function ContactItem({ type, contact }: { type: Contact['type']; contact: Contact | undefined }) {
  const t = useTranslations('profile.contacts')
  const isEmail = type === 'email'
  const icon = isEmail ? 'mail' : 'smartphone'
  const name = isEmail ? t('email') : t('phone')
  const value = contact?.contact
  const pending = contact?.pending
  const change = (
    <Button size="s" onClick={() => openChangeContact(type)}>
      <span className="sr">{name}: </span>
      {value ? t('change') : t('add')}
    </Button>
  )
  const confirm = (waiting: string, word: string) => (
    <Button
      size="s"
      kind="ivory"
      onClick={() => openConfirmContact({ contact: waiting, isSent: waiting === pending, resendSeconds: 0 })}
    >
      <span className="sr">{name}: </span>
      {word}
    </Button>
  )
  return (
    <>
      <Item
        icon={icon}
        title={value ? <bdi dir="ltr">{value}</bdi> : name}
        action={
          <>
            {value && !contact.is_confirmed && confirm(value, t('confirm'))}
            {change}
          </>
        }
      >
        {value ? (
          <State isConfirmed={contact.is_confirmed} />
        ) : (
          <span className="dim">{isEmail ? t('noEmail') : t('noPhone')}</span>
        )}
      </Item>
      {pending && (
        <Item
          icon="clock"
          title={t('pending', { contact: `\u2066${pending}\u2069` })}
          action={confirm(pending, t('enterCode'))}
        />
      )}
    </>
  )
}

function State({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useTranslations('profile.contacts')
  return isConfirmed ? (
    <Tag tone="positive" icon="check">
      {t('confirmed')}
    </Tag>
  ) : (
    <Tag tone="warning" icon="clock">
      {t('unconfirmed')}
    </Tag>
  )
}
