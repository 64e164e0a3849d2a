import { describe, expect, test } from 'vitest'
import { billion } from './chain.ts'
import { advanceFootball, type FootballState, footballChain, footballPlace, footballPlaces } from './football-chain.ts'
import { footballJoint } from './football-joint.ts'
import { addFootballFact, type FootballPosition, footballPosition, footballStart } from './football-position.ts'
import { footballPrices } from './football-prices.ts'
import { sampleFootball } from './football-sample.ts'
import { afterNinety, footballTable, pointAt } from './football-table.ts'
import type { Part } from './joint.ts'
import { chanceIn, flat, strays } from './test/calibration.ts'
import { counted, longTest, seededDraws } from './test/chance.ts'
import { footballJudge } from './test/judges.ts'

const params = { home: 1.5, away: 1.15 }
const at63 = (redHome = 0): FootballPosition => ({
  ...footballStart(),
  period: 'h2',
  isPlaying: true,
  half: { home: 1, away: 1, redHome: 0, redAway: 0 },
  state: { home: 2, away: 1, redHome, redAway: 0 },
})

describe('football vectors', () => {
  test.each([
    ['result/ft/-/1', 0.436774],
    ['result/ft/-/x', 0.28549],
    ['result/ft/-/2', 0.277736],
    ['total/ft/2.5/over', 0.496101],
    ['both_score/ft/-/yes', 0.557421],
    ['correct_score/ft/-/0:0', 0.073359],
    ['correct_score/ft/-/1:1', 0.137175],
    ['result/h1/-/x', 0.430754],
  ])('1.50 against 1.15: %s', (name, chance) => {
    expect(chanceIn(footballPrices(params, footballStart(), 0), name)).toBeCloseTo(chance, 6)
  })

  test('expected goals', () => {
    const table = afterNinety(footballTable(footballChain(params), footballStart(), 0))
    const mean = (of: (place: number) => number) => table.reduce((sum, chance, place) => sum + chance * of(place), 0)
    expect(mean((place) => Math.floor(place / 99))).toBeCloseTo(1.4974, 4)
    expect(mean((place) => Math.floor(place / 9) % 11)).toBeCloseTo(1.1637, 4)
  })

  test('other strengths', () => {
    const strong = footballPrices({ home: 1.85, away: 0.85 }, footballStart(), 0)
    expect(chanceIn(strong, 'result/ft/-/1')).toBeCloseTo(0.59384, 6)
    expect(chanceIn(strong, 'result/ft/-/x')).toBeCloseTo(0.247785, 6)
    expect(chanceIn(strong, 'total/ft/2.5/over')).toBeCloseTo(0.506059, 6)
    const even = footballPrices({ home: 1.2, away: 1.2 }, footballStart(), 0)
    expect(chanceIn(even, 'result/ft/-/1')).toBeCloseTo(0.34732, 6)
    expect(chanceIn(even, 'result/ft/-/x')).toBeCloseTo(0.30536, 6)
    expect(chanceIn(even, 'total/ft/2.5/over')).toBeCloseTo(0.431815, 6)
  })

  test('2:1 after 63 minutes, and with one red', () => {
    const prices = footballPrices(params, at63(), 18 * 60)
    expect(chanceIn(prices, 'result/ft/-/1')).toBeCloseTo(0.75232, 6)
    expect(chanceIn(prices, 'result/ft/-/x')).toBeCloseTo(0.205749, 6)
    expect(chanceIn(prices, 'total/ft/3.5/over')).toBeCloseTo(0.632719, 6)
    expect(chanceIn(footballPrices(params, at63(1), 18 * 60), 'result/ft/-/1')).toBeCloseTo(0.662803, 6)
  })

  test('parts that belong together', () => {
    const part = (type: string, line: string | null, outcome: string): Part => ({ type, period: 'ft', line, outcome })
    const parts = [part('result', null, '1'), part('total', '2.5', 'over'), part('both_score', null, 'yes')]
    const chances = footballJoint(params, footballStart(), 0, parts)
    expect(chances[1]).toBe(436773813)
    expect((chances[0b101] ?? 0) / billion).toBeCloseTo(0.207555, 6)
    expect(chances[0b111]).toBe(chances[0b101])
    expect((chances[0b011] ?? 0) / billion).toBeCloseTo(0.261804, 6)
  })
})

