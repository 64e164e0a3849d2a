import { describe, expect, test } from 'vitest'
import { heightAt, leastHeight, mostHeight } from '../math.ts'
import { createClock } from './clock.ts'
import { higher, lower, rankOf, readHeight } from './heights.ts'
import { plotAt, ticks } from './plot.ts'

describe('a height that is typed', () => {
  test.each([
    ['2', 200],
    ['2.5', 250],
    ['2,50', 250],
    [' 1.01 ', 101],
    ['2.', 200],
    ['10000', 1_000_000],
    ['3×', 300],
  ])('%s is read', (text, height) => expect(readHeight(text)).toBe(height))

  test.each(['', '1', '1.00', '0.5', '10000.01', '2.345', 'two', '-2', '2e3', '1 000'])('%s is not', (text) =>
    expect(readHeight(text)).toBeNull(),
  )

  test('goes up and down by round steps, and never out of reach', () => {
    expect([higher(200), lower(200), higher(201), lower(199)]).toEqual([250, 175, 250, 175])
    expect([lower(leastHeight), lower(110), higher(mostHeight), higher(100_000)]).toEqual([
      leastHeight,
      leastHeight,
      mostHeight,
      mostHeight,
    ])
  })
})

test('flights are ranked by height alone', () => {
  expect([100, 199, 200, 999, 1_000].map(rankOf)).toEqual(['low', 'low', 'mid', 'mid', 'high'])
})

describe('the clock of the server', () => {
  test('is believed where it was heard soonest, so a shown height is never ahead', () => {
    let own = 0
    const clock = createClock(() => own)
    // The server is 1,000 ahead; words take 80, 20 and 200 to arrive.
    for (const [sentAt, delay] of [
      [0, 80],
      [100, 20],
      [300, 200],
    ] as const) {
      own = sentAt + delay
      clock.hear(sentAt + 1_000)
    }
    expect(clock.now()).toBe(own + 1_000 - 20)
    clock.breakOff()
    expect(clock.now()).toBe(own + 1_000 - 20)
    clock.hear(own + 400)
    expect(clock.now()).toBe(own + 400)
  })

  test('follows when it is set back', () => {
    const clock = createClock(() => 0)
    clock.hear(5_000)
    for (let at = 0; at < 12; at += 1) clock.hear(1_000)
    expect(clock.now()).toBe(1_000)
  })
})

describe('the plot', () => {
  const room = { width: 400, height: 240 }

  test('keeps the tip of the curve inside, however high it is', () => {
    for (let ms = 0; ms <= 130_000; ms += 500) {
      const { tip, floor } = plotAt(room, ms)
      expect(tip.x).toBeGreaterThan(0)
      expect(tip.x).toBeLessThan(room.width)
      expect(tip.y).toBeGreaterThan(0)
      expect(tip.y).toBeLessThanOrEqual(floor)
    }
  })

  test('marks a height where the curve has it', () => {
    const drawn = plotAt(room, 20_000)
    expect(heightAt(20_000)).toBe(400)
    expect(drawn.spotOf(20_000)).toEqual(drawn.tip)
    expect(drawn.spotOf(10_000).y).toBeGreaterThan(drawn.tip.y)
  })

  test('has a few round numbers beside it', () => {
    expect(ticks(1, 2, 4)).toEqual([1, 1.25, 1.5, 1.75, 2])
    expect(ticks(0, 8, 4)).toEqual([0, 2, 4, 6, 8])
    expect(ticks(1, 73, 4)).toEqual([20, 40, 60])
    for (let ms = 0; ms <= 130_000; ms += 900) expect(plotAt(room, ms).rows.length).toBeLessThanOrEqual(8)
  })
})
