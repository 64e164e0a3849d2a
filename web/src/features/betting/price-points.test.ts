import { describe, expect, test } from 'vitest'
import { chartOf, type PriceRow, pointsOf } from './price-points.ts'

const row = (version: number, second: number, prices: readonly number[], state: PriceRow['state'] = 'open') => ({
  ...{ version, prices, state },
  at: new Date(second * 1000).toISOString(),
})

const rows = [
  row(5, 40, [1500, 2600]),
  row(4, 30, [2000, 1900], 'suspended'),
  row(3, 20, [2000, 1900]),
  row(2, 10, [2000, 1850]),
  row(1, 0, [1800, 2000]),
]

test('one outcome has only its own changes, oldest first', () => {
  expect(pointsOf(rows, 0).map(({ version, price, state }) => [version, price, state])).toEqual([
    [1, 1800, 'open'],
    [2, 2000, 'open'],
    [4, 2000, 'suspended'],
    [5, 1500, 'open'],
  ])
})

describe('the chart', () => {
  const size = { width: 100, height: 50 }

  test('prices are steps from left to right, a pause is a bar', () => {
    const { steps, pauses, end } = chartOf(pointsOf(rows, 0), size, 50_000)
    expect(steps).toHaveLength(1)
    expect(steps[0]).toMatch(/^M0 [\d.]+H20V[\d.]+H60V[\d.]+H80V[\d.]+H100$/)
    expect(pauses).toEqual([{ x: 60, width: 20 }])
    expect(end?.x).toBe(100)
  })

  test('a higher price stands higher', () => {
    const [path = ''] = chartOf(pointsOf(rows, 0), size, 50_000).steps
    const heights = [...path.matchAll(/(?:M0 |V)([\d.]+)/g)].map(([, y]) => Number(y))
    expect(heights[1]).toBeLessThan(heights[0] ?? 0)
    expect(heights[3]).toBeGreaterThan(heights[0] ?? 0)
  })

  test('where it was not offered there is no line', () => {
    const gap = pointsOf([row(1, 0, [1800]), row(2, 10, [0]), row(3, 20, [1900])], 0)
    expect(chartOf(gap, size, 30_000).steps).toHaveLength(2)
    expect(chartOf(pointsOf([row(1, 0, [0])], 0), size, 30_000).steps).toEqual([])
  })

  test('a price that never moved is one line through the middle', () => {
    const { steps, end } = chartOf(pointsOf([row(1, 0, [2000])], 0), size, 10_000)
    expect(steps).toEqual(['M0 25H100'])
    expect(end).toEqual({ x: 100, y: 25 })
  })
})
