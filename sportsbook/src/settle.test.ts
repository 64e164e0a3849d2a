import { describe, expect, test } from 'vitest'
import { anyPrice, anyStake, enumerate, resultWords, returnByEnumeration, sizeSets } from '../test/bets.ts'
import { type Chances, chanceFrom } from '../test/chance.ts'
import { counted, patience } from '../test/effort.ts'
import { floor, fraction, isLess, product, times } from './fraction.ts'
import { exactPrice } from './odds.ts'
import { lost, type Result, voided, won } from './result.ts'
import {
  boostedWorth,
  boostOf,
  boostPercent,
  boosts,
  type Factors,
  factorOf,
  maxStake,
  returnOf,
  sameTotal,
  splitOver,
  worthOf,
} from './settle.ts'

const factor = (price: number, result: Result) => factorOf(exactPrice(price), result)

/** All words for so many legs. */
const allWords = (legs: number): Result[][] =>
  legs === 0 ? [[]] : allWords(legs - 1).flatMap((words) => resultWords.map((word) => [...words, word]))

describe('sums of products equal every combination written out', () => {
  test.each([1, 2, 3, 4, 5].slice(0, counted(3, 5)))(
    '%i legs: every word, every set of sizes, every number of bankers',
    (legs) => {
      const chance = chanceFrom(legs)
      let differences = 0
      for (const words of allWords(legs)) {
        const stake = anyStake(chance)
        const factors = words.map((word) => factor(anyPrice(chance), word))
        for (let bankers = 0; bankers < legs; bankers++) {
          const others = factors.slice(bankers)
          const listed = enumerate(others)
          for (const sizes of sizeSets(legs - bankers)) {
            const bet = { sizes, bankers: factors.slice(0, bankers), others }
            if (returnOf(stake, bet) !== returnByEnumeration(stake, bet, listed)) differences++
          }
        }
      }
      expect(differences).toBe(0)
    },
    patience,
  )

  test(
    'random bets of up to twelve legs',
    () => {
      const chance = chanceFrom(12)
      for (let trial = 0; trial < counted(150, 1_000_000); trial++) {
        const bet = anyBet(chance, chance.between(4, 12))
        const stake = anyStake(chance)
        const listed = returnByEnumeration(stake, bet, enumerate(bet.others))
        if (returnOf(stake, bet) !== listed) expect({ trial, returned: returnOf(stake, bet) }).toBe(listed)
      }
    },
    patience,
  )
})

type Leg = { price: number; word: Result }
const anyLegs = (chance: Chances, count: number): Leg[] =>
  Array.from({ length: count }, () => ({ price: anyPrice(chance), word: chance.pick(resultWords) }))

const factorsOf = (legs: readonly Leg[]) => legs.map(({ price, word }) => factor(price, word))
const anySizes = (chance: Chances, legs: number) => {
  const sizes = Array.from({ length: legs }, (_, at) => at + 1).filter(() => chance.isLikely(50))
  return sizes.length > 0 ? sizes : [legs]
}

function anyBet(chance: Chances, legs: number): Factors & { legs: Leg[] } {
  const all = anyLegs(chance, legs)
  const bankers = chance.below(legs)
  const factors = factorsOf(all)
  return {
    legs: all,
    sizes: anySizes(chance, legs - bankers),
    bankers: factors.slice(0, bankers),
    others: factors.slice(bankers),
  }
}

/** Something that holds for every bet and stake. */
function holds(name: string, isTrue: (bet: ReturnType<typeof anyBet>, stake: bigint, chance: Chances) => boolean) {
  test(
    name,
    () => {
      const chance = chanceFrom(name.length)
      for (let trial = 0; trial < counted(400, 100_000); trial++) {
        const bet = anyBet(chance, chance.between(1, 8))
        const stake = anyStake(chance)
        if (!isTrue(bet, stake, chance)) expect({ trial, bet, stake }).toBe(name)
      }
    },
    patience,
  )
}

