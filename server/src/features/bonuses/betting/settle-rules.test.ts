import { bettingTerms } from '@croupier/contract/promotion-terms'
import { describe, expect, test } from 'vitest'
import { type BettingBonus, boostOf, forbidsSlip, splitStake, withSlip } from './rules.ts'
import { type BonusSlip, type LegResult, reversedSlip, settledSlip } from './settle-rules.ts'

const won = { win: 1, back: 0, of: 1 }
const lost = { win: 0, back: 0, of: 1 }
const backed = { win: 0, back: 1, of: 1 }
const halfWon = { win: 1, back: 1, of: 2 }
const halfLost = { win: 0, back: 1, of: 2 }

const bonusOf = (terms: Record<string, unknown>, about: Partial<BettingBonus> = {}): BettingBonus => {
  const read = bettingTerms.parse({ type: 'free_bet', days: 7, ...terms })
  return {
    ...{ id: 1n, playerId: 1n, type: read.type, state: 'active', currency: 'EUR', amount: 1_000n, required: 0n },
    ...{ progress: 0n, held: 1_000n, inSlips: 0, staked: 0n, slip: null, base: 0n, converted: 0n, forfeited: 0n },
    ...{ maxConversion: null, isOver: false, terms: read },
    ...about,
  }
}

type Bet = { stake?: bigint; odds?: number[]; main?: bigint }

/** A bet that stands. */
function placed(bonus: BettingBonus, { stake = 1_000n, odds = [2_500], main = 0n }: Bet = {}) {
  const split = splitStake(bonus, stake, main)
  if ('reason' in split) throw new Error(split.reason)
  const legs = odds.map((each) => ({ sport: 'football', odds: each }))
  const slip: BonusSlip = {
    ...{ slip: 's', bonusId: 1n, stake, paid: split.paid, legs, state: 'open', isVoid: false, returned: 0n },
    ...{ share: 0n, prize: 0n, counted: 0n, backing: 'bonus', refundId: null },
  }
  return { bonus: withSlip(bonus, { slip: 's', paid: split.paid }), slip, main: main - split.own }
}

/** The arithmetic of bets: exact, rounded down once. */
function result(slip: BonusSlip, legs: readonly LegResult[]) {
  let [above, below] = [slip.stake, 1n]
  for (const [at, { win, back, of }] of legs.entries()) {
    above *= BigInt(win * (slip.legs[at]?.odds ?? 0) + back * 1_000)
    below *= BigInt(of * 1_000)
  }
  return { kind: 'settled', returned: above / below, legs } as const
}

const linesOf = (step: { lines: { from: string; to: string; amount: bigint }[] }) =>
  step.lines.map(({ from, to, amount }) => `${from}→${to} ${amount}`)

