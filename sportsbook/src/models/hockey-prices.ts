import { at, billion } from './chain.ts'
import {
  isDecided,
  lineMarkets,
  linesBetween,
  type MarketChances,
  pairsOf,
  type Spread,
  scoreMarket,
  simpleMarket,
  spreadOf,
} from './chances.ts'
import {
  type HockeyParams,
  type HockeyPosition,
  hockeyChances,
  hockeyScore,
  lateTicks,
  mostHockeyGoals,
  nextPower,
  overtimeTicks,
  powerIn,
  regularTicks,
  tickOf,
  tickSeconds,
} from './hockey-chain.ts'
import { type Part, setOf, subsetChances } from './joint.ts'
import { judgeScore, scoreRule } from './score-rules.ts'

const width = mostHockeyGoals + 1
const placeOf = (home: number, away: number, power: number) => (home * width + away) * 9 + power
const places = width * width * 9 + 9 * width
const negligible = 1e-13

/** Chances by difference (−3 to 3) and power play, three to each; the last four ticks have their own. */
export type HockeyRates = { usual: Float64Array; late: Float64Array }

export function hockeyRates(params: HockeyParams): HockeyRates {
  const tableAt = (tick: number) =>
    Float64Array.from(
      Array.from({ length: 7 * 9 }, (_, key) => {
        const { home, away, penalty } = hockeyChances(params, Math.floor(key / 9) - 3, key % 9, tick)
        return [home / billion, away / billion, penalty / billion]
      }).flat(),
    )
  return { usual: tableAt(1), late: tableAt(regularTicks) }
}

/** One tick for all states at once; a part of it may have passed without a word. */
export function advanceHockey(rates: HockeyRates, from: Float64Array, tick: number, passed: number): Float64Array {
  const next = new Float64Array(places)
  const table = tick > regularTicks - lateTicks ? rates.late : rates.usual
  const last = from.findLastIndex((chance) => chance > 0)
  for (let place = from.findIndex((chance) => chance > 0); place <= last; place += 1) {
    const p = from[place] ?? 0
    if (p === 0) continue
    const power = place % 9
    const score = (place - power) / 9
    const away = score % width
    const home = (score - away) / width
    const even = place - power
    const later = nextPower(power)
    if (p < negligible) {
      next[even + later] = (next[even + later] ?? 0) + p
      continue
    }
    const rate = ((Math.max(-3, Math.min(3, home - away)) + 3) * 9 + power) * 3
    const own = home < mostHockeyGoals ? (table[rate] ?? 0) : 0
    const theirs = away < mostHockeyGoals ? (table[rate + 1] ?? 0) : 0
    const penalty = table[rate + 2] ?? 0
    const any = own + theirs + 2 * penalty
    const moving = passed === 0 ? p : (p * (1 - passed)) / (1 - any * passed)
    const scored = even + 9 * width + (power >= 1 && power <= 4 ? 0 : later)
    next[scored] = (next[scored] ?? 0) + moving * own
    const conceded = even + 9 + (power >= 5 ? 0 : later)
    next[conceded] = (next[conceded] ?? 0) + moving * theirs
    next[even + 8] = (next[even + 8] ?? 0) + moving * penalty
    next[even + 4] = (next[even + 4] ?? 0) + moving * penalty
    next[even + later] = (next[even + later] ?? 0) + p - moving * any
  }
  return next
}

type Running = { tick: number; passed: number }

function runningTick(position: HockeyPosition, second: number): Running {
  const tick = tickOf(second)
  return position.toldIn >= tick
    ? { tick: tick + 1, passed: 0 }
    : { tick, passed: (second % tickSeconds) / tickSeconds }
}

function play(rates: HockeyRates, from: Float64Array, { tick, passed }: Running, last: number): Float64Array {
  let dist = from
  for (let now = tick; now <= last; now += 1) dist = advanceHockey(rates, dist, now, now === tick ? passed : 0)
  return dist
}

const scoresIn = (dist: Float64Array): Float64Array => {
  const scores = new Float64Array(width * width)
  for (let place = 0; place < width * width * 9; place += 1) {
    const score = Math.floor(place / 9)
    scores[score] = at(scores, score) + at(dist, place)
  }
  return scores
}

