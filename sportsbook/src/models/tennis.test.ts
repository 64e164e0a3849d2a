import { describe, expect, test } from 'vitest'
import { billion } from './chain.ts'
import type { Part } from './joint.ts'
import { type TennisParams, type TennisState, tennisChain, tennisStart, tieBreakServer } from './tennis-chain.ts'
import { tennisJoint, tennisPrices } from './tennis-prices.ts'
import { sampleTennis } from './tennis-sample.ts'
import { gameChance, playSets, tieBreakChance } from './tennis-sets.ts'
import { chanceIn, flat, strays } from './test/calibration.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { type Judge, tennisJudge } from './test/judges.ts'

const params: TennisParams = { home: 0.64, away: 0.6, sets: 3 }

describe('tennis vectors', () => {
  test.each([
    [0.55, 0.623149],
    [0.6, 0.735729],
    [0.62, 0.775863],
    [0.64, 0.812615],
  ])('a game served with %d is held with %d', (serve, chance) => {
    expect(gameChance(serve, 0, 0)).toBeCloseTo(chance, 6)
    const back = 1 - serve
    const closed = serve ** 4 * (15 - 4 * serve - (10 * serve * serve) / (1 - 2 * serve * back))
    expect(Math.abs(gameChance(serve, 0, 0) - closed)).toBeLessThan(1e-12)
  })

  test('30:40, tie-break, set and match', () => {
    expect(gameChance(0.64, 2, 3)).toBeCloseTo(0.486172, 6)
    expect(tieBreakChance(0.64, 0.6, 1, [0, 0])).toBeCloseTo(0.565237, 6)
    const prices = tennisPrices(params, tennisStart)
    expect(chanceIn(prices, 'set_winner/s1/-/1')).toBeCloseTo(0.632757, 6)
    expect(chanceIn(prices, 'winner/ft/-/1')).toBeCloseTo(0.694456, 6)
    const sets = new Map<string, number>()
    for (const { home, away, table } of playSets(params, tennisStart).ended) {
      sets.set(
        `${home}:${away}`,
        table.reduce((sum, chance) => sum + chance, 0),
      )
    }
    expect(sets.get('2:0')).toBeCloseTo(0.400381, 6)
    expect(sets.get('2:1')).toBeCloseTo(0.294075, 6)
    expect(sets.get('1:2')).toBeCloseTo(0.170677, 6)
    expect(sets.get('0:2')).toBeCloseTo(0.134868, 6)
  })
})

/** The running game by every order of its points, until so many were played. */
function enumerateGame(state: TennisState, depth: number): { won: number; open: number } {
  const chain = tennisChain(params)
  const result = { won: 0, open: 0 }
  const walk = (now: TennisState, left: number, chance: number) => {
    if (now.games[0] !== state.games[0] || now.games[1] !== state.games[1] || now.sets.length !== state.sets.length) {
      const set = now.sets.at(-1)
      const home = now.sets.length > state.sets.length ? (set?.[0] ?? 0) : now.games[0]
      if (home > state.games[0]) result.won += chance
      return
    }
    if (left === 0) {
      result.open += chance
      return
    }
    for (const [ppb, next] of chain.step(now, 0)) walk(next, left - 1, (chance * ppb) / billion)
  }
  walk(state, depth, 1)
  return result
}

describe('who serves', () => {
  test('in a tie-break one point, then two each', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((played) => tieBreakServer(1, played))).toEqual([1, 2, 2, 1, 1, 2, 2])
  })
})

