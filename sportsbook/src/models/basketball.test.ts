import { describe, expect, test } from 'vitest'
import {
  type BasketballState,
  basketballChain,
  basketballStart,
  possessionChances,
  totalOf,
} from './basketball-chain.ts'
import { basketballJoint } from './basketball-joint.ts'
import { basketballPrices, basketballSpreads } from './basketball-prices.ts'
import { sampleBasketball } from './basketball-sample.ts'
import { billion } from './chain.ts'
import { scoreMarket, spreadOf } from './chances.ts'
import type { Part } from './joint.ts'
import { chanceIn, flat, strays } from './test/calibration.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { basketballJudge } from './test/judges.ts'

const params = { home: 1.115, away: 1.06 }
const played = (periods: BasketballState['periods'], left: number): BasketballState => ({
  ...basketballStart,
  periods,
  left: [left, left],
  next: 1,
  tip: 1,
  isPlaying: left > 0,
})

describe('basketball vectors', () => {
  const prices = basketballPrices(params, basketballStart)
  test('winner, tie, overtime', () => {
    expect(chanceIn(prices, 'result/rt/-/1')).toBeCloseTo(0.598678, 6)
    expect(chanceIn(prices, 'result/rt/-/x')).toBeCloseTo(0.02759, 6)
    expect(chanceIn(prices, 'overtime/ft/-/yes')).toBeCloseTo(0.02759, 6)
    expect(chanceIn(prices, 'winner/ft/-/1')).toBeCloseTo(0.613682, 6)
  })

  test('regular time: lines, means and deviation', () => {
    const { regular } = basketballSpreads(params, basketballStart)
    const pairs = [...regular[0]].flatMap((own, home) =>
      [...regular[1]].map((theirs, away) => [home, away, own * theirs] as const),
    )
    const spread = spreadOf(pairs)
    const lines = [scoreMarket(spread, 'handicap', 'rt', '-3.5'), scoreMarket(spread, 'total', 'rt', '156.5')]
    expect(chanceIn(lines, 'handicap/rt/-3.5/1')).toBeCloseTo(0.513455, 6)
    expect(chanceIn(lines, 'total/rt/156.5/over')).toBeCloseTo(0.500999, 6)
    const mean = pairs.reduce((sum, [home, away, chance]) => sum + (home - away) * chance, 0)
    const square = pairs.reduce((sum, [home, away, chance]) => sum + (home - away) ** 2 * chance, 0)
    expect(mean).toBeCloseTo(3.96, 3)
    expect(Math.sqrt(square - mean * mean)).toBeCloseTo(13.86, 3)
    expect(pairs.reduce((sum, [home, away, chance]) => sum + (home + away) * chance, 0)).toBeCloseTo(156.6, 2)
  })

  test('70:68 with ten possessions each', () => {
    const state = played(
      [
        [20, 20],
        [20, 20],
        [20, 20],
        [10, 8],
      ],
      10,
    )
    expect(chanceIn(basketballPrices(params, state), 'winner/ft/-/1')).toBeCloseTo(0.690601, 6)
  })
})

