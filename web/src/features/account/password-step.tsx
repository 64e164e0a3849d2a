import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import { useReasonText } from '../../forms/reasons.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFocusOnShow } from '../../ui/use-focus-on-show.ts'

type Props = {
  children: ReactNode
  act: (password: string) => Promise<void>
  agree: string
  isDanger?: boolean
  takesFocus?: boolean
  /** For what the act refuses beside the password. */
  isPlaced?: (failure: Failure) => boolean
}

/** The password once more. Of an account that has none the house asks for a proof by itself, where it wants one. */
export function PasswordStep({ children, act, agree, isDanger, takesFocus = true, isPlaced }: Props) {
  const t = useTranslations('profile.dialogs')
  const reasonText = useReasonText()
  const hasPassword = useShell().account?.has_password === true
  const { isBusy, problem, attempt } = useAttempt()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useFocusOnShow(input, takesFocus)

  const refuse = (reason: string) => {
    setError(reasonText(reason, 'old_password'))
    input.current?.focus()
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasPassword && password === '') return refuse('REQUIRED')
    setError(undefined)
    attempt(
      () => act(password),
      (failure) => {
        if (hasPassword && reasonIn(failure) === 'PASSWORD_WRONG') return refuse('PASSWORD_WRONG')
        return isPlaced?.(failure) ?? false
      },
    )
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children}
      {hasPassword && (
        <PasswordField
          ref={input}
          label={t('password.label')}
          showLabel={t('showPassword')}
          error={error}
          name="password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            setError(undefined)
          }}
        />
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <Button type="submit" full size="l" kind={isDanger ? 'danger' : 'primary'} busy={isBusy}>
        {agree}
      </Button>
    </form>
  )
}
