import { describe, expect, test } from 'vitest'
import { basketball, hockey, marketOf, settled, shooter, tennis } from '../../test/told.ts'
import { matchOf, outcomesOf } from '../sports.ts'

/** Facts, market, what its outcomes became: W won, L lost, V back, ? undecided. */
type Case = [string, string, string]
/** A set to five all, and to six all. */
const fiveAll = 'g1 g2 g1 g2 g1 g2 g1 g2 g1 g2'
const sixAll = `${fiveAll} g1 g2`

const tennisCases: Case[] = [
  ['s1 s1 .', 'winner/ft', 'WL'],
  ['s1 s2 s2 .', 'winner/ft', 'LW'],
  ['s1 s1', 'winner/ft', '?'],
  // One side did not go on: the winner is not decided by that.
  ['s1 s1 R1 .', 'winner/ft', 'VV'],
  ['s1 g1 R2 .', 'winner/ft', 'VV'],
  ['s1 g1 D2', 'winner/ft', 'VV'],
  ['W2 .', 'winner/ft', 'VV'],
  ['W2 .', 'sets_total/ft/2.5', 'VV'],
  ['s1', 'set_winner/s1', 'WL'],
  ['g1 g1 g1 g1 g1', 'set_winner/s1', '?'],
  ['s1 g1 R2 .', 'set_winner/s1', 'WL'],
  ['s1 g1 R2 .', 'set_winner/s2', 'VV'],
  ['s1 s1 .', 'set_winner/s3', 'VV'],
  ['s1 s1', 'set_winner/s3', '?'],
  [`${fiveAll} g1 g1`, 'set_winner/s1', 'WL'],
  [`${fiveAll} g1`, 'set_winner/s1', '?'],
  // 6:5 is no set, 6:6 is played by a tie-break to seven by two.
  [`${sixAll} 1 1 1 1 1 1 1`, 'set_score/s1', 'LLLLLLWLLLLLLL'],
  [`${sixAll} 1 1 1 1 1 1`, 'set_score/s1', '?'],
  [`${sixAll} 1 1 1 1 1 1 2 2 2 2 2 2 1`, 'set_winner/s1', '?'],
  [`${sixAll} 1 1 1 1 1 1 2 2 2 2 2 2 1 1`, 'set_winner/s1', 'WL'],
  ['s2', 'set_score/s1', 'LLLLLLLWLLLLLL'],
  ['s1 s1 .', 'sets_total/ft/2.5', 'LW'],
  ['s1 s1', 'sets_total/ft/2.5', '?'],
  // The third set is sure at one all, and from the first point of five.
  ['s1 s2', 'sets_total/ft/2.5', 'WL'],
  ['s1 s2 R1 .', 'sets_total/ft/2.5', 'WL'],
  ['b5', 'sets_total/ft/2.5', '?'],
  ['b5 W1 .', 'sets_total/ft/2.5', 'VV'],
  ['b5 1', 'sets_total/ft/2.5', 'WL'],
  ['b5 s1 s2', 'sets_total/ft/3.5', 'WL'],
  ['b5 s1 s1 s2', 'sets_total/ft/4.5', '?'],
  ['s1 s2 1', 'sets_total/ft/2.5', 'WL'],
  ['s1 s2 1 R2 .', 'sets_total/ft/2.5', 'WL'],
  ['s1 s2 1 R2 .', 'sets_total/ft/3.5', 'VV'],
  ['s1 s1 .', 'sets_handicap/ft/-1.5', 'WL'],
  ['s1 s2 s1 .', 'sets_handicap/ft/-1.5', 'LW'],
  ['s1 R2', 'sets_handicap/ft/-1.5', 'VV'],
  ['s1 s1 .', 'games_total/ft/12.5', 'LW'],
  ['s1 g1 g2', 'games_total/ft/12.5', 'WL'],
  ['s1 g1', 'games_total/ft/12.5', '?'],
  ['s1 g1', 'games_total/ft/11.5', 'WL'],
  ['b5 s1 g1', 'games_total/ft/17.5', 'WL'],
  ['b5 s1 g1', 'games_total/ft/18.5', '?'],
  ['b5 s1 g1 R2 .', 'games_total/ft/17.5', 'WL'],
  // What no continuation could change stands.
  ['s1 g1 g2 R1 .', 'games_total/ft/12.5', 'WL'],
  ['s1 g1 g2 R1 .', 'games_total/ft/13.5', 'VV'],
  [`${fiveAll} R1`, 'games_total/s1/11.5', 'WL'],
  [`${fiveAll} R1`, 'games_total/s1/12.5', 'VV'],
  ['s1 g1', 'games_total/s1/8.5', 'LW'],
  ['s1 s1 .', 'games_handicap/ft/-11.5', 'WL'],
  ['s1 s1 R1 .', 'games_handicap/ft/-11.5', 'VV'],
  [`${fiveAll} g1`, 'games_handicap/s1/2.5', 'WL'],
  [`${fiveAll} g1`, 'games_handicap/s1/0.5', '?'],
  ['g1 g2', 'game_winner/s1g2', 'LW'],
  ['g1 1 1 1', 'game_winner/s1g2', '?'],
  ['g1 p2', 'game_winner/s1g2', 'VV'],
  ['s1', 'game_winner/s1g7', 'VV'],
  ['s1 s1 .', 'game_winner/s3g1', 'VV'],
  [`${sixAll} 2 2 2 2 2 2 2`, 'game_winner/s1g13', 'LW'],
  // Deuce goes on until one side is two ahead.
  ['1 1 1 2 2 2 1 2 1', 'game_winner/s1g1', '?'],
  ['1 1 1 2 2 2 1 2 1 1', 'game_winner/s1g1', 'WL'],
  [sixAll, 'tie_break/s1', 'WL'],
  [sixAll, 'tie_break/ft', 'WL'],
  [`${sixAll} R1`, 'tie_break/ft', 'WL'],
  ['s1', 'tie_break/s1', 'LW'],
  ['s1', 'tie_break/ft', '?'],
  ['s1 s1 .', 'tie_break/ft', 'LW'],
  ['s1 R2 .', 'tie_break/ft', 'VV'],
]

