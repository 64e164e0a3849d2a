import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { outcomeName, pickName } from './market-words.ts'
import type { SlipPick } from './slip-store.ts'

/** The names of picks, also of several in one sentence. */
export function usePickWords() {
  const t = useTranslations('markets')
  return useMemo(
    () => ({
      /** Beside its market: *Over 2.5*. */
      short: ({ market, outcome, event }: SlipPick) => outcomeName(market, outcome, event, t),
      /** By itself: *Total goals: Over 2.5*. */
      long: ({ market, outcome, event }: SlipPick) => pickName(market, outcome, event, t),
    }),
    [t],
  )
}