describe('the pricer and the chain are one', () => {
  test('two possessions each, enumerated', () => {
    const state = played(
      [
        [20, 20],
        [20, 20],
        [20, 20],
        [10, 11],
      ],
      2,
    )
    const chain = basketballChain(params)
    const ends = { home: 0, level: 0 }
    const walk = (now: BasketballState, left: number, chance: number) => {
      if (left === 0) {
        const [home, away] = totalOf(now.periods)
        if (home > away) ends.home += chance
        if (home === away) ends.level += chance
        return
      }
      for (const [ppb, next] of chain.step(now, 0)) walk(next, left - 1, (chance * ppb) / billion)
    }
    walk(state, 4, 1)
    const { spread, level } = basketballSpreads(params, state)
    expect(Math.abs(level - ends.level)).toBeLessThan(1e-12)
    const overtime = basketballSpreads(params, {
      ...played(
        [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        9,
      ),
    }).spread
    const home = (of: typeof spread) => of.difference.reduce((sum, [value, , p]) => (value > 0 ? sum + p : sum), 0)
    expect(Math.abs(home(spread) - ends.home - ends.level * home(overtime))).toBeLessThan(1e-12)
    expect(possessionChances(1.1).reduce((sum, each) => sum + each, 0)).toBe(billion)
  })

  const standings = [
    played(
      [
        [20, 20],
        [11, 9],
      ],
      5,
    ),
    played(
      [
        [20, 20],
        [20, 20],
        [20, 20],
        [30, 29],
      ],
      1,
    ),
    played(
      [
        [20, 20],
        [20, 20],
        [20, 20],
        [30, 30],
        [4, 2],
      ],
      3,
    ),
  ]
  test.each(standings.map((state, place) => [place, state] as const))('a martingale, standing %i', (_, state) => {
    const mean = new Map<string, { sum: number; weight: number }>()
    for (const [ppb, next] of basketballChain(params).step(state, 0)) {
      for (const [name, price] of flat(basketballPrices(params, next))) {
        const known = mean.get(name) ?? { sum: 0, weight: 0 }
        mean.set(name, { sum: known.sum + (ppb / billion) * price, weight: known.weight + ppb / billion })
      }
    }
    let compared = 0
    for (const [name, price] of flat(basketballPrices(params, state))) {
      const { sum, weight } = mean.get(name) ?? { sum: 0, weight: 0 }
      if (weight < 1 - 1e-9) continue
      compared += 1
      expect(Math.abs(sum - price), name).toBeLessThan(5e-9)
    }
    expect(compared).toBeGreaterThan(30)
  })
})

const matches = (count: number, seed: number) => {
  const draws = seededDraws(seed)
  return Array.from({ length: count }, () => basketballJudge(sampleBasketball(params, draws).map(({ fact }) => fact)))
}

describe('calibration', () => {
  test('a match that is played ends as often as its price says', { timeout: longTest }, () => {
    const count = counted(100, 100_000)
    const list = matches(count, 41)
    // One line of five tells enough: the next one differs by a point.
    const markets = basketballPrices(params, basketballStart).filter(
      ({ type, line }) => line === null || type === 'race_to' || Number(line.split(':').at(-1)) % 5 === 0.5,
    )
    const found = strays(markets, list, 4)
    expect(found.strays).toEqual([])
    expect(found.looked).toBeGreaterThan(150)
  })

  test('parts of a builder against paths', { timeout: longTest }, () => {
    const count = counted(120, 100_000)
    const list = matches(count, 43)
    const choices: Part[] = [
      { type: 'winner', period: 'ft', line: null, outcome: '1' },
      { type: 'total', period: 'ft', line: '156.5', outcome: 'over' },
      { type: 'result', period: 'h1', line: null, outcome: '2' },
      { type: 'result', period: 'q1', line: null, outcome: '1' },
      { type: 'total', period: 'q3', line: '39.5', outcome: 'under' },
      { type: 'overtime', period: 'ft', line: null, outcome: 'no' },
      { type: 'team_total', period: 'ft', line: '2:75.5', outcome: 'over' },
    ]
    const draws = seededDraws(8)
    for (let round = 0; round < counted(1, 200); round += 1) {
      const parts = choices.filter(() => draws.below(2) === 0).slice(0, 6)
      const chances = basketballJoint(params, basketballStart, parts)
      const chance = (chances[chances.length - 1] ?? 0) / billion
      const hits = list.filter((judge) => parts.every((part) => judge(part, part.outcome)[0] === 1)).length
      const error = Math.sqrt((chance * (1 - chance)) / count) + 1e-9
      expect(Math.abs(hits / count - chance) / error, JSON.stringify(parts)).toBeLessThan(4)
      expect(Math.abs((chances[0] ?? 0) - billion)).toBeLessThan(20)
    }
  })

  test('a single part costs as much as its market', () => {
    const prices = basketballPrices(params, basketballStart)
    const parts = [
      ['handicap', 'q2', '-1.5', '2'],
      ['winner', 'ft', null, '1'],
      ['total', 'h2', '78.5', 'over'],
    ] as const
    for (const [type, period, line, outcome] of parts.slice(0, counted(1, parts.length))) {
      const chances = basketballJoint(params, basketballStart, [{ type, period, line, outcome }])
      expect(
        Math.abs((chances[1] ?? 0) / billion - chanceIn(prices, [type, period, line ?? '-', outcome].join('/'))),
      ).toBeLessThan(2e-8)
    }
  })
})
