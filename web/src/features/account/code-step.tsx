import { code as codeRule } from '@croupier/contract/fields/plain'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readFailure, resendSeconds } from '../../forms/failure.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { clock, useSeconds } from '../../ui/use-seconds.ts'
import { useCodeText } from './use-code-text.ts'

type Props = {
  /** Where the code was sent, or where to find it. */
  children: ReactNode
  /** What it throws is told under the cells. */
  onCode: (code: string) => Promise<void>
  agree: string
  isDanger?: boolean
  takesFocus?: boolean
  /** Left out where no code is sent, as with an app. */
  resend?: Resending
}

export type Resending = {
  /** Until a code may be asked for again. */
  seconds: number
  /** Sends another; answers the seconds until the next. */
  send: () => Promise<number>
}

/** Six digits: checked as soon as the last one stands there. A wrong code is cleared and told about. */
export function CodeStep({ children, onCode, agree, isDanger, takesFocus = true, resend }: Props) {
  const t = useTranslations('profile.dialogs')
  const codeText = useCodeText()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const [code, setCode] = useState('')

  const check = (digits: string) => {
    const wrong = codeRule(digits)
    if (wrong) return setProblem(codeText({ kind: 'fields', fields: { code: wrong } }))
    const work = () => onCode(digits)
    return attempt(work, (failure) => {
      setCode('')
      setProblem(codeText(failure))
      return true
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(code)
  }
  const change = (digits: string) => {
    if (!isBusy) setCode(digits)
    if (digits) setProblem(undefined)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children}
      <CodeField
        label={t('code')}
        value={code}
        onChange={change}
        onFull={check}
        error={problem}
        takesFocus={takesFocus}
      />
      <p className="sr" role="alert">
        {problem}
      </p>
      {resend && <Resend key={resend.seconds} {...resend} />}
      <Button type="submit" full size="l" kind={isDanger ? 'danger' : 'primary'} busy={isBusy}>
        {agree}
      </Button>
    </form>
  )
}

function Resend({ seconds, send }: Resending) {
  const t = useTranslations('profile.dialogs')
  const { isBusy, problem, attempt } = useAttempt()
  const { left, restart } = useSeconds(seconds)
  const [isSent, setSent] = useState(false)
  const again = () =>
    attempt(async () => {
      try {
        restart(await send())
        setSent(true)
      } catch (error) {
        const failure = readFailure(error)
        const seconds = resendSeconds(error)
        if (seconds !== null) restart(seconds)
        // Asked too early: the code before it still counts, so only the clock is put right.
        if (failure.kind !== 'wait') throw error
        if (seconds === null) restart(failure.seconds)
      }
    })
  return (
    <>
      <div className="resend">
        {left > 0 ? (
          <span>{t('resendIn', { time: clock(left) })}</span>
        ) : (
          <button type="button" className="link" aria-busy={isBusy || undefined} onClick={again}>
            {t('resend')}
          </button>
        )}
      </div>
      <p className="sr" role="status">
        {isSent && left > 0 && t('resent')}
      </p>
      {problem && <Notice kind="error">{problem}</Notice>}
    </>
  )
}