describe('the recursion and the chain are one', () => {
  test('a game enumerated point by point', () => {
    const deuce = 0.64 ** 2 / (0.64 ** 2 + 0.36 ** 2)
    const { won, open } = enumerateGame({ ...tennisStart, server: 1 }, 6)
    expect(Math.abs(won + open * deuce - gameChance(0.64, 0, 0))).toBeLessThan(1e-12)
  })

  test('a tie-break enumerated point by point', () => {
    const start: TennisState = { ...tennisStart, server: 2, games: [6, 6] }
    const both = 0.64 * 0.4
    const none = 0.36 * 0.6
    const { won, open } = enumerateGame(start, 12)
    expect(Math.abs(won + (open * both) / (both + none) - tieBreakChance(0.64, 0.6, 2, [0, 0]))).toBeLessThan(1e-12)
  })

  const standings: TennisState[] = [
    { ...tennisStart, server: 1 },
    { ...tennisStart, server: 2, games: [5, 4], points: [2, 3] },
    { ...tennisStart, server: 1, games: [6, 6], points: [6, 5] },
    { ...tennisStart, server: 2, sets: [[6, 7]], games: [3, 5], points: [3, 3] },
    {
      ...tennisStart,
      server: 1,
      sets: [
        [6, 4],
        [4, 6],
      ],
      games: [5, 6],
      points: [4, 3],
    },
  ]
  test.each(standings.map((state) => [JSON.stringify(state), state] as const))('a martingale at %s', (_, state) => {
    const now = flat(tennisPrices(params, state))
    const mean = new Map<string, { sum: number; weight: number }>()
    for (const [ppb, next] of tennisChain(params).step(state, 0)) {
      for (const [name, price] of flat(tennisPrices(params, next))) {
        const known = mean.get(name) ?? { sum: 0, weight: 0 }
        mean.set(name, { sum: known.sum + (ppb / billion) * price, weight: known.weight + ppb / billion })
      }
    }
    let compared = 0
    for (const [name, price] of now) {
      const { sum, weight } = mean.get(name) ?? { sum: 0, weight: 0 }
      if (weight < 1 - 1e-9) continue
      compared += 1
      expect(Math.abs(sum - price), name).toBeLessThan(5e-9)
    }
    expect(compared).toBeGreaterThan(state.sets.length === 2 ? 0 : 3)
  })
})

const played = (of: TennisParams, count: number, seed: number) => {
  const draws = seededDraws(seed)
  const list: Judge[] = []
  while (list.length < count) {
    const facts = sampleTennis(of, draws).map(({ fact }) => fact)
    if (facts.some(({ kind }) => kind === 'retired' || kind === 'walkover')) continue
    list.push(tennisJudge(of, facts))
  }
  return list
}

describe('calibration', () => {
  test.each([3, 5] as const)('best of %i', { timeout: longTest }, (sets) => {
    const of = { ...params, sets }
    const count = counted(200, 100_000)
    const matches = played(of, count, 17 + sets)
    const markets = tennisPrices(of, tennisStart)
    const found = strays(markets, matches, 4)
    expect(found.strays).toEqual([])
    expect(found.looked).toBeGreaterThan(80)
  })

  test('parts of a builder against paths', { timeout: longTest }, () => {
    const count = counted(250, 100_000)
    const matches = played(params, count, 5)
    const choices: Part[] = [
      { type: 'winner', period: 'ft', line: null, outcome: '1' },
      { type: 'set_winner', period: 's1', line: null, outcome: '2' },
      { type: 'set_winner', period: 's2', line: null, outcome: '1' },
      { type: 'games_total', period: 'ft', line: '22.5', outcome: 'over' },
      { type: 'games_total', period: 's1', line: '9.5', outcome: 'over' },
      { type: 'sets_total', period: 'ft', line: '2.5', outcome: 'over' },
      { type: 'tie_break', period: 'ft', line: null, outcome: 'yes' },
      { type: 'games_handicap', period: 'ft', line: '-2.5', outcome: '1' },
    ]
    const draws = seededDraws(6)
    for (let round = 0; round < counted(4, 200); round += 1) {
      const parts = choices.filter(() => draws.below(2) === 0).slice(0, 6)
      const chances = tennisJoint(params, tennisStart, parts)
      const chance = (chances[chances.length - 1] ?? 0) / billion
      const hits = matches.filter((judge) => parts.every((part) => judge(part, part.outcome)[0] === 1)).length
      const error = Math.sqrt((chance * (1 - chance)) / count) + 1e-9
      expect(Math.abs(hits / count - chance) / error, JSON.stringify(parts)).toBeLessThan(4)
      expect(chances[0]).toBe(billion)
    }
  })

  test('one match in two hundred is not begun, one in sixty-seven given up', { timeout: longTest }, () => {
    const draws = seededDraws(9)
    const count = counted(1_000, 100_000)
    let [walkovers, retired] = [0, 0]
    for (let match = 0; match < count; match += 1) {
      const facts = sampleTennis({ home: 0.75, away: 0.5, sets: 3 }, draws)
      if (facts.some(({ fact }) => fact.kind === 'walkover')) walkovers += 1
      if (facts.some(({ fact }) => fact.kind === 'retired')) retired += 1
    }
    expect(Math.abs(walkovers - 0.005 * count) / Math.sqrt(0.005 * count)).toBeLessThan(4)
    expect(Math.abs(retired - 0.015 * count) / Math.sqrt(0.015 * count)).toBeLessThan(4)
  })
})
