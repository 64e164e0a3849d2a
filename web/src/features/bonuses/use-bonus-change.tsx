import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { WireMoney } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { type Failure, readFailure } from '../../forms/failure.ts'
import { reasonIn, useProblemText, useSend } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { toast } from '../../ui/toast-store.ts'
import { ActivateFacts, RemovalFacts } from './bonus-dialogs.tsx'
import { type BonusGroups, givenUp } from './rules.ts'

/** What a player does to a bonus, each after its own question; then the page is asked again how things stand. */
export function useBonusChange(groups: BonusGroups) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSend()
  const refusalText = useRefusalText()

  const act = (work: () => Promise<unknown>) =>
    send(async () => {
      try {
        await work()
      } catch (error) {
        toast({ kind: 'error', title: t('refusals.title'), text: refusalText(readFailure(error)) })
      }
      await revalidate()
    })

  const take = async (bonus: WireBonus) => {
    const isSure = await confirm({
      title: t('activate.title', { title: bonus.title }),
      content: <ActivateFacts bonus={bonus} groups={groups} />,
      agree: t('activate.agree'),
      reject: t('activate.reject'),
    })
    if (isSure) await act(() => call('bonuses.activate', { bonus_id: bonus.id }))
  }

  /** What waits has no money yet: nothing is lost that was there. */
  const decline = async (bonus: WireBonus) => {
    const amount = format.money(bonus.amount)
    const isSure = await confirm({
      title: t('decline.title', { title: bonus.title }),
      content: bonus.status === 'queued' ? t('decline.queued', { amount }) : t('decline.text', { amount }),
      agree: t('decline.agree'),
      reject: t('decline.reject'),
      quiet: true,
    })
    if (isSure) await act(() => call('bonuses.remove', { bonus_id: bonus.id }))
  }

  /** As often as the amount has changed, it is asked anew with the new one. */
  const remove = async (bonus: WireBonus, before: WireMoney | null = null): Promise<void> => {
    const sum = format.money(givenUp(bonus.removal))
    const isSure = await confirm({
      title: before ? t('removal.changed') : t('removal.title', { title: bonus.title }),
      content: <RemovalFacts bonus={bonus} next={groups.queued[0] ?? null} before={before} />,
      agree: before ? t('removal.agreeSum', { amount: sum }) : t('removal.agree'),
      reject: t('removal.reject'),
      danger: true,
    })
    if (!isSure) return
    let changed: WireBonus | null = null
    await act(async () => {
      try {
        await call('bonuses.remove', { bonus_id: bonus.id, expected_amount: bonus.removal.lost.amount })
      } catch (error) {
        changed = afterChange(bonus, error)
        if (!changed) throw error
      }
    })
    if (changed) await remove(changed, givenUp(bonus.removal))
  }

  const use = (bonus: WireBonus, purse: 'own' | 'bonus') =>
    act(() => call(purse === 'bonus' ? 'bonuses.activate' : 'bonuses.deactivate', { bonus_id: bonus.id }))

  return { isBusy, take, decline, remove, use }
}

/** The bonus with the amounts that hold now; null where the refusal says something else. */
function afterChange(bonus: WireBonus, error: unknown): WireBonus | null {
  if (!Refusal.is(error) || error.reason !== 'BONUS_CHANGED') return null
  const lost = readMoney(error.data?.amount)
  const rounds = readMoney(error.data?.in_open_rounds)
  if (!lost || !rounds) return null
  return { ...bonus, removal: { ...bonus.removal, lost, in_open_rounds: rounds } }
}

function readMoney(value: unknown): WireMoney | null {
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return null
  const { amount, currency } = value
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : null
}

function useRefusalText(): (failure: Failure) => string {
  const t = useTranslations('bonuses.refusals')
  const problemText = useProblemText()
  return (failure) => {
    const reason = reasonIn(failure)
    if (reason === 'BONUS_OVER' || reason === 'UNKNOWN_BONUS') return t('over')
    if (reason === 'BONUS_CURRENCY') return t('currency')
    return reason === 'SELF_EXCLUDED' ? t('excluded') : problemText(failure)
  }
}