/** The chance that home wins the overtime that comes, or is played from this tick on, or the shoot-out after it. */
function overtimeChance(params: HockeyParams, { tick, passed }: Running): number {
  const { home, away } = hockeyChances(params, 0, 0, regularTicks + 1)
  let open = 1
  let won = 0
  for (let now = tick; now <= regularTicks + overtimeTicks; now += 1) {
    const part = now === tick ? passed : 0
    const any = (home + away) / billion
    const left = (1 - part) / (1 - any * part)
    won += open * (home / billion) * left
    open *= 1 - any * left
  }
  return won + open / 2
}

const periodTicks = 40
/** The period that is played or comes next: 1 to 3, and 4 for all that comes after. */
const periodNow = ({ period, isPlaying }: HockeyPosition) => {
  const number = period === null ? 0 : period === 'p1' ? 1 : period === 'p2' ? 2 : period === 'p3' ? 3 : 4
  return Math.min(4, isPlaying || number === 4 ? number : number + 1)
}

type Forecast = {
  number: number
  rates: HockeyRates
  /** Scores of the running period's end, and of regular time, each from the beginning of the match. */
  afterPeriod: Float64Array
  regular: Float64Array
  before: readonly [number, number]
  overtime: number
}

function forecast(params: HockeyParams, position: HockeyPosition, second: number): Forecast {
  const number = periodNow(position)
  const rates = hockeyRates(params)
  const [home, away] = hockeyScore(position.goals)
  const earlier = position.isPlaying ? position.goals.slice(0, -1) : position.goals
  const regularOver = number === 4
  const running = position.isPlaying
    ? runningTick(position, second)
    : { tick: (number - 1) * periodTicks + 1, passed: 0 }
  const start = new Float64Array(places)
  start[placeOf(Math.min(home, mostHockeyGoals), Math.min(away, mostHockeyGoals), powerIn(position, running.tick))] = 1
  const afterPeriod = regularOver ? start : play(rates, start, running, number * periodTicks)
  const regular = regularOver
    ? start
    : play(rates, afterPeriod, { tick: number * periodTicks + 1, passed: 0 }, regularTicks)
  const inOvertime = position.period === 'ot' && position.isPlaying
  const overtime =
    position.period === 'so' || (position.period === 'ot' && !position.isPlaying)
      ? 0.5
      : overtimeChance(params, inOvertime ? running : { tick: regularTicks + 1, passed: 0 })
  return { number, rates, afterPeriod, regular, before: hockeyScore(earlier), overtime }
}

/** With overtime and shoot-out: one goal for who wins it. */
function withOvertime(pairs: Spread['pair'], home: number): Spread['pair'] {
  return pairs.flatMap(([own, theirs, chance]): Spread['pair'] =>
    own !== theirs
      ? [[own, theirs, chance]]
      : [
          [own + 1, theirs, chance * home],
          [own, theirs + 1, chance * (1 - home)],
        ],
  )
}

/** Who scores the next goal of the 60 minutes: who scores plays no further. */
function nextGoalInHockey(params: HockeyParams, position: HockeyPosition, second: number): MarketChances {
  const [home, away] = hockeyScore(position.goals)
  const number = periodNow(position)
  const running = position.isPlaying
    ? runningTick(position, second)
    : { tick: (number - 1) * periodTicks + 1, passed: 0 }
  let dist = new Float64Array(9)
  dist[powerIn(position, running.tick)] = 1
  let [first, second_] = [0, 0]
  for (let tick = running.tick; tick <= regularTicks; tick += 1) {
    const passed = tick === running.tick ? running.passed : 0
    const next = new Float64Array(9)
    dist.forEach((p, power) => {
      if (p === 0) return
      const rate = hockeyChances(params, home - away, power, tick)
      const any = (rate.home + rate.away + 2 * rate.penalty) / billion
      const moving = (p * (1 - passed)) / (1 - any * passed)
      first += (moving * rate.home) / billion
      second_ += (moving * rate.away) / billion
      const later = nextPower(power)
      next[8] = at(next, 8) + (moving * rate.penalty) / billion
      next[4] = at(next, 4) + (moving * rate.penalty) / billion
      next[later] = at(next, later) + p - moving * any
    })
    dist = next
  }
  const none = dist.reduce((sum, p) => sum + p, 0)
  return simpleMarket('next_goal', 'rt', String(home + away + 1), { 1: first, none, 2: second_ })
}

