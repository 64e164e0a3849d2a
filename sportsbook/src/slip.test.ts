import { describe, expect, test } from 'vitest'
import { enumerate } from '../test/bets.ts'
import { chanceFrom } from '../test/chance.ts'
import { fraction } from './fraction.ts'
import { lineText, parseLine } from './lines.ts'
import { parsePick, printPick } from './pick.ts'
import { relatedPairs } from './relate.ts'
import {
  choose,
  combinationsOf,
  leastStake,
  multipleSlip,
  type Slip,
  singleSlip,
  slipFault,
  systemName,
  totalStake,
} from './slip.ts'

const system = (picks: number, sizes: readonly number[], bankers: readonly number[] = []): Slip => ({
  kind: 'system',
  picks,
  sizes,
  bankers,
})

describe('the shape of a bet', () => {
  test('combinations are as many as there are', () => {
    for (let legs = 0; legs <= 12; legs++)
      expect(Array.from({ length: legs + 1 }, (_, size) => choose(legs, size))).toEqual(
        enumerate(Array.from({ length: legs }, () => fraction(1))).counts,
      )
    expect(choose(3, 4)).toBe(0)
    const all = Array.from({ length: 12 }, (_, at) => at + 1)
    expect(combinationsOf(system(12, all))).toBe(4095)
    expect(slipFault(system(12, all))).toBeNull()
    expect(leastStake(system(6, [2], [0, 1]))).toBe(6n)
    expect(totalStake(system(4, [2, 3, 4]), 100n)).toBe(1100n)
  })

  test('names', () => {
    expect(systemName(system(5, [3]))).toBe('3/5')
    expect(systemName(system(6, [2, 3], [1, 4]))).toBe('2,3/4')
    expect(systemName(system(4, [2, 3], [0]))).toBe('trixie')
  })

  test.each<[string, Slip]>([
    ['a single', singleSlip],
    ['a double', multipleSlip(2)],
    ['the longest multiple', multipleSlip(20)],
    ['a Trixie', system(3, [2, 3])],
    ['one of two with a banker', system(3, [1], [2])],
  ])('%s may be', (_, slip) => expect(slipFault(slip)).toBeNull())

  test.each<[string, Slip, object]>([
    ['two legs in a single', { ...singleSlip, picks: 2 }, { reason: 'LEG_COUNT', min: 1, max: 1 }],
    ['a multiple of one', multipleSlip(1), { reason: 'LEG_COUNT', min: 2, max: 20 }],
    ['21 legs', multipleSlip(21), { reason: 'LEG_COUNT', min: 2, max: 20 }],
    ['13 in a system', system(13, [2]), { reason: 'LEG_COUNT', min: 3, max: 12 }],
    ['a multiple with a banker', { ...multipleSlip(3), bankers: [0] }, { reason: 'SYSTEM_INVALID' }],
    ['a multiple of other sizes', { ...multipleSlip(3), sizes: [2] }, { reason: 'SYSTEM_INVALID' }],
    ['no sizes', system(3, []), { reason: 'SYSTEM_INVALID' }],
    ['sizes twice', system(3, [2, 2]), { reason: 'SYSTEM_INVALID' }],
    ['sizes that fall', system(3, [3, 2]), { reason: 'SYSTEM_INVALID' }],
    ['a size of nothing', system(3, [0, 1]), { reason: 'SYSTEM_INVALID' }],
    ['a size of one and a half', system(3, [1.5]), { reason: 'SYSTEM_INVALID' }],
    ['more than there are', system(4, [4], [0]), { reason: 'SYSTEM_INVALID' }],
    ['a multiple by another name', system(3, [3]), { reason: 'SYSTEM_INVALID' }],
    ['a banker twice', system(4, [2], [1, 1]), { reason: 'SYSTEM_INVALID' }],
    ['a banker that is no pick', system(4, [2], [4]), { reason: 'SYSTEM_INVALID' }],
    ['bankers only', system(3, [1], [0, 1, 2]), { reason: 'SYSTEM_INVALID' }],
  ])('%s may not', (_, slip, fault) => expect(slipFault(slip)).toEqual(fault))
})

