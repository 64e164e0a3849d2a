import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** Why a bet was not taken, in one sentence. */
export function useRefusedWords(): (reason: string) => string {
  const t = useTranslations('my-bets.refused')
  return useCallback((reason) => (reason && t.has(reason) ? t(reason) : t('other')), [t])
}
