import { newPassword, passwordStrength, repeatReason } from '@croupier/contract/fields/password'
import { code as codeRule, required } from '@croupier/contract/fields/plain'
import { withoutPlus } from '@croupier/contract/fields/text'
import { Refusal } from '@croupier/contract/refusals'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { type Failure, readFailure, resendSeconds } from '../../forms/failure.ts'
import { useFailureText, useReasonText } from '../../forms/reasons.ts'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { type AuthView, useAuth } from './auth-view.ts'
import { BackHead, Resend, Submit, useFirstField } from './parts.tsx'

type Wrong = Record<string, string>

/** A forgotten password: first whose, then the code and a new one. The link of the letter begins at the second. */
export function RestoreView({ authView }: { authView: Extract<AuthView, { view: 'restore' }> }) {
  const [login, setLogin] = useState('')
  const [asked, setAsked] = useState<{ seconds: number } | null>(null)
  const [isLinkOver, setLinkOver] = useState(false)
  if (authView.token && !isLinkOver) return <NewPassword token={authView.token} onOver={() => setLinkOver(true)} />
  if (!asked) return <AskCode login={login} isLinkOver={isLinkOver} onLogin={setLogin} onAsked={setAsked} />
  return <NewPassword login={login} seconds={asked.seconds} onOther={() => setAsked(null)} />
}

/** Focus goes to the first wrong field after each refusal. */
function useWrong() {
  const form = useFirstField()
  const [wrong, setWrong] = useState<Wrong>({})
  useEffect(() => {
    if (Object.keys(wrong).length > 0) focusFirstWrong(form.current)
  }, [wrong, form])
  return { form, wrong, setWrong }
}

type AskProps = {
  login: string
  isLinkOver: boolean
  onLogin: (login: string) => void
  onAsked: (asked: { seconds: number }) => void
}

function AskCode({ login, isLinkOver, onLogin, onAsked }: AskProps) {
  const t = useTranslations('popups.auth')
  const reasonText = useReasonText()
  const failureText = useFailureText()
  const { isPage } = useAuth()
  const { form, wrong, setWrong } = useWrong()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { isBusy, send } = useSend()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async () => {
      setFailure(null)
      const reason = required(login)
      if (reason) return setWrong({ login: reason })
      setWrong({})
      try {
        const answer = await call('auth.restore', { login: withoutPlus(login) })
        onAsked({ seconds: answer?.resend_time ?? 0 })
      } catch (error) {
        setFailure(readFailure(error))
      }
    })
  }
  return (
    <form ref={form} className="auth-form" onSubmit={submit} noValidate>
      <BackHead isPage={isPage} title={t('restore.title')} />
      {isLinkOver && <Notice kind="error">{t('restore.linkOver')}</Notice>}
      <p>{t('restore.text')}</p>
      <Field label={t('authorization.login')} error={wrong.login && reasonText(wrong.login, 'login')}>
        <Input
          name="login"
          value={login}
          onChange={(event) => onLogin(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
        />
      </Field>
      <Refused failure={failure} text={failureText} />
      <Submit isBusy={isBusy}>{t('restore.submit')}</Submit>
    </form>
  )
}

type NewProps = {
  token?: string
  login?: string
  seconds?: number
  onOther?: () => void
  onOver?: () => void
}

/** The code of the letter and the new password: what was typed, what was wrong, and the two ways to send. */
function useNewPassword({ token, login = '', seconds = 0, onOver }: NewProps) {
  const { come, go } = useAuth()
  const { form, wrong, setWrong } = useWrong()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isResent, setResent] = useState(false)
  const { left, restart } = useSeconds(seconds)
  const { isBusy, send } = useSend()
  const name = useRef(withoutPlus(login))

  /** Signs in with the new password; a visitor who came by the link has not told a name yet. */
  async function goOn() {
    if (token) return go({ view: 'authorization', notice: 'passwordChanged', password })
    const attempt = { login: name.current, password, isRemembered: false, isPayoutOnly: false, isReturn: false }
    const { entry } = await come(attempt)
    if (entry.kind === 'wrongCredentials' || entry.kind === 'failure')
      go({ view: 'authorization', notice: 'passwordChanged' })
  }

  function refuse(error: unknown) {
    const read = readFailure(error)
    const wait = resendSeconds(error)
    if (wait !== null) restart(wait)
    if (token && Refusal.is(error) && error.reason === 'CODE_EXPIRED') return onOver?.()
    const isCode = Refusal.is(error) && error.reason?.startsWith('CODE_')
    if (isCode) {
      setCode('')
      return setWrong({ code: error.reason ?? 'CODE_INVALID' })
    }
    if (read.kind === 'fields') return setWrong(read.fields)
    setFailure(read)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(async () => {
      setFailure(null)
      setResent(false)
      const reasons = {
        ...(!token && { code: codeRule(code) }),
        password: newPassword(password),
        repeat_password: repeatReason(password, repeat),
      }
      const found = Object.entries(reasons).flatMap(([field, reason]) => (reason ? [[field, reason]] : []))
      setWrong(Object.fromEntries(found))
      if (found.length > 0) return
      try {
        const by = token ? { token } : { login: name.current, code }
        await call('auth.restore', { ...by, password, repeat_password: repeat })
      } catch (error) {
        return refuse(error)
      }
      await goOn()
    })
  }

  const resend = () =>
    send(async () => {
      setFailure(null)
      try {
        const answer = await call('auth.restore', { login: name.current })
        restart(answer?.resend_time ?? 0)
        setResent(true)
      } catch (error) {
        const wait = resendSeconds(error)
        if (wait !== null) restart(wait)
        setFailure(readFailure(error))
      }
    })
  const typed = { code, setCode, password, setPassword, repeat, setRepeat }
  return { form, wrong, ...typed, failure, isResent, left, isBusy, submit, resend }
}