const toOvertime = 'q1 2:1 / q2 2:2 / q3 / q4 3:1 3:2 / ot1 2:2 / .'
const basketballCases: Case[] = [
  ['q1 2:1 / q2 / q3 / q4 / .', 'winner/ft', 'WL'],
  [toOvertime, 'winner/ft', 'LW'],
  ['q1 2:1 / q2 / q3 / q4 /', 'winner/ft', '?'],
  // Regular time, halves and quarters are without overtime.
  [toOvertime, 'result/rt', 'LWL'],
  [toOvertime, 'result/h2', 'LWL'],
  [toOvertime, 'result/q4', 'LWL'],
  [toOvertime, 'result/q1', 'WLL'],
  [toOvertime, 'result/h1', 'LWL'],
  ['q1 2:1 /', 'result/h1', '?'],
  [toOvertime, 'handicap/ft/2', 'VV'],
  [toOvertime, 'handicap/ft/2.5', 'WL'],
  [toOvertime, 'handicap/q4/0.5', 'WL'],
  [toOvertime, 'total/ft/12', 'VV'],
  [toOvertime, 'total/ft/11.5', 'WL'],
  [toOvertime, 'total/h2/6.5', 'LW'],
  ['q1 3:1 3:1', 'total/ft/5.5', 'WL'],
  ['q1 3:1 3:1', 'total/ft/6', '?'],
  [toOvertime, 'team_total/ft/2:6.5', 'WL'],
  [toOvertime, 'team_total/ft/1:5', 'VV'],
  [toOvertime, 'odd_even/ft', 'LW'],
  ['q1 3:1 / q2 / q3 / q4 / .', 'odd_even/ft', 'WL'],
  ['q1 3:1 3:2 2:2', 'race_to/ft/5', 'LW'],
  ['q1 3:1 1:1', 'race_to/ft/5', '?'],
  ['q1 3:1 / q2 / q3 / q4 / .', 'race_to/ft/5', 'VV'],
  [toOvertime, 'overtime/ft', 'WL'],
  ['q1 / q2 / q3 / q4 /', 'overtime/ft', 'WL'],
  ['q1 1:1 / q2 / q3 / q4 /', 'overtime/ft', 'LW'],
  ['q1 1:1 / q2 / q3 / q4', 'overtime/ft', '?'],
  ['q1 3:1 2:1 / q2 / q3 / q4 / .', 'margin/ft', 'WLLLLLLLLL'],
  ['q1 3:1 3:1 / q2 / q3 / q4 / .', 'margin/ft', 'LWLLLLLLLL'],
  ['q1 3:2 3:2 3:2 3:2 3:2 3:2 3:2 / q2 / q3 / q4 / .', 'margin/ft', 'LLLLLLLLLW'],
  ['q1 / q2 / q3 / q4 / .', 'margin/ft', 'VVVVVVVVVV'],
]

