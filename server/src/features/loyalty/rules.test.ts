import { levelProgress } from '@croupier/contract/loyalty'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { describe, expect, test } from 'vitest'
import { effort } from '../../test/effort.ts'
import { chanceFrom } from '../../test/purses.ts'
import {
  asWorkedIn,
  characterWaits,
  type DayTerms,
  experienceOf,
  heldAt,
  inForce,
  keptOf,
  levelOf,
  levelRange,
  milliOf,
  nextLevel,
  onePoint,
  type PlayLine,
  pointParts,
  type Tally,
  workLines,
} from './rules.ts'

const program = {
  product: 'casino',
  rates: [
    { type: 'slot', rate: 20 },
    { type: 'fast', rate: 10 },
    { type: 'casino', rate: 4 },
    { type: 'live', rate: 4 },
    { game: 'gold', rate: 50 },
  ],
  default_rate: 7,
  most_per_day: 500,
} as const satisfies DayTerms['program']
const plain: DayTerms = { program: { ...program, rates: [...program.rates] }, boosts: {} }
const both: DayTerms = {
  ...plain,
  program: { ...plain.program, product: 'both', rates: [...program.rates, { type: 'sports', rate: 20 }] },
}
const fox: DayTerms = { ...plain, boosts: { slot: 12_000 } }

const noon = Date.parse('2026-11-17T12:00:00Z')
const unit = (currency: string) => stakesOf(currency, 1).min
const slot = { sysname: 'fruit', type: 'slot' }
const bet = { sysname: 'dgt_sportsbook', type: 'sports' }
const line = (amount: bigint, more: Partial<PlayLine> = {}): PlayLine => ({
  atMs: noon,
  amount,
  reason: 'stake',
  unit: unit('EUR'),
  game: slot,
  ...more,
})
const empty: Tally = { rest: 0n, days: new Map() }
const work = (lines: readonly PlayLine[], terms: DayTerms = plain, before: Tally = empty) =>
  workLines(before, lines, () => terms)

describe('points of one line', () => {
  test.each([
    ['a slot stake of 2.40 is 12 units at 20 thousandths', line(-240n), plain, 240n],
    ['the same with a dealer of 120 %', line(-240n), fox, 288n],
    ['240 yen are the same 12 units', line(-240n, { unit: unit('JPY') }), plain, 240n],
    ['2.40 USDT too', line(-2_400_000n, { unit: unit('USDT') }), plain, 240n],
    ['120 hryvnias too', line(-12_000n, { unit: unit('UAH') }), plain, 240n],
    ['a table stake of 5.00', line(-500n, { game: { sysname: 'baccarat', type: 'casino' } }), plain, 100n],
    ['only the own part of a mixed stake is a line of this purse', line(-100n), plain, 100n],
    ['a game with a rate of its own', line(-20n, { game: { sysname: 'gold', type: 'slot' } }), plain, 50n],
    ['a kind without a rate', line(-20n, { game: { sysname: 'odd', type: 'other' } }), plain, 7n],
    ['a stake that came back', line(240n, { reason: 'rollback' }), plain, -240n],
    ['a win that was taken back', line(-240n, { reason: 'rollback' }), plain, 0n],
    ['a win', line(500n, { reason: 'win' }), plain, 0n],
    ['a payout', line(-500n, { reason: 'withdrawal' }), plain, 0n],
    ['a stake of a bet', line(-500n, { game: null }), plain, 0n],
    ['a settled bet where bets earn nothing', line(-240n, { game: bet }), plain, 0n],
    ['a settled bet', line(-240n, { game: bet }), both, 240n],
    ['a bet whose result was taken back', line(240n, { game: bet, reason: 'rollback' }), both, -240n],
    ['a game where bets alone earn', line(-240n), { ...both, program: { ...both.program, product: 'sports' } }, 0n],
  ] as const)('%s', (_about, one, terms, milli) => {
    expect(milliOf(pointParts(one, terms))).toBe(milli)
  })

  test.each(['EUR', 'USD', 'BRL', 'UAH', 'JPY', 'USDT'])('a unit of %s is the same to the last part', (currency) => {
    expect(pointParts(line(-unit(currency), { unit: unit(currency) }), plain)).toBe(onePoint / 50n)
  })
})

test('five stakes of 0.288 are one point, and the rest stays', () => {
  const { points, rest } = work(
    Array.from({ length: 5 }, () => line(-240n)),
    fox,
  )
  expect([points, milliOf(rest)]).toEqual([1n, 440n])
})

test('a stake that came back lowers the rest below nothing, and gives no point back', () => {
  const earned = work([line(-1_000n)])
  expect([earned.points, milliOf(earned.rest)]).toEqual([1n, 0n])
  const back = work([line(240n, { reason: 'rollback' })], plain, earned)
  expect([back.points, milliOf(back.rest)]).toEqual([0n, -240n])
  expect(experienceOf(1n, back.rest)).toBe(0n)
  const next = work([line(-240n), line(-1_000n)], plain, back)
  expect([next.points, milliOf(next.rest)]).toEqual([1n, 0n])
})