const teamLines = ['1', '2'].flatMap((side) => linesBetween(0.5, 6.5, 0.5).map((line) => `${side}:${line}`))

/** `second` counts from the beginning of the match, without pauses. */
export function hockeyPrices(params: HockeyParams, position: HockeyPosition, second: number): MarketChances[] {
  if (position.isOver) return []
  const { number, afterPeriod, regular, before, overtime } = forecast(params, position, second)
  const pairs = pairsOf(scoresIn(regular), width)
  const full = spreadOf(withOvertime(pairs, overtime))
  const wins = [scoreMarket(full, 'winner', 'ft'), ...lineMarkets(full, 'handicap', 'ft', ['-1.5', '1.5'])]
  if (number === 4) return wins.filter((market) => !isDecided(market))
  const spread = spreadOf(pairs)
  const level = pairs.reduce((sum, [home, away, chance]) => (home === away ? sum + chance : sum), 0)
  const own = spreadOf(
    pairsOf(scoresIn(afterPeriod), width).map(([home, away, chance]) => [home - before[0], away - before[1], chance]),
  )
  const period = `p${number}`
  return [
    ...wins,
    ...['result', 'double_chance', 'both_score', 'correct_score'].map((type) => scoreMarket(spread, type, 'rt')),
    ...lineMarkets(spread, 'handicap', 'rt', linesBetween(-4.5, 4.5, 0.5)),
    ...lineMarkets(spread, 'total', 'rt', linesBetween(0.5, 12.5, 0.5)),
    ...lineMarkets(spread, 'team_total', 'rt', teamLines),
    simpleMarket('overtime', 'ft', null, { yes: level, no: 1 - level }),
    nextGoalInHockey(params, position, second),
    scoreMarket(own, 'result', period),
    ...lineMarkets(own, 'handicap', period, linesBetween(-2.5, 2.5, 0.5)),
    ...lineMarkets(own, 'total', period, linesBetween(0.5, 6.5, 0.5)),
  ].filter((market) => !isDecided(market))
}

/** The chance of every subset of parts: of regular time, of the whole match, and of the period that is played or next. */
export function hockeyJoint(
  params: HockeyParams,
  position: HockeyPosition,
  second: number,
  parts: readonly Part[],
): number[] {
  const { number, rates, afterPeriod, before, overtime, regular } = forecast(params, position, second)
  const rules = parts.map((part) => (part.type === 'overtime' ? null : scoreRule(part.type, part.line, part.outcome)))
  const bits = (period: string, home: number, away: number) =>
    setOf(
      parts.map((part, place) => {
        const rule = rules[place]
        return part.period === period && !!rule && judgeScore(rule, home, away)[0] === 1
      }),
    )
  const exactly = new Float64Array(1 << parts.length)
  const end = (set: number, pairs: Spread['pair']) => {
    for (const [home, away, chance] of pairs) {
      const isLevel = home === away
      const about = setOf(parts.map(({ type, outcome }) => type === 'overtime' && (outcome === 'yes') === isLevel))
      for (const [own, theirs, share] of withOvertime([[home, away, chance]], overtime)) {
        const all = set | about | bits('rt', home, away) | bits('ft', own, theirs)
        exactly[all] = at(exactly, all) + share
      }
    }
  }
  const period = `p${number}`
  if (!parts.some((part) => part.period === period)) {
    end(0, pairsOf(scoresIn(regular), width))
    return subsetChances(exactly)
  }
  const starts = new Map<number, Float64Array>()
  for (const [home, away] of pairsOf(scoresIn(afterPeriod), width)) {
    const set = bits(period, home - before[0], away - before[1])
    const from = starts.get(set) ?? new Float64Array(places)
    from.set(afterPeriod.subarray(placeOf(home, away, 0), placeOf(home, away, 9)), placeOf(home, away, 0))
    starts.set(set, from)
  }
  for (const [set, from] of starts) {
    const after = play(rates, from, { tick: number * periodTicks + 1, passed: 0 }, regularTicks)
    end(set, pairsOf(scoresIn(after), width))
  }
  return subsetChances(exactly)
}
