import type { SportsFact } from '@croupier/contract/methods/sports'
import { useTranslations } from 'use-intl'
import { type EventNames, useMarketWords } from './market-words.ts'

const goals: Readonly<Record<string, string>> = { penalty: 'penaltyGoal', own: 'ownGoal' }
/** Kinds whose words are not their own name. */
const wordOf = ({ kind, data }: SportsFact, sport: string): string => {
  if (kind === 'goal') return goals[String(data.how)] ?? 'goal'
  if (kind === 'card') return String(data.colour)
  if (kind === 'kick') return data.isIn ? 'kickIn' : 'kickOut'
  if (kind === 'possession') return data.points ? 'points' : 'noPoints'
  if (kind === 'forfeit') return data.map === undefined ? 'forfeit' : 'forfeitMap'
  if (sport === 'shooter' && kind === 'begin') return 'mapBegin'
  return sport === 'shooter' && kind === 'end' ? 'mapEnd' : kind
}

/** What a fact says, in a line: *Goal*, *Set 2 begins*; who it is about stands apart. */
export function useFactWords(names: EventNames) {
  const t = useTranslations('betting-event')
  const { period } = useMarketWords(names)
  const plain = (fact: SportsFact): string => {
    const key = wordOf(fact, names.sport)
    const { data } = fact
    const values = {
      period: period(String(data.period ?? '')),
      minutes: Number(data.minutes) || 0,
      points: Number(data.points) || 0,
      map: Number(data.map) || 0,
      name: String(data.name ?? ''),
    }
    return t.has(`fact.${key}`) ? t(`fact.${key}`, values) : key
  }
  const text = (fact: SportsFact, all: readonly SportsFact[]): string => {
    if (fact.kind !== 'cancel') return plain(fact)
    const meant = all.find(({ seq }) => seq === fact.cancels)
    return meant && meant.kind !== 'cancel' ? t('fact.cancel', { what: plain(meant) }) : t('fact.cancelPlain')
  }
  const who = ({ data }: SportsFact): string | null =>
    data.side === 1 ? names.home : data.side === 2 ? names.away : null
  return { text, who }
}

/** When in the match it happened, where the fact says so: `63`. */
export function minuteOf({ data }: SportsFact): number | null {
  if (typeof data.minute === 'number') return data.minute
  return typeof data.second === 'number' ? Math.floor(data.second / 60) + 1 : null
}
