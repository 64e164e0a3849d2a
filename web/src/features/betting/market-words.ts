import { useMemo } from 'react'
import { type Translator, usePlainTranslations } from '../../i18n/plain-text.ts'
import { periodName, readable } from './period-words.ts'

/** The two sides of an event as they are called, and what is played. */
export type EventNames = { sport: string; home: string; away: string }
/** A market by its natural key, as on the wire. */
type NamedMarket = { type: string; period: string; line: string | null }

export const namesOf = (event: { sport: string; home: { name: string }; away: { name: string } }): EventNames => ({
  sport: event.sport,
  home: event.home.name,
  away: event.away.name,
})

export type MarketWords = ReturnType<typeof useMarketWords>

export function useMarketWords({ sport, home, away }: EventNames) {
  const t = usePlainTranslations('markets')
  return useMemo(() => {
    const names = { sport, home, away }
    return {
      market: (market: NamedMarket) => marketName(market, names, t),
      outcome: (market: NamedMarket, outcome: string) => outcomeName(market, outcome, names, t),
      pick: (market: NamedMarket, outcome: string) => pickName(market, outcome, names, t),
      period: (period: string) => periodName(period, names, t),
      group: (group: string) => t(`groups.${group}`, { sport }),
    }
  }, [t, sport, home, away])
}

/** Figures keep their order in every script. */
const isolated = (text: string) => `\u2066${text}\u2069`
export const scoreText = (home: string | number, away: string | number): string => isolated(`${home}–${away}`)
const signedText = (line: number) => isolated(line > 0 ? `+${line}` : line < 0 ? `−${-line}` : '0')

const isWhole = (period: string) => period === 'ft' || period === 'rt'
const sidesOf = (line: string | null) => (line?.startsWith('2') ? 'away' : 'home')

/** Each of these says for itself how long it lasts. */
const timeless: readonly string[] = ['overtime', 'half_full', 'to_qualify']
/** Where overtime can be, what counts is said even for the whole match. */
const saysPeriod = ({ type, period }: NamedMarket, sport: string) =>
  period !== 'ft' || ((sport === 'hockey' || sport === 'basketball') && !timeless.includes(type))

/** What is asked: *Total goals · First half*. Lines stand with the outcomes. */
export function marketName(market: NamedMarket, names: EventNames, t: Translator): string {
  const { type, period, line } = market
  const values = {
    ...names,
    span: isWhole(period) ? 'whole' : 'part',
    team: names[sidesOf(line)],
    n: Number(line?.split(':').at(-1)) || 0,
  }
  const name = t.has(`types.${type}`) ? t(`types.${type}`, values) : [readable(type), line].filter(Boolean).join(' ')
  return saysPeriod(market, names.sport) ? t('inPeriod', { market: name, period: periodName(period, names, t) }) : name
}

/** A type of market without an event: *Next goal*. */
export function typeName(type: string, sport: string, t: Translator): string {
  const values = { sport, span: 'whole', team: '', n: 0 }
  if (t.has(`kinds.${type}`)) return t(`kinds.${type}`, values)
  return t.has(`types.${type}`) ? t(`types.${type}`, values) : readable(type)
}

const sideNames = (names: EventNames, t: Translator): Readonly<Record<string, string>> => ({
  1: names.home,
  x: t('outcomes.x', names),
  2: names.away,
})

function byLine({ type, line }: NamedMarket, outcome: string, names: EventNames, t: Translator): string | null {
  if (line === null || !/handicap3?$/.test(type)) return null
  if (outcome === 'x') return t('drawLine', { ...names, line: signedText(Number(line)) })
  if (outcome === '1') return t('sideLine', { team: names.home, line: signedText(Number(line)) })
  return outcome === '2' ? t('sideLine', { team: names.away, line: signedText(-Number(line)) }) : null
}

/** `1:6-10`, `2:21+`. */
function byMargin(outcome: string, names: EventNames, t: Translator): string | null {
  const [, side, from, to] = /^([12]):(\d+)(?:-(\d+)|\+)$/.exec(outcome) ?? []
  if (!side || !from) return null
  const team = side === '1' ? names.home : names.away
  return to ? t('by', { team, from, to }) : t('byOrMore', { team, from })
}

function byCount({ type }: NamedMarket, outcome: string, t: Translator): string | null {
  const [, count, more] = type === 'goals_exact' ? (/^(\d+)(\+?)$/.exec(outcome) ?? []) : []
  if (count === undefined) return null
  return more ? t('goalsOrMore', { n: Number(count) }) : t('goals', { n: Number(count) })
}

function byPair(outcome: string, names: EventNames, t: Translator): string | null {
  const [, home, away] = /^(\d+):(\d+)$/.exec(outcome) ?? []
  if (home && away) return scoreText(home, away)
  const [half = '', full = ''] = /^[1x2]-[1x2]$/.test(outcome) ? outcome.split('-') : []
  const sides = sideNames(names, t)
  return half && full ? t('halfFull', { half: sides[half] ?? half, full: sides[full] ?? full }) : null
}

/** One answer beside its question: *Harbour City*, *Over 2.5*. */
export function outcomeName(market: NamedMarket, outcome: string, names: EventNames, t: Translator): string {
  const known =
    byLine(market, outcome, names, t) ??
    byCount(market, outcome, t) ??
    byMargin(outcome, names, t) ??
    byPair(outcome, names, t) ??
    sideNames(names, t)[outcome]
  if (known) return known
  const line = market.line?.split(':').at(-1) ?? ''
  return t.has(`outcomes.${outcome}`) ? t(`outcomes.${outcome}`, { ...names, line }) : readable(outcome)
}

/** An answer that is read without its question: *Harbour City to win*, *Both teams to score: Yes*. */
export function pickName(market: NamedMarket, outcome: string, names: EventNames, t: Translator): string {
  const { type, period } = market
  const team = { 1: names.home, 2: names.away }[outcome]
  if (team && period === 'ft' && (type === 'result' || type === 'winner')) return t('toWin', { team })
  return t('pick', { market: marketName(market, names, t), outcome: outcomeName(market, outcome, names, t) })
}
