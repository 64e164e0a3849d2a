import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useAuth } from './auth-view.ts'
import { MailingField, TermsField } from './consent-field.tsx'
import { SocialSection } from './social-section.tsx'
import { hasAgreed, wishesOf } from './social-wishes.ts'

/** Joining through another service: consents, then the buttons. What is still missing is asked for afterwards. */
export function SocialJoin() {
  const t = useTranslations('popups.auth.registration')
  const { config, character } = useAuth()
  const form = useForm<FormValues>({ defaultValues: { terms: '', notify: '' } })
  return (
    <>
      <p>{t('socialText')}</p>
      <div className="auth-consents">
        {config.auth.hasTerms && <TermsField control={form.control} />}
        <MailingField control={form.control} />
      </div>
      <SocialSection
        type="reg"
        isAlone
        wishes={() => wishesOf(form.getValues(), character)}
        hasAgreed={() => hasAgreed(config.auth.hasTerms, form)}
      />
    </>
  )
}