describe('the cap of a day', () => {
  const day = '2026-11-17'
  const played = { rest: 0n, days: new Map([[day, (onePoint * 4_999n) / 10n]]) }

  test('what is over it is not kept', () => {
    const { rest, days } = work([line(-300n)], plain, played)
    expect(milliOf(rest)).toBe(100n)
    expect(keptOf(days.get(day) ?? 0n, 500)).toBe(500_000n)
  })

  test('a stake above the cap that comes back takes nothing of what was below it', () => {
    const { rest } = work([line(-300n), line(300n, { reason: 'rollback' })], plain, played)
    expect(milliOf(rest)).toBe(0n)
  })

  test('it is that of the line, whenever the line is worked in', () => {
    const late = line(-300n, { atMs: Date.parse('2026-11-16T23:59:59.999Z') })
    expect(milliOf(work([late], plain, played).rest)).toBe(300n)
  })
})

const pick = <T>(chance: (below: number) => number, from: readonly [T, ...T[]]): T =>
  from[chance(from.length)] ?? from[0]

/** Stakes, returns and other lines of three days, in four currencies. */
function anyLines(seed: number, most: number): PlayLine[] {
  const chance = chanceFrom(seed)
  return Array.from({ length: chance(most + 1) }, () =>
    line(BigInt(chance(120_000) - 60_000), {
      atMs: noon + chance(3 * 24 * 60) * 60_000,
      reason: pick(chance, ['stake', 'stake', 'rollback', 'win', 'deposit']),
      unit: unit(pick(chance, ['EUR', 'JPY', 'USDT', 'UAH'])),
      game: { sysname: 'any', type: pick(chance, ['slot', 'fast', 'live']) },
    }),
  )
}
const seeds = Array.from({ length: 300 }, (_, seed) => seed)

test('however the lines are cut, points, rest and days are the same', () => {
  const small: DayTerms = { ...fox, program: { ...plain.program, most_per_day: 3 } }
  for (const seed of seeds) {
    const lines = anyLines(seed, 14)
    const whole = work(lines, small)
    for (let at = 0; at <= lines.length; at++) {
      const first = work(lines.slice(0, at), small)
      const second = work(lines.slice(at), small, first)
      expect({ ...second, points: first.points + second.points }).toEqual(whole)
    }
    let alone: Tally = empty
    let points = 0n
    for (const one of lines) {
      const next = work([one], small, alone)
      points += next.points
      alone = next
    }
    expect({ rest: alone.rest, points }).toEqual({ rest: whole.rest, points: whole.points })
  }
})

test('points and rest together are all that was played', () => {
  for (const seed of seeds) {
    const lines = anyLines(seed, 30)
    const { points, rest } = work(lines, { ...plain, program: { ...plain.program, most_per_day: 100_000 } })
    expect(points * onePoint + rest).toBe(lines.reduce((sum, each) => sum + pointParts(each, plain), 0n))
    expect(rest < onePoint).toBe(true)
  }
})

/** By hand and by day, in numbers of the design: nothing of the rules is asked but how they cut the lines. */
test('points of a long history are what a plain sum over its lines says', () => {
  const unitOf = new Map([20n, 200_000n, 1_000n].map((each) => [each, 1_000_000n / each]))
  const rates = new Map([
    ['slot', 20n * 12_000n],
    ['fast', 10n * 10_000n],
    ['live', 4n * 10_000n],
  ])
  const capped: DayTerms = { ...fox, program: { ...fox.program, most_per_day: 40 } }
  const days = new Map<string, bigint>()
  const worked = new Map<string, bigint>()
  let [points, rest] = [0n, 0n]
  let count = 0
  for (let seed = 1_000; count < effort.pointLines; seed += 1) {
    // Days of its own, so that those before it are over.
    const shift = seed * 5 * 86_400_000
    const lines = anyLines(seed, 30).map((each) => ({ ...each, atMs: each.atMs + shift }))
    count += lines.length
    for (const { amount, reason, unit: own, game, atMs } of lines) {
      const isCounted = reason === 'stake' ? amount < 0n : reason === 'rollback' && amount > 0n
      const parts = -amount * (unitOf.get(own) ?? 0n) * (rates.get(game?.type ?? '') ?? 0n)
      const day = new Date(atMs).toISOString().slice(0, 10)
      if (isCounted) days.set(day, (days.get(day) ?? 0n) + parts)
    }
    const next = work(lines, capped, { rest, days: new Map() })
    points += next.points
    rest = next.rest
    for (const [day, parts] of next.days) worked.set(day, parts)
  }
  const cap = 40n * 10n ** 13n
  const over = [...days.values()].filter((played) => played > cap)
  expect([over.length > 0, over.length < days.size / 2]).toEqual([true, true])
  const sum = [...days.values()].filter((played) => played <= cap).reduce((all, played) => all + played, 0n)
  expect(points * 10n ** 13n + rest).toBe(sum + BigInt(over.length) * cap)
  expect([...worked].filter(([day, parts]) => days.get(day) !== parts)).toEqual([])
})