describe('a pick', () => {
  test.each([
    '40021/total/ft/2.5/over',
    '1/result/ft/-/x',
    '9/handicap/h1/-0.75/2',
    '9/team_total/ft/1:1.5/under',
    '9/correct_score/ft/-/2:1',
    '9/half_full/ft/-/1-x',
    '9/goals_exact/ft/-/6+',
    '9/margin/ft/-/2:21+',
    '9/game_winner/s1g5/-/1',
    '9/round_winner/m1r13/-/2',
    '9/correct_score/ft/3:2/other',
  ])('%s is read and written', (text) => {
    const pick = parsePick(text)
    expect(pick && printPick(pick)).toBe(text)
  })

  test.each([
    '',
    '0/result/ft/-/x',
    '01/result/ft/-/x',
    '1/Result/ft/-/x',
    '1/result/ft/-/',
    '1/result/ft//x',
    '1/total/ft/2.50/over',
    '1/total/ft/02.5/over',
    '1/total/ft/-0/over',
    '1/total/ft/+1/over',
    '1/total/ft/2.3/over',
    '1/total/ft/2.5/over/',
    '1/total/ft/2.5/over\n',
    ' 1/total/ft/2.5/over',
    '99999999999999999999/total/ft/2.5/over',
  ])('%j is none', (text) => expect(parsePick(text)).toBeNull())

  test('lines are exact, each with one way to write it', () => {
    for (let quarters = -50; quarters <= 50; quarters++)
      for (const side of [0, 1, 2] as const) expect(parseLine(lineText({ quarters, side }))).toEqual({ quarters, side })
    for (const text of ['-0', '1.0', '.5', '2.', '3:1.5', '1:', '1e3', '2.50', '+1', '−1', '00'])
      expect(parseLine(text)).toBeNull()
  })

  test('whatever is read is written back letter by letter', () => {
    const chance = chanceFrom(7)
    const letters = '0123456789abx/-:.+_'
    const base = '40021/total/ft/2.5/over'
    let read = 0
    for (let trial = 0; trial < 5000; trial++) {
      const at = chance.below(base.length)
      const text = base.slice(0, at) + (letters[chance.below(letters.length)] ?? '') + base.slice(at + chance.below(2))
      const pick = parsePick(text)
      if (pick) {
        read++
        expect(printPick(pick)).toBe(text)
      }
    }
    expect(read).toBeGreaterThan(100)
  })
})

describe('picks that belong together', () => {
  const tie = (event: string, ...related: string[]) => ({ event, related })
  const places = (slip: Slip, ...ties: ReturnType<typeof tie>[]) => relatedPairs(slip, ties).map((pair) => pair.places)

  test('never meet in a combination', () => {
    const [a, b, same] = [tie('1'), tie('2'), tie('1')]
    expect(places(multipleSlip(3), a, b, same)).toEqual([[0, 2]])
    expect(places(system(3, [2, 3]), a, b, same)).toEqual([[0, 2]])
    expect(places(system(4, [2], [0]), a, b, same, tie('3'))).toEqual([[0, 2]])
  })

  test('may be two singles of a system, but not beside a banker', () => {
    const all = [tie('1'), tie('2'), tie('1')]
    expect(places(system(3, [1]), ...all)).toEqual([])
    expect(places(system(3, [1], [1]), ...all)).toEqual([])
    expect(places(system(3, [1], [0]), ...all)).toEqual([[0, 2]])
    expect(places(system(4, [1, 2], [1]), ...all, tie('3'))).toEqual([[0, 2]])
  })

  test('also across events, where the feed ties them; then no builder helps', () => {
    const pairs = relatedPairs(multipleSlip(2), [tie('1', 'cup:7'), tie('2', 'team:3', 'cup:7')])
    expect(pairs).toEqual([{ places: [0, 1], isSameEvent: false }])
    expect(relatedPairs(multipleSlip(2), [tie('1'), tie('1')])).toEqual([{ places: [0, 1], isSameEvent: true }])
  })
})
