import { describe, expect, test } from 'vitest'
import { billion, drawBranch } from './chain.ts'
import {
  addHockeyFact,
  type HockeyPosition,
  type HockeyState,
  hockeyChain,
  hockeyPosition,
  hockeyScore,
  hockeyStart,
  powerIn,
} from './hockey-chain.ts'
import { advanceHockey, hockeyJoint, hockeyPrices, hockeyRates } from './hockey-prices.ts'
import { sampleHockey } from './hockey-sample.ts'
import type { Part } from './joint.ts'
import { chanceIn, flat, strays } from './test/calibration.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { hockeyJudge } from './test/judges.ts'

const params = { home: 2.8, away: 2.45 }

describe('hockey vectors', () => {
  const prices = hockeyPrices(params, hockeyStart, 0)
  test.each([
    ['result/rt/-/1', 0.468915],
    ['result/rt/-/x', 0.18438],
    ['result/rt/-/2', 0.346705],
    ['winner/ft/-/1', 0.564276],
    ['total/rt/5.5/over', 0.533682],
    ['overtime/ft/-/yes', 0.18438],
  ])('2.80 against 2.45: %s', (name, chance) => {
    expect(chanceIn(prices, name)).toBeCloseTo(chance, 6)
  })

  test('expected goals', () => {
    let dist: Float64Array = new Float64Array(13 * 13 * 9 + 9 * 13)
    dist[0] = 1
    for (let tick = 1; tick <= 120; tick += 1) dist = advanceHockey(hockeyRates(params), dist, tick, 0)
    const goals = (place: number) => Math.floor(place / 9 / 13) + (Math.floor(place / 9) % 13)
    expect(dist.reduce((sum, chance, place) => sum + chance * goals(place), 0)).toBeCloseTo(5.831263, 6)
  })
})

describe('the pricer and the chain are one', () => {
  test('four ticks summed are four ticks enumerated', () => {
    const chain = hockeyChain(params)
    for (const start of [
      { home: 2, away: 1, power: 0 },
      { home: 3, away: 3, power: 6 },
      { home: 12, away: 0, power: 3 },
    ]) {
      const place = ({ home, away, power }: HockeyState) => (home * 13 + away) * 9 + power
      let dist: Float64Array = new Float64Array(13 * 13 * 9 + 9 * 13)
      dist[place(start)] = 1
      const ends = new Map<number, number>()
      const walk = (now: HockeyState, tick: number, chance: number) => {
        if (tick > 118) {
          ends.set(place(now), (ends.get(place(now)) ?? 0) + chance)
          return
        }
        for (const [ppb, next] of chain.step(now, tick)) if (ppb > 0) walk(next, tick + 1, (chance * ppb) / billion)
      }
      walk(start, 115, 1)
      for (let tick = 115; tick <= 118; tick += 1) dist = advanceHockey(hockeyRates(params), dist, tick, 0)
      dist.forEach((chance, at) => {
        expect(Math.abs(chance - (ends.get(at) ?? 0))).toBeLessThan(1e-12)
      })
    }
  })

  const at = (goals: HockeyPosition['goals'], second: number, penalty: HockeyPosition['penalty'] = null) => ({
    position: { ...hockeyStart, period: 'p3' as const, isPlaying: true, goals, penalty },
    second,
  })
  test.each([
    [
      'at even strength',
      at(
        [
          [1, 0],
          [0, 1],
          [1, 0],
        ],
        2700,
      ),
    ],
    [
      'inside a tick',
      at(
        [
          [1, 0],
          [0, 1],
          [1, 0],
        ],
        2717,
      ),
    ],
    [
      'on a power play',
      at(
        [
          [1, 0],
          [0, 1],
          [1, 0],
        ],
        2710,
        { side: 2, tick: 89 },
      ),
    ],
    [
      'with an empty net',
      at(
        [
          [1, 0],
          [0, 1],
          [1, 0],
        ],
        3525,
      ),
    ],
  ])('a martingale %s', (_, { position, second }) => {
    const tick = Math.floor(second / 30) + 1
    const passed = (second % 30) / 30
    const [home, away] = hockeyScore(position.goals)
    const power = position.penalty ? position.penalty.tick + 5 - tick : 0
    const branches = hockeyChain(params).step({ home, away, power }, tick)
    const any = branches.slice(0, 4).reduce((sum, [ppb]) => sum + ppb, 0) / billion
    const mean = new Map<string, { sum: number; weight: number }>()
    const add = (chance: number, after: HockeyPosition) => {
      for (const [name, price] of flat(hockeyPrices(params, after, tick * 30))) {
        const known = mean.get(name) ?? { sum: 0, weight: 0 }
        mean.set(name, { sum: known.sum + chance * price, weight: known.weight + chance })
      }
    }
    const toldIn = { ...position, toldIn: tick }
    const goal = (side: 0 | 1): HockeyPosition => {
      const [own, theirs] = position.goals[2] ?? [0, 0]
      const scored: [number, number] = side === 0 ? [own + 1, theirs] : [own, theirs + 1]
      const penalty = power > 0 && side === 0 ? null : position.penalty
      return { ...toldIn, goals: [...position.goals.slice(0, 2), scored], penalty }
    }
    const left = (ppb: number) => ((ppb / billion) * (1 - passed)) / (1 - any * passed)
    const chances = branches.map(([ppb]) => left(ppb))
    add(chances[0] ?? 0, goal(0))
    add(chances[1] ?? 0, goal(1))
    add(chances[2] ?? 0, { ...toldIn, penalty: { side: 1, tick } })
    add(chances[3] ?? 0, { ...toldIn, penalty: { side: 2, tick } })
    add(1 - (chances[0] ?? 0) - (chances[1] ?? 0) - (chances[2] ?? 0) - (chances[3] ?? 0), position)
    let compared = 0
    for (const [name, price] of flat(hockeyPrices(params, position, second))) {
      const { sum, weight } = mean.get(name) ?? { sum: 0, weight: 0 }
      if (weight < 1 - 1e-9 || name.startsWith('next_goal')) continue
      compared += 1
      expect(Math.abs(sum - price), name).toBeLessThan(5e-9)
    }
    expect(compared).toBeGreaterThan(8)
  })
})