const shootout = 'p1 1 / p2 2 / p3 / ot / so w1 .'
const hockeyCases: Case[] = [
  [shootout, 'result/rt', 'LWL'],
  [shootout, 'winner/ft', 'WL'],
  [shootout, 'handicap/ft/-0.5', 'WL'],
  [shootout, 'handicap/rt/0', 'VV'],
  [shootout, 'overtime/ft', 'WL'],
  [shootout, 'total/rt/2', 'VV'],
  [shootout, 'correct_score/rt/1:1', 'LLLWL'],
  ['p1 1 / p2 / p3 /', 'result/rt', 'WLL'],
  ['p1 1 / p2 / p3 /', 'winner/ft', '?'],
  ['p1 / p2 / p3 / ot 2 / .', 'winner/ft', 'LW'],
  ['p1 / p2 / p3 / ot 2 / .', 'result/rt', 'LWL'],
  ['p1 / p2 / p3 / ot 2 / .', 'next_goal/rt/1', 'LWL'],
  ['p1 / p2 / p3 / ot 2 / .', 'team_total/rt/2:0.5', 'LW'],
  ['p1 1 /', 'result/p1', 'WLL'],
  ['p1 1 / p2', 'result/p2', '?'],
  ['p1 1 / p2 2 /', 'total/p2/0.5', 'WL'],
  ['p1 1 / p2 x1 2', 'both_score/rt', 'WL'],
  ['p1 1 2 2', 'next_goal/rt/3', 'LLW'],
  ['p1 / p2 / p3 /', 'double_chance/rt', 'WLW'],
  ['p1 / p2 / p3 /', 'overtime/ft', 'WL'],
  ['p1 2 / p2 / p3 /', 'overtime/ft', 'LW'],
]

