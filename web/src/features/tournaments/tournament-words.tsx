import type { WireCountedRound, WireTournament } from '@croupier/contract/methods/tournaments'
import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { hundredthsOf, tidy } from '../cups/cups.tsx'

/** The rule in one sentence. */
export function useGist(): (tournament: Pick<WireTournament, 'score'>) => string {
  const t = useTranslations('tournaments.kinds')
  return ({ score: { kind, best_of, run_length, at_least } }) =>
    t(`${kind}`, { best: best_of ?? 1, run: run_length ?? 1, least: hundredthsOf(String(at_least ?? 0)) })
}

/** What joining costs: free, points, a ticket, or either. */
export function useCost(): (tournament: Pick<WireTournament, 'fee'>) => string {
  const t = useTranslations('tournaments.fee')
  return ({ fee: { points, by_ticket } }) => {
    const price = points === null ? null : t('points', { count: points })
    if (!by_ticket) return price ?? t('free')
    return price === null ? t('ticket') : t('either', { points: price })
  }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Why this player cannot join. */
export function useJoinReason(): (tournament: Pick<WireTournament, 'user_info'>) => string | null {
  const t = useTranslations('tournaments.joinReasons')
  const labels = useTranslations('fields.labels')
  const { number } = useFormat()
  return ({ user_info: own }) => {
    if (!own?.reason) return null
    const { level, yours, price, points, fields } = own.reason_data
    const missing = Array.isArray(fields) ? fields.filter((one): one is string => typeof one === 'string') : []
    return t(`${own.reason}`, {
      level: numberIn(level),
      yours: numberIn(yours),
      price: numberIn(price),
      points: number(numberIn(points)),
      names: missing.map((name) => (labels.has(name) ? labels(name) : name)).join(', '),
    })
  }
}

const moneyIn = (value: unknown): WireMoney | null =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
    ? { amount: String(value.amount), currency: String(value.currency) }
    : null

/** Why a round did not make the score. */
export function useCountReason(): (round: Pick<WireCountedRound, 'reason' | 'reason_data'>) => string | null {
  const t = useTranslations('tournaments.reasons')
  const { money } = useFormat()
  return ({ reason, reason_data: data }) => {
    if (reason === null) return null
    const min = moneyIn(data.min)
    return t(`${reason}`, { min: min ? money(tidy(min)) : '', most: numberIn(data.most) })
  }
}
