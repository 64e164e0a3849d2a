import { describe, expect, test } from 'vitest'
import vectors from '../../docs/betting-vectors.json' with { type: 'json' }
import { anyPrice, anyStake, resultOf, resultWords } from '../test/bets.ts'
import { type Chances, chanceFrom } from '../test/chance.ts'
import { counted, patience } from '../test/effort.ts'
import { type BetNow, builderNow, cashOutShares, guessedChances, type LegNow, valueNow } from './cash-out.ts'
import { exactPrice } from './odds.ts'
import { lost, voided, won } from './result.ts'
import { returnOf } from './settle.ts'

const runs = counted(2_000, 100_000)

test.each(vectors.cash_outs)('$n is worth $value now', ({ stake, sizes, legs, share, value }) => {
  const now = legs.map(({ price, result, ...leg }): LegNow => {
    if (result) return { price: exactPrice(price), result: resultOf(result) }
    const { win = 0, back = 0 }: { win?: number; back?: number } = leg
    return { price: exactPrice(price), chance: { win, back } }
  })
  expect(valueNow({ stake: BigInt(stake), sizes, bankers: [], legs: now }, share)).toBe(BigInt(value))
})

function anyBet(chance: Chances): BetNow {
  const count = chance.between(1, 6)
  const bankers = Array.from({ length: count }, (_, place) => place).filter(() => count > 2 && chance.isLikely(20))
  const others = count - Math.min(bankers.length, count - 1)
  const sizes = Array.from({ length: others }, (_, at) => at + 1).filter(() => chance.isLikely(50))
  const legs = Array.from({ length: count }, (): LegNow => {
    const price = exactPrice(anyPrice(chance))
    if (chance.isLikely(40)) return { price, result: chance.pick([...resultWords]) }
    const win = chance.between(0, 1_000_000_000)
    return { price, chance: { win, back: chance.between(0, 1_000_000_000 - win) } }
  })
  return {
    stake: anyStake(chance),
    sizes: sizes.length > 0 ? sizes : [others],
    bankers: bankers.slice(0, count - others),
    legs,
  }
}

const eachBet = (seed: number, check: (bet: BetNow, chance: Chances) => void) => {
  const chance = chanceFrom(seed)
  for (let run = 0; run < runs; run += 1) check(anyBet(chance), chance)
}

const sure = cashOutShares.before
const of = (bet: BetNow, share: number = sure) => valueNow(bet, share) ?? 0n
const undecided = (leg: LegNow): leg is Extract<LegNow, { chance: unknown }> => 'chance' in leg

describe('whatever the bet', { timeout: patience }, () => {
  test('it is never bought for more than it may return, nor for more than its share of what it is worth', () => {
    eachBet(61, (bet) => {
      const best = bet.legs.map((leg) => (undecided(leg) ? { price: leg.price, result: won } : leg))
      expect(of(bet)).toBeLessThanOrEqual(of({ ...bet, legs: best }, 10_000))
      const whole = of(bet, 10_000)
      expect(of(bet) * 10_000n).toBeLessThanOrEqual((whole + 1n) * BigInt(sure))
    })
  })

  test('the order of its legs does not matter', () => {
    eachBet(62, (bet, chance) => {
      const at = chance.between(0, bet.legs.length - 1)
      const turn = <T>(list: readonly T[]) => [...list.slice(at), ...list.slice(0, at)]
      const places = turn(bet.legs.map((_, place) => place))
      const bankers = places.flatMap((was, now) => (bet.bankers.includes(was) ? [now] : []))
      expect(of({ ...bet, legs: turn(bet.legs), bankers })).toBe(of(bet))
    })
  })

  test('a better chance, a higher price, a larger stake or share never make it less', () => {
    eachBet(63, (bet, chance) => {
      const place = chance.between(0, bet.legs.length - 1)
      const better = bet.legs.map((leg, at) => {
        if (at !== place || !undecided(leg)) return leg
        const { win, back } = leg.chance
        return { ...leg, chance: { win: chance.between(win, 1_000_000_000 - back), back } }
      })
      const dearer = bet.legs.map((leg, at) =>
        at === place ? { ...leg, price: { num: leg.price.num + 10n, den: leg.price.den } } : leg,
      )
      for (const more of [{ legs: better }, { legs: dearer }, { stake: bet.stake + 1n }])
        expect(of({ ...bet, ...more })).toBeGreaterThanOrEqual(of(bet))
      expect(of(bet, cashOutShares.live)).toBeLessThanOrEqual(of(bet))
    })
  })

  test('a bet whose legs are all decided is worth what it returns', () => {
    eachBet(64, (bet) => {
      const legs = bet.legs.map(({ price }) => ({ price, result: won }))
      const prices = legs.map(({ price }) => price)
      const factors = {
        sizes: bet.sizes,
        bankers: prices.filter((_, place) => bet.bankers.includes(place)),
        others: prices.filter((_, place) => !bet.bankers.includes(place)),
      }
      expect(of({ ...bet, legs }, 10_000)).toBe(returnOf(bet.stake, factors))
    })
  })
})

describe('a builder', () => {
  const prices = [0, 2_000, 1_800, 3_000, 1_500, 2_600, 2_400, 4_400]
  const worth = (leg: LegNow) => of({ stake: 1_000n, sizes: [1], bankers: [], legs: [leg] }, 10_000)

  test('counts the chance of what is still open of it, at the price of what is not void', () => {
    expect(worth(builderNow(prices, [null, null, null], 200_000_000))).toBe(880n)
    expect(worth(builderNow(prices, [won, null, null], 200_000_000))).toBe(880n)
    expect(worth(builderNow(prices, [voided, null, null], 500_000_000))).toBe(1_200n)
    expect(worth(builderNow(prices, [voided, won, null], 500_000_000))).toBe(1_200n)
  })

  test('is lost with its first part, and decided with its last', () => {
    expect(worth(builderNow(prices, [lost, null, null], 1_000_000_000))).toBe(0n)
    expect(worth(builderNow(prices, [won, won, won], 0))).toBe(4_400n)
    expect(worth(builderNow(prices, [voided, voided, voided], 0))).toBe(1_000n)
  })
})

test('chances that are not told are guessed from prices, and are no more than a whole', () => {
  expect(guessedChances([2_000, 4_000, 4_000])).toEqual(
    [500_000_000, 250_000_000, 250_000_000].map((win) => ({ win, back: 0 })),
  )
  expect(guessedChances([1_900, 1_900, 0])).toEqual([500_000_000, 500_000_000, 0].map((win) => ({ win, back: 0 })))
  expect(guessedChances([0, 0])).toEqual([0, 0].map((win) => ({ win, back: 0 })))
  const three = guessedChances([2_180, 3_320, 3_420]).map(({ win }) => win)
  expect(three.reduce((sum, win) => sum + win, 0)).toBeLessThanOrEqual(1_000_000_000)
  expect(three.reduce((sum, win) => sum + win, 0)).toBeGreaterThan(999_999_990)
})
