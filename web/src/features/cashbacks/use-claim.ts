import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { toast } from '../../ui/toast-store.ts'

/** Yes or no to a cashback. One that is over meanwhile is said so, and the page looks again. */
export function useClaim(cashback: WireCashback) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const { id, pays } = cashback
  const amount = format.money(cashback.amount)

  const act = (work: () => Promise<unknown>, done: string) =>
    attempt(
      async () => {
        await work()
        toast({ kind: 'success', title: done })
        void revalidate()
      },
      (failure) => {
        if (reasonIn(failure) !== 'CASHBACK_OVER') return false
        setProblem(t('over'))
        void revalidate()
        return true
      },
    )
  const claim = () =>
    act(
      () => call('cashbacks.payout', { id }),
      pays === 'main' ? t('claimed', { amount }) : t('claimedBonus', { amount }),
    )
  const decline = async () => {
    const isSure = await confirm({
      title: t('decline.title'),
      content: t('decline.text', { amount }),
      agree: t('decline.agree'),
      reject: t('decline.reject'),
      danger: true,
    })
    if (isSure) await act(() => call('cashbacks.remove', { id }), t('declined'))
  }
  return { isBusy, problem, claim, decline }
}
