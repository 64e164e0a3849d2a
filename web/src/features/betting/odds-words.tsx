import { createContext, type ReactNode, use, useMemo } from 'react'
import { usePlainTranslations } from '../../i18n/plain-text.ts'
import { useShell } from '../../shell.ts'
import { type EventNames, type MarketWords, useMarketWords } from './market-words.ts'
import { useOddsFormat } from './odds-format.tsx'
import type { OddsLock } from './odds-rules.ts'

/** What all prices of an event are written with. */
type OddsWords = {
  /** What a price is called, aloud. */
  priced: (name: string, price: string) => string
  locked: (name: string, lock: OddsLock) => string
  words: MarketWords
  write: (price: number) => string
  /** Who came for the balance reads, and picks nothing. */
  isReadOnly: boolean
}

const OddsWordsContext = createContext<OddsWords | null>(null)

/** Stands around the prices of one event: what is the same for all of them is looked up once, not by each. */
export function OddsWordsOf({ names, children }: { names: EventNames; children: ReactNode }) {
  const t = usePlainTranslations('betting.odds')
  const words = useMarketWords(names)
  const write = useOddsFormat()
  const isReadOnly = useShell().account?.is_payout_only ?? false
  const value = useMemo(
    () => ({
      priced: (name: string, price: string) => t('name', { name, price }),
      locked: (name: string, lock: OddsLock) => t('locked', { name, why: t(`locks.${lock}`) }),
      ...{ words, write, isReadOnly },
    }),
    [t, words, write, isReadOnly],
  )
  return <OddsWordsContext value={value}>{children}</OddsWordsContext>
}

export function useOddsWords(): OddsWords {
  const value = use(OddsWordsContext)
  if (!value) throw new Error('a price stands outside the words of its event')
  return value
}