/** Every way a match of few minutes can go, one by one. */
function enumerate(state: FootballState, minutes: readonly number[], chain = footballChain(params)) {
  const ends = new Map<number, number>()
  const walk = (now: FootballState, place: number, chance: number) => {
    const minute = minutes[place]
    if (minute === undefined) {
      ends.set(footballPlace(now), (ends.get(footballPlace(now)) ?? 0) + chance)
      return
    }
    for (const [ppb, next] of chain.step(now, minute)) if (ppb > 0) walk(next, place + 1, (chance * ppb) / billion)
  }
  walk(state, 0, 1)
  return ends
}

describe('the pricer and the chain are one', () => {
  test('four minutes summed are four minutes enumerated', () => {
    const minutes = [44, 45, 74, 75]
    for (const state of [
      { home: 1, away: 0, redHome: 0, redAway: 1 },
      { home: 9, away: 9, redHome: 2, redAway: 1 },
    ]) {
      let dist = pointAt(state)
      for (const minute of minutes) {
        const next = new Float64Array(footballPlaces)
        advanceFootball(footballChain(params), dist, next, minute)
        dist = next
      }
      const ends = enumerate(state, minutes)
      expect(dist.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
      dist.forEach((chance, place) => {
        expect(Math.abs(chance - (ends.get(place) ?? 0))).toBeLessThan(1e-12)
      })
    }
  })

  const told = (position: FootballPosition, next: FootballState, minute: number): FootballPosition => ({
    ...position,
    state: next,
    last: { ...position.last, chain: minute },
  })

  test.each([0, 13, 41])('prices are a martingale, %i seconds into a minute', (second) => {
    const chain = footballChain(params)
    const start = at63(1)
    const clock = 18 * 60 + second
    const now = flat(footballPrices(params, start, clock))
    const branches = chain.step(start.state, 64)
    const any = branches.slice(0, -1).reduce((sum, [ppb]) => sum + ppb, 0) / billion
    const passed = second / 60
    const mean = new Map<string, { sum: number; weight: number }>()
    const add = (chance: number, position: FootballPosition, at: number) => {
      for (const [name, price] of flat(footballPrices(params, position, at))) {
        if (/corners|cards|next_goal/.test(name)) continue
        const known = mean.get(name) ?? { sum: 0, weight: 0 }
        mean.set(name, { sum: known.sum + chance * price, weight: known.weight + chance })
      }
    }
    let happened = 0
    for (const [ppb, next] of branches.slice(0, -1)) {
      const chance = ((ppb / billion) * (1 - passed)) / (1 - any * passed)
      happened += chance
      add(chance, told(start, next, 64), clock)
    }
    add(1 - happened, start, 19 * 60)
    let compared = 0
    for (const [name, price] of now) {
      // A line that is nearly sure after one of the branches has no price there.
      const { sum, weight } = mean.get(name) ?? { sum: 0, weight: 0 }
      if (weight < 1 - 1e-9) continue
      compared += 1
      expect(Math.abs(sum - price), name).toBeLessThan(5e-9)
    }
    expect(compared).toBeGreaterThan(60)
  })

  test('stoppage that is announced is a martingale too', () => {
    const end: FootballPosition = { ...at63(), last: { chain: 0, corner: [0, 0], yellow: [0, 0] } }
    const name = 'result/ft/-/1'
    const before = chanceIn(footballPrices(params, end, 45 * 60), name)
    const of = (minutes: number) =>
      chanceIn(footballPrices(params, { ...end, added: { h1: 1, h2: minutes } }, 45 * 60), name)
    const chances = [0, 0, 0.1, 0.27, 0.63 * 0.55, 0.2835 * 0.75, 0.070875 * 0.9, 0.0070875]
    const mean = chances.reduce((sum, chance, minutes) => sum + (chance > 0 ? chance * of(minutes) : 0), 0)
    expect(Math.abs(mean - before)).toBeLessThan(5e-9)
  })
})

const ends = (count: number, seed: number, of: Parameters<typeof sampleFootball>[0] = params) => {
  const draws = seededDraws(seed)
  return Array.from({ length: count }, () => sampleFootball(of, draws))
}

describe('calibration', () => {
  test('a match that is played ends as often as its price says', { timeout: longTest }, () => {
    const count = counted(120, 100_000)
    const matches = ends(count, 7).map((told) => footballJudge(told.map(({ fact }) => fact)))
    const markets = footballPrices(params, footballStart(), 0).filter(({ type }) => type !== 'next_goal')
    const found = strays(markets, matches, 4)
    expect(found.strays).toEqual([])
    expect(found.looked).toBeGreaterThan(300)
  })

  test('in play at random seconds, by deciles of the price', { timeout: longTest }, () => {
    const count = counted(10, 4_000)
    const draws = seededDraws(11)
    const deciles = Array.from({ length: 10 }, () => ({ sum: 0, variance: 0 }))
    const add = (price: number, isWon: boolean) => {
      const decile = deciles[Math.min(9, Math.floor(price * 10))]
      if (!decile) return
      decile.sum += (isWon ? 1 : 0) - price
      decile.variance += price * (1 - price)
    }
    for (const told of ends(count, 23)) {
      const end = footballPosition(told.map(({ fact }) => fact))
      const second = draws.below(45 * 60)
      const known = footballPosition(told.filter(({ at }) => at <= second).map(({ fact }) => fact))
      const prices = footballPrices(params, known, second)
      const { home, away } = end.state
      const before = known.state.home + known.state.away
      // One of them a match: outcomes of one match are not independent.
      const chosen = draws.below(3)
      if (chosen === 0) add(chanceIn(prices, 'result/ft/-/1'), home > away)
      if (chosen === 1) add(chanceIn(prices, 'result/ft/-/x'), home === away)
      if (chosen === 2) add(chanceIn(prices, `next_goal/ft/${before + 1}/none`), home + away === before)
    }
    for (const { sum, variance } of deciles) expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance) + 1)
  })

  test('parts of a builder against paths', { timeout: longTest }, () => {
    const count = counted(120, 100_000)
    const matches = ends(count, 31).map((told) => footballJudge(told.map(({ fact }) => fact)))
    const choices: Part[] = [
      { type: 'result', period: 'ft', line: null, outcome: '1' },
      { type: 'result', period: 'h1', line: null, outcome: 'x' },
      { type: 'total', period: 'h2', line: '1.5', outcome: 'over' },
      { type: 'total', period: 'ft', line: '2.5', outcome: 'under' },
      { type: 'both_score', period: 'ft', line: null, outcome: 'yes' },
      { type: 'half_full', period: 'ft', line: null, outcome: 'x-1' },
      { type: 'cards_total', period: 'ft', line: '4.5', outcome: 'over' },
      { type: 'cards_total', period: 'h1', line: '1.5', outcome: 'under' },
      { type: 'corners_total', period: 'ft', line: '9.5', outcome: 'over' },
      { type: 'corners_handicap', period: 'h1', line: '-0.5', outcome: '1' },
      { type: 'team_total', period: 'ft', line: '2:0.5', outcome: 'over' },
    ]
    const draws = seededDraws(5)
    for (let round = 0; round < counted(1, 200); round += 1) {
      const parts = choices.filter(() => draws.below(3) === 0).slice(0, 6)
      const chances = footballJoint(params, footballStart(), 0, parts)
      const all = chances.length - 1
      const hits = matches.filter((judge) => parts.every((part) => judge(part, part.outcome)[0] === 1)).length
      const chance = (chances[all] ?? 0) / billion
      const error = Math.sqrt((chance * (1 - chance)) / count) + 1e-9
      expect(Math.abs(hits / count - chance) / error, JSON.stringify(parts)).toBeLessThan(4)
      expect(chances[0]).toBe(billion)
    }
  })
})

