import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { tidy } from '../cups/cups.tsx'

/** Where it goes once it is bought, and what is asked of it there: wagering and days. */
export function useBecomesText(): (product: Pick<WireProduct, 'kind' | 'becomes'>) => string {
  const t = useTranslations('loyalty.shop')
  const { money } = useFormat()
  const termsOf = ({ amount, spins, wagering, days }: NonNullable<WireProduct['becomes']>) => {
    if (!spins) {
      if (!wagering?.required) return t('becomes.use', { days })
      return t('becomes.wager', { times: wagering.times, required: money(tidy(wagering.required)), days })
    }
    const play = t('becomes.spins', { game: spins.game, stake: amount ? money(amount) : '', days })
    if (!wagering) return `${play} ${t('becomes.won')}`
    const { times, most } = wagering
    return `${play} ${most ? t('becomes.wonUpTo', { times, most: money(tidy(most)) }) : t('becomes.wonWager', { times })}`
  }
  return ({ kind, becomes }) => [t(`notes.${kind}`), becomes && termsOf(becomes)].filter(Boolean).join(' ')
}
