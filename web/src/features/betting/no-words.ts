import { fromDecimal, isCurrency, toWire } from '@croupier/contract/money'
import { stopCauses } from '@croupier/contract/sports'
import { decimalText } from '@croupier/sportsbook/formats'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { namedSum, wordOfNo } from './no-rules.ts'
import type { BetTry } from './place-rules.ts'

/** Why a bet was not taken, in words, and where its money is. */
export function useNoWords() {
  const t = useTranslations('placing.no')
  const tSlip = useTranslations('slip')
  const format = useFormat()

  const sum = (value: unknown) => {
    const money = namedSum(value)
    return money ? format.money(money) : ''
  }
  /** What is missing, from what there is. */
  const missing = (stake: string, currency: string, available: unknown) => {
    const has = namedSum(available)
    if (!has || !isCurrency(currency)) return ''
    const [wanted, own] = [fromDecimal(stake, currency), fromDecimal(has.amount, currency)]
    return wanted === null || own === null ? '' : format.money(toWire(wanted > own ? wanted - own : 0n, currency))
  }
  const terms = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return ''
    const said = [
      'stake' in value && t('terms.stake', { amount: sum(value.stake) }),
      'min_odds' in value &&
        typeof value.min_odds === 'number' &&
        t('terms.odds', { odds: decimalText(value.min_odds) }),
      'min_legs' in value && typeof value.min_legs === 'number' && t('terms.legs', { count: value.min_legs }),
      'sports' in value && t('terms.sports'),
    ]
    return said.filter(Boolean).join(' ')
  }

  return {
    why({ no, body }: BetTry): string {
      if (!no) return ''
      const { reason, data } = no
      const cause = stopCauses.find((each) => each === data.cause) ?? 'none'
      if (reason === 'MARKET_SUSPENDED') return `${tSlip(`paused.${cause}`)}.`
      if (reason === 'GAME_CLOSED' && typeof data.cause === 'string')
        return t('shut', { reason: data.cause.replace(/[.!?]+$/, '') })
      const { stake, currency } = JSON.parse(body)
      const amount =
        reason === 'STAKE_MIN'
          ? sum(data.min_amount)
          : reason === 'STAKE_LIMIT'
            ? sum(data.max_amount)
            : missing(String(stake), String(currency), data.available_amount)
      const text = t(`reasons.${wordOfNo(no)}`, { amount })
      return reason === 'FREE_BET_TERMS' ? `${text} ${terms(data.terms)}`.trim() : text
    },
    /** Held money came back; else none was taken. */
    money({ no, bet }: BetTry): string {
      return no?.wasHeld && bet ? t('back', { amount: format.money(bet.stake) }) : t('nothing')
    },
  }
}
