import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useReasonText } from '../../forms/reasons.ts'
import { SiteLink } from '../../site/site-link.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAuth } from './auth-view.ts'

type Props = { control: Control<FormValues> }

/** Both consents begin unchecked. Links open beside the form, so that nothing typed is lost. */
export function TermsField({ control }: Props) {
  const t = useTranslations('popups.auth.registration')
  const reasonText = useReasonText()
  const { auth, site } = useAuth().config
  const { field, fieldState } = useController({ control, name: 'terms' })
  const error = field.value === '1' ? undefined : fieldState.error?.message
  const linked = (url: string) => (words: ReactNode) =>
    url ? (
      <SiteLink url={url} className="link" target="_blank">
        {words}
      </SiteLink>
    ) : (
      words
    )
  return (
    <div className="field">
      <Checkbox
        ref={field.ref}
        name="terms"
        checked={field.value === '1'}
        onChange={(event) => field.onChange(event.target.checked ? '1' : '')}
        onBlur={field.onBlur}
        invalid={Boolean(error)}
        aria-describedby={error ? 'terms-error' : undefined}
      >
        {t.rich('terms', { age: site.ageLimit, terms: linked(auth.termsUrl), privacy: linked(auth.privacyUrl) })}
      </Checkbox>
      {error && (
        <div id="terms-error" className="hint hint-bad">
          <Icon name="circle-alert" />
          {reasonText(error, 'terms')}
        </div>
      )}
    </div>
  )
}

export function MailingField({ control }: Props) {
  const t = useTranslations('popups.auth.registration')
  const { field } = useController({ control, name: 'notify' })
  return (
    <Checkbox
      ref={field.ref}
      name="notify"
      checked={field.value === '1'}
      onChange={(event) => field.onChange(event.target.checked ? '1' : '')}
    >
      {t('mailing')}
    </Checkbox>
  )
}
