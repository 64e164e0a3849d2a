import { gameModes, historyProducts } from '@croupier/contract/games'
import { type FormEvent, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DayInput } from '../../forms/day-input.tsx'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast-store.ts'
import { productOf, productWords, toExports } from './bet-export-rules.ts'
import { ProfileSection } from './profile-section.tsx'
import { dayOf, modeOf } from './round-rules.ts'

/** Asks for a file with one's rounds or bets: all of them, or those of some days. */
export function BetExportForm() {
  const t = useTranslations('bets.exports')
  const products = useTranslations('my-bets.product')
  const { features } = useShell()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const [isReversed, setReversed] = useState(false)

  /** Refusals that have their own words here. */
  const isPlaced = (failure: Failure) => {
    const reason = reasonIn(failure)
    if (reason !== 'EXPORT_RUNNING' && reason !== 'EXPORT_CLOSED') return false
    setProblem(reason === 'EXPORT_RUNNING' ? t('running') : t('closed'))
    return true
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const word = (name: string) => String(form.get(name) ?? '')
    const [from, to] = [dayOf(word('from')), dayOf(word('to'))]
    const isWrong = from !== undefined && to !== undefined && from > to
    setReversed(isWrong)
    if (isWrong) return
    void attempt(async () => {
      await call('games.createhistoryexportrequest', {
        ...{ product: productOf(word('product')), mode: modeOf(word('mode')), from, to },
      })
      toast({ kind: 'success', title: t('asked'), text: t('askedText') })
      // The newest one stands on the first page.
      await navigate(toExports(1), { replace: true, preventScrollReset: true })
      await revalidate()
    }, isPlaced)
  }
  return (
    <ProfileSection title={t('ask')} text={t('askText')}>
      <form className="bets-filter-form" onSubmit={send}>
        {features.hasSports && (
          <Segmented
            label={products('label')}
            name="product"
            defaultValue="games"
            options={historyProducts.map((product) => ({ value: product, title: products(productWords[product]) }))}
          />
        )}
        <Segmented
          label={t('mode')}
          name="mode"
          defaultValue="real"
          options={gameModes.map((mode) => ({ value: mode, title: t(`modes.${mode}`) }))}
        />
        <Field label={t('from')}>
          <DayInput name="from" />
        </Field>
        <Field label={t('to')} error={isReversed ? t('reversed') : undefined}>
          <DayInput name="to" />
        </Field>
        <div className="bets-filter-acts">
          <Button type="submit" kind="primary" size="l" busy={isBusy}>
            {t('send')}
          </Button>
        </div>
      </form>
      <p className="dim">{t('utc')}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
    </ProfileSection>
  )
}
