import { describe, expect, test } from 'vitest'
import { WrongChoice } from '../../engine/game.ts'
import { about } from './about.ts'
import { type Bet, isBet, isHit, maths, nearestTarget, payOf, rtpOf, sides, waysOf, waysOfSum } from './math.ts'
import { exactRtp } from './strategy.ts'

const sums = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const bets: Bet[] = sides.flatMap((side) => sums.map((target) => ({ side, target })).filter(isBet))

/** Dice that fall as they are told. */
const told = (...faces: number[]) => ({
  below: (limit: number) => {
    expect(limit).toBe(6)
    return (faces.shift() ?? 1) - 1
  },
})
const roll = (choice: unknown, a = 1, b = 1, stake = 100n) => maths.play({ stake, choices: [choice] }, told(a, b))

const everyThrow = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].map((b) => [a, b] as const))

describe('Twin Dice', () => {
  test('of 36 throws six make a seven and one makes a twelve', () => {
    expect(sums.map(waysOfSum)).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    for (const sum of sums) expect(everyThrow.filter(([a, b]) => a + b === sum)).toHaveLength(waysOfSum(sum))
  })

  test('each bet wins with exactly the throws that it names', () => {
    expect(bets).toHaveLength(8 + 8 + 11)
    for (const bet of bets) {
      const winning = everyThrow.filter(([a, b]) => isHit(bet, a + b))
      expect(winning).toHaveLength(waysOf(bet))
      for (const [a, b] of everyThrow) {
        expect(roll(bet, a, b).view).toEqual({ ...bet, dice: [a, b], isWin: isHit(bet, a + b) })
      }
    }
  })

  test('the number itself wins neither over nor under it', () => {
    expect(roll({ side: 'over', target: 7 }, 3, 4).won).toBe(0n)
    expect(roll({ side: 'under', target: 7 }, 3, 4).won).toBe(0n)
    expect(roll({ side: 'exact', target: 7 }, 3, 4).won).toBe(594n)
  })

  test('every bet gives back between 98.99 and 99.00 percent, over all 36 throws of a great stake', () => {
    for (const bet of bets) {
      const stake = 1_000_000n
      const won = everyThrow.reduce((sum, [a, b]) => sum + roll(bet, a, b, stake).won, 0n)
      expect(Number(won) / 36 / Number(stake)).toBeCloseTo(rtpOf(bet), 9)
      expect(rtpOf(bet)).toBeGreaterThanOrEqual(0.9899)
      expect(rtpOf(bet)).toBeLessThanOrEqual(0.99)
    }
  })

  test('the tile promises the least of them', () => {
    expect(exactRtp()).toBe(Math.min(...bets.map(rtpOf)))
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
  })

  test('a part of the smallest unit is the house’s', () => {
    expect(payOf({ side: 'over', target: 4 })).toBe(11_880n)
    expect(roll({ side: 'over', target: 4 }, 3, 2, 20n).won).toBe(23n)
  })

  test.each([
    [{ side: 'over', target: 12 }],
    [{ side: 'over', target: 3 }],
    [{ side: 'under', target: 2 }],
    [{ side: 'under', target: 11 }],
    [{ side: 'exact', target: 13 }],
    [{ side: 'exact', target: 1 }],
    [{ side: 'exact', target: 7.5 }],
    [{ side: 'exact', target: '7' }],
    [{ side: 'odd', target: 7 }],
    [{ side: 'exact', target: 7, more: 1 }],
    [null],
    ['seven'],
  ])('%j is no bet', (choice) => expect(() => roll(choice)).toThrow(WrongChoice))

  test('the dice fall once', () => {
    const bet = { side: 'over', target: 7 }
    expect(roll(bet, 6, 6)).toMatchObject({ isOver: true, staked: 100n, won: 237n })
    expect(() => maths.play({ stake: 100n, choices: [bet, bet] }, told(6, 6))).toThrow(WrongChoice)
  })

  test('a player who changes the side keeps a number that can be bet on', () => {
    expect(nearestTarget('under', 12)).toBe(10)
    expect(nearestTarget('over', 2)).toBe(4)
    expect(nearestTarget('over', 9)).toBe(9)
  })
})
