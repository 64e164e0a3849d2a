import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeStep, type Resending } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useCodeText } from './use-code-text.ts'

type Begun = { isSent: boolean; resend: Resending }

/** The password, then a code or a recovery code. */
export default function TwoFactorOffDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile.dialogs.twoFactor')
  const { revalidate } = useRevalidator()
  const [begun, setBegun] = useState<Begun>()
  const [isRecovery, setRecovery] = useState(false)

  const begin = async (password: string) => {
    const ask = () => call('account.changeTwoFactorAuth', { is_enabled: '0', password })
    const { method, resend_time } = await ask()
    const send = async () => (await ask()).resend_time
    setBegun({ isSent: method !== 'app', resend: { seconds: resend_time, send } })
  }
  const finish = async (code: string) => {
    await call('account.confirmTwoFactorAuth', { code })
    toast({ title: t('off') })
    revalidate()
    onDone()
  }
  const isOffAlready = (failure: Failure) => {
    if (reasonIn(failure) !== 'NOT_ENABLED') return false
    toast({ title: t('notOn') })
    revalidate()
    onDone()
    return true
  }
  return (
    <DialogBody>
      <DialogTitle>{t('offTitle')}</DialogTitle>
      {!begun && (
        <PasswordStep act={begin} agree={t('offNext')} isPlaced={isOffAlready}>
          <p>{t('offText')}</p>
        </PasswordStep>
      )}
      {begun && (
        <>
          {isRecovery ? (
            <RecoveryStep onCode={finish} />
          ) : (
            <CodeStep agree={t('offAgree')} isDanger onCode={finish} resend={begun.isSent ? begun.resend : undefined}>
              <p>{begun.isSent ? t('offSent') : t('offApp')}</p>
            </CodeStep>
          )}
          <Button kind="ghost" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t('digits') : t('recovery')}
          </Button>
        </>
      )}
    </DialogBody>
  )
}

function RecoveryStep({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const t = useTranslations('profile.dialogs.twoFactor')
  const codeText = useCodeText()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('recoveryMissing'))
    attempt(
      () => onCode(code.trim()),
      (failure) => {
        setProblem(codeText(failure))
        return true
      },
    )
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field label={t('recoveryLabel')} error={problem}>
        <Input
          name="recovery"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <p className="sr" role="alert">
        {problem}
      </p>
      <Button type="submit" full size="l" kind="danger" busy={isBusy}>
        {t('offAgree')}
      </Button>
    </form>
  )
}
