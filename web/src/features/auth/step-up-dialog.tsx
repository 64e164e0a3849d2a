import './auth.css'
import type { SiteConfig } from '@croupier/contract/content'
import { localePath } from '@croupier/contract/locales'
import type { SocialEnd } from '@croupier/contract/social'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { readFailure } from '../../forms/failure.ts'
import { useProblemText, useSend } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { type CodeErrorKey, codeErrorKey } from './entry.ts'
import { Resend, Submit } from './parts.tsx'
import { ServiceSign } from './social-section.tsx'
import { openSocial, socialAddress } from './social-window.ts'

type Services = SiteConfig['auth']['socialServices']
type Props = { services: Services; onDone: () => void }

/** A player without a password shows once more who is there: by a code to a contact, or at the service. */
export default function StepUpDialog({ services, onDone }: Props) {
  const t = useTranslations('popups.stepUp')
  const contacts = useShell().account?.contacts
  const contact = [contacts?.email, contacts?.phone].find((each) => each?.confirmed)?.value
  const problemText = useProblemText()
  const { isBusy, send } = useSend()
  const [sent, setSent] = useState<{ seconds: number } | null>(null)
  const [problem, setProblem] = useState<string>()
  const isMessenger = 'messenger' in document.documentElement.dataset

  const sendCode = () =>
    send(async () => {
      setProblem(undefined)
      try {
        setSent({ seconds: (await call('account.sendStepUpCode', {})).resend_time })
      } catch (error) {
        setProblem(problemText(readFailure(error)))
      }
    })
  if (sent) return <CodeView contact={contact ?? ''} seconds={sent.seconds} onDone={onDone} />
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      <p>{t('text')}</p>
      {contact && (
        <Button full size="l" kind="primary" busy={isBusy} onClick={sendCode}>
          {t('send')}
        </Button>
      )}
      {contact && <p className="hint">{t('sendTo', { contact: isolated(contact) })}</p>}
      {problem && <Notice kind="error">{problem}</Notice>}
      {!isMessenger && services.length > 0 && (
        <ServiceButtons services={services} onDone={onDone} hasMore={!!contact} />
      )}
      <p className="hint">{isMessenger ? t('messenger') : t('signInAgain')}</p>
    </DialogBody>
  )
}

/** An address keeps its own direction inside any sentence. */
const isolated = (text: string) => `\u2068${text}\u2069`

function CodeView({ contact, seconds, onDone }: { contact: string; seconds: number; onDone: () => void }) {
  const t = useTranslations('popups.stepUp')
  const codeText = useTranslations('profile.newVerification')
  const problemText = useProblemText()
  const { isBusy, send } = useSend()
  const { left, restart } = useSeconds(seconds)
  const [code, setCode] = useState('')
  const [error, setError] = useState<CodeErrorKey | null>(null)
  const [problem, setProblem] = useState<string>()

  const refuse = (thrown: unknown) => {
    const failure = readFailure(thrown)
    if (failure.kind === 'wait') restart(failure.seconds)
    if (failure.kind === 'wait' || failure.kind === 'offline' || failure.kind === 'slow')
      return setProblem(problemText(failure))
    setCode('')
    setError(codeErrorKey(thrown))
  }
  const run = (work: () => Promise<void>) =>
    send(async () => {
      setError(null)
      setProblem(undefined)
      await work().catch(refuse)
    })
  const confirm = (text: string) =>
    run(async () => {
      if (text.length < 6) return setError('twoFaErrorCodeDigits')
      await call('account.stepUp', { code: text })
      onDone()
    })
  const again = () => run(async () => restart((await call('account.sendStepUpCode', {})).resend_time))
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      <form
        className="auth-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          confirm(code)
        }}
      >
        <p>{t('sent', { contact: isolated(contact) })}</p>
        <CodeField
          label={t('code')}
          value={code}
          onChange={(digits) => {
            setCode(digits)
            if (digits !== '') setError(null)
          }}
          onFull={confirm}
          error={error && codeText(error)}
          takesFocus
        />
        {problem && <Notice kind="error">{problem}</Notice>}
        <Submit isBusy={isBusy}>{t('submit')}</Submit>
        <Resend left={left} isBusy={isBusy} onResend={again} />
      </form>
    </DialogBody>
  )
}

function ServiceButtons({ services, onDone, hasMore }: Props & { hasMore: boolean }) {
  const t = useTranslations('popups')
  const { locale, defaultLocale } = useShell()
  const { pathname, search } = useLocation()
  const [opened, setOpened] = useState<string | null>(null)
  const [refused, setRefused] = useState<'otherAccount' | 'refused' | null>(null)
  const stop = useRef<() => void>(null)
  useEffect(() => () => stop.current?.(), [])

  function end({ outcome, reason }: SocialEnd) {
    setOpened(null)
    if (outcome === 'proven') return onDone()
    if (reason !== 'CANCELLED') setRefused(reason === 'OTHER_ACCOUNT' ? 'otherAccount' : 'refused')
  }
  function start(service: string) {
    stop.current?.()
    setRefused(null)
    setOpened(service)
    const redirectUrl = localePath(locale, defaultLocale, pathname) + search
    const address = socialAddress({ service, type: 'again', redirectUrl, locale })
    stop.current = openSocial(address, { onEnd: end, onGone: () => setOpened(null) })
  }
  return (
    <div className="auth-social">
      {hasMore && <p className="auth-or">{t('stepUp.or')}</p>}
      <div className="auth-services">
        {services.map(({ service, label, icon }) => (
          <Button
            key={service}
            kind="outline"
            size="l"
            busy={opened === service}
            aria-label={t('auth.social', { service: label })}
            onClick={() => start(service)}
          >
            {opened !== service && <ServiceSign icon={icon} label={label} />}
            {label}
          </Button>
        ))}
      </div>
      <div role="status">{opened !== null && <p className="hint">{t('auth.socialOpen')}</p>}</div>
      {refused && (
        <Notice kind="error">{refused === 'otherAccount' ? t('stepUp.otherAccount') : t('auth.socialRefused')}</Notice>
      )}
    </div>
  )
}
