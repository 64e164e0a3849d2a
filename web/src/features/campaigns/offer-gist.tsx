import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { rounded } from './offer-rules.ts'
import { rateOfGame } from './offer-sums.ts'
import { useFrequencyWords } from './offer-words.tsx'

type Props = { offer: WireOffer; main: WirePromotion }

/** What you get, what you must do, what it costs. */
export function OfferGist({ offer, main }: Props) {
  const t = useTranslations('offers.gist')
  const get = useGetWords()(main)
  const todo = useTodoWords()(main)
  const cost = useCostWords()(main)
  const frequency = useFrequencyWords()
  const cards: { name: string; icon: IconName; head: string; title: string; text: string }[] = [
    { name: 'get', icon: 'gift', head: t('get'), ...get, text: `${get.text} ${frequency(offer)}.` },
    { name: 'do', icon: 'refresh-cw', head: t('do'), ...todo },
    { name: 'cost', icon: 'gauge', head: t('cost'), ...cost },
  ]
  return (
    <div className="offer-gist">
      {cards.map(({ name, icon, head, title, text }) => (
        <Card key={name}>
          <Icon name={icon} size={20} />
          <p className="offer-gist-head">{head}</p>
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </Card>
      ))}
    </div>
  )
}

function useGetWords() {
  const t = useTranslations('offers.gist')
  const { money } = useFormat()
  return ({ kind, percent, max, amount, spins, game, stake, title }: WirePromotion) => {
    if (kind === 'freespins')
      return {
        title: t('spins', { count: spins ?? 0, game: game?.name ?? '' }),
        text: stake ? t('spinsText', { stake: money(stake) }) : '',
      }
    if (percent !== null)
      return {
        title: max ? t('percentMax', { percent, max: money(rounded(max)) }) : t('percent', { percent }),
        text: t('bonusText'),
      }
    return { title: amount ? t('fixed', { amount: money(rounded(amount)) }) : title, text: t('bonusText') }
  }
}

function useTodoWords() {
  const t = useTranslations('offers.gist')
  const basis = useTranslations('offers.facts.basis')
  return (main: WirePromotion) => {
    const { kind, wagering } = main
    if (!wagering) return { title: t('nothing'), text: t('nothingText') }
    const of = basis(kind === 'freespins' ? 'won' : wagering.basis)
    return {
      title: t('wager', { times: wagering.times, basis: of }),
      text: t('wagerText', { percent: rateOfGame(main, { type: 'slot' }) }),
    }
  }
}

function useCostWords() {
  const t = useTranslations('offers.gist')
  return ({ wagering, mode, on_withdrawal }: WirePromotion) => {
    if (!wagering) return { title: t('costNone'), text: t('costNoneText') }
    if (mode === 'sticky') return { title: t('costSticky'), text: t('costStickyText') }
    return { title: t('costBonus'), text: on_withdrawal === 'keep' ? t('costKeepText') : t('costBonusText') }
  }
}
