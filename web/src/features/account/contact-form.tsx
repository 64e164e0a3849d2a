import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import type { Failure } from '../../forms/failure.ts'
import { useReasonText } from '../../forms/reasons.ts'
import { focusFirstWrong, reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { ContactType } from './contacts.ts'

/** Where a code went, and when another may be asked for. */
export type Sent = { contact: string; resendSeconds: number }

/** A contact that can be sent, or what is wrong with it. */
export type ContactReading = { contact: string; country?: string } | { error: string }

type Props = {
  type: ContactType
  read: () => ContactReading
  onSent: (sent: Sent) => void
  children: (error: string | undefined, forget: () => void) => ReactNode
}

/** Whoever has confirmed a contact is asked for the password: a new contact is a new way to it. */
export function ContactForm({ type, read, onSent, children }: Props) {
  const t = useTranslations('profile.dialogs')
  const reasonText = useReasonText()
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, attempt } = useAttempt()
  const [errors, setErrors] = useState<{ contact?: string; password?: string }>({})
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const hasProven = account?.contacts.email?.confirmed === true || account?.contacts.phone?.confirmed === true
  const needsPassword = account?.has_password === true && hasProven

  const show = (found: typeof errors) => {
    setErrors(found)
    requestAnimationFrame(() => focusFirstWrong(form.current))
  }
  const isPlaced = (failure: Failure) => {
    const reason = reasonIn(failure)
    if (reason === 'CONTACT_FORMAT')
      show({ contact: type === 'email' ? t('contactFormat.email') : t('contactFormat.phone') })
    else if (reason === 'PASSWORD_WRONG') show({ password: reasonText('PASSWORD_WRONG') })
    else return false
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = read()
    const missing = needsPassword && password === '' ? reasonText('REQUIRED', 'old_password') : undefined
    if ('error' in found) return show({ contact: found.error, password: missing })
    if (missing) return show({ password: missing })
    setErrors({})
    const { contact, country } = found
    attempt(async () => {
      const asked = { contact, phone_country_code: country, password: needsPassword ? password : undefined }
      const { resend_time } = await call('account.addcontact', asked)
      revalidate()
      onSent({ contact, resendSeconds: resend_time })
    }, isPlaced)
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {children(errors.contact, () => setErrors((before) => ({ ...before, contact: undefined })))}
      {needsPassword && (
        <PasswordField
          label={t('password.label')}
          showLabel={t('showPassword')}
          error={errors.password}
          name="password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            setErrors((before) => ({ ...before, password: undefined }))
          }}
        />
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <Button type="submit" full size="l" kind="primary" busy={isBusy}>
        {t('changeEmail.agree')}
      </Button>
    </form>
  )
}
