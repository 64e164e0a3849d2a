import type { WireBet } from '@croupier/contract/methods/bets'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { type Failure, readFailure } from '../../forms/failure.ts'
import { reasonIn, useProblemText } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { toast } from '../../ui/toast-store.ts'
import { forgetCashOut } from './cash-out-store.ts'
import { tellBetsChanged } from './my-bets-store.ts'

export type CashAct = {
  isBusy: boolean
  /** The value moved under the finger: the next button says the new one. */
  isChanged: boolean
  problem: string | null
  run: (quote: string, part?: string) => Promise<void>
}

/** Ends a bet or a part of it. One thing at a time; after any answer, or none, the bet is looked at again. */
export function useCashAct({ id }: Pick<WireBet, 'id'>): CashAct {
  const t = useTranslations('my-bets.cash')
  const format = useFormat()
  const problemText = useProblemText()
  const [isBusy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isUnderway = useRef(false)

  const wordsOf = (failure: Failure): string | null => {
    const reason = reasonIn(failure)
    if (reason === 'CASHOUT_CHANGED') return null
    if (reason === 'QUOTE_EXPIRED' || reason === 'QUOTE_INVALID') return t('expired')
    if (reason === 'BET_CLOSED') return t('closed')
    // The words beside the value say why.
    if (reason === 'CASHOUT_UNAVAILABLE') return null
    return failure.kind === 'offline' || failure.kind === 'slow' ? t('failed') : problemText(failure)
  }
  const run = async (quote: string, part?: string) => {
    if (isUnderway.current) return
    isUnderway.current = true
    setBusy(true)
    setProblem(null)
    setChanged(false)
    try {
      const { paid } = await call('bets.cashOut', { id, quote, part })
      if (paid) toast({ kind: 'success', title: t('paid', { amount: format.money(paid) }) })
    } catch (error) {
      const failure = readFailure(error)
      setChanged(reasonIn(failure) === 'CASHOUT_CHANGED')
      setProblem(wordsOf(failure))
    }
    forgetCashOut(id)
    tellBetsChanged()
    isUnderway.current = false
    setBusy(false)
  }
  return { isBusy, isChanged, problem, run }
}