function NewPassword(props: NewProps) {
  const { token, login = '', onOther } = props
  const t = useTranslations('popups.auth')
  const fieldText = useTranslations('fields')
  const reasonText = useReasonText()
  const failureText = useFailureText()
  const { isPage } = useAuth()
  const restore = useNewPassword(props)
  const { wrong, password, isBusy } = restore
  return (
    <form ref={restore.form} className="auth-form" onSubmit={restore.submit} noValidate>
      <BackHead isPage={isPage} title={t('restore.title')} />
      <p>{token ? t('restore.linkText') : t('restore.sent')}</p>
      {!token && (
        <CodeField
          label={t('restore.code')}
          value={restore.code}
          onChange={restore.setCode}
          error={wrong.code && reasonText(wrong.code, 'code')}
        />
      )}
      {/* Password managers learn whose password this is. */}
      {!token && (
        <input className="sr" tabIndex={-1} aria-hidden="true" readOnly autoComplete="username" value={login} />
      )}
      <PasswordField
        label={fieldText('labels.new_password')}
        hint={fieldText('passwordHint')}
        error={wrong.password && reasonText(wrong.password, 'new_password')}
        showLabel={fieldText('showPassword')}
        strength={passwordStrength(password)}
        autoComplete="new-password"
        name="password"
        value={password}
        onChange={(event) => restore.setPassword(event.target.value)}
      />
      <PasswordField
        label={fieldText('labels.repeat_password')}
        error={wrong.repeat_password && reasonText(wrong.repeat_password, 'repeat_password')}
        showLabel={fieldText('showPassword')}
        autoComplete="new-password"
        name="repeat_password"
        value={restore.repeat}
        onChange={(event) => restore.setRepeat(event.target.value)}
      />
      <Refused failure={restore.failure} text={failureText} />
      <div role="status">{restore.isResent && <Notice>{t('resent')}</Notice>}</div>
      <Submit isBusy={isBusy}>{token ? t('restore.saveOnly') : t('restore.save')}</Submit>
      {!token && <Resend left={restore.left} isBusy={isBusy} onResend={restore.resend} />}
      {!token && (
        <p className="auth-resend">
          <button type="button" className="link" onClick={onOther}>
            {t('restore.other')}
          </button>
        </p>
      )}
    </form>
  )
}

function Refused({ failure, text }: { failure: Failure | null; text: ReturnType<typeof useFailureText> }) {
  if (!failure || failure.kind === 'fields') return null
  return <Notice kind="error">{text(failure)}</Notice>
}
