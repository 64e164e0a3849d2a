import { useTranslations } from 'use-intl'
import { isSessionOver } from '../../forms/failure.ts'
import { useFailureText, useReasonText } from '../../forms/reasons.ts'
import { useFormat } from '../../i18n/format.ts'
import { round } from './amount-rules.ts'
import { moneyIn, textIn } from './withdraw-rules.ts'
import type { Refused } from './withdraw-send.ts'

/** What did not work, in words, each at its place. Fields of the details find theirs by themselves. */
export type WithdrawTrouble = {
  amount?: string
  methods?: string
  /** Under the details: what about them, and who can help. */
  details?: { text: string; help: 'verification' | 'support' | null }
  form?: string
}

type Data = Refused['data']

export function useTrouble(): (refused: Refused) => WithdrawTrouble {
  const t = useTranslations('cashier.withdraw.refusals')
  const amountTrouble = useAmountTrouble()
  const reasonText = useReasonText()
  const failureText = useFailureText()
  const declinedText = useDeclinedText()

  const ofFields = ({ amount, currency, method, method_id, requisite_id }: Record<string, string>): WithdrawTrouble => {
    const wrong = amount ?? currency
    return {
      ...(wrong && { amount: reasonText(wrong, 'amount') }),
      ...((method || method_id) && { methods: t('method') }),
      ...(requisite_id && { details: { text: reasonText(requisite_id), help: null } }),
    }
  }

  return ({ failure, type, reason, data }) => {
    if (failure.kind === 'offline' || failure.kind === 'slow') return { form: t('unknown') }
    if (failure.kind === 'wait' || (failure.kind === 'refused' && isSessionOver(failure)))
      return { form: failureText(failure) }
    // What has words of its own comes before the plain reason at a field.
    const about = amountTrouble({ type, reason }, data)
    if (about) return { amount: about }
    switch (reason) {
      case 'METHOD_CLOSED':
        return { methods: t('closed') }
      case 'UNKNOWN_METHOD':
        return { methods: t('method') }
      case 'KEY_CONFLICT':
        return { form: t('conflict') }
    }
    switch (type) {
      case 'RequisitesOnVerification':
        return { details: { text: t('checking'), help: null } }
      case 'RequisitesValidationRequired':
        return { details: { text: t('validation'), help: 'verification' } }
      case 'RequisitesFraudulent':
        return { details: { text: t('fraudulent'), help: 'support' } }
      case 'BillingUnavailable':
      case 'BillingServiceError':
        return { form: t('unavailable') }
      case 'BillingTransactionDeclined':
      case 'WithdrawalDeclined':
        return { form: declinedText(reason, data) }
      case 'UserBanned':
      case 'UserDeleted':
        return { form: t('banned') }
    }
    if (failure.kind === 'fields') return ofFields(failure.fields)
    // A fault of the house says nothing about what it did before.
    return { form: type === 'InvalidParameter' ? t('other') : t('unknown') }
  }
}

/** Too much, too little, or too much for now: with the figures that would be right. */
function useAmountTrouble() {
  const t = useTranslations('cashier.withdraw.refusals')
  const format = useFormat()
  return ({ type, reason }: { type: string; reason: string | null }, data: Data): string | null => {
    const money = (name: string) => {
      const found = moneyIn(data, name)
      return found && format.money(round(found))
    }
    const left = money('available_amount')
    if (reason === 'INSUFFICIENT_FUNDS') return left ? t('funds', { left }) : t('fundsPlain')
    if (type === 'WithdrawalLimitsExceeded') {
      const [min, max] = [money('min'), money('max')]
      return min && max ? t('operation', { min, max }) : t('operationPlain')
    }
    if (type !== 'WithdrawalLimitsPeriodExceeded') return null
    if (!left) return t('periodPlain')
    const resets = textIn(data, 'resets_at')
    return resets ? t('periodUntil', { left, date: format.dateTime(new Date(resets)) }) : t('period', { left })
  }
}

/** Why it was declined, where the house has said so in a word that is known. */
function useDeclinedText() {
  const t = useTranslations('cashier.withdraw.refusals')
  const r = useTranslations('cashier.reasons')
  return (reason: string | null, data: Data) => {
    const most = data?.most_open
    if (typeof most === 'number') return t('tooMany', { count: most })
    return reason && r.has(reason) ? r(`${reason}`) : t('declined')
  }
}
