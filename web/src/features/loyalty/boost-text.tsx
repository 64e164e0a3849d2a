import type { WireCharacter } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { boostsOf } from './club-rules.ts'

/** `Fast games 120%`. */
export function useBoostText(): (dealer: Pick<WireCharacter, 'boosts'>) => string {
  const t = useTranslations('loyalty')
  const kind = (word: string) => (t.has(`kinds.${word}`) ? t(`kinds.${word}`) : word)
  return ({ boosts }) =>
    boostsOf(boosts)
      .map(({ kinds, percent }) => `${kinds.map(kind).join(', ')} ${percent}%`)
      .join(' · ') || t('dealers.plain')
}
