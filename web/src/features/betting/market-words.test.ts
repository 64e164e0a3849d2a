import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sport } from '@croupier/sportsbook/facts'
import { quartersText } from '@croupier/sportsbook/lines'
import { type MarketKey, outcomesOf, sports } from '@croupier/sportsbook/sports'
import { createTranslator } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { marketName, outcomeName, pickName, typeName } from './market-words.ts'
import { periodName } from './period-words.ts'

const folder = join(import.meta.dirname, '../../../../content/messages')
const locales = ['en', 'es', 'ru'] as const
type Locale = (typeof locales)[number]

function translator(locale: Locale) {
  const markets = JSON.parse(readFileSync(join(folder, locale, 'markets.json'), 'utf8'))
  return createTranslator({
    locale,
    messages: { markets },
    namespace: 'markets',
    onError: (error) => {
      throw error
    },
  })
}

type Rule = (typeof sports)[Sport]['types'][number]['line']

/** Every kind of line: none, both sides, both ends and the middle of what is allowed. */
function linesOf(rule: Rule): (string | null)[] {
  if (rule.kind === 'none') return [null]
  if (rule.kind === 'side') return ['1', '2']
  if (rule.kind === 'grid') return [null, '2:1']
  const steps = Math.floor((rule.to - rule.from) / rule.step)
  const quarters = [0, Math.floor(steps / 2), steps].map((at) => rule.from + at * rule.step)
  const numbers = [...new Set(quarters)].map(quartersText)
  return rule.kind === 'number' ? numbers : numbers.flatMap((number) => [`1:${number}`, `2:${number}`])
}

const names = { home: 'Harbour City', away: 'Northgate' }
const sportNames = Object.keys(sports).filter((name): name is Sport => name in sports)

const marketsOf = (sport: Sport): MarketKey[] =>
  sports[sport].types.flatMap(({ sysname, periods, line }) =>
    periods.flatMap((period) => linesOf(line).map((each) => ({ type: sysname, period, line: each }))),
  )

const isWord = (text: string) => text.trim() !== '' && !/[{}_]|markets\.|undefined|NaN|null/.test(text)
/** Capitals, blanks and marks of direction tell nothing apart. */
const look = (text: string) => text.toLowerCase().replace(/[\s\u2066\u2069]/g, '')

const cases = locales.flatMap((locale) => sportNames.map((sport) => [locale, sport] as const))

describe.each(cases)('%s, %s', (locale, sport) => {
  const t = translator(locale)
  const named = { ...names, sport }

  // Words of a stranger are readable too: only the message itself tells that one of ours is missing.
  test('every type and every answer in letters has a message', () => {
    const types = sports[sport].types.map(({ sysname }) => `types.${sysname}`)
    const answers = marketsOf(sport).flatMap((market) => outcomesOf(sport, market) ?? [])
    const spoken = answers.filter((outcome) => /^(?=.*[a-z])[a-z0-9]+$|^12$/.test(outcome))
    const keys = new Set([...types, ...spoken.map((outcome) => `outcomes.${outcome}`)])
    expect([...keys].filter((key) => !t.has(key))).toEqual([])
  })

  test('every market has words, and no two questions look alike', () => {
    const questions = new Map<string, string>()
    for (const market of marketsOf(sport)) {
      const name = marketName(market, named, t)
      expect(isWord(name), `${JSON.stringify(market)}: ${name}`).toBe(true)
      // Lines of one question share its name, unless the line is what is asked.
      const isAsked = /^(next_goal|race_to|team_total|win_to_nil|clean_sheet)$/.test(market.type)
      const about = market.type === 'team_total' ? market.line?.slice(0, 1) : market.line
      const question = [market.type, market.period, isAsked ? about : ''].join('/')
      expect(questions.get(look(name)) ?? question, name).toBe(question)
      questions.set(look(name), question)
    }
  })

  test('every outcome has words, and no two of a market look alike', () => {
    for (const market of marketsOf(sport)) {
      const outcomes = outcomesOf(sport, market) ?? []
      expect(outcomes.length, JSON.stringify(market)).toBeGreaterThan(1)
      const words = outcomes.map((outcome) => outcomeName(market, outcome, named, t))
      for (const word of words) expect(isWord(word), `${JSON.stringify(market)}: ${word}`).toBe(true)
      expect(new Set(words.map(look)).size, words.join()).toBe(outcomes.length)
      const picks = outcomes.map((outcome) => pickName(market, outcome, named, t))
      expect(new Set(picks.map(look)).size, picks.join()).toBe(outcomes.length)
    }
  })

  test('every type and period has a word of its own', () => {
    const types = sports[sport].types.map(({ sysname }) => typeName(sysname, sport, t))
    expect(types.filter((word) => !isWord(word))).toEqual([])
    expect(new Set(types.map(look)).size).toBe(types.length)
    const periods = [...new Set(sports[sport].types.flatMap((type) => type.periods))]
    const words = periods.map((period) => periodName(period, { sport }, t))
    expect(words.filter((word) => !isWord(word))).toEqual([])
    expect(new Set(words.map(look)).size).toBe(words.length)
  })
})