describe('what is in force', () => {
  const said = (at: string, value: string) => ({ atMs: Date.parse(at), value })
  const versions = [
    said('2026-11-10T15:00:00Z', 'one'),
    said('2026-11-12T00:00:00Z', 'two'),
    said('2026-11-12T23:00:00Z', 'three'),
  ]

  test.each([
    ['2026-11-10T14:59:59.999Z', null],
    ['2026-11-10T15:00:00Z', 'one'],
    ['2026-11-12T23:59:59.999Z', 'one'],
    ['2026-11-13T00:00:00Z', 'three'],
  ])('at %s it is %s: the first at once, a change from the next midnight on', (moment, value) => {
    expect(inForce(versions, Date.parse(moment))).toBe(value)
  })

  test('a switch holds from the moment it was moved', () => {
    const off = Date.parse('2026-11-12T00:00:00Z')
    expect([heldAt(versions, off - 1), heldAt(versions, off), heldAt(versions, 0)]).toEqual(['one', 'two', undefined])
  })
})

describe('levels', () => {
  const levels = [
    { id: 1, min: 0 },
    { id: 2, min: 500 },
    { id: 3, min: 1_500 },
    { id: 4, min: 3_000 },
    { id: 5, min: 5_000 },
    { id: 6, min: 8_000 },
  ]

  test('4,990 points and a quest of 120 reach the fifth, and 110 of 3,000 of the way to the next', () => {
    expect([levelOf(levels, 4_990n), levelOf(levels, 5_110n)]).toEqual([4, 5])
    const range = levelRange(levels, 5)
    expect(range).toEqual({ minValue: 5_000, maxValue: 8_000 })
    expect(levelProgress({ ...range, expCount: 5_110 })).toBe(366)
  })

  test('the last has no end', () => {
    expect(levelRange(levels, 6)).toEqual({ minValue: 8_000, maxValue: null })
    expect(levelProgress({ ...levelRange(levels, 6), expCount: 9_000 })).toBe(10_000)
  })

  test('what came back lowers experience and takes no level', () => {
    expect(nextLevel(levels, 4_990n, { level: 5, top: 5, inPeriod: 0n })).toBe(5)
  })

  test('several are passed at once', () => {
    expect(nextLevel(levels, 9_000n, { level: 1, top: 1, inPeriod: 0n })).toBe(6)
  })

  test('what a review took comes back with what would have kept it', () => {
    const strict = levels.map((level) => ({ ...level, keep: level.id * 100 }))
    const lowered = { level: 4, top: 5 }
    expect(nextLevel(strict, 5_110n, { ...lowered, inPeriod: 499n })).toBe(4)
    expect(nextLevel(strict, 5_110n, { ...lowered, inPeriod: 500n })).toBe(5)
    // Beyond it is new.
    expect(nextLevel(strict, 8_000n, { ...lowered, inPeriod: 500n })).toBe(6)
  })
})

describe('a dealer', () => {
  const chosen = Date.parse('2026-11-01T08:00:00Z')

  test('can be changed again after thirty days', () => {
    expect(characterWaits(chosen, chosen + 30 * 86_400_000 - 1, 30)).toEqual(new Date('2026-12-01T08:00:00Z'))
    expect(characterWaits(chosen, chosen + 30 * 86_400_000, 30)).toBeNull()
  })

  test('makes no one wait who has chosen none', () => {
    expect(characterWaits(null, chosen, 30)).toBeNull()
  })
})

test('bets are counted again where they were: after the lines that had been worked in by then', () => {
  const purseLine = (seq: bigint, amount: bigint, more: Partial<PlayLine> = {}) => ({
    ...line(amount, { atMs: noon + Number(seq), ...more }),
    purse: 7n,
    seq,
  })
  const lines = [purseLine(1n, -1_000n), purseLine(3n, 1_000n, { reason: 'rollback' }), purseLine(4n, -400n)]
  // It was settled before all of them, and worked in after the first.
  const settled = line(-2_000n, { game: bet, atMs: noon - 5 })
  const back = line(2_000n, { game: bet, reason: 'rollback' })
  const steps = [
    { line: settled, seqs: { '7': 2 } },
    { line: back, seqs: { '7': 3 } },
  ]
  const worked = asWorkedIn(lines, steps)
  expect(worked.map(({ amount }) => amount)).toEqual([-1_000n, -2_000n, 1_000n, 2_000n, -400n])
  expect(asWorkedIn(lines, [])).toEqual(lines)
  expect(asWorkedIn([], steps)).toEqual([settled, back])
  // Points that were given stay, so another order would give others.
  expect(work(worked, both).points).toBe(3n)
  expect(work([settled, back, ...lines], both).points).toBe(2n)
})
