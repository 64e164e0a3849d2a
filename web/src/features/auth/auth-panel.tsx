import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { type Loaded, useLoaded } from '../../forms/use-loaded.ts'
import { useShell } from '../../shell.ts'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { type AuthConfig, loadAuthConfig } from './auth-config.ts'
import { AuthContext, type AuthView, type EnteredHow } from './auth-view.ts'
import { CompletionView } from './completion-view.tsx'
import { type Attempt, readEntry } from './entry.ts'
import { ExcludedView } from './excluded-view.tsx'
import { closeIfFatal, reportError } from './failed-call.ts'
import { AuthTitle, FormSkeleton } from './parts.tsx'
import { RegistrationView } from './registration-view.tsx'
import { RestoreView } from './restore-view.tsx'
import { SecondStepView } from './second-step-view.tsx'
import { SignInView } from './sign-in-view.tsx'

type Props = {
  /** Asked for once, by whoever stands around the panel. */
  config: Loaded<AuthConfig>
  authView: AuthView
  go: (authView: AuthView) => void
  onEntered: (how: EnteredHow, isPayoutOnly: boolean) => void
  character: string
  isPage?: boolean
  /** Stands above the form. */
  notice?: ReactNode
}

export const useAuthConfig = () => {
  const { locale } = useShell()
  return useLoaded<AuthConfig>(locale, () => loadAuthConfig(locale))
}

/** One of the views, and what they share. The popup and the pages of forms both stand on it. */
export function AuthPanel({ config, authView, go, onEntered, character, isPage = false, notice }: Props) {
  const t = useTranslations('popups.auth')
  const draft = useRef<Record<string, string>>(null)
  const title = authView.view === 'excluded' ? t('excluded.title') : t(`${authView.view}.title`)

  if (config.state !== 'ready')
    return (
      <>
        {/* The skeleton is only seen; this names the dialog. */}
        <div className="sr">
          <AuthTitle isPage={isPage}>{title}</AuthTitle>
        </div>
        {config.state === 'loading' ? (
          <FormSkeleton lines={authView.view === 'registration' ? 5 : 2} hasHead />
        ) : (
          <ErrorInPlace title={t('failed')} retry={{ text: t('retry'), onClick: config.retry }} />
        )}
      </>
    )

  async function come(attempt: Attempt, { code = '', isResend = false } = {}) {
    try {
      const is = await call('auth.login', {
        login: attempt.login,
        password: attempt.password,
        code,
        resend: isResend ? '1' : undefined,
        remember: attempt.isRemembered ? '1' : '0',
        payout_only: attempt.isPayoutOnly ? '1' : '0',
        confirm_return: attempt.isReturn ? '1' : '0',
      })
      onEntered('login', is.is_payout_only)
      return { entry: { kind: 'in' as const, is } }
    } catch (error) {
      closeIfFatal(error)
      const entry = readEntry(error)
      const isAskedAgain = entry.kind === 'second' && isResend
      if (entry.kind === 'second' && !isAskedAgain) go({ view: 'twofa', attempt, step: entry.step })
      else if (entry.kind === 'excluded') go({ view: 'excluded', exclusion: entry.exclusion, attempt })
      else if (!isAskedAgain) reportError('login_error', error)
      return { entry, error }
    }
  }

  return (
    <AuthContext
      value={{
        config: config.value,
        go,
        come,
        entered: (how, isPayoutOnly = false) => onEntered(how, isPayoutOnly),
        draft,
        character,
        isPage,
      }}
    >
      {notice}
      {authView.view === 'authorization' && <SignInView authView={authView} />}
      {authView.view === 'registration' && <RegistrationView />}
      {authView.view === 'restore' && <RestoreView authView={authView} />}
      {authView.view === 'twofa' && <SecondStepView authView={authView} />}
      {authView.view === 'socialRegistration' && <CompletionView />}
      {authView.view === 'excluded' && <ExcludedView authView={authView} />}
    </AuthContext>
  )
}