describe('what holds for every bet', () => {
  holds('the order of legs and bankers is irrelevant', (bet, stake, chance) => {
    const mixed = { ...bet, bankers: chance.shuffled(bet.bankers), others: chance.shuffled(bet.others) }
    return returnOf(stake, mixed) === returnOf(stake, bet)
  })

  holds('a void leg more changes nothing in a multiple', ({ legs }, stake) => {
    const multiple = (all: readonly Leg[]) => ({ sizes: [all.length], bankers: [], others: factorsOf(all) })
    const longer = [...legs, { price: 5000, word: voided }]
    return returnOf(stake, multiple(longer)) === returnOf(stake, multiple(legs))
  })

  const all = (word: Result, { legs, bankers, sizes }: ReturnType<typeof anyBet>): Factors => {
    const factors = factorsOf(legs.map(({ price }) => ({ price, word })))
    return { sizes, bankers: factors.slice(0, bankers.length), others: factors.slice(bankers.length) }
  }

  holds('all lost returns nothing, all void the stake', (bet, stake) => {
    return returnOf(stake, all(lost, bet)) === 0n && returnOf(stake, all(voided, bet)) === stake
  })

  holds('no return is above the possible one', (bet, stake) => returnOf(stake, bet) <= returnOf(stake, all(won, bet)))

  holds('a better price or a higher stake never returns less', (bet, stake, chance) => {
    const at = chance.below(bet.legs.length)
    const better = bet.legs.map((leg, place) => (place === at ? { ...leg, price: leg.price + 1 } : leg))
    const factors = factorsOf(better)
    const raised = { ...bet, bankers: factors.slice(0, bet.bankers.length), others: factors.slice(bet.bankers.length) }
    return returnOf(stake, raised) >= returnOf(stake, bet) && returnOf(stake + 1n, bet) >= returnOf(stake, bet)
  })

  holds('the highest stake under a cap is the highest', (bet, cap) => {
    const best = all(won, bet)
    const most = maxStake(cap, worthOf(best))
    return returnOf(most, best) <= cap && returnOf(most + 1n, best) > cap
  })

  holds('a cap holds with the boost', (bet, cap) => {
    const best = { sizes: [bet.legs.length], bankers: [], others: bet.legs.map(({ price }) => exactPrice(price)) }
    const percent = boostPercent(bet.legs.map(({ price }) => ({ price: exactPrice(price), result: won })))
    const most = maxStake(cap, boostedWorth(worthOf(best), percent))
    const returned = returnOf(most, best)
    return returned + boostOf(most, returned, percent) <= cap
  })

  holds('a return is split over purses to the last unit', (bet, stake, chance) => {
    const parts = [anyStake(chance), chance.isLikely(30) ? 0n : anyStake(chance)]
    const returned = returnOf(stake, bet)
    const shares = splitOver(returned, parts)
    const exact = shares.every(
      (share, at) => share >= (returned * (parts[at] ?? 0n)) / ((parts[0] ?? 0n) + (parts[1] ?? 0n)),
    )
    return exact && shares.reduce((sum, share) => sum + share, 0n) === returned
  })

  holds('one sum over singles is all of it, and no two differ by more than a unit', (bet, total) => {
    const stakes = sameTotal(total, bet.legs.length)
    const [first = 0n, last = 0n] = [stakes[0], stakes.at(-1)]
    return stakes.reduce((sum, stake) => sum + stake, 0n) === total && first - last <= 1n
  })
})

test('a cap is kept to the unit: twice 50 would be above 99, and twice 49 is not', () => {
  expect([98n, 99n, 100n, 101n].map((cap) => maxStake(cap, fraction(2)))).toEqual([49n, 49n, 50n, 50n])
})

test('the rest of a return goes to the largest part, of equals to the first', () => {
  expect(splitOver(101n, [50n, 50n])).toEqual([51n, 50n])
  expect(splitOver(101n, [49n, 51n])).toEqual([49n, 52n])
})

describe('rounding', () => {
  test('is done once: ten combinations of a third each are not cut ten times', () => {
    const third = fraction(1, 3)
    const bet = { sizes: [2], bankers: [], others: Array.from({ length: 5 }, () => fraction(1)) }
    expect(returnOf(7n, bet)).toBe(7n)
    expect(floor(times(third, fraction(-1)))).toBe(-1n)
    expect(isLess(product([third, third]), third)).toBe(true)
  })

  test('is exact where doubles are not', () => {
    expect(returnOf(9_007_199_254_740_993n, { sizes: [1], bankers: [], others: [exactPrice(1001)] })).toBe(
      9_016_206_453_995_733n,
    )
    expect(returnOf(100n, { sizes: [2], bankers: [], others: [exactPrice(1100), exactPrice(1100)] })).toBe(121n)
  })
})

test('no leg has a result that gives more than there is', () => {
  for (const result of [
    [1, 1, 1],
    [-1, 0, 1],
    [0, 0, 0],
    [0.5, 0, 1],
  ] satisfies Result[])
    expect(() => factor(2000, result)).toThrow('a result that cannot be')
  expect(() => splitOver(1n, [0n])).toThrow('a stake that no purse paid')
})

describe('the boost', () => {
  const legs = (count: number, price = 1500, result = won) =>
    Array.from({ length: count }, () => ({ price: exactPrice(price), result }))

  test('counts legs that won in full at 1.200 or more', () => {
    expect(boosts.map((_, count) => boostPercent(legs(count)))).toEqual(boosts)
    expect(boostPercent(legs(20))).toBe(40)
    expect(boostPercent([...legs(3), ...legs(2, 1199), ...legs(1, 1200)])).toBe(5)
    expect(boostPercent([...legs(3), ...legs(2, 1500, voided), ...legs(2, 1500, [1, 1, 2])])).toBe(3)
  })

  test('is of profit, and none where there is none', () => {
    expect(boostOf(1000n, 900n, 40)).toBe(0n)
    expect(boostOf(1000n, 1100n, 40)).toBe(40n)
  })
})
