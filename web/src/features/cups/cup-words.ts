import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { hundredthsOf, type ScoreUnit, tidy } from './cup-rules.ts'

/** A score as its kind is read: `×123.40`, `14 rounds`, `120 units`. */
export function useScoreText(): (score: string, unit: ScoreUnit) => string {
  const t = useTranslations('tournaments.score')
  return (score, unit) =>
    unit === 'hundredths' ? t('hundredths', { value: hundredthsOf(score) }) : t(`${unit}`, { count: Number(score) })
}

type Prize = Pick<WireTournament['prizes'][number], 'kind' | 'title' | 'amount'>

/** `€100`, `250 points`, `€5 bonus`, or the title of free spins and goods. */
export function usePrizeText(): (prize: Prize) => string {
  const t = useTranslations('tournaments')
  const { money } = useFormat()
  return ({ kind, title, amount }) => {
    if (kind === 'points') return t('points', { count: Number(amount?.amount ?? 0) })
    if (kind === 'freespins' || kind === 'goods') return title
    if (!amount) return kind === 'bonus' ? title : t('prizes.notHere')
    return kind === 'bonus' ? t('prizes.bonus', { amount: money(tidy(amount)) }) : money(tidy(amount))
  }
}
