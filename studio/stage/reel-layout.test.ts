import { expect, test } from 'vitest'
import { layOut, pathOf, reachOf } from './reel-layout.ts'

const layout = layOut({ width: 302, height: 300 }, { count: 3, rows: 3, gap: 1 })

test('reels share the width beside their gaps, rows the height', () => {
  expect(layout).toMatchObject({ reelWidth: 100, cellHeight: 100, cell: 100 })
  expect([0, 1, 2].map(layout.centreOf)).toEqual([50, 151, 252])
  expect([0, 1, 2].map(layout.middleOf)).toEqual([50, 150, 250])
})

test('a line goes through its cells, from edge to edge where the game draws it so', () => {
  const whole = [
    [0, 0],
    [1, 1],
    [2, 2],
  ] as const
  expect(pathOf(whole, layout, { isThrough: false, count: 3 })).toEqual([
    [50, 50],
    [151, 150],
    [252, 250],
  ])
  expect(pathOf(whole, layout, { isThrough: true, count: 3 })).toEqual([
    [0, 50],
    [50, 50],
    [151, 150],
    [252, 250],
    [302, 250],
  ])
  expect(pathOf(whole.slice(0, 2), layout, { isThrough: true, count: 3 }).at(-1)).toEqual([151, 150])
})

test('a line that is being drawn ends on its way', () => {
  const path = [
    [0, 0],
    [10, 0],
    [10, 20],
  ] as const
  expect(reachOf(path, 0)).toEqual([[0, 0]])
  expect(reachOf(path, 0.25)).toEqual([
    [0, 0],
    [5, 0],
  ])
  expect(reachOf(path, 0.75)).toEqual([
    [0, 0],
    [10, 0],
    [10, 10],
  ])
  expect(reachOf(path, 4)).toEqual(path)
})
