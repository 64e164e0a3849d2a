import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { mainPromotion, type ReasonWords, reasonOf, rounded } from './offer-rules.ts'

type Fact = { name: string; label: ReactNode; value: ReactNode; small?: ReactNode }

/** Minimum, reward, wagering and time: the four facts of every offer. */
export function useOfferFacts(): (offer: WireOffer) => Fact[] {
  const t = useTranslations('offers.facts')
  const all = useTranslations('offers')
  const reward = useRewardWords()
  const { money } = useFormat()

  function minimumOf({ trigger: { action, params } }: WireOffer): Fact {
    const small = [
      ...(params.deposit_number === null ? [] : [t('depositNumber', { number: String(params.deposit_number) })]),
      ...params.needs.map((need) => all(`needs.${need}`)),
    ]
    const isDeposit = action === 'deposit'
    if (params.level !== null)
      return { name: 'minimum', label: t('needs'), value: t('level', { level: params.level }), small: small[0] }
    if (params.min_amount)
      return { name: 'minimum', label: t('minimum'), value: money(rounded(params.min_amount)), small: small.join(', ') }
    if (params.code_needed)
      return { name: 'minimum', label: t('needs'), value: t('code'), small: small[0] ?? (!isDeposit && t('noDeposit')) }
    const value = isDeposit ? t('anyAmount') : t('nothing')
    return { name: 'minimum', label: t('minimum'), value, small: small[0] ?? (!isDeposit && t('noDeposit')) }
  }

  function wageringOf(offer: WireOffer): Fact {
    const main = mainPromotion(offer)
    const label = t('wagering')
    if (!main?.wagering) return { name: 'wagering', label, value: t('nothing'), small: t('yours') }
    const basis = main.kind === 'freespins' ? 'won' : main.wagering.basis
    return { name: 'wagering', label, value: t('times', { times: main.wagering.times }), small: t(`basis.${basis}`) }
  }

  function timeOf(offer: WireOffer): Fact {
    const days = mainPromotion(offer)?.days ?? null
    if (offer.ends_at)
      return {
        name: 'until',
        label: t('until'),
        value: <LocalTime at={offer.ends_at} />,
        small: days !== null && t('thenDays', { count: days }),
      }
    const from = offer.trigger.action === 'deposit' ? t('fromDeposit') : t('fromTaking')
    return {
      name: 'until',
      label: t('time'),
      value: days === null ? t('noEnd') : t('days', { count: days }),
      small: days !== null && from,
    }
  }

  return (offer) => {
    const given = offer.promotions.map(reward)
    const get: Fact = {
      name: 'get',
      label: t('get'),
      value: given.map(({ value }) => value).join(' + '),
      small: given[0]?.small,
    }
    return [minimumOf(offer), get, wageringOf(offer), timeOf(offer)]
  }
}

/** `50%` and `up to €100`; `10 spins` and `€0.20 on Fruit Parade`. */
function useRewardWords(): (promotion: WirePromotion) => { value: string; small?: string } {
  const t = useTranslations('offers.facts')
  const { money } = useFormat()
  return ({ kind, percent, amount, max, spins, stake, game }) => {
    if (kind === 'freespins') {
      const on = stake && game ? t('spinsOn', { stake: money(stake), game: game.name }) : undefined
      return { value: t('spins', { count: spins ?? 0 }), small: on }
    }
    if (percent !== null)
      return {
        value: t('percent', { percent }),
        small: max ? t('upTo', { amount: money(rounded(max)) }) : t('ofDeposit'),
      }
    if (kind === 'points') return { value: t('points', { count: Number(amount?.amount ?? 0) }) }
    return { value: amount ? money(rounded(amount)) : '', small: kind === 'bonus' ? t('bonus') : t('bettingBonus') }
  }
}

/** Why it is not for this player now, in one sentence. */
export function useReasonWords(): (offer: WireOffer) => ReactNode {
  const t = useTranslations('offers')
  const labels = useTranslations('fields.labels')
  const write = ({ key, values, date, names }: ReasonWords) =>
    t.rich(`reasons.${key}`, {
      ...values,
      date: () => (date ? <LocalTime at={date} /> : null),
      names: names.map((name) => (labels.has(name) ? labels(name) : name)).join(', '),
    })
  return (offer) => {
    const words = reasonOf(offer)
    return words && write(t.has(`reasons.${words.key}`) ? words : { ...words, key: 'CLOSED' })
  }
}

export function useFrequencyWords(): (offer: WireOffer) => string {
  const t = useTranslations('offers')
  return ({ trigger: { params } }) => t(`frequency.${params.frequency.kind}`, { count: params.frequency.count ?? 1 })
}
