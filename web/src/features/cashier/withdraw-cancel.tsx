import type { Transaction } from '@croupier/contract/methods/cashier'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { isSessionOver, readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Takes a payout back, where the rules of the country allow it. A quiet action: the player is not asked to change their mind. */
export function CancelWithdrawal({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.cancel')
  const format = useFormat()
  const failureText = useFailureText()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  if (!entry.can_cancel) return null

  const cancel = async () => {
    if (isBusy) return
    const isSure = await confirm({
      title: t('title'),
      content: t('text', { amount: format.money(entry.amount) }),
      agree: t('agree'),
      reject: t('reject'),
      quiet: true,
    })
    if (!isSure) return
    setBusy(true)
    try {
      await call('cashier.cancelwithdrawal', { id: entry.id })
      toast({ kind: 'success', title: t('done'), text: t('doneText', { amount: format.money(entry.amount) }) })
    } catch (error) {
      const failure = readFailure(error)
      // It went on meanwhile: what holds now is shown in its place.
      const isLate = failure.kind === 'fields' || (failure.kind === 'refused' && !isSessionOver(failure))
      const text = isLate ? t('tooLate') : failureText(failure)
      toast({ kind: 'error', title: t('failed'), text })
    } finally {
      setBusy(false)
      revalidate()
    }
  }
  return (
    <Button size="s" kind="ghost" busy={isBusy} onClick={cancel} aria-haspopup="dialog">
      {t('button')}
      <span className="sr"> #{entry.id}</span>
    </Button>
  )
}
