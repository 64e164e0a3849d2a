/** Which share of a stake wins, and which comes back. */
export type Share = readonly [win: number, back: number]

const won: Share = [1, 0]
const lost: Share = [0, 0]
const returned: Share = [0, 1]
const winIf = (isTrue: boolean) => (isTrue ? won : lost)
const bySign = (value: number): Share => (value > 0 ? won : value < 0 ? lost : returned)

/** What a rule looks at: one number of a score, which is quick to sum over, or both sides. */
export type Measure = 'difference' | 'total' | 'home' | 'away' | 'pair'
export type ScoreRule = { measure: Measure; judge: (value: number, away: number) => Share }

const mean = (a: Share, b: Share): Share => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/** A quarter line is the mean of its two neighbours. */
const onLine =
  (line: number, judge: (value: number, line: number) => Share) =>
  (value: number): Share =>
    Number.isInteger(line * 2) ? judge(value, line) : mean(judge(value, line - 0.25), judge(value, line + 0.25))

const aboveOrBelow = (outcome: string, line: number) =>
  onLine(line, (value, by) => bySign(outcome === 'over' ? value - by : by - value))

const sign = (outcome: string, difference: number) =>
  outcome === 'x' ? difference === 0 : outcome === '1' ? difference > 0 : difference < 0

const eitherOf: Record<string, readonly string[]> = { '1x': ['1', 'x'], '12': ['1', '2'], x2: ['x', '2'] }

/** `1:1-5` is home by one to five, `2:21+` away by at least twenty-one. */
function isInBand(outcome: string, difference: number): boolean {
  const [side, band = ''] = outcome.split(':')
  const by = side === '1' ? difference : -difference
  const [least = '', most] = band.split('-')
  return by >= Number.parseInt(least, 10) && (most === undefined || by <= Number(most))
}

const largestScore = 6
/** `3:2` lists three goals of home and two of away; a market without such a line has six of each. */
const isListed = (line: string, home: number, away: number) => {
  const [own = largestScore, theirs = largestScore] = line === '' ? [] : line.split(':').map(Number)
  return home <= own && away <= theirs
}

const judges: Record<string, (outcome: string, line: string) => ScoreRule> = {
  result: (outcome) => ({ measure: 'difference', judge: (value) => winIf(sign(outcome, value)) }),
  winner: (outcome) => ({ measure: 'difference', judge: (value) => winIf(sign(outcome, value)) }),
  double_chance: (outcome) => ({
    measure: 'difference',
    judge: (value) => winIf((eitherOf[outcome] ?? []).some((each) => sign(each, value))),
  }),
  draw_no_bet: (outcome) => ({ measure: 'difference', judge: (value) => bySign(outcome === '1' ? value : -value) }),
  handicap: (outcome, line) => ({
    measure: 'difference',
    judge: onLine(Number(line), (value, by) => bySign(outcome === '1' ? value + by : -value - by)),
  }),
  handicap3: (outcome, line) => ({
    measure: 'difference',
    judge: (value) => winIf(sign(outcome, value + Number(line))),
  }),
  total: (outcome, line) => ({ measure: 'total', judge: aboveOrBelow(outcome, Number(line)) }),
  team_total: (outcome, line) => {
    const [side, by = ''] = line.split(':')
    return { measure: side === '1' ? 'home' : 'away', judge: aboveOrBelow(outcome, Number(by)) }
  },
  both_score: (outcome) => ({
    measure: 'pair',
    judge: (home, away) => winIf((home > 0 && away > 0) === (outcome === 'yes')),
  }),
  correct_score: (outcome, line) => ({
    measure: 'pair',
    judge: (home, away) => winIf(outcome === 'other' ? !isListed(line, home, away) : outcome === `${home}:${away}`),
  }),
  goals_exact: (outcome) => ({
    measure: 'total',
    judge: (value) => winIf(outcome === '6+' ? value >= 6 : value === Number(outcome)),
  }),
  odd_even: (outcome) => ({ measure: 'total', judge: (value) => winIf((value % 2 === 1) === (outcome === 'odd')) }),
  win_to_nil: (outcome, line) => ({
    measure: 'pair',
    judge: (home, away) =>
      winIf((line === '1' ? home > 0 && away === 0 : away > 0 && home === 0) === (outcome === 'yes')),
  }),
  clean_sheet: (outcome, line) => ({
    measure: line === '1' ? 'away' : 'home',
    judge: (value) => winIf((value === 0) === (outcome === 'yes')),
  }),
  margin: (outcome) => ({ measure: 'difference', judge: (value) => winIf(isInBand(outcome, value)) }),
}

export function scoreRule(type: string, line: string | null, outcome: string): ScoreRule {
  const rule = judges[type]?.(outcome, line ?? '')
  if (!rule) throw new Error(`no rule for ${type}`)
  return rule
}

/** What a rule makes of one score. */
export function judgeScore({ measure, judge }: ScoreRule, home: number, away: number): Share {
  if (measure === 'difference') return judge(home - away, 0)
  if (measure === 'total') return judge(home + away, 0)
  if (measure === 'away') return judge(away, 0)
  return judge(home, away)
}

const scores = Array.from({ length: (largestScore + 1) * (largestScore + 1) }, (_, place) =>
  [Math.floor(place / (largestScore + 1)), place % (largestScore + 1)].join(':'),
)
const bands = ['1-5', '6-10', '11-15', '16-20', '21+']
const outcomes: Record<string, readonly string[]> = {
  result: ['1', 'x', '2'],
  handicap3: ['1', 'x', '2'],
  double_chance: ['1x', '12', 'x2'],
  winner: ['1', '2'],
  draw_no_bet: ['1', '2'],
  handicap: ['1', '2'],
  total: ['over', 'under'],
  team_total: ['over', 'under'],
  both_score: ['yes', 'no'],
  win_to_nil: ['yes', 'no'],
  clean_sheet: ['yes', 'no'],
  odd_even: ['odd', 'even'],
  goals_exact: ['0', '1', '2', '3', '4', '5', '6+'],
  correct_score: [...scores, 'other'],
  margin: ['1', '2'].flatMap((side) => bands.map((band) => `${side}:${band}`)),
}
export const scoreOutcomes = (type: string): readonly string[] => outcomes[type] ?? []
