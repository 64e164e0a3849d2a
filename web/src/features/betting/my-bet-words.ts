import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn } from '../../forms/use-attempt.ts'

/** Why a bet was not taken, in one sentence. */
export function useRefusedWords(): (reason: string) => string {
  const t = useTranslations('my-bets.refused')
  return useCallback((reason) => (reason && t.has(reason) ? t(reason) : t('other')), [t])
}

/** Why a bet could not be changed, in its own words where it has some. */
export function useEditWords() {
  const t = useTranslations('my-bets')
  const placed = (show: (text: string) => void) => (failure: Failure) => {
    const reason = reasonIn(failure) ?? ''
    const key = [`edit.no.${reason}`, `refused.${reason}`].find((each) => reason && t.has(each))
    if (key) show(t(key))
    return key !== undefined
  }
  return { place: placed }
}
