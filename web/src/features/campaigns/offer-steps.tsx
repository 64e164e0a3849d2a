import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { rounded } from './offer-rules.ts'
import type { OfferSums } from './offer-sums.ts'

type Props = { offer: WireOffer; main: WirePromotion; sums: OfferSums | null }
type Step = { title: string; text: string }

/** Three steps, with the numbers of the player who looks. */
export function OfferSteps({ offer, main, sums }: Props) {
  const t = useTranslations('offers.how')
  const start = useStart()(offer)
  const spins = useSpinSteps()
  const bonus = useBonusSteps()
  const steps = [start, ...(main.kind === 'freespins' ? spins(main) : bonus(main, sums))]
  return (
    <Card className="stack">
      <h2>{t('title')}</h2>
      <ol className="offer-steps">
        {steps.map(({ title, text }, at) => (
          <li key={title}>
            <span className="offer-step-pip" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function useStart() {
  const t = useTranslations('offers.how')
  const { money } = useFormat()
  return ({ trigger: { action, params } }: WireOffer): Step => {
    if (action === 'deposit') {
      const { min_amount: min } = params
      const minimum = min ? t('from', { amount: money(rounded(min)) }) : t('any')
      return { title: t('deposit'), text: t('depositText', { minimum }) }
    }
    return params.code_needed ? { title: t('code'), text: t('codeText') } : { title: t('take'), text: t('takeText') }
  }
}

function useSpinSteps() {
  const t = useTranslations('offers.how')
  const facts = useTranslations('offers.facts')
  const { money } = useFormat()
  return ({ spins, game, stake, days, winnings, wagering }: WirePromotion): Step[] => [
    {
      title: t('spins', { count: spins ?? 0, game: game?.name ?? '' }),
      text: t('spinsText', { days: facts('days', { count: days ?? 1 }), stake: stake ? money(stake) : '' }),
    },
    winnings === 'bonus' && wagering
      ? { title: t('wonBonus'), text: t('wonBonusText', { times: wagering.times }) }
      : { title: t('won'), text: t('wonText') },
  ]
}

function useBonusSteps() {
  const t = useTranslations('offers.how')
  const facts = useTranslations('offers.facts')
  const { money } = useFormat()
  return ({ mode, asks_first, wagering, days, principal }: WirePromotion, sums: OfferSums | null): Step[] => {
    const kept = mode ?? 'non_sticky'
    const pays =
      kept === 'non_sticky' && sums
        ? t('modes.non_sticky', { own: money(sums.deposit) })
        : kept === 'non_sticky'
          ? t('modes.non_sticky_none')
          : t(`modes.${kept}`)
    const within = facts('days', { count: days ?? 1 })
    return [
      { title: t('play'), text: asks_first && kept === 'non_sticky' ? `${pays} ${t('asksFirst')}` : pays },
      {
        title: sums
          ? t('wager', { amount: money(sums.wager), days: within })
          : t('wagerTimes', { times: wagering?.times ?? '1', days: within }),
        text: principal === 'stays' ? t('wagerStays') : t('wagerText'),
      },
    ]
  }
}
