import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { openChangeContact, openConfirmContact } from '../account/account.tsx'
import { useProfileData } from './profile-data.ts'
import { ProfileSection } from './profile-section.tsx'
import { emptyDetails, missingSteps } from './rules.ts'

/** What an account still lacks: a short list, each with the way to it. */
export function Checklist() {
  const t = useTranslations('profile.overview')
  const { account } = useShell()
  const { profile, features } = useProfileData()
  if (!account) return null
  const steps = missingSteps(account, profile.missing, features)
  const { email, phone } = account.contacts
  const parts = {
    details: (
      <Step icon="user" title={t('todo.details')} to={paths.settings()}>
        {t('todo.detailsText', { count: emptyDetails(profile.missing).length })}
      </Step>
    ),
    addEmail: (
      <Step icon="mail" title={t('todo.addEmail')} onClick={() => openChangeContact('email')}>
        {t('todo.addEmailText')}
      </Step>
    ),
    confirmEmail: (
      <Step icon="mail" title={t('todo.confirmEmail')} onClick={() => openConfirmContact({ contact: 'email' })}>
        {t('todo.confirmText', { contact: email?.value ?? '' })}
      </Step>
    ),
    addPhone: (
      <Step icon="smartphone" title={t('todo.addPhone')} onClick={() => openChangeContact('phone')}>
        {t('todo.addPhoneText')}
      </Step>
    ),
    confirmPhone: (
      <Step icon="smartphone" title={t('todo.confirmPhone')} onClick={() => openConfirmContact({ contact: 'phone' })}>
        {t('todo.confirmText', { contact: phone?.value ?? '' })}
      </Step>
    ),
    password: (
      <Step icon="lock" title={t('todo.password')} to={paths.security()}>
        {t('todo.passwordText')}
      </Step>
    ),
    verification: (
      <Step icon="badge-check" title={t('todo.verification')} to={paths.verification()}>
        {t('todo.verificationText')}
      </Step>
    ),
    twoFactor: (
      <Step icon="shield-check" title={t('todo.twoFactor')} to={paths.security()}>
        {t('todo.twoFactorText')}
      </Step>
    ),
  }
  return (
    <ProfileSection title={t('missing')}>
      {steps.length > 0 ? (
        <ul className="items">
          {steps.map((step) => (
            <li key={step}>{parts[step]}</li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('nothingMissing')}</p>
      )}
    </ProfileSection>
  )
}

type StepProps = { icon: IconName; title: string; children: ReactNode } & (
  | { to: string; onClick?: undefined }
  | { to?: undefined; onClick: () => void }
)

/** The whole row leads on: to a page, or to a dialog. */
function Step({ icon, title, children, to, onClick }: StepProps) {
  const inside = (
    <>
      <span className="item-pip">
        <Icon name={icon} />
      </span>
      <span className="item-text">
        <b>{title}</b>
        <span className="dim">{children}</span>
      </span>
      <Icon name="chevron-right" className="item-on" />
    </>
  )
  return to === undefined ? (
    <button type="button" className="item" onClick={onClick}>
      {inside}
    </button>
  ) : (
    <Link className="item" to={to}>
      {inside}
    </Link>
  )
}
