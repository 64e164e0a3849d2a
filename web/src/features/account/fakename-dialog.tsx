import { fakename as fakenameRule } from '@croupier/contract/fields/fakename'
import { fakenameLength } from '@croupier/contract/fields/lengths'
import { withoutEmoji } from '@croupier/contract/fields/text'
import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import type { Failure } from '../../forms/failure.ts'
import { useReasonText } from '../../forms/reasons.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFocusOnShow } from '../../ui/use-focus-on-show.ts'

/** The name that other players see. */
export default function FakenameDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile.dialogs')
  const reasonText = useReasonText()
  const { close } = useDialog()
  const { revalidate } = useRevalidator()
  const { account } = useShell()
  const { isBusy, problem, attempt } = useAttempt()
  const [name, setName] = useState(account?.fakename ?? '')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useFocusOnShow(input)

  const refuse = (text: string) => {
    setError(text)
    input.current?.focus()
    return true
  }
  const isPlaced = (failure: Failure) => {
    const reason = reasonIn(failure)
    if (reason === 'FAKENAME_TAKEN') return refuse(t('fakename.taken'))
    if (reason === 'FAKENAME_RUDE') return refuse(t('fakename.rude'))
    return failure.kind === 'fields' && reason !== null && refuse(reasonText(reason, 'fakename'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === account?.fakename) return close()
    const reason = fakenameRule(name)
    if (reason) return refuse(reasonText(reason, 'fakename'))
    setError(undefined)
    attempt(async () => {
      await call('account.changefakename', { fakename: name })
      toast({ kind: 'success', title: t('fakename.done', { name }) })
      revalidate()
      onDone()
    }, isPlaced)
  }
  return (
    <DialogBody>
      <DialogTitle>{t('fakename.title')}</DialogTitle>
      <p>{t('fakename.text', fakenameLength)}</p>
      <form className="stack" noValidate onSubmit={submit}>
        <Field label={t('fakename.label')} error={error}>
          <Input
            ref={input}
            name="fakename"
            autoComplete="nickname"
            spellCheck={false}
            value={name}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ target }) => {
              setName(withoutEmoji(target.value))
              setError(undefined)
            }}
          />
        </Field>
        {problem && <Notice kind="error">{problem}</Notice>}
        <DialogActions>
          <Button size="l" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="l" kind="primary" busy={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </DialogBody>
  )
}
