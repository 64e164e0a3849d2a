import { expect, test } from 'vitest'
import { hopsOf } from './fall.ts'

test('the ball ends as many places to the right as its path says, and turns to where it goes', () => {
  const hops = hopsOf([1, 0, 1])
  expect(hops.map(({ row, rights, next }) => [row, rights, next])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [2, 1, 2],
  ])
  expect(hops.map(({ turn, turned }) => [turn, turned])).toEqual([
    [0, 70],
    [70, 0],
    [0, 70],
  ])
  expect(hops.map(({ isLast }) => isLast)).toEqual([false, false, true])
})