describe('markets and parts are counted by two ways', () => {
  const late: FootballPosition = {
    ...at63(1),
    half: { home: 1, away: 1, redHome: 1, redAway: 0 },
    corners: { h1: [2, 3], h2: [1, 0] },
    yellows: { h1: [1, 0], h2: [0, 2] },
  }
  test.each([
    ['at the start', footballStart(), 0],
    ['with cards and corners behind', late, 18 * 60 + 25],
  ] as const)('%s', (_, position, second) => {
    const prices = footballPrices(params, position, second).filter(({ type }) =>
      /cards_total|corners|result|half_full|both_score|team_total/.test(type),
    )
    const whole = prices.filter(({ line }) => !line || /\.5$/.test(line))
    // One of each type and period: the table of the builder is made anew for each.
    const chosen = new Map(whole.map((market) => [`${market.type}/${market.period}`, market]))
    expect(chosen.size).toBeGreaterThan(5)
    for (const { type, period, line, outcomes } of chosen.values()) {
      const [[outcome, { win }] = ['', { win: 0 }]] = Object.entries(outcomes)
      const [, chance = 0] = footballJoint(params, position, second, [{ type, period, line, outcome }])
      expect(Math.abs(chance - win), `${type}/${period}/${line}/${outcome}`).toBeLessThan(20)
    }
  })

  test('corners and yellow cards fall in minutes that are sure to be played', () => {
    for (const told of ends(60, 13)) {
      let half = 'h1'
      for (const { fact } of told) {
        if (fact.kind === 'begin') half = fact.data.period
        const isCount = fact.kind === 'corner' || (fact.kind === 'card' && fact.data.colour === 'yellow')
        if (isCount) expect(fact.data.minute).toBeLessThanOrEqual(half === 'h1' ? 46 : 92)
      }
    }
  })
})