const english = translator('en')
const russian = translator('ru')
const market = (text: string) => {
  const [type = '', period = '', line = null] = text.split('/')
  return { type, period, line }
}
const bare = (text: string) => text.replace(/[\u2066\u2069]/g, '')

describe('how it reads', () => {
  test.each([
    ['football', 'result/ft', '1', 'Match result', 'Harbour City'],
    ['football', 'result/h1', 'x', 'Result · First half', 'Draw'],
    ['football', 'total/ft/2.5', 'over', 'Total goals', 'Over 2.5'],
    ['football', 'team_total/ft/2:1.5', 'under', 'Northgate total goals', 'Under 1.5'],
    ['football', 'handicap/ft/-0.75', '1', 'Handicap', 'Harbour City −0.75'],
    ['football', 'handicap/ft/-0.75', '2', 'Handicap', 'Northgate +0.75'],
    ['football', 'handicap/ft/0', '2', 'Handicap', 'Northgate 0'],
    ['football', 'handicap3/ft/1', 'x', '3-way handicap', 'Draw, Harbour City +1'],
    ['football', 'next_goal/ft/3', 'none', '3rd goal', 'No more goals'],
    ['football', 'win_to_nil/ft/2', 'yes', 'Northgate to win to nil', 'Yes'],
    ['football', 'correct_score/ft/3:2', '2:1', 'Correct score', '2–1'],
    ['football', 'half_full/ft', '1-x', 'Half-time/full-time', 'Harbour City / Draw'],
    ['football', 'goals_exact/ft', '6+', 'Exact goals', '6 goals or more'],
    ['football', 'goals_exact/ft', '1', 'Exact goals', '1 goal'],
    ['tennis', 'game_winner/s1g5', '2', 'Game winner · Set 1, game 5', 'Northgate'],
    ['tennis', 'game_winner/s2g13', '1', 'Game winner · Set 2, tie-break', 'Harbour City'],
    ['basketball', 'winner/ft', '1', 'Match winner · With overtime', 'Harbour City'],
    ['basketball', 'race_to/ft/20', '1', 'First to 20 points · With overtime', 'Harbour City'],
    ['basketball', 'margin/ft', '2:6-10', 'Winning margin · With overtime', 'Northgate by 6–10'],
    ['hockey', 'total/rt/5.5', 'over', 'Total goals · Regular time', 'Over 5.5'],
    ['shooter', 'round_winner/m1r13', '1', 'Round winner · Map 1, round 13', 'Harbour City'],
  ])('%s %s %s', (sport, text, outcome, question, answer) => {
    const named = { ...names, sport }
    expect(bare(marketName(market(text), named, english))).toBe(question)
    expect(bare(outcomeName(market(text), outcome, named, english))).toBe(answer)
  })

  test('an answer without its question', () => {
    const named = { ...names, sport: 'football' }
    expect(pickName(market('result/ft'), '1', named, english)).toBe('Harbour City to win')
    expect(pickName(market('result/ft'), 'x', named, english)).toBe('Match result: Draw')
    expect(pickName(market('result/h1'), '1', named, english)).toBe('Result · First half: Harbour City')
  })

  test.each([
    ['1', '1 гол'],
    ['2', '2 гола'],
    ['5', '5 голов'],
    ['6+', '6 голов и больше'],
  ])('Russian counts %s', (outcome, text) => {
    expect(outcomeName(market('goals_exact/ft'), outcome, { ...names, sport: 'football' }, russian)).toBe(text)
  })

  test('what only a clock says', () => {
    const said = (period: string, sport = 'football') => periodName(period, { sport }, english)
    expect([said('et2'), said('so'), said('ot', 'hockey'), said('ot2', 'basketball'), said('break')]).toEqual([
      'Extra time, second half',
      'Penalty shoot-out',
      'Overtime',
      'Overtime 2',
      'Break',
    ])
  })
})

test("a stranger's market is readable all the same", () => {
  const named = { ...names, sport: 'curling' }
  const strange = { type: 'first_stone', period: 'ft', line: '2.5' }
  expect(marketName(strange, named, english)).toBe('First stone 2.5')
  expect(outcomeName(strange, 'the_hammer', named, english)).toBe('The hammer')
  expect(typeName('first_stone', 'curling', english)).toBe('First stone')
  expect(marketName({ ...strange, type: 'total', period: 'end4' }, named, english)).toBe('Total goals · End4')
})
