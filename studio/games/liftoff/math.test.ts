import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { blockName, bytesOf, type Draws, drawsFrom } from '../../engine/draws.ts'
import { WrongChoice } from '../../engine/game.ts'
import { endMsOf, heightAt, heightText, leastHeight, maths, mostHeight, msOf, pointOf } from './math.ts'

const words = (...values: number[]): Draws => ({
  below(limit) {
    expect(limit).toBe(2 ** 32)
    const value = values.shift()
    if (value === undefined) throw new Error('no more words')
    return value
  },
})
/** The greatest first word with which the flight reaches this height for sure. */
const wordFor = (height: number) => Math.floor((99 * 2 ** 32) / height) - 1
const nothing: Draws = {
  below: () => {
    throw new Error('chance was not asked for')
  },
}
const drawsOf = (nonce: number) =>
  drawsFrom(
    bytesOf((cursor) =>
      createHmac('sha256', 'seed')
        .update(blockName('salt', nonce, cursor))
        .digest(),
    ),
  )

describe('the point', () => {
  test.each([101, 102, 150, 198, 200, 1_000, 12_345, 999_999, 1_000_000])(
    'is at %i or higher with a chance of exactly 99 in so many',
    (height) => {
      // Of all 2^32 first words these are surely enough, and of these the last alone needs more words.
      const exact = (99n * 2n ** 32n) / BigInt(height)
      const surely = Number(exact) - 1
      expect(pointOf(words(surely, 0, 0))).toBeGreaterThanOrEqual(height)
      // The word on the border: the rest of the fraction decides, in the second word.
      const rest = (99n * 2n ** 64n) / BigInt(height) - exact * 2n ** 32n
      if (rest > 0n) expect(pointOf(words(Number(exact), Number(rest) - 1))).toBeGreaterThanOrEqual(height)
      if (rest < 2n ** 32n - 2n) expect(pointOf(words(Number(exact), Number(rest) + 1))).toBeLessThan(height)
      expect(pointOf(words(Number(exact) + 1, 0))).toBeLessThan(height)
    },
  )

  test('is 1.00 for the highest words, and never less', () => {
    expect(pointOf(words(2 ** 32 - 1))).toBe(100)
    expect(pointOf(words(wordFor(101) + 2, 5))).toBe(100)
  })

  test('is at most where every flight lands', () => {
    expect(pointOf(words(0))).toBe(mostHeight)
    expect(pointOf(words(wordFor(mostHeight)))).toBe(mostHeight)
  })

  test('asks for another word where one cannot tell', () => {
    const border = Math.floor((99 * 2 ** 32) / 200)
    expect(pointOf(words(border, 0))).toBe(200)
    expect(pointOf(words(border, 2 ** 32 - 1))).toBe(199)
  })

  test('falls as often as it should, over 60,000 rounds', () => {
    const count = 60_000
    const points = Array.from({ length: count }, (_, nonce) => pointOf(drawsOf(nonce)))
    for (const height of [101, 120, 200, 500, 2_000]) {
      const chance = 99 / height
      const reached = points.filter((point) => point >= height).length
      const error = Math.sqrt(count * chance * (1 - chance))
      expect(Math.abs(reached - count * chance)).toBeLessThan(4.5 * error)
    }
  })
})

describe('the curve', () => {
  test('is twice as high every ten seconds', () => {
    expect([0, 10_000, 20_000, 30_000].map(heightAt)).toEqual([100, 200, 400, 800])
    expect(heightAt(-5)).toBe(100)
    expect(heightAt(10_000_000)).toBe(mostHeight)
  })

  test('never falls, and every height is reached when it is said', () => {
    for (let height = leastHeight; height <= mostHeight; height += height < 2_000 ? 1 : 997) {
      expect(heightAt(msOf(height))).toBeGreaterThanOrEqual(height)
      expect(heightAt(msOf(height) - 1)).toBeLessThan(height)
    }
  })

  test('ends after its point could be taken', () => {
    for (const point of [100, 101, 250, 99_999]) {
      expect(heightAt(endMsOf(point) - 1)).toBeLessThanOrEqual(point)
      expect(heightAt(endMsOf(point))).toBeGreaterThan(point)
    }
    expect(endMsOf(mostHeight)).toBe(msOf(mostHeight))
  })
})

describe('a round', () => {
  const stake = 1_000n
  /** A flight to 2.00×. */
  const two = () => words(wordFor(200))
  const ended = (choices: unknown[], draws = two()) => maths.play({ stake, choices }, draws)

  test('asks for no chance before its end, so nothing can be told', () => {
    expect(maths.play({ stake, choices: [{ auto: 150 }] }, nothing)).toEqual({
      staked: stake,
      won: 0n,
      isOver: false,
      view: { auto: 150, cashedAt: null, point: null, isReturned: false },
    })
  })

  test('pays where the player got off, and does not say how far the others fly', () => {
    expect(ended([{ auto: null }, { at: 173 }])).toEqual({
      staked: stake,
      won: 1_730n,
      isOver: true,
      view: { auto: null, cashedAt: 173, point: null, isReturned: false },
    })
    expect(ended([{ auto: null }, { at: 200 }]).won).toBe(2_000n)
  })

  test('is lost beyond the point, and without getting off', () => {
    for (const choices of [
      [{ auto: null }, { at: 201 }],
      [{ auto: null }, { end: true }],
      [{ auto: 201 }, { end: true }],
    ])
      expect(ended(choices)).toMatchObject({ won: 0n, isOver: true, view: { cashedAt: null, point: 200 } })
  })

  test('pays what was set in advance at exactly that height, even when only the end is told', () => {
    expect(ended([{ auto: 200 }, { end: true }])).toMatchObject({ won: 2_000n, view: { cashedAt: 200, point: 200 } })
  })

  test('pays every player aboard where the flight lands', () => {
    expect(ended([{ auto: null }, { end: true }], words(0)).won).toBe(stake * 10_000n)
  })

  test('rounds down to the smallest unit', () => {
    expect(maths.play({ stake: 7n, choices: [{ auto: null }, { at: 133 }] }, two()).won).toBe(9n)
  })

  test('gives the stake back when the house interrupts it, without looking at chance', () => {
    const { won, view } = maths.play({ stake, choices: [{ auto: null }, { back: true }] }, nothing)
    expect({ won, isReturned: view.isReturned, point: view.point }).toEqual({
      won: stake,
      isReturned: true,
      point: null,
    })
  })

  test.each([
    [],
    [{}],
    [null],
    ['auto'],
    [{ auto: 100 }],
    [{ auto: 150.5 }],
    [{ auto: '150' }],
    [{ auto: mostHeight + 1 }],
    [{ auto: null, at: 150 }],
    [{ at: 150 }],
    [{ end: true }],
    [{ auto: null }, { at: 100 }],
    [{ auto: null }, { at: 1e9 }],
    [{ auto: null }, { end: false }],
    [{ auto: null }, { cash: true }],
    [{ auto: null }, { at: 150 }, { at: 150 }],
  ])('does not understand %j %j %j', (...choices) => {
    expect(() => ended(choices)).toThrow(WrongChoice)
  })
})

test('heights are written with two digits', () => {
  expect([100, 101, 250, 1_000_000].map(heightText)).toEqual(['1.00', '1.01', '2.50', '10000.00'])
})
