import { expect, test } from 'vitest'
import { pageNumbers, pageOf } from './page-numbers.ts'

test.each([
  [null, 1],
  ['', 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1e3', 1],
  ['2.5', 1],
  ['9999999', 1],
])('page %s is page %i', (word, page) => expect(pageOf(word)).toBe(page))

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 3, 0, 9]],
  [2, 9, [1, 2, 3, 0, 9]],
  [3, 9, [1, 2, 3, 4, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [8, 9, [1, 0, 7, 8, 9]],
  [9, 9, [1, 0, 7, 8, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 4, [1, 2, 3, 4]],
  [5000, 10000, [1, 0, 4999, 5000, 5001, 0, 10000]],
])('on page %i of %i', (at, count, shown) => expect(pageNumbers(at, count)).toEqual(shown))
