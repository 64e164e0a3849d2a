import { describe, expect, test } from 'vitest'
import { WrongChoice } from '../../engine/game.ts'
import { about } from './about.ts'
import { exactRtp, maths, paysOf, risks, rowCounts, rtpOf, waysTo } from './math.ts'

/** A source that bounces as it is told: `below(2)` takes the next side. */
const told = (sides: readonly number[]) => {
  let at = 0
  return { below: () => sides[at++] ?? 0 }
}
const drop = (choice: unknown, sides: readonly number[] = [], stake = 100n) =>
  maths.play({ stake, choices: [choice] }, told(sides))

describe('Plinth', () => {
  test('every table is the same from both sides, has a bucket more than rows, and falls towards the middle', () => {
    for (const rows of rowCounts) {
      for (const risk of risks) {
        const pays = paysOf(rows, risk)
        expect(pays).toHaveLength(rows + 1)
        expect(pays).toEqual(pays.toReversed())
        const half = pays.slice(0, rows / 2 + 1)
        expect(half).toEqual(half.toSorted((a, b) => b - a))
      }
    }
  })

  test('every table gives back between 98.80 and 99.00 percent, and the least of them is what the tile says', () => {
    for (const rows of rowCounts) {
      for (const risk of risks) {
        expect(rtpOf(rows, risk)).toBeGreaterThan(0.988)
        expect(rtpOf(rows, risk)).toBeLessThan(0.99)
      }
    }
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
  })

  test('all ways together are all ways there are', () => {
    for (const rows of rowCounts) {
      const ways = Array.from({ length: rows + 1 }, (_, bucket) => waysTo(rows, bucket))
      expect(ways.reduce((sum, way) => sum + way, 0)).toBe(2 ** rows)
    }
  })

  test('the ball ends where its bounces lead, and pays what stands there', () => {
    const left = drop({ rows: 8, risk: 'high' }, [0, 0, 0, 0, 0, 0, 0, 0])
    expect(left).toMatchObject({ staked: 100n, won: 1_600n, isOver: true, view: { bucket: 0, pays: 1_600 } })
    const middle = drop({ rows: 8, risk: 'high' }, [1, 0, 1, 0, 1, 0, 1, 0])
    expect(middle).toMatchObject({ won: 38n, view: { bucket: 4, path: [1, 0, 1, 0, 1, 0, 1, 0] } })
    const right = drop({ rows: 16, risk: 'high' }, new Array(16).fill(1))
    expect(right).toMatchObject({ won: 69_000n, view: { bucket: 16 } })
  })

  test('all 256 ways of eight rows pay exactly what the table promises', () => {
    for (const risk of risks) {
      let won = 0n
      for (let way = 0; way < 256; way += 1) {
        const sides = Array.from({ length: 8 }, (_, row) => (way >> row) & 1)
        won += drop({ rows: 8, risk }, sides, 10_000n).won
      }
      expect(Number(won) / 256 / 10_000).toBeCloseTo(rtpOf(8, risk), 10)
    }
  })

  test('a part of the smallest unit is the house’s', () => {
    expect(drop({ rows: 8, risk: 'high' }, [1, 0, 1, 0, 1, 0, 1, 0], 20n).won).toBe(7n)
    expect(drop({ rows: 8, risk: 'low' }, [1, 0, 1, 0, 1, 0, 0, 0], 20n).won).toBe(19n)
  })

  test.each([
    [{}],
    [{ rows: 9, risk: 'low' }],
    [{ rows: 8, risk: 'wild' }],
    [{ rows: 8, risk: 'low', more: 1 }],
    [null],
    ['8'],
  ])('%j is no table', (choice) => {
    expect(() => drop(choice)).toThrow(WrongChoice)
  })

  test('a round has one choice', () => {
    const table = { rows: 8, risk: 'low' }
    expect(() => maths.play({ stake: 20n, choices: [table, table] }, told([]))).toThrow(WrongChoice)
    expect(() => maths.play({ stake: 0n, choices: [table] }, told([]))).toThrow(WrongChoice)
  })
})