const shooterCases: Case[] = [
  ['m1 13-5 / m2 13-11 / .', 'winner/ft', 'WL'],
  ['m1 13-5 / m2 11-13 / m3 12-16 / .', 'winner/ft', 'LW'],
  ['m1 13-5 / m2 13-11 /', 'winner/ft', '?'],
  // Given before it began, or afterwards.
  ['F1 .', 'winner/ft', 'VV'],
  ['m1 13-5 / F2 .', 'winner/ft', 'LW'],
  ['m1 13-5 / f21 .', 'winner/ft', 'WL'],
  ['m1 13-5', 'map_winner/m1', 'WL'],
  ['m1 12-12', 'map_winner/m1', '?'],
  ['m1 15-15 1-0', 'map_winner/m1', '?'],
  ['m1 14-16', 'map_winner/m1', 'LW'],
  ['m1 19-17', 'map_winner/m1', 'WL'],
  ['m1 13-5 / f21 .', 'map_winner/m2', 'VV'],
  ['m1 7-5 f1', 'map_winner/m1', 'VV'],
  ['m1 5-5 / f1', 'map_winner/m1', 'VV'],
  ['m1 13-5 / m2 13-2 / .', 'map_winner/m3', 'VV'],
  ['m1 13-5 / m2 3-2 F1 .', 'map_winner/m2', 'VV'],
  ['m1 13-5 / m2 3-2 F1 .', 'map_winner/m1', 'WL'],
  // Played again from nothing.
  ['m1 11-5 again m1 2-13', 'map_winner/m1', 'LW'],
  ['m1 6-4 again', 'race_to/m1/5', '?'],
  ['m1 13-5 / m2 13-11 / .', 'maps_score/ft', 'LLLWLLLLLL'],
  ['m1 13-5 / m2 11-13 / m3 1-13 / .', 'maps_score/ft', 'LLLLLWLLLL'],
  ['m1 13-5 / f21 .', 'maps_score/ft', 'VVVVVVVVVV'],
  ['m1 13-5 / m2 13-11 / .', 'maps_total/ft/2.5', 'LW'],
  ['m1 13-5 / m2 11-13 / m3', 'maps_total/ft/2.5', 'WL'],
  ['m1 13-5 / m2 11-13 / m3 F1 .', 'maps_total/ft/2.5', 'WL'],
  ['m1 13-5 / m2 11-13 / F1 .', 'maps_total/ft/2.5', 'VV'],
  ['m1 13-5 / m2 13-11 / .', 'maps_handicap/ft/-1.5', 'WL'],
  ['m1 13-5 / m2 11-13 / m3 13-1 / .', 'maps_handicap/ft/-1.5', 'LW'],
  ['m1 13-8', 'rounds_total/m1/20.5', 'WL'],
  ['m1 13-8', 'rounds_total/m1/21.5', 'LW'],
  ['m1 9-9', 'rounds_total/m1/21.5', 'WL'],
  ['m1 8-8', 'rounds_total/m1/21.5', '?'],
  ['m1 12-12', 'rounds_total/m1/27.5', 'WL'],
  ['m1 12-12', 'rounds_total/m1/28.5', '?'],
  ['m1 9-9 f1', 'rounds_total/m1/22.5', 'VV'],
  ['m1 13-8', 'rounds_handicap/m1/-4.5', 'WL'],
  ['m1 16-14', 'rounds_handicap/m1/-2.5', 'LW'],
  ['m1 1-0', 'round_winner/m1r1', 'WL'],
  ['m1 6-6', 'round_winner/m1r13', '?'],
  ['m1 6-6 0-1', 'round_winner/m1r13', 'LW'],
  ['m1 6-6 f1', 'round_winner/m1r13', 'VV'],
  ['m1 4-5', 'race_to/m1/5', 'LW'],
  ['m1 9-9', 'race_to/m1/10', '?'],
  ['m1 9-9 1-0', 'race_to/m1/10', 'WL'],
  ['m1 12-12', 'overtime/m1', 'WL'],
  ['m1 13-11', 'overtime/m1', 'LW'],
  ['m1 12-11', 'overtime/m1', '?'],
]

test.each(tennisCases)('tennis %s: %s %s', (text, market, letters) => {
  expect(settled('tennis', tennis(text), market)).toBe(letters)
})
test.each(basketballCases)('basketball %s: %s %s', (text, market, letters) => {
  expect(settled('basketball', basketball(text), market)).toBe(letters)
})
test.each(hockeyCases)('hockey %s: %s %s', (text, market, letters) => {
  expect(settled('hockey', hockey(text), market)).toBe(letters)
})
test.each(shooterCases)('shooter %s: %s %s', (text, market, letters) => {
  expect(settled('shooter', shooter(text), market)).toBe(letters)
})

