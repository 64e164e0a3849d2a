import { describe, expect, test } from 'vitest'
import { football, marketOf, settled } from '../../test/told.ts'
import { matchOf, outcomesOf } from '../sports.ts'

const whole = (first: string, second: string) => `h1 ${first} / h2 ${second} / .`.replaceAll('  ', ' ')
const goalless = 'h1 / h2 / .'

/** Facts, market, what its outcomes became. */
const cases: [string, string, string][] = [
  // 1 x 2 of ninety minutes, and of halves.
  [goalless, 'result/ft', 'LWL'],
  [whole('1', '1'), 'result/ft', 'WLL'],
  [whole('1', '2 2'), 'result/ft', 'LLW'],
  [whole('1', '2 2'), 'result/h1', 'WLL'],
  [whole('1', '2 2'), 'result/h2', 'LLW'],
  ['h1 1 / h2', 'result/h1', 'WLL'],
  ['h1 1 / h2', 'result/ft', '?'],
  ['h1 1 1 1 1 1 1 1', 'result/ft', '?'],
  ['h1 1', 'result/h1', '?'],
  // The last whistle ends what was not ended.
  ['h1 1 h2 2 2 .', 'result/ft', 'LLW'],
  ['h1 1 h2 2 2 .', 'result/h1', 'WLL'],
  // Extra time and kicks are not ninety minutes.
  ['h1 / h2 1 2 / et1 1 / et2 1 / .', 'result/ft', 'LWL'],
  ['h1 / h2 1 2 / et1 1 / et2 1 / .', 'total/ft/2.5', 'LW'],
  ['h1 / h2 1 2 / et1 / et2 / so k1 k1 k2 / q1 .', 'correct_score/ft/1:1', 'LLLWL'],
  ['h1 / h2 1 2 / et1 1', 'result/ft', 'LWL'],
  // An own goal counts for the side that it helps.
  [whole('o2', ''), 'result/ft', 'LLW'],
  [whole('o2', ''), 'team_total/ft/2:0.5', 'WL'],
  [goalless, 'double_chance/ft', 'WLW'],
  [whole('1', ''), 'double_chance/ft', 'WWL'],
  [whole('1', '2 2'), 'double_chance/ft', 'LWW'],
  [whole('1', ''), 'double_chance/h1', 'WWL'],
  [goalless, 'draw_no_bet/ft', 'VV'],
  [whole('1', ''), 'draw_no_bet/ft', 'WL'],
  [whole('2', ''), 'draw_no_bet/ft', 'LW'],
  // Asian lines.
  [goalless, 'handicap/ft/0', 'VV'],
  [goalless, 'handicap/ft/-0.25', 'lw'],
  [goalless, 'handicap/ft/0.25', 'wl'],
  [goalless, 'handicap/ft/-0.5', 'LW'],
  [whole('1', ''), 'handicap/ft/-0.75', 'wl'],
  [whole('1', ''), 'handicap/ft/-1', 'VV'],
  [whole('1', ''), 'handicap/ft/-1.25', 'lw'],
  [whole('1 1', ''), 'handicap/ft/-1.25', 'WL'],
  [whole('2', ''), 'handicap/ft/1.5', 'WL'],
  [whole('2', '1'), 'handicap/h1/0.75', 'lw'],
  ['h1 1 1 1 / h2', 'handicap/ft/-0.5', '?'],
  [whole('1', ''), 'handicap3/ft/-1', 'LWL'],
  [whole('1 1', ''), 'handicap3/ft/-1', 'WLL'],
  [goalless, 'handicap3/ft/-1', 'LLW'],
  [whole('2', ''), 'handicap3/ft/2', 'WLL'],
  [whole('1', '2'), 'total/ft/2', 'VV'],
  [whole('1', '2'), 'total/ft/1.75', 'wl'],
  [whole('1', '2'), 'total/ft/2.25', 'lw'],
  [whole('1', '2'), 'total/ft/2.5', 'LW'],
  [whole('1', '2'), 'total/h1/0.5', 'WL'],
  [whole('1', '2 2'), 'total/h2/1.5', 'WL'],
  // Over is decided before the end, as soon as no goal more can matter.
  ['h1 1 1 1', 'total/ft/2.5', 'WL'],
  ['h1 1 1 1', 'total/ft/2.75', '?'],
  ['h1 1 1 1 1', 'total/ft/2.75', 'WL'],
  ['h1 1 1 1', 'total/ft/3', '?'],
  ['h1 1 1', 'total/ft/2.5', '?'],
  ['h1 1 1', 'team_total/ft/1:1.5', 'WL'],
  ['h1 1 1', 'team_total/ft/2:0.5', '?'],
  [whole('1 1', ''), 'team_total/ft/1:2', 'VV'],
  [whole('1 1', ''), 'team_total/ft/2:0.5', 'LW'],
  ['h1 1 2', 'both_score/ft', 'WL'],
  ['h1 1 1', 'both_score/ft', '?'],
  [whole('1', '2'), 'both_score/ft', 'WL'],
  [whole('1', '2'), 'both_score/h1', 'LW'],
  [goalless, 'correct_score/ft/1:1', 'WLLLL'],
  [whole('1', ''), 'correct_score/ft/1:1', 'LLWLL'],
  [whole('1', '1'), 'correct_score/ft/1:1', 'LLLLW'],
  ['h1 1 1', 'correct_score/ft/1:1', 'LLLLW'],
  ['h1 1 1', 'correct_score/ft/2:1', '?'],
  [whole('1', '2'), 'correct_score/h1/1:0', 'LWL'],
  [whole('1', '2'), 'half_full/ft', 'LWLLLLLLL'],
  [whole('', '2'), 'half_full/ft', 'LLLLLWLLL'],
  ['h1 1 / h2', 'half_full/ft', '?'],
  [goalless, 'goals_exact/ft', 'WLLLLLL'],
  [whole('1 1', '2'), 'goals_exact/ft', 'LLLWLLL'],
  ['h1 1 1 1 1 1 1', 'goals_exact/ft', 'LLLLLLW'],
  ['h1 1 1 1 1 1', 'goals_exact/ft', '?'],
  [goalless, 'odd_even/ft', 'LW'],
  [whole('1', ''), 'odd_even/ft', 'WL'],
  [whole('1', '2'), 'odd_even/h1', 'WL'],
  ['h1 1 2', 'next_goal/ft/1', 'WLL'],
  ['h1 1 2', 'next_goal/ft/2', 'LLW'],
  ['h1 1 2', 'next_goal/ft/3', '?'],
  [whole('1', '2'), 'next_goal/ft/3', 'LWL'],
  ['h1 / h2 / et1 1', 'next_goal/ft/1', 'LWL'],
  [whole('1', ''), 'win_to_nil/ft/1', 'WL'],
  [whole('1', ''), 'win_to_nil/ft/2', 'LW'],
  [goalless, 'win_to_nil/ft/1', 'LW'],
  ['h1 2', 'win_to_nil/ft/1', 'LW'],
  ['h1 1', 'win_to_nil/ft/1', '?'],
  [goalless, 'clean_sheet/ft/1', 'WL'],
  ['h1 2', 'clean_sheet/ft/1', 'LW'],
  ['h1 2', 'clean_sheet/ft/2', '?'],
  [whole('c1 c2', 'c1'), 'corners_total/ft/3', 'VV'],
  [whole('c1 c2', 'c1'), 'corners_total/ft/2.5', 'WL'],
  [whole('c1 c2', 'c1'), 'corners_total/h1/2.5', 'LW'],
  [whole('c1 c2', 'c1'), 'corners_handicap/ft/-1.5', 'LW'],
  [whole('c1 c2', 'c1'), 'corners_handicap/h1/0.5', 'WL'],
  ['h1 / h2 c1 / et1 c1 / .', 'corners_total/ft/1', 'VV'],
  // A yellow is one, a red two, and a second yellow is a red only.
  [whole('y1', 'r2'), 'cards_total/ft/3', 'VV'],
  [whole('y1', 'yy1'), 'cards_total/ft/3.5', 'LW'],
  [whole('y1', 'yy1'), 'cards_total/ft/2.5', 'WL'],
  [whole('y1', 'yy1'), 'cards_total/h1/1', 'VV'],
  [whole('1', ''), 'to_qualify/ft', '?'],
  ['h1 / h2 1 2 / et1 / et2 / so k2 / . q2', 'to_qualify/ft', 'LW'],
]

