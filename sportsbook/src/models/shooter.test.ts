import { describe, expect, test } from 'vitest'
import { billion } from './chain.ts'
import type { Part } from './joint.ts'
import {
  addRound,
  isMapOver,
  type MapState,
  roundChance,
  type ShooterParams,
  type ShooterState,
  shooterChain,
  shooterStart,
} from './shooter-chain.ts'
import { mapEnds } from './shooter-maps.ts'
import { mapsSpread, shooterJoint, shooterPrices } from './shooter-prices.ts'
import { sampleShooter } from './shooter-sample.ts'
import { chanceIn, flat, strays } from './test/calibration.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { shooterJudge } from './test/judges.ts'

const map = { name: 'one', odds: 1.1, side: 1.1 }
const params: ShooterParams = { maps: [map, { ...map, odds: 0.95 }, { ...map, side: 1.2 }] }

describe('shooter vectors', () => {
  test('a map', () => {
    const prices = shooterPrices(params, shooterStart)
    expect(chanceIn(prices, 'map_winner/m1/-/1')).toBeCloseTo(0.595784, 6)
    expect(chanceIn(prices, 'overtime/m1/-/yes')).toBeCloseTo(0.117034, 6)
    expect(chanceIn(prices, 'rounds_total/m1/21.5/over')).toBeCloseTo(0.471579, 6)
  })

  test('a match of three maps', () => {
    const pairs = mapsSpread([0, 0], [0.595784, 0.520117, 0.5587], 3)
    const of = (score: string) => pairs.find(([home, away]) => `${home}:${away}` === score)?.[2] ?? 0
    expect(of('2:0')).toBeCloseTo(0.309877, 6)
    expect(of('2:1')).toBeCloseTo(0.277197, 6)
    expect(of('2:0') + of('2:1')).toBeCloseTo(0.587074, 6)
  })

  test('overtimes of six rounds, first to four', () => {
    const over: [number, number][] = [
      [13, 0],
      [13, 11],
      [16, 12],
      [16, 14],
      [19, 15],
      [17, 19],
      [22, 20],
    ]
    const open: [number, number][] = [
      [12, 12],
      [13, 12],
      [15, 14],
      [15, 15],
      [16, 15],
      [18, 17],
    ]
    expect(over.filter((rounds) => !isMapOver(rounds))).toEqual([])
    expect(open.filter((rounds) => isMapOver(rounds))).toEqual([])
  })
})

describe('the pricer and the chain are one', () => {
  test('the last three rounds of a map, enumerated', () => {
    for (const from of [
      { rounds: [11, 11], money: [2, 0] },
      { rounds: [10, 12], money: [0, 2] },
    ] satisfies MapState[]) {
      const ends = new Map<string, number>()
      let open = 0
      const walk = (state: MapState, left: number, chance: number) => {
        if (isMapOver(state.rounds)) {
          ends.set(state.rounds.join(':'), (ends.get(state.rounds.join(':')) ?? 0) + chance)
          return
        }
        if (left === 0) {
          open += chance
          return
        }
        const home = roundChance(map, state) / billion
        walk(addRound(state, 1), left - 1, chance * home)
        walk(addRound(state, 2), left - 1, chance * (1 - home))
      }
      walk(from, 3, 1)
      const summed = mapEnds(map, from, () => undefined)
      for (const [score, chance] of ends) {
        const same = summed.filter(({ rounds }) => rounds.join(':') === score)
        expect(Math.abs(same.reduce((sum, end) => sum + end.chance, 0) - chance)).toBeLessThan(1e-12)
      }
      expect(Math.abs(summed.reduce((sum, end) => sum + end.chance, 0) - 1)).toBeLessThan(1e-9)
      expect(open).toBeGreaterThan(0)
    }
  })

  const standings: ShooterState[] = [
    shooterStart,
    { ...shooterStart, isPlaying: true, current: { rounds: [4, 7], money: [1, 2] } },
    { ...shooterStart, isPlaying: true, current: { rounds: [6, 6], money: [1, 1] } },
    { ...shooterStart, isPlaying: true, current: { rounds: [12, 11], money: [2, 0] } },
    {
      ...shooterStart,
      isPlaying: true,
      maps: [
        [13, 8],
        [5, 13],
      ],
      current: { rounds: [14, 13], money: [2, 2] },
    },
  ]
  test.each(standings.map((state, place) => [place, state] as const))('a martingale, standing %i', (_, state) => {
    const mean = new Map<string, { sum: number; weight: number }>()
    for (const [ppb, next] of shooterChain(params).step(state, 0)) {
      for (const [name, price] of flat(shooterPrices(params, next))) {
        const known = mean.get(name) ?? { sum: 0, weight: 0 }
        mean.set(name, { sum: known.sum + (ppb / billion) * price, weight: known.weight + ppb / billion })
      }
    }
    let compared = 0
    for (const [name, price] of flat(shooterPrices(params, state))) {
      const { sum, weight } = mean.get(name) ?? { sum: 0, weight: 0 }
      if (weight < 1 - 1e-9) continue
      compared += 1
      expect(Math.abs(sum - price), name).toBeLessThan(5e-9)
    }
    expect(compared).toBeGreaterThan(0)
  })
})

const matches = (count: number, seed: number) => {
  const draws = seededDraws(seed)
  return Array.from({ length: count }, () =>
    shooterJudge(
      params,
      sampleShooter(params, draws).map(({ fact }) => fact),
    ),
  )
}

describe('calibration', () => {
  test('a match that is played ends as often as its price says', { timeout: longTest }, () => {
    const count = counted(250, 100_000)
    const list = matches(count, 61)
    const markets = shooterPrices(params, shooterStart)
    const found = strays(markets, list, 4)
    expect(found.strays).toEqual([])
    expect(found.looked).toBeGreaterThan(80)
  })

  test('parts of a builder against paths', { timeout: longTest }, () => {
    const count = counted(250, 100_000)
    const list = matches(count, 67)
    const choices: Part[] = [
      { type: 'winner', period: 'ft', line: null, outcome: '1' },
      { type: 'map_winner', period: 'm1', line: null, outcome: '2' },
      { type: 'maps_total', period: 'ft', line: '2.5', outcome: 'over' },
      { type: 'rounds_total', period: 'm1', line: '21.5', outcome: 'over' },
      { type: 'race_to', period: 'm1', line: '10', outcome: '1' },
      { type: 'round_winner', period: 'm2r13', line: null, outcome: '1' },
      { type: 'overtime', period: 'm2', line: null, outcome: 'no' },
    ]
    const draws = seededDraws(8)
    for (let round = 0; round < counted(2, 200); round += 1) {
      const parts = choices.filter(() => draws.below(2) === 0).slice(0, 6)
      const chances = shooterJoint(params, shooterStart, parts)
      const chance = (chances[chances.length - 1] ?? 0) / billion
      const hits = list.filter((judge) => parts.every((part) => judge(part, part.outcome)[0] === 1)).length
      const error = Math.sqrt((chance * (1 - chance)) / count) + 1e-9
      expect(Math.abs(hits / count - chance) / error, JSON.stringify(parts)).toBeLessThan(4)
      expect(Math.abs((chances[0] ?? 0) - billion)).toBeLessThan(20)
    }
  })
})
