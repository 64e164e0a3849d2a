import { passwordLength } from '@croupier/contract/fields/lengths'
import { newPassword, passwordStrength, repeatReason } from '@croupier/contract/fields/password'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import type { Failure } from '../../forms/failure.ts'
import { useReasonText } from '../../forms/reasons.ts'
import { focusFirstWrong, reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast-store.ts'

type Values = { old_password: string; new_password: string; repeat_password: string }

/** Which field a refusal is about. */
const fieldOf: Record<string, keyof Values> = {
  PASSWORD_WRONG: 'old_password',
  PASSWORD_COMMON: 'new_password',
  PASSWORD_SAME: 'new_password',
}

export default function ChangePasswordDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile.dialogs')
  const reasonText = useReasonText()
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, attempt } = useAttempt()
  const form = useForm<Values>({
    defaultValues: { old_password: '', new_password: '', repeat_password: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const isFirst = account?.has_password === false
  const { errors } = form.formState

  const focusWrong = () => requestAnimationFrame(() => focusFirstWrong(element.current))
  const isPlaced = (failure: Failure) => {
    const reason = reasonIn(failure)
    const named =
      failure.kind === 'fields' && ('repeat_password' in failure.fields ? 'repeat_password' : 'new_password')
    const field = reason && (fieldOf[reason] ?? named)
    if (!reason || !field) return false
    form.setError(field, { message: reason })
    focusWrong()
    return true
  }
  const save = (values: Values) =>
    attempt(async () => {
      await call('account.changepassword', values)
      toast({ kind: 'success', title: t('changePassword.done'), text: t('changePassword.doneText') })
      revalidate()
      onDone()
    }, isPlaced)

  const shown = (field: keyof Values) => {
    const reason = errors[field]?.message
    return reason ? reasonText(reason, field) : undefined
  }
  return (
    <DialogBody>
      <DialogTitle>{isFirst ? t('changePassword.titleFirst') : t('changePassword.title')}</DialogTitle>
      <p>{isFirst ? t('changePassword.textFirst') : t('changePassword.text')}</p>
      <form ref={element} className="stack" noValidate onSubmit={form.handleSubmit(save, focusWrong)}>
        {/* Password managers look for the name that belongs to the new password. */}
        <input
          className="sr"
          type="text"
          name="username"
          autoComplete="username"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
          value={account?.login ?? ''}
        />
        {!isFirst && (
          <PasswordField
            label={t('changePassword.old')}
            showLabel={t('showPassword')}
            error={shown('old_password')}
            {...form.register('old_password', { validate: (text) => text !== '' || 'REQUIRED' })}
          />
        )}
        <PasswordField
          label={t('changePassword.new')}
          showLabel={t('showPassword')}
          hint={t('changePassword.hint', passwordLength)}
          error={shown('new_password')}
          strength={passwordStrength(form.watch('new_password'))}
          autoComplete="new-password"
          {...form.register('new_password', { validate: (text) => newPassword(text) ?? true, deps: 'repeat_password' })}
        />
        <PasswordField
          label={t('changePassword.repeat')}
          showLabel={t('showPassword')}
          error={shown('repeat_password')}
          autoComplete="new-password"
          {...form.register('repeat_password', {
            validate: (text, { new_password }) => repeatReason(new_password, text) ?? true,
          })}
        />
        {problem && <Notice kind="error">{problem}</Notice>}
        <Button type="submit" full size="l" kind="primary" busy={isBusy}>
          {isFirst ? t('changePassword.agreeFirst') : t('changePassword.agree')}
        </Button>
      </form>
    </DialogBody>
  )
}
