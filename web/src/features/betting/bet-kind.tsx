import type { WireBet } from '@croupier/contract/methods/bets'
import { useTranslations } from 'use-intl'
import { systemOf } from './my-bet-rules.ts'
import { useSystemWords } from './slip-kinds.tsx'

/** *Treble*, *Trixie*; a single of parts is a builder. */
export function BetKind({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.kind')
  const slip = useTranslations('slip.kinds')
  const words = useSystemWords()
  const count = bet.legs.length
  if (bet.kind === 'system') return words.name(systemOf(bet))
  if (bet.kind === 'multiple') return slip('multiple', { count })
  return bet.legs.some(({ parts }) => parts.length > 0) ? t('builder') : t('single')
}