describe('a cup', () => {
  test('is played until one side goes on', { timeout: longTest }, () => {
    const cup = { home: 1.1, away: 1.1, isCup: true }
    const count = counted(100, 20_000)
    let home = 0
    for (const told of ends(count, 3, cup)) {
      const facts = told.map(({ fact }) => fact)
      const qualified = facts.filter((fact) => fact.kind === 'qualified')
      expect(qualified).toHaveLength(1)
      const end = footballPosition(facts)
      const before = footballPosition(facts.slice(0, -2))
      if (qualified[0]?.data.side === 1) home += 1
      expect(end.isFinished).toBe(true)
      if (end.period === 'h2') expect(end.state.home).not.toBe(end.state.away)
      if (end.kicks.length > 0) expect(before.state.home).toBe(before.state.away)
    }
    const price = chanceIn(footballPrices(cup, footballStart(), 0), 'to_qualify/ft/-/1')
    expect(price).toBeCloseTo(0.5, 8)
    expect(Math.abs(home / count - price) / Math.sqrt(0.25 / count)).toBeLessThan(4)
  })

  test('prices of a shoot-out move with every kick, and end with it', () => {
    const cup = { home: 1.1, away: 1.1, isCup: true }
    const shootOuts = ends(200, 3, cup).filter((told) => told.some(({ fact }) => fact.kind === 'kick'))
    expect(shootOuts.length).toBeGreaterThan(10)
    for (const told of shootOuts.slice(0, 10)) {
      let position = footballStart()
      for (const { fact } of told) {
        position = addFootballFact(position, fact)
        if (fact.kind !== 'kick') continue
        const [market] = footballPrices(cup, position, 0)
        if (market) expect(market.type).toBe('to_qualify')
      }
    }
  })
})