test.each(cases)('%s: %s %s', (text, market, letters) => {
  expect(outcomesOf('football', marketOf(market))).not.toBeNull()
  expect(settled('football', football(text), market)).toBe(letters)
})

describe('which markets there are', () => {
  test.each([
    'total/ft/2.3',
    'total/ft/7',
    'total/et1/2.5',
    'total/ft',
    'result/ft/1',
    'handicap3/ft/0.5',
    'team_total/ft/1.5',
  ])('not %s', (market) => {
    expect(outcomesOf('football', marketOf(market))).toBeNull()
    expect(settled('football', football(goalless), market)).toBe('?')
    expect(matchOf('football', []).isClosed(marketOf(market), 0)).toBe(true)
  })

  test('scores have outcomes up to their line, which no price changes', () => {
    expect(outcomesOf('football', marketOf('correct_score/ft/1:2'))).toEqual([
      ...['0:0', '0:1', '0:2', '1:0', '1:1', '1:2', 'other'],
    ])
    expect(outcomesOf('football', marketOf('correct_score/ft'))).toHaveLength(50)
    for (const line of ['7:0', '1:', '1:1.5', 'a'])
      expect(outcomesOf('football', marketOf(`correct_score/ft/${line}`))).toBeNull()
  })
})

describe('when betting ends', () => {
  const match = matchOf('football', football('h1 1 / h2'))
  test.each([
    ['total/ft/3.5', 88],
    ['total/h2/0.5', 88],
    ['team_total/ft/2:0.5', 88],
    ['correct_score/ft', 88],
    ['next_goal/ft/2', 89],
  ])('%s at minute %i', (market, minute) => {
    expect(match.isClosed(marketOf(market), minute * 60 - 1)).toBe(false)
    expect(match.isClosed(marketOf(market), minute * 60)).toBe(true)
  })

  test('others with the whistle, and what is decided at once', () => {
    expect(match.isClosed(marketOf('result/ft'), 95 * 60)).toBe(false)
    expect(match.isClosed(marketOf('result/h1'), 0)).toBe(true)
    expect(match.isClosed(marketOf('total/ft/0.5'), 0)).toBe(true)
  })
})