const ends = (count: number, seed: number) => {
  const draws = seededDraws(seed)
  return Array.from({ length: count }, () => hockeyJudge(sampleHockey(params, draws).map(({ fact }) => fact)))
}

test('the power play that facts tell is the one of the chain', () => {
  const chain = hockeyChain(params)
  const draws = seededDraws(15)
  let seen = 0
  for (let match = 0; match < 40; match += 1) {
    let state = chain.init
    let position = addHockeyFact(hockeyStart, { kind: 'begin', data: { period: 'p1' } })
    for (let tick = 1; tick <= 120; tick += 1) {
      const next = drawBranch(draws, chain.step(state, tick))
      const second = (tick - 1) * 30 + draws.below(30)
      const side = next.home > state.home || next.power === 8 ? 1 : 2
      const isGoal = next.home + next.away > state.home + state.away
      const isPenalty = state.power === 0 && next.power > 0
      if (isGoal || isPenalty) {
        position = addHockeyFact(position, { kind: isGoal ? 'goal' : 'penalty', data: { side, second } })
      }
      if (isGoal && state.power > 0) seen += 1
      expect(powerIn(position, tick + 1), `tick ${tick}`).toBe(tick < 120 ? next.power : 0)
      state = next
    }
  }
  expect(seen).toBeGreaterThan(10)
})

describe('calibration', () => {
  test('a match that is played ends as often as its price says', { timeout: longTest }, () => {
    const count = counted(200, 100_000)
    const list = ends(count, 51)
    const markets = hockeyPrices(params, hockeyStart, 0).filter(({ type }) => type !== 'next_goal')
    const found = strays(markets, list, 4)
    expect(found.strays).toEqual([])
    expect(found.looked).toBeGreaterThan(150)
  })

  test('in play at a random second, with power plays', { timeout: longTest }, () => {
    const count = counted(12, 4_000)
    const draws = seededDraws(2)
    let [sum, variance, goals] = [0, 0, 0]
    for (let match = 0; match < count; match += 1) {
      const told = sampleHockey(params, draws)
      const second = draws.below(1200)
      const known = hockeyPosition(told.filter(({ at }) => at <= second).map(({ fact }) => fact))
      const end = hockeyPosition(told.map(({ fact }) => fact))
      const prices = hockeyPrices(params, known, second)
      const price = chanceIn(prices, 'winner/ft/-/1')
      const [home, away] = hockeyScore(end.goals)
      sum += (home > away ? 1 : 0) - price
      variance += price * (1 - price)
      const [own, theirs] = hockeyScore(known.goals)
      const next = told.filter(({ fact }) => fact.kind === 'goal')[own + theirs]
      const isFirst = next?.fact.kind === 'goal' && next.fact.data.side === 1 && next.fact.data.second < 3600
      goals += (isFirst ? 1 : 0) - chanceIn(prices, `next_goal/rt/${own + theirs + 1}/1`)
    }
    expect(Math.abs(sum) / Math.sqrt(variance)).toBeLessThan(4)
    expect(Math.abs(goals) / Math.sqrt(count / 4)).toBeLessThan(4)
  })

  test('parts of a builder against paths', { timeout: longTest }, () => {
    const count = counted(250, 100_000)
    const list = ends(count, 53)
    const choices: Part[] = [
      { type: 'winner', period: 'ft', line: null, outcome: '1' },
      { type: 'result', period: 'p1', line: null, outcome: 'x' },
      { type: 'total', period: 'rt', line: '5.5', outcome: 'over' },
      { type: 'total', period: 'p1', line: '1.5', outcome: 'over' },
      { type: 'both_score', period: 'rt', line: null, outcome: 'yes' },
      { type: 'overtime', period: 'ft', line: null, outcome: 'no' },
    ]
    const draws = seededDraws(8)
    for (let round = 0; round < counted(2, 200); round += 1) {
      const parts = choices.filter(() => draws.below(2) === 0)
      const chances = hockeyJoint(params, hockeyStart, 0, parts)
      const chance = (chances[chances.length - 1] ?? 0) / billion
      const hits = list.filter((judge) => parts.every((part) => judge(part, part.outcome)[0] === 1)).length
      const error = Math.sqrt((chance * (1 - chance)) / count) + 1e-9
      expect(Math.abs(hits / count - chance) / error, JSON.stringify(parts)).toBeLessThan(4)
      expect(Math.abs((chances[0] ?? 0) - billion)).toBeLessThan(20)
    }
  })
})
