import type { Transaction } from '@croupier/contract/methods/cashier'
import { Refusal } from '@croupier/contract/refusals'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { type Failure, readFailure } from '../../forms/failure.ts'
import { useIntentKey } from '../../forms/intent-key.ts'
import { useSend } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { openPassword } from '../account/account.tsx'
import { useAskBurns } from './withdraw-burns.tsx'
import { payoutOf, type WithdrawalRequest, type Yes } from './withdraw-key.ts'
import { type Burn, burnsIn, type WithdrawSettings } from './withdraw-rules.ts'

/** What came of it, when it did not work: the page finds the place for it. */
export type Refused = {
  failure: Failure
  /** Empty where there was no answer at all. */
  type: string
  reason: string | null
  data: Record<string, unknown> | undefined
}

type Sending = {
  settings: WithdrawSettings
  onDone: (entry: Transaction) => void
  onRefused: (refused: Refused) => void
}

const isReason = (error: unknown, ...reasons: string[]): error is Refusal =>
  Refusal.is(error) && error.reason !== undefined && reasons.includes(error.reason)

/**
 * Sends one request, and asks what the house asks on the way: whether bonuses may be lost, and the password.
 * Nothing that was typed is lost by either, and a silence is repeated with the same key.
 */
export function useWithdrawal({ settings, onDone, onRefused }: Sending) {
  const t = useTranslations('cashier.withdraw')
  const format = useFormat()
  const keyed = useIntentKey()
  const askBurns = useAskBurns()
  const { isBusy, send } = useSend()
  const [refused, setRefused] = useState<Refused | null>(null)

  const ask = async (request: WithdrawalRequest, yes: Yes) => {
    const { transaction } = await payoutOf(request)(keyed, yes, (body) => call('cashier.makewithdrawal', body))
    onDone(transaction)
  }

  const refuse = (error: unknown) => {
    const refusal = Refusal.is(error) ? error : null
    const said: Refused = {
      failure: readFailure(error),
      type: refusal?.type ?? '',
      reason: refusal?.reason ?? null,
      data: refusal?.data,
    }
    setRefused(said)
    onRefused(said)
  }

  async function attempt(request: WithdrawalRequest, yes: Yes): Promise<void> {
    try {
      await ask(request, yes)
    } catch (error) {
      if (isReason(error, 'BURN_BONUSES') && !yes.burns) return attemptBurning(request, yes, burnsIn(error.data))
      if (isReason(error, 'PASSWORD_NEEDED')) return attemptWithPassword(request, yes)
      // Asked for and waved away: the form stays as it was.
      if (isReason(error, 'STEP_UP_NEEDED')) return
      refuse(error)
    }
  }

  async function attemptBurning(request: WithdrawalRequest, yes: Yes, burns: readonly Burn[]): Promise<void> {
    if (await askBurns(burns, request.amount)) await attempt(request, { ...yes, burns: true })
  }

  async function attemptWithPassword(request: WithdrawalRequest, yes: Yes): Promise<void> {
    let rest: unknown = null
    let typed = ''
    await openPassword({
      text: t('password', { amount: format.money(request.amount) }),
      act: async (password) => {
        typed = password
        try {
          await ask(request, { ...yes, password })
        } catch (error) {
          if (isReason(error, 'PASSWORD_NEEDED', 'PASSWORD_WRONG')) throw new Refusal('InvalidParameter:PASSWORD_WRONG')
          // A silence and too many tries are told in the dialog, where one can press again.
          if (!Refusal.is(error) || error.type === 'TooManyRequests') throw error
          rest = error
        }
      },
    })
    if (isReason(rest, 'BURN_BONUSES')) return attemptBurning(request, { password: typed }, burnsIn(rest.data))
    if (rest !== null) refuse(rest)
  }

  return {
    isBusy,
    refused,
    forget: () => setRefused(null),
    send: (request: WithdrawalRequest) =>
      send(async () => {
        setRefused(null)
        if (settings.burns.length > 0) return attemptBurning(request, {}, settings.burns)
        return attempt(request, {})
      }),
  }
}
