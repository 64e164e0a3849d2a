import { required } from '@croupier/contract/fields/plain'
import { withoutPlus } from '@croupier/contract/fields/text'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useFailureText, useReasonText } from '../../forms/reasons.ts'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { Checkbox } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { type AuthView, useAuth } from './auth-view.ts'
import { AuthTitle, Submit, SwitchLine, useFirstField } from './parts.tsx'
import { SocialSection } from './social-section.tsx'

type Props = { authView: Extract<AuthView, { view: 'authorization' }> }

export function SignInView({ authView }: Props) {
  const t = useTranslations('popups.auth')
  const fieldText = useTranslations('fields')
  const reasonText = useReasonText()
  const failureText = useFailureText()
  const { go, come, isPage } = useAuth()
  const form = useFirstField()
  const [refused, setRefused] = useState<Failure | 'wrongCredentials' | null>(null)
  const { isBusy, send } = useSend()
  const { register, handleSubmit, formState } = useForm<FormValues>({
    defaultValues: { login: '', password: authView.password ?? '', remember: '' },
    shouldFocusError: false,
    resolver: (values) => {
      const wrong = ['login', 'password'].filter((name) => required(values[name] ?? ''))
      const errors = Object.fromEntries(wrong.map((name) => [name, { type: 'REQUIRED', message: 'REQUIRED' }]))
      return wrong.length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const { errors, submitCount } = formState

  useEffect(() => {
    if (submitCount > 0) focusFirstWrong(form.current)
  }, [submitCount, form])

  const submit = handleSubmit((values) =>
    send(async () => {
      setRefused(null)
      const { entry } = await come({
        login: withoutPlus(values.login ?? ''),
        password: values.password ?? '',
        isRemembered: Boolean(values.remember),
        isPayoutOnly: false,
        isReturn: false,
      })
      if (entry.kind === 'wrongCredentials') setRefused('wrongCredentials')
      if (entry.kind === 'failure') setRefused(entry.failure)
    }),
  )

  return (
    <form ref={form} className="auth-form" onSubmit={submit} noValidate>
      <div className="auth-head">
        <AuthTitle isPage={isPage}>{t('authorization.title')}</AuthTitle>
        <SwitchLine to="registration" />
      </div>
      {authView.notice === 'passwordChanged' && <Notice kind="success">{t('restore.done')}</Notice>}
      {authView.notice === 'socialRefused' && <Notice kind="error">{t('socialRefused')}</Notice>}
      <Field label={t('authorization.login')} error={errors.login && reasonText('REQUIRED', 'login')}>
        <Input
          {...register('login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="next"
        />
      </Field>
      <div className="auth-password">
        <PasswordField
          label={t('authorization.password')}
          error={errors.password && reasonText('REQUIRED')}
          showLabel={fieldText('showPassword')}
          {...register('password')}
        />
        <button type="button" className="link" onClick={() => go({ view: 'restore' })}>
          {t('authorization.forgot')}
        </button>
      </div>
      <Checkbox {...register('remember')} value="1">
        {t('authorization.remember')}
      </Checkbox>
      {refused && (
        <Notice kind="error">
          {refused === 'wrongCredentials' || refused.kind === 'fields' ? t('wrongEnterText') : failureText(refused)}
        </Notice>
      )}
      <Submit isBusy={isBusy}>{t('authorization.submit')}</Submit>
      <SocialSection type="auth" />
    </form>
  )
}