describe('a free bet', () => {
  const settle = (odds: number, leg: LegResult) => {
    const { bonus, slip } = placed(bonusOf({}), { odds: [odds] })
    return settledSlip(bonus, slip, result(slip, [leg]), 0n)
  }

  test('example 37: what it won is own money, its stake is not; void, it can be used again', () => {
    const good = settle(2_500, won)
    expect(linesOf(good)).toEqual(['hold→book 1000', 'book→main 1500'])
    expect(good.bonus).toMatchObject({ state: 'completed', held: 0n, inSlips: 0, converted: 1_500n })
    const back = settle(2_500, backed)
    expect(linesOf(back)).toEqual(['hold→bonus 1000'])
    expect(back).toMatchObject({ isUsableAgain: true, bonus: { state: 'active', held: 1_000n, slip: null } })
  })

  test('example 38: half won and half lost', () => {
    expect(linesOf(settle(2_100, halfWon))).toEqual(['hold→book 1000', 'book→main 550'])
    const bad = settle(2_100, halfLost)
    expect(linesOf(bad)).toEqual(['hold→book 1000'])
    expect(bad.bonus.state).toBe('lost')
  })

  test.each([
    ['at 3.25 won', 3_250, won, 2_250n],
    ['at 1.93 half won', 1_930, halfWon, 465n],
    ['at 3.00 in a dead heat of two', 3_000, { win: 1, back: 0, of: 2 }, 500n],
    ['at 1.50 in a dead heat of two', 1_500, { win: 1, back: 0, of: 2 }, 0n],
  ])('%s', (_, odds, leg, profit) => {
    expect(settle(odds, leg).bonus.converted).toBe(profit)
  })

  test('takes its stake alone, and only what fits', () => {
    const bonus = bonusOf({ min_odds: 1.8, min_leg_odds: 1.2, min_legs: 2, sports: ['football'] })
    const ask = (odds: number[], stake = 1_000n, sport = 'football') =>
      forbidsSlip(bonus, {
        slip: 's',
        stake,
        odds: Math.floor(odds.reduce((product, each) => product * each, 1_000) / 1_000 ** odds.length),
        legs: odds.map((each) => ({ sport, odds: each })),
      })?.reason ?? null
    expect(ask([1_500, 1_500])).toBeNull()
    expect(ask([1_500, 1_500], 999n)).toBe('BONUS_STAKE')
    expect(ask([1_500, 1_500], 1_000n, 'tennis')).toBe('BONUS_SPORT')
    expect(ask([2_500])).toBe('BONUS_MIN_LEGS')
    expect(ask([1_300, 1_300])).toBe('BONUS_MIN_ODDS')
    expect(ask([3_000, 1_100])).toBe('BONUS_MIN_ODDS')
    const over = forbidsSlip({ ...bonus, isOver: true }, { slip: 's', stake: 1_000n, odds: 2_000, legs: [] })
    expect(over?.reason).toBe('BONUS_EXPIRED')
  })

  test('settled anew pays the difference, and what is spent is not owed', () => {
    const { bonus, slip } = placed(bonusOf({}), { odds: [2_500] })
    const first = settledSlip(bonus, slip, result(slip, [won]), 0n)
    const anew = settledSlip(first.bonus, first.slip, result(slip, [halfWon]), 1_000n)
    expect(linesOf(anew)).toEqual(['book→hold 1000', 'hold→book 1000', 'book→main 750', 'main→book 1500'])
    const gone = settledSlip(first.bonus, first.slip, result(slip, [lost]), 400n)
    expect(linesOf(gone).slice(2)).toEqual(['main→book 400', 'receivable→book 1100'])
    expect(gone.bonus).toMatchObject({ state: 'lost', converted: 0n })
  })

  test('whose void is taken back when it is in another bet is paid for by the house', () => {
    const { bonus, slip } = placed(bonusOf({}))
    const back = settledSlip(bonus, slip, result(slip, [backed]), 0n)
    const other = withSlip(back.bonus, { slip: 'other', paid: 1_000n })
    const anew = settledSlip(other, back.slip, result(slip, [won]), 0n)
    expect(linesOf(anew)).toEqual(['receivable→hold 1000', 'hold→book 1000', 'book→main 1500'])
    expect(anew.bonus).toMatchObject({ state: 'used', slip: 'other', inSlips: 1 })
    const again = settledSlip(anew.bonus, anew.slip, result(slip, [backed]), 1_500n)
    expect(linesOf(again)).toEqual(['book→hold 1000', 'hold→receivable 1000', 'main→book 1500'])
  })
})

