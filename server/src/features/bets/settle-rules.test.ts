import { describe, expect, test } from 'vitest'
import { correctingLines, countedOf, reopeningLines, settlingLines, useChange } from './settle-money.ts'
import {
  actOn,
  type BetShape,
  type BetStanding,
  hasChanged,
  judgeBet,
  type LegWord,
  resultFor,
} from './settle-rules.ts'

const won = [1, 0, 1] as const
const lost = [0, 0, 1] as const
const gone = [0, 1, 1] as const
const half = [1, 1, 2] as const

const shape = (more: Partial<BetShape> = {}): BetShape => ({
  ...{ kind: 'multiple', sizes: [2], bankers: [], stakeOpen: 1_000n, boostBp: 0, isFree: false },
  ...more,
})
const leg = (place: number, price: number, result: LegWord['result'], more: Partial<LegWord> = {}): LegWord => ({
  ...{ place, part: 0, price, subsetPrices: null, result, revision: 1 },
  ...more,
})

describe('what a word makes of a leg', () => {
  const market = { state: 'resulted', outcomes: [['1', 1, 0, 1]] as const, windows: [] }
  const taken = { outcome: '1', acceptedMs: 500 }

  test('by its name; what was left out is lost, what does not stand is undecided', () => {
    expect(resultFor(taken, market)).toEqual(won)
    expect(resultFor({ ...taken, outcome: 'x' }, market)).toEqual(lost)
    expect(resultFor(taken, { ...market, state: 'void' })).toEqual(gone)
    for (const state of ['closed', 'disputed', 'open']) expect(resultFor(taken, { ...market, state })).toBeNull()
    expect(resultFor(taken, undefined)).toBeNull()
  })

  test('a window begins with its first moment and ends before its last, also while no result stands', () => {
    const at = (fromMs: number, toMs: number) =>
      resultFor(taken, { ...market, state: 'closed', windows: [{ fromMs, toMs }] })
    expect([at(500, 501), at(499, 500), at(501, 900), at(-1e15, 1e15)]).toEqual([gone, null, null, gone])
  })
})

describe('a bet', () => {
  test('waits for its last leg, unless it is lost already', () => {
    expect(judgeBet(shape(), [leg(0, 2_000, won), leg(1, 2_000, null)])).toEqual({ kind: 'undecided' })
    expect(judgeBet(shape(), [leg(0, 2_000, lost), leg(1, 2_000, null)])).toMatchObject({
      ...{ kind: 'decided', returned: 0n, results: [lost, lost] },
      legs: [{ place: 0, revision: 1 }],
    })
  })

  test('a banker that is lost ends a system; another leg does not', () => {
    const system = shape({ kind: 'system', sizes: [1, 2], bankers: [0] })
    const words = (first: LegWord['result'], second: LegWord['result']) => [
      leg(0, 2_000, first),
      leg(1, 3_000, second),
      leg(2, 4_000, null),
    ]
    expect(judgeBet(system, words(lost, null))).toMatchObject({ kind: 'decided', returned: 0n })
    expect(judgeBet(system, words(null, lost))).toEqual({ kind: 'undecided' })
  })

  test('only what was not cashed out is settled', () => {
    const single = shape({ kind: 'single', sizes: [1], stakeOpen: 600n })
    expect(judgeBet(single, [leg(0, 2_100, won)])).toMatchObject({ returned: 1_260n })
  })

  test('a boost is a share of profit, for full wins alone, and never above what was promised', () => {
    const words = (...results: LegWord['result'][]) => results.map((result, place) => leg(place, 1_500, result))
    const five = shape({ sizes: [5], boostBp: 800 })
    expect(judgeBet(five, words(won, won, won, won, won))).toMatchObject({ returned: 7_593n, boost: 527n })
    expect(judgeBet(five, words(won, won, won, won, gone))).toMatchObject({ returned: 5_062n, boost: 203n })
    expect(judgeBet({ ...five, boostBp: 300 }, words(won, won, won, won, won))).toMatchObject({ boost: 197n })
    expect(judgeBet({ ...five, boostBp: 0 }, words(won, won, won, won, won))).toMatchObject({ boost: 0n })
    expect(judgeBet({ ...five, kind: 'system' }, words(won, won, won, won, won))).toMatchObject({ boost: 0n })
  })

  test('of a free bet the profit is the player’s', () => {
    const free = shape({ kind: 'single', sizes: [1], isFree: true })
    expect(judgeBet(free, [leg(0, 3_250, won)])).toMatchObject({ returned: 2_250n, gross: 3_250n })
    expect(judgeBet(free, [leg(0, 1_930, half)])).toMatchObject({ returned: 465n, gross: 1_465n })
    expect(judgeBet(free, [leg(0, 3_250, gone)])).toMatchObject({ returned: 0n, gross: 1_000n, isVoid: true })
  })

  test('of a builder the parts that are left have their own price', () => {
    const prices = [0, 2_000, 1_800, 3_300]
    const single = shape({ kind: 'single', sizes: [1] })
    const parts = (first: LegWord['result'], second: LegWord['result']) =>
      [first, second].map((result, at) =>
        leg(0, 3_300, result, { part: at + 1, subsetPrices: at === 0 ? prices : null }),
      )
    expect(judgeBet(single, parts(won, won))).toMatchObject({ returned: 3_300n })
    expect(judgeBet(single, parts(gone, won))).toMatchObject({ returned: 1_800n })
    expect(judgeBet(single, parts(gone, gone))).toMatchObject({ returned: 1_000n, isVoid: true })
    expect(judgeBet(single, parts(null, lost))).toMatchObject({ returned: 0n })
    expect(judgeBet(single, parts(null, won))).toEqual({ kind: 'undecided' })
  })
})

