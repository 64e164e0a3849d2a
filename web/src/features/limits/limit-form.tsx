import type { LimitKind } from '@croupier/contract/control'
import { currencies, isCurrency } from '@croupier/contract/money'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, useDialog } from '../../dialogs/parts.tsx'
import { readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type AmountReading, directionOf, type Limit, readAmount, readMinutes } from './rules.ts'
import { useLimitWords } from './words.ts'

type Props = { kind: LimitKind; period: number; limit: Limit | null; currency: string; onChange: () => void }

const lift = { value: '' }

/** Sets, lowers or asks to raise one limit. What will happen is said before the button is pressed. */
export function LimitForm({ kind, period, limit, currency, onChange }: Props) {
  const t = useTranslations('control.form')
  const words = useLimitWords()
  const format = useFormat()
  const failureText = useFailureText()
  const { close } = useDialog()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<'REQUIRED' | 'FORMAT' | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState<'save' | 'lift' | null>(null)
  const isTime = kind === 'session'
  const read: AmountReading = isTime ? readMinutes(typed, period) : readAmount(typed, currency)
  const direction = 'value' in read ? directionOf(limit, read.value, currency) : null
  const now = limit && words.value(limit)

  const save = async (what: 'save' | 'lift', { value }: { value: string }) => {
    if (busy) return
    setBusy(what)
    setFailed(null)
    try {
      const { is_pending, ready_at } = await call('account.setLimit', { kind, period, amount: value })
      const text = is_pending && ready_at ? t('pending', { date: format.dateTime(new Date(ready_at)) }) : t('holds')
      toast({ kind: 'success', title: is_pending ? t('asked') : t('saved'), text })
      onChange()
      close()
    } catch (error) {
      const failure = readFailure(error)
      if (failure.kind === 'fields' || (failure.kind === 'refused' && failure.reason === 'AMOUNT_INVALID')) {
        setWrong('FORMAT')
        input.current?.focus()
      } else {
        setFailed(failureText(failure))
      }
    } finally {
      setBusy(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('value' in read) return void save('save', read)
    setWrong(read.reason)
    input.current?.focus()
  }
  const error = wrong && (isTime ? t('wrongMinutes', { most: period * 1440 }) : t('wrongAmount'))
  const symbol = isCurrency(currency) ? currencies[currency].symbol : currency
  return (
    <form className="contents" onSubmit={submit} noValidate>
      <Field
        label={isTime ? t('minutes') : t('amount')}
        aside={now && t('now', { amount: now })}
        error={error}
        hint={isTime && 'value' in read ? words.time(Number(read.value)) : undefined}
      >
        <Input
          ref={input}
          inputMode={isTime ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed}
          maxLength={30}
          end={<span className="dim">{isTime ? t('min') : symbol}</span>}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(null)
          }}
        />
      </Field>
      <p className="muted form-line" aria-live="polite">
        {direction === 'higher' && t('higher')}
        {direction === 'same' && t('same')}
        {(direction === null || direction === 'first' || direction === 'lower') && t('lower')}
      </p>
      {limit && (
        <p className="muted">
          {t('liftText')}{' '}
          <button type="button" className="link" onClick={() => save('lift', lift)} aria-busy={busy === 'lift'}>
            {t('lift')}
          </button>
        </p>
      )}
      {failed && <Notice kind="error">{failed}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          key={direction === 'higher' ? 'ask' : 'save'}
          size="l"
          type="submit"
          kind={direction === 'higher' ? 'neutral' : 'ivory'}
          busy={busy === 'save'}
        >
          {direction === 'higher' ? t('ask') : t('save')}
        </Button>
      </DialogActions>
    </form>
  )
}