describe('money to be wagered', () => {
  const terms = { type: 'wagering', wagering: { times: 2 }, order: 'own_first' }
  const wagering = (about: Partial<BettingBonus> = {}) => bonusOf(terms, { required: 20_000_000n, ...about })

  test('vectors 57 and 58: a return is divided as the stake was, the rest is own money', () => {
    for (const [stake, main, odds, shares] of [
      [1_000n, 700n, 2_100, ['book→main 1470', 'book→bonus 630']],
      [1_000n, 667n, 1_937, ['book→main 1292', 'book→bonus 645']],
    ] as const) {
      const { bonus, slip } = placed(wagering(), { stake, main, odds: [odds] })
      const step = settledSlip(bonus, slip, result(slip, [won]), 0n)
      expect(linesOf(step).slice(1)).toEqual(shares)
      expect(step.bonus.progress).toBe((stake - main) * 10_000n)
    }
  })

  test('counts when it is won or lost, never when it is void or cashed out', () => {
    const { bonus, slip } = placed(wagering())
    expect(settledSlip(bonus, slip, result(slip, [halfLost]), 0n).bonus.progress).toBe(10_000_000n)
    expect(settledSlip(bonus, slip, result(slip, [backed]), 0n).bonus).toMatchObject({ progress: 0n, held: 1_000n })
    const cashed = settledSlip(bonus, slip, { kind: 'cashed', returned: 870n }, 0n)
    expect(cashed.bonus).toMatchObject({ progress: 0n, held: 870n, state: 'active' })
  })

  test('is completed by the last stake with its own return, up to the most; later bets settle the difference', () => {
    const start = wagering({ required: 6_000_000n, maxConversion: 1_200n })
    const first = placed(start, { stake: 400n, odds: [2_000] })
    const second = placed(first.bonus, { stake: 600n, odds: [2_000] })
    const done = settledSlip(second.bonus, second.slip, result(second.slip, [won]), 0n)
    expect(linesOf(done)).toEqual(['hold→book 600', 'book→bonus 1200', 'bonus→main 1200'])
    const later = settledSlip(done.bonus, first.slip, result(first.slip, [won]), 0n)
    expect(linesOf(later)).toEqual(['hold→book 400', 'book→promotions 800'])
    expect(later.bonus).toMatchObject({ state: 'completed', base: 2_000n, converted: 1_200n, forfeited: 800n })
    // The state never goes back, progress and money do.
    const anew = settledSlip(later.bonus, done.slip, result(done.slip, [lost]), 1_200n)
    expect(anew.bonus).toMatchObject({ state: 'completed', base: 800n, converted: 800n, forfeited: 0n, progress: 0n })
  })

  test('is lost when nothing is left, and in play again when its last bet is opened again', () => {
    const { bonus, slip } = placed(wagering())
    const gone = settledSlip(bonus, slip, result(slip, [lost]), 0n)
    expect(gone.bonus.state).toBe('lost')
    const open = reversedSlip(gone.bonus, gone.slip, 0n)
    expect(linesOf(open)).toEqual(['book→hold 1000'])
    expect(open.bonus).toMatchObject({ state: 'used', progress: 0n, inSlips: 1 })
    expect(open.notes).toEqual([{ kind: 'taken_back', counted: -10_000_000n }])
  })
})

describe('a boost', () => {
  const boosts = [3, 4, 5, 8].map((legs, at) => ({ legs, percent: [3, 5, 8, 20][at] ?? 0 }))
  const boost = bonusOf({ type: 'combo_boost', min_leg_odds: 1.2, boosts }, { amount: 0n, held: 0n })

  test.each([
    ['50', 1_000n, Array(5).fill(1_500), Array(5).fill(won), 7_593n, 527n],
    ['51', 1_000n, Array(5).fill(1_500), [won, won, won, won, backed], 5_062n, 203n],
    ['52', 500n, Array(8).fill(1_250), Array(8).fill(won), 2_980n, 496n],
  ])('vector %s', (_, stake, odds, legs, returned, prize) => {
    const { bonus, slip } = placed(boost, { stake, odds, main: stake })
    const step = settledSlip(bonus, slip, result(slip, legs), 0n)
    expect(linesOf(step)).toEqual([`hold→book ${stake}`, `book→main ${returned}`, `promotions→main ${prize}`])
    expect(step.bonus.state).toBe('completed')
  })

  test('counts picks that won in full at odds that count', () => {
    const legs = [1_500, 1_500, 1_500, 1_100].map((odds) => ({ sport: 'football', odds }))
    expect(boostOf(boost.terms, legs, [true, true, true, true])).toBe(300)
    expect(boostOf(boost.terms, legs, [true, true, false, true])).toBe(0)
  })
})

test('a refund watches own money and gives back what was lost, up to the most', () => {
  const refund = bonusOf({ type: 'refund', refund: { gives: 'cash', max: { EUR: '5' } } }, { amount: 0n, held: 0n })
  const { bonus, slip } = placed(refund, { stake: 800n, main: 800n })
  const gone = settledSlip(bonus, slip, result(slip, [lost]), 0n)
  expect(linesOf(gone)).toEqual(['hold→book 800', 'promotions→main 500'])
  const anew = settledSlip(gone.bonus, gone.slip, result(slip, [won]), 500n)
  expect(linesOf(anew)).toEqual(['book→hold 800', 'hold→book 800', 'book→main 2000', 'main→promotions 500'])
  expect(anew.bonus).toMatchObject({ state: 'completed', converted: 0n })
})
