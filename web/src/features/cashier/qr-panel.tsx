import type { DepositAction, Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useEntry } from './outcome-live.ts'
import { type View, viewOf } from './outcome-rules.ts'
import { QrCode, QrText } from './qr-code.tsx'

/** A deposit that is paid elsewhere, by a code that is shown here. */
export type Awaited = { id: number; transaction: Transaction; action: DepositAction }

/** Takes the place of the form until the money has come. */
export function QrPanel({ awaited, onBack }: { awaited: Awaited; onBack: () => void }) {
  const t = useTranslations('cashier.qr')
  const format = useFormat()
  const navigate = useNavigate()
  const { transaction, action } = awaited
  const title = useRef<HTMLHeadingElement>(null)
  const entry = useEntry({ ...transaction, action, steps: [], back_url: null, offer: null })
  const view = viewOf(entry.status)
  const code = action.code ?? action.url
  const end = useEffectEvent((reached: View) => {
    const id = String(entry.id)
    navigate(reached === 'success' ? paths.paySuccess(id) : paths.payFail(id))
  })
  useEffect(() => {
    if (view !== 'pending') end(view)
  }, [view])
  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="qr-panel">
      <h2 ref={title} tabIndex={-1} className="starts-focus">
        {t('title', { amount: format.money(transaction.amount) })}
      </h2>
      <p className="muted">{t('text')}</p>
      <QrCode text={code} label={t('code')} />
      <QrText text={code} />
      <p className="qr-wait-line" role="status">
        <Spinner />
        <span>
          {t('waiting')}{' '}
          <span className="dim">
            {t.rich('since', { date: () => <LocalTime at={transaction.created_at} withTime /> })}
          </span>
        </span>
      </p>
      <Button onClick={onBack}>{t('back')}</Button>
    </div>
  )
}
