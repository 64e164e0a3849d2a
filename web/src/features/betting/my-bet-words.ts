import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn } from '../../forms/use-attempt.ts'

/** Why a bet was not taken, in one sentence. */
export function useRefusedWords(): (reason: string) => string {
  const t = useTranslations('my-bets')
  return useCallback(
    (reason) => (reason && t.has(`refused.${reason}`) ? t(`refused.${reason}`) : t('refused.other')),
    [t],
  )
}

/** Why a bet could not be changed, in its own words where it has some. */
export function useEditWords() {
  const t = useTranslations('my-bets')
  const placed = (show: (text: string) => void) => (failure: Failure) => {
    const reason = reasonIn(failure) ?? ''
    const isOwn = reason !== '' && t.has(`edit.no.${reason}`)
    const isRefused = reason !== '' && t.has(`refused.${reason}`)
    if (isOwn) show(t(`edit.no.${reason}`))
    else if (isRefused) show(t(`refused.${reason}`))
    return isOwn || isRefused
  }
  return { place: placed }
}
