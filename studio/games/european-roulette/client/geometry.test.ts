import { describe, expect, test } from 'vitest'
import { spots } from '../spots.ts'
import { type ClothMap, mapCloth, nextPlace } from './geometry.ts'

const maps: [string, ClothMap][] = [
  ['lying', mapCloth(false, 50, 60)],
  ['standing', mapCloth(true, 44, 74)],
]
const at = (map: ClothMap, name: string) => {
  const placed = map.placed.find(({ spot }) => spot.name === name)
  if (!placed) throw new Error(name)
  return placed
}

describe.each(maps)('a %s cloth', (_, map) => {
  test('has every place inside, each where its numbers meet', () => {
    expect(map.placed).toHaveLength(spots.length)
    for (const { spot, stand, touch } of map.placed) {
      expect(stand.x, spot.name).toBeGreaterThanOrEqual(0)
      expect(stand.y, spot.name).toBeGreaterThanOrEqual(0)
      expect(stand.x, spot.name).toBeLessThanOrEqual(map.width)
      expect(stand.y, spot.name).toBeLessThanOrEqual(map.height)
      expect(Math.min(touch.width, touch.height), spot.name).toBeGreaterThanOrEqual(14)
    }
    for (const { spot, stand } of map.placed) {
      if (spot.kind !== 'split' && spot.kind !== 'corner') continue
      if (spot.numbers[0] === 0) continue
      const middles = spot.numbers.map((number) => at(map, `straight-${number}`).stand)
      expect(stand.x, spot.name).toBeCloseTo(middles.reduce((sum, { x }) => sum + x, 0) / middles.length)
      expect(stand.y, spot.name).toBeCloseTo(middles.reduce((sum, { y }) => sum + y, 0) / middles.length)
    }
  })

  test('no two chips stand at the same point', () => {
    const points = map.placed.map(({ stand }) => `${stand.x.toFixed(1)} ${stand.y.toFixed(1)}`)
    expect(new Set(points).size).toBe(points.length)
  })

  test('arrows reach every place', () => {
    const seen = new Set(['straight-0'])
    const todo = [at(map, 'straight-0')]
    for (let from = todo.pop(); from; from = todo.pop()) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = nextPlace(map, from, dx, dy)
        if (!next || seen.has(next.spot.name)) continue
        seen.add(next.spot.name)
        todo.push(next)
      }
    }
    expect(map.placed.map(({ spot }) => spot.name).filter((name) => !seen.has(name))).toEqual([])
  })
})

test('from a number the arrow goes to the line beside it, then to the next number', () => {
  const map = mapCloth(false, 50, 60)
  const split = nextPlace(map, at(map, 'straight-8'), 1, 0)
  expect(split?.spot.name).toBe('split-8-11')
  expect(split && nextPlace(map, split, 1, 0)?.spot.name).toBe('straight-11')
  expect(nextPlace(map, at(map, 'straight-8'), 0, -1)?.spot.name).toBe('split-8-9')
})
