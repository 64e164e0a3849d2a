import { expect, test } from 'vitest'
import { lastCell, multiplierAt } from '../math.ts'
import { cellBeside, cellKind, stepsOf } from './cells.ts'

test('arrows go to the next cell and stop at the edge', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((arrow) => cellBeside(12, arrow))).toEqual([
    11, 13, 7, 17,
  ])
  expect([cellBeside(5, 'ArrowLeft'), cellBeside(4, 'ArrowRight')]).toEqual([null, null])
  expect([cellBeside(2, 'ArrowUp'), cellBeside(22, 'ArrowDown'), cellBeside(12, 'Home')]).toEqual([null, null, null])
})

test('mines are known only once the map is open', () => {
  expect(cellKind(null, 3)).toBe('closed')
  expect(cellKind({ opened: [3], map: null }, 3)).toBe('gem')
  expect(cellKind({ opened: [3], map: null }, 4)).toBe('closed')
  expect(cellKind({ opened: [3], map: [4] }, 4)).toBe('mine')
})

test('nothing is given before the first cell, and nothing more after the last', () => {
  expect(stepsOf(3, 0)).toEqual({ now: null, next: multiplierAt(3, 1) })
  expect(stepsOf(3, 2)).toEqual({ now: multiplierAt(3, 2), next: multiplierAt(3, 3) })
  expect(stepsOf(3, lastCell(3)).next).toBeNull()
})
