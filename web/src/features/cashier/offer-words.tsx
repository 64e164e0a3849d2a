import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { wagerBases } from '@croupier/contract/promotions'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { round, wire } from './amount-rules.ts'
import { gainOf, type OfferNo, type Typed } from './deposit-offer-rules.ts'

/** What an offer gives for what is typed, and what it asks for, in words. */
export function useOfferWords(typed: Typed, currency: string) {
  const t = useTranslations('cashier.offer')
  const format = useFormat()
  const short = (money: WireMoney) => format.money(round(money))

  const gives = (promotion: WirePromotion, isPossible: boolean): string => {
    const { kind, percent, amount, max, spins } = promotion
    if (kind === 'freespins') return t('get.spins', { count: spins ?? 0 })
    if (kind === 'points') return t('get.points')
    if (kind === 'betting_bonus')
      return amount ? t('get.bettingBonus', { amount: format.money(amount) }) : promotion.title
    const bonus = isPossible ? gainOf(promotion, typed)?.bonus : null
    if (bonus) return t('get.bonus', { amount: format.signedMoney(wire(bonus, currency)) })
    if (percent === null) return amount ? t('get.bonus', { amount: format.signedMoney(amount) }) : promotion.title
    return max ? t('get.percent', { percent, max: short(max) }) : t('get.percentOnly', { percent })
  }

  const asks = (promotion: WirePromotion, isPossible: boolean): string => {
    const { kind, wagering, max_bet, days, game, stake, winnings } = promotion
    const times = wagering?.times ?? '0'
    if (kind === 'freespins') {
      const spins = t('spins', { game: game?.name ?? '', stake: stake ? format.money(stake) : '', days: days ?? 0 })
      return `${spins} ${winnings === 'bonus' ? t('spinsBonus', { times }) : t('spinsMain')}`
    }
    if (kind !== 'bonus' || !wagering) return ''
    const wager = isPossible ? gainOf(promotion, typed)?.wager : null
    const basis = wagerBases.find((each) => each === wagering.basis) ?? 'bonus'
    const said = wager
      ? t('wager', { amount: format.money(wire(wager, currency)), days: days ?? 0, times })
      : t(`wagerTimes.${basis}`, { times, days: days ?? 0 })
    return max_bet ? `${said} ${t('maxBet', { amount: format.money(max_bet) })}` : said
  }

  return {
    gives: ({ promotions }: WireOffer, isPossible: boolean) =>
      promotions.map((each) => gives(each, isPossible)).join(' + '),
    asks: ({ promotions }: WireOffer, isPossible: boolean) =>
      promotions
        .map((each) => asks(each, isPossible))
        .filter(Boolean)
        .join(' '),
  }
}

const moneyIn = (value: unknown): WireMoney | null =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  'currency' in value &&
  typeof value.amount === 'string' &&
  typeof value.currency === 'string'
    ? { amount: value.amount, currency: value.currency }
    : null
const momentIn = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Why an offer cannot be had, with the way to change that where there is one. */
export function useOfferReason(typed: Typed, currency: string): (no: OfferNo) => ReactNode {
  const t = useTranslations('cashier.offer.reasons')
  const go = useTranslations('cashier.barriers')
  const format = useFormat()
  const link = (to: string, text: string) => (
    <Link className="link" to={to}>
      {text}
    </Link>
  )
  return ({ reason, data }) => {
    const [min, from] = [moneyIn(data.min), momentIn(data.from)]
    const date = () => <LocalTime at={from ?? ''} withTime />
    switch (reason) {
      case 'AMOUNT_TOO_SMALL':
        return min && typed.minor !== null
          ? t('AMOUNT_TOO_SMALL_MIN', {
              min: format.money(round(min)),
              typed: format.money(round(wire(typed.minor, currency))),
            })
          : t(`${reason}`)
      case 'NOT_STARTED':
        return from ? t.rich('NOT_STARTED_FROM', { date }) : t(`${reason}`)
      case 'FREQUENCY':
        return from ? t.rich('FREQUENCY_FROM', { date }) : t(`${reason}`)
      case 'DEPOSIT_NUMBER':
        return t(`${reason}`, { number: String(numberIn(data.number)), yours: numberIn(data.yours) })
      case 'LEVEL':
        return t(`${reason}`, { level: numberIn(data.level) })
      case 'ALREADY_PROMISED':
        return t(`${reason}`, { transaction: String(numberIn(data.transaction)) })
      case 'NEED_CONTACT':
        return (
          <>
            {t(`${reason}`)} {link(paths.profile(), go('contact.go'))}
          </>
        )
      case 'NEED_PROFILE':
        return (
          <>
            {t(`${reason}`)} {link(paths.profile(), go('profile.go'))}
          </>
        )
      case 'NEED_VERIFICATION':
        return (
          <>
            {t(`${reason}`)} {link(paths.verification(), go('identity.go'))}
          </>
        )
      default:
        return t(`${reason}`)
    }
  }
}
