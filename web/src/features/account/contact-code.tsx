import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { reasonIn, useProblemText } from '../../forms/use-attempt.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeStep } from './code-step.tsx'

type Props = {
  contact: string
  /** Sends a code when it appears. */
  sendsFirst: boolean
  /** Until another may be asked for, where one is on its way already. */
  resendSeconds?: number
  takesFocus?: boolean
  onDone: () => void
}

const sendTo = async (contact: string) => (await call('account.sendconfirmationtocontact', { contact })).resend_time

/** The code that was sent to a contact, and the way to another one. */
export function ContactCode({ contact, sendsFirst, resendSeconds = 0, takesFocus, onDone }: Props) {
  const t = useTranslations('profile.dialogs.confirmEmail')
  const { revalidate } = useRevalidator()
  const { seconds, problem } = useFirstCode(contact, sendsFirst, onDone)

  const confirm = async (code: string) => {
    await call('account.confirmContact', { contact, code })
    toast({ kind: 'success', title: t('done', { contact }) })
    revalidate()
    onDone()
  }
  return (
    <>
      {problem && <Notice kind="error">{problem}</Notice>}
      <CodeStep
        onCode={confirm}
        agree={t('agree')}
        takesFocus={takesFocus}
        resend={{ seconds: seconds ?? resendSeconds, send: () => sendTo(contact) }}
      >
        <p>
          {t.rich('text', {
            contact: () => (
              <b>
                <bdi dir="ltr">{contact}</bdi>
              </b>
            ),
          })}
        </p>
      </CodeStep>
    </>
  )
}

function useFirstCode(contact: string, isWanted: boolean, onConfirmed: () => void) {
  const problemText = useProblemText()
  const [seconds, setSeconds] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const isAsked = useRef(false)
  const send = useEffectEvent(async () => {
    try {
      setSeconds(await sendTo(contact))
    } catch (error) {
      const failure = readFailure(error)
      // A code is on its way already.
      if (failure.kind === 'wait') setSeconds(failure.seconds)
      else if (reasonIn(failure) === 'CONTACT_CONFIRMED') onConfirmed()
      else setProblem(problemText(failure))
    }
  })
  useEffect(() => {
    if (!isWanted || isAsked.current) return
    isAsked.current = true
    send()
  }, [isWanted])
  return { seconds, problem }
}