describe('what is done', () => {
  const single = shape({ kind: 'single', sizes: [1] })
  const record = { place: 0, part: 0, win: 1, back: 0, of: 1, revision: 1 }
  const standing = (more: Partial<BetStanding> = {}): BetStanding => ({
    ...{ state: 'settled', returned: 2_000n, boost: 0n, isUnderReview: false, legs: [record], hoursSinceSettled: 1 },
    ...more,
  })
  const now = (result: LegWord['result']) => judgeBet(single, [leg(0, 2_000, result)])
  const nothing = { ...standing({ returned: 0n, legs: [{ ...record, win: 0 }] }) }

  test.each([
    ['the same', standing(), won, 'nothing'],
    ['the same after a review', standing({ isUnderReview: true }), won, 'review'],
    ['another', standing(), lost, 'correct'],
    ['another, three days later', standing({ hoursSinceSettled: 72.1 }), lost, 'nothing'],
    ['better, years later', { ...nothing, hoursSinceSettled: 9_999 }, won, 'correct'],
    ['taken back where it was paid', standing(), null, 'review'],
    ['taken back where it gave nothing', nothing, null, 'reopen'],
    [
      'taken back where a free bet was given back',
      standing({ returned: 0n, legs: [{ ...record, win: 0, back: 1 }] }),
      null,
      'review',
    ],
  ] as const)('%s', (_, bet, result, kind) => {
    expect(actOn(bet, now(result)).kind).toBe(kind)
  })

  test('a leg is another by its shares, not by its numbers, and one that was not waited for is none', () => {
    const said = (win: number, of: number) => [{ ...record, win, of }]
    expect(hasChanged(said(1, 2), said(2, 4))).toBe(false)
    expect(hasChanged(said(1, 2), said(1, 1))).toBe(true)
    expect(hasChanged(said(1, 2), [])).toBe(true)
    expect(hasChanged([], said(1, 1))).toBe(false)
  })
})

describe('money', () => {
  const sums = (lines: readonly { from: string; to: string; amount: bigint }[]) =>
    lines.map(({ from, to, amount }) => `${from} ${to} ${amount}`)

  test('of a bet that ends: at most the hold, the book, and promotions for its boost', () => {
    const end = (returned: bigint, boost = 0n, owed = 0n) =>
      settlingLines(1_000n, { returned, boost, isVoid: false }, owed)
    expect(sums(end(0n).lines)).toEqual(['hold book 1000'])
    expect(sums(end(400n).lines)).toEqual(['hold own 400', 'hold book 600'])
    expect(sums(end(1_000n).lines)).toEqual(['hold own 1000'])
    expect(sums(end(2_500n, 30n).lines)).toEqual(['hold own 1000', 'book own 1500', 'promotions own 30'])
    expect(end(2_500n, 0n, 1_200n)).toMatchObject({ shortfall: -1_200n })
    expect(sums(end(2_500n, 0n, 1_200n).lines)).toEqual([
      'hold receivable 1000',
      'book receivable 200',
      'book own 1300',
    ])
  })

  test('of a correction: the difference, as far as it is there', () => {
    const correct = (before: bigint, after: bigint, main: bigint, owed = 0n) =>
      correctingLines({ returned: before, boost: 0n }, { returned: after, boost: 0n }, { main, owed })
    expect(sums(correct(0n, 500n, 0n).lines)).toEqual(['book own 500'])
    expect(sums(correct(500n, 0n, 900n).lines)).toEqual(['own book 500'])
    expect(correct(500n, 0n, 200n)).toMatchObject({ shortfall: 300n })
    expect(sums(correct(500n, 0n, 200n).lines)).toEqual(['own book 200', 'receivable book 300'])
    expect(sums(correct(0n, 500n, 0n, 300n).lines)).toEqual(['book receivable 300', 'book own 200'])
  })

  test('of a correction in which the return grows and the boost goes: what is given may be taken', () => {
    const step = correctingLines(
      { returned: 100n, boost: 300n },
      { returned: 200n, boost: 0n },
      { main: 50n, owed: 0n },
    )
    expect(sums(step.lines)).toEqual(['book own 100', 'own promotions 150', 'receivable promotions 150'])
    expect(step.shortfall).toBe(150n)
  })

  test('of a bet that is open again', () => {
    expect(sums(reopeningLines(1_000n).lines)).toEqual(['book hold 1000'])
  })

  test('a void stake was never risked, unless a part of the bet was cashed out', () => {
    const end = { returned: 1_000n, boost: 0n, isVoid: true }
    expect(countedOf({ stake: 1_000n, isWhole: true }, end)).toEqual({ stake: 0n, returned: 0n })
    expect(countedOf({ stake: 1_500n, isWhole: false }, end)).toEqual({ stake: 1_500n, returned: 1_000n })
    expect(useChange({ stake: 0n, returned: 0n }, { stake: 1_000n, returned: 700n })).toEqual({
      ...{ dropsStake: false, dropsReturn: false, stake: 1_000n, returned: 700n },
    })
  })
})
