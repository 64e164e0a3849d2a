import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'

/** In one or two sentences, with its own numbers. */
export function HowToUse({ bonus }: { bonus: WireBettingBonus }) {
  const t = useTranslations('betting-bonuses.how')
  const format = useFormat()
  const amount = format.money(bonus.amount)
  switch (bonus.type) {
    case 'free_bet':
      return t('free_bet', { amount })
    case 'wagering': {
      const required = bonus.wagering ? format.money(bonus.wagering.required) : ''
      const most = bonus.max_conversion
      return (
        <>
          {most ? t('wageringUpTo', { required, most: format.money(most) }) : t('wagering', { required })}{' '}
          {bonus.order === 'own_first' ? t('ownFirst') : t('bonusFirst')}
        </>
      )
    }
    case 'refund':
      return bonus.refund && t(`refund.${bonus.refund.gives}`, { most: format.money(bonus.refund.max) })
    case 'combo_boost':
      return t('combo_boost')
  }
}

type Fact = [name: string, value: ReactNode]

/** What a bet must be for it, and until when. */
export function BettingFacts({ bonus }: { bonus: WireBettingBonus }) {
  const t = useTranslations('betting-bonuses.facts')
  const facts: (Fact | null)[] = [
    [t('odds'), bonus.min_odds ?? t('anyOdds')],
    bonus.min_leg_odds === null ? null : [t('legOdds'), bonus.min_leg_odds],
    bonus.min_legs > 1 ? [t('legs'), bonus.min_legs] : null,
    ...bonus.boosts.map(({ legs, percent }): Fact => [t('boost', { count: legs }), t('boostPercent', { percent })]),
    bonus.sports.length > 0 ? [t('sports'), bonus.sports.join(', ')] : null,
    bonus.expires_at === null
      ? [t('takeBy'), <LocalTime key="by" at={bonus.take_by} withTime />]
      : [t('until'), <LocalTime key="until" at={bonus.expires_at} withTime />],
    bonus.expires_at === null ? [t('time'), t('days', { count: bonus.days })] : null,
    bonus.on_withdrawal === 'keep' ? null : [t('withdrawal'), t('endsIt')],
  ]
  return (
    <dl className="facts">
      {facts.flatMap((fact) =>
        fact
          ? [
              <div key={fact[0]}>
                <dt>{fact[0]}</dt>
                <dd className="num">{fact[1]}</dd>
              </div>,
            ]
          : [],
      )}
    </dl>
  )
}