describe('when betting ends', () => {
  test('tennis: on a set with a point that may end the match', () => {
    const closed = (text: string, market: string) => matchOf('tennis', tennis(text)).isClosed(marketOf(market), 0)
    expect(closed('s1 g1 g1 g1 g1 g1 1 1', 'set_winner/s2')).toBe(false)
    expect(closed('s1 g1 g1 g1 g1 g1 1 1 1', 'set_winner/s2')).toBe(true)
    expect(closed('s1 g1 g1 g1 g1 g1 1 1 1', 'winner/ft')).toBe(false)
    expect(closed('s1 g2 g2 g2 g2 g2 2 2 2', 'set_winner/s2')).toBe(false)
    expect(closed('g1 g1 g1 g1 g1 1 1 1', 'set_winner/s1')).toBe(false)
    expect(closed('b5 s1 g1 g1 g1 g1 g1 1 1 1', 'set_winner/s2')).toBe(false)
    expect(closed('b5 s1 s1 g1 g1 g1 g1 g1 1 1 1', 'set_winner/s3')).toBe(true)
    // Five that were not told: as soon as it may be over.
    expect(closed('s1 s1 g1 g1 g1 g1 g1 1 1 1', 'set_winner/s3')).toBe(true)
  })

  test('basketball: with the last possession', () => {
    const closed = (text: string, market: string, second: number) =>
      matchOf('basketball', basketball(text)).isClosed(marketOf(market), second)
    expect([575, 576].map((second) => closed('q1 2:1', 'result/q1', second))).toEqual([false, true])
    expect(closed('q1 2:1', 'result/h1', 576)).toBe(false)
    expect(closed('q1 3:1', 'winner/ft', 2380)).toBe(false)
    expect(closed('q1 3:1 3:1', 'winner/ft', 2380)).toBe(true)
    expect([2675, 2676].map((second) => closed('q1 3:1 3:1', 'winner/ft', second))).toEqual([false, true])
  })

  test('shooter: on the rounds of a map when either side has twelve', () => {
    const closed = (text: string) => matchOf('shooter', shooter(text)).isClosed(marketOf('rounds_total/m1/24.5'), 0)
    expect([closed('m1 11-11'), closed('m1 12-11')]).toEqual([false, true])
  })
})

test('lists have their outcomes', () => {
  expect(outcomesOf('basketball', marketOf('margin/ft'))).toEqual([
    ...['1:1-5', '1:6-10', '1:11-15', '1:16-20', '1:21+'],
    ...['2:1-5', '2:6-10', '2:11-15', '2:16-20', '2:21+'],
  ])
  expect(outcomesOf('tennis', marketOf('set_score/s5'))).toEqual([
    ...['6:0', '6:1', '6:2', '6:3', '6:4', '7:5', '7:6'],
    ...['0:6', '1:6', '2:6', '3:6', '4:6', '5:7', '6:7'],
  ])
})

describe('why all stakes come back', () => {
  const ofTennis = (text: string, market: string) => matchOf('tennis', tennis(text)).voidReason(marketOf(market))
  const ofShooter = (text: string, market: string) => matchOf('shooter', shooter(text)).voidReason(marketOf(market))

  test('one side did not go on, or did not come', () => {
    expect(ofTennis('s1 R2 .', 'winner/ft')).toBe('RETIRED')
    expect(ofTennis('s1 D2 .', 'winner/ft')).toBe('RETIRED')
    expect(ofTennis('W2 .', 'winner/ft')).toBe('WALKOVER')
    expect(ofTennis('s1 R2 .', 'set_winner/s1')).toBeNull()
    expect(ofShooter('F1 .', 'winner/ft')).toBe('WALKOVER')
  })

  test('it was not played, or not by points', () => {
    expect(ofTennis('s1 s1 .', 'set_winner/s3')).toBe('NOT_PLAYED')
    expect(ofTennis('g1 p2', 'game_winner/s1g2')).toBe('NOT_PLAYED')
    expect(ofShooter('m1 13-5 / f21 .', 'map_winner/m2')).toBe('NOT_PLAYED')
  })

  test('the score says so: then it is no void', () => {
    const level = matchOf('hockey', hockey('p1 1 / p2 2 / p3 /'))
    expect(level.settle(marketOf('total/rt/2'))).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ])
    expect(level.voidReason(marketOf('total/rt/2'))).toBeNull()
    expect(level.voidReason(marketOf('result/rt'))).toBeNull()
    expect(level.voidReason(marketOf('winner/ft'))).toBeNull()
  })
})
