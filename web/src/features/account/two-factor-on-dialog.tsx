import type { Output } from '@croupier/contract/contract'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Radio } from '../../ui/check.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AppSecret } from './app-secret.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

type Method = 'app' | 'email' | 'phone'
type Begun = Output<'account.changeTwoFactorAuth'> & { again: () => Promise<number> }

/** Where the code comes from and the password; then the first code; then the recovery codes, elsewhere. */
export default function TwoFactorOnDialog({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslations('profile.dialogs')
  const { close } = useDialog()
  const { revalidate } = useRevalidator()
  const contacts = useShell().account?.contacts
  const [method, setMethod] = useState<Method>('app')
  const [begun, setBegun] = useState<Begun>()

  const begin = async (password: string) => {
    const ask = () => call('account.changeTwoFactorAuth', { is_enabled: '1', method, password })
    const again = async () => (await ask()).resend_time
    setBegun({ ...(await ask()), again })
  }
  const finish = async (code: string) => {
    const { recovery_codes } = await call('account.confirmTwoFactorAuth', { code })
    toast({ kind: 'success', title: t('twoFactor.on') })
    revalidate()
    onCodes(recovery_codes)
  }

  const isPlaced = (failure: Failure) => {
    if (reasonIn(failure) !== 'ALREADY_ENABLED') return false
    toast({ title: t('twoFactor.already') })
    revalidate()
    close()
    return true
  }

  if (!begun)
    return (
      <DialogBody>
        <DialogTitle>{t('twoFactor.title')}</DialogTitle>
        <PasswordStep act={begin} agree={t('next')} takesFocus={false} isPlaced={isPlaced}>
          <p>{t('twoFactor.text')}</p>
          <Methods chosen={method} onChoose={setMethod} />
        </PasswordStep>
      </DialogBody>
    )
  const sentTo = begun.method === 'app' ? undefined : contacts?.[begun.method]?.value
  return (
    <DialogBody>
      <DialogTitle>{t('twoFactor.title')}</DialogTitle>
      <CodeStep
        agree={t('twoFactor.agree')}
        onCode={finish}
        resend={sentTo ? { seconds: begun.resend_time, send: begun.again } : undefined}
      >
        {sentTo ? (
          <p>
            {t.rich('twoFactor.sent', {
              contact: () => (
                <b>
                  <bdi dir="ltr">{sentTo}</bdi>
                </b>
              ),
            })}
          </p>
        ) : (
          <AppSecret {...begun} />
        )}
      </CodeStep>
      <Button kind="ghost" icon="arrow-left" onClick={() => setBegun(undefined)}>
        {t('back')}
      </Button>
    </DialogBody>
  )
}

function Methods({ chosen, onChoose }: { chosen: Method; onChoose: (method: Method) => void }) {
  const t = useTranslations('profile.dialogs.twoFactor')
  const contacts = useShell().account?.contacts
  const about = (contact: { value: string; confirmed: boolean } | null | undefined) => {
    if (!contact) return t('none')
    return contact.confirmed ? contact.value : t('unconfirmed', { contact: contact.value })
  }
  const options = [
    { method: 'app', title: t('app'), text: t('appText'), isOpen: true },
    { method: 'email', title: t('email'), text: about(contacts?.email), isOpen: contacts?.email?.confirmed === true },
    { method: 'phone', title: t('phone'), text: about(contacts?.phone), isOpen: contacts?.phone?.confirmed === true },
  ] as const
  return (
    <fieldset className="choices">
      <legend className="sr">{t('method')}</legend>
      {options.map(({ method, title, text, isOpen }) => (
        <div key={method} className="choice">
          <Radio
            name="method"
            value={method}
            checked={chosen === method}
            disabled={!isOpen}
            onChange={() => onChoose(method)}
          >
            <b>{title}</b>
            <small>
              <bdi>{text}</bdi>
            </small>
          </Radio>
        </div>
      ))}
    </fieldset>
  )
}
