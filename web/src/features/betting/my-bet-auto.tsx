import type { WireBet } from '@croupier/contract/methods/bets'
import { isCurrency, toWire } from '@croupier/contract/money'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { CashOutNow } from './cash-out-keeper.ts'
import { minorOf } from './my-bet-rules.ts'
import { tellBetsChanged } from './my-bets-store.ts'
import { stakeMinor } from './slip-sums.ts'

/** A value at which the bet ends by itself. The player names it: none is suggested. */
export function AutoCashOut({ bet, now }: { bet: WireBet; now: CashOutNow }) {
  const t = useTranslations('my-bets.auto')
  const format = useFormat()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const currency = isCurrency(bet.stake.currency) ? bet.stake.currency : 'EUR'
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const least = now.kind === 'value' ? now.value : null
  const range = {
    least: format.money(least ?? toWire(0n, currency)),
    most: format.money(bet.possible),
  }

  const isPlaced = (failure: Failure) => {
    const isTarget = reasonIn(failure) === 'AUTO_TARGET'
    if (isTarget) setFault(t('fault', range))
    return isTarget
  }
  const send = async (target: string | undefined, told: string) => {
    await attempt(async () => {
      await call('bets.setAutoCashOut', { id: bet.id, target })
      setTyped('')
      toast({ kind: 'success', title: told })
    }, isPlaced)
    tellBetsChanged()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const minor = stakeMinor(typed, currency)
    setProblem(undefined)
    if (minor === null) return setFault(t('format', { example: '25.00' }))
    if ((least && minor <= minorOf(least)) || minor > minorOf(bet.possible)) return setFault(t('fault', range))
    setFault(undefined)
    const target = toWire(minor, currency)
    void send(target.amount, t('done', { amount: format.money(target) }))
  }
  return (
    <form className="my-auto" onSubmit={submit}>
      {bet.auto_cash_out && (
        <p className="my-auto-now">
          <span>{t('at', { amount: format.money(bet.auto_cash_out) })}</span>
          <Button size="s" busy={isBusy} onClick={() => send(undefined, t('removed'))}>
            {t('remove')}
          </Button>
        </p>
      )}
      <Field label={t('label')} hint={t('hint')} error={fault}>
        <Input inputMode="decimal" autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {problem && <Notice kind="error">{problem}</Notice>}
      <Button type="submit" size="l" full busy={isBusy}>
        {t('set')}
      </Button>
    </form>
  )
}
