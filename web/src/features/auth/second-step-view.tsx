import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { resendSeconds } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { useSend } from '../../forms/use-attempt.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { type AuthView, useAuth } from './auth-view.ts'
import { type CodeErrorKey, codeErrorKey, type SecondStep } from './entry.ts'
import { BackHead, Resend, Submit } from './parts.tsx'

type Props = { authView: Extract<AuthView, { view: 'twofa' }> }

/** The second step: six digits from a letter, an SMS or an app, or one of the codes kept for bad days. */
export function SecondStepView({ authView }: Props) {
  const { attempt } = authView
  const t = useTranslations('popups.auth')
  const codeText = useTranslations('profile.newVerification')
  const failureText = useFailureText()
  const { come, go, isPage } = useAuth()
  const [step, setStep] = useState(authView.step)
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [error, setError] = useState<CodeErrorKey | null>(null)
  const [notice, setNotice] = useState<{ kind: 'error' | 'info'; text: string } | null>(null)
  const { left, restart } = useSeconds(authView.step.resendSeconds)
  const { isBusy, send } = useSend()

  async function tell(entry: Awaited<ReturnType<typeof come>>) {
    if (entry.entry.kind === 'wrongCredentials') return go({ view: 'authorization' })
    if (entry.entry.kind !== 'failure') return
    const { failure } = entry.entry
    const seconds = resendSeconds(entry.error)
    if (seconds !== null) restart(seconds)
    if (failure.kind === 'wait' || failure.kind === 'offline' || failure.kind === 'slow')
      return setNotice({ kind: 'error', text: failureText(failure) })
    setCode('')
    setError(codeErrorKey(entry.error))
  }

  const confirm = (text: string) =>
    send(async () => {
      setNotice(null)
      setError(null)
      if (text.trim() === '') return setError('twoFaErrorCodeDigits')
      await tell(await come(attempt, { code: text }))
    })

  const resend = () =>
    send(async () => {
      setNotice(null)
      setError(null)
      const answer = await come(attempt, { isResend: true })
      if (answer.entry.kind !== 'second') return tell(answer)
      setStep(answer.entry.step)
      restart(answer.entry.step.resendSeconds)
      setNotice({ kind: 'info', text: t('resent') })
    })

  const change = (text: string) => {
    setCode(text)
    if (text !== '') setError(null)
  }
  const turn = () => {
    setRecovery(!isRecovery)
    setCode('')
    setError(null)
  }

  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm(code)
      }}
    >
      <BackHead isPage={isPage} title={t('twofa.title')} />
      {!isRecovery && <p>{sentence(t, step)}</p>}
      {isRecovery ? (
        <RecoveryField value={code} onChange={change} error={error && codeText(error)} />
      ) : (
        <CodeField
          label={t('twofa.code')}
          value={code}
          onChange={change}
          onFull={confirm}
          error={error && codeText(error)}
          takesFocus
        />
      )}
      <div role="status">{notice?.kind === 'info' && <Notice>{notice.text}</Notice>}</div>
      {notice?.kind === 'error' && <Notice kind="error">{notice.text}</Notice>}
      <Submit isBusy={isBusy}>{t('twofa.submit')}</Submit>
      {!isRecovery && step.method !== 'app' && <Resend left={left} isBusy={isBusy} onResend={resend} />}
      <p className="auth-resend">
        <button type="button" className="link" onClick={turn}>
          {isRecovery ? t('twofa.digits') : t('twofa.recovery')}
        </button>
      </p>
    </form>
  )
}

type RecoveryProps = { value: string; onChange: (text: string) => void; error: string | null }

/** One of the codes kept for bad days; it takes the focus when it comes. */
function RecoveryField({ value, onChange, error }: RecoveryProps) {
  const t = useTranslations('popups.auth')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Field label={t('twofa.recoveryLabel')} hint={t('twofa.recoveryHint')} error={error}>
      <Input
        ref={input}
        name="code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
    </Field>
  )
}

/** An address keeps its own direction inside any sentence. */
const isolated = (text: string) => `\u2068${text}\u2069`

function sentence(t: ReturnType<typeof useTranslations<'popups.auth'>>, { method, to }: SecondStep): string {
  if (method === 'app') return t('twofa.app')
  if (!to || method === 'unknown') return t('twofa.sent')
  return method === 'email' ? t('twofa.email', { to: isolated(to) }) : t('twofa.phone', { to: isolated(to) })
}
