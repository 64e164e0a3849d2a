import { expect, test } from 'vitest'
import { lines, type Spin } from '../math.ts'
import { amountOf, netText, summaryOf, winsOf } from './wins.ts'

const words = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' ')
const spin = (change: Partial<Spin> = {}): Pick<Spin, 'grid' | 'scatter' | 'wins'> => ({
  grid: [
    ['compass', 'rum', 'rum'],
    ['rum', 'compass', 'rum'],
    ['rum', 'rum', 'rum'],
  ] as never,
  scatter: null,
  wins: [],
  ...change,
})
const scatter = { count: 2, times: 40, spins: 0 } as never
const win = (line: number) => ({ line, count: 3, times: 5 }) as never

test('compasses are told first, wherever they stand, then line by line', () => {
  const told = winsOf(spin({ scatter, wins: [win(2)] }), words)
  expect(told.map(({ text, times }) => [text, times])).toEqual([
    ['compasses 2', 40],
    ['pays 2', 5],
  ])
  expect(told[0]).toMatchObject({
    cells: [
      [0, 0],
      [1, 1],
    ],
    path: [],
  })
  expect(told[1]?.path).toEqual([told[1]?.cells])
})

test('one win is told by its words, several by their number, none as none', () => {
  expect(summaryOf(spin(), words)).toBe('none')
  expect(summaryOf(spin({ wins: [win(1)] }), words)).toBe('pays 1')
  expect(summaryOf(spin({ scatter, wins: [win(1), win(3)] }), words)).toBe('pay 3')
})

test('times are of the stake of one line', () => {
  expect(amountOf(5, 20n * BigInt(lines.length))).toBe(100n)
})

test('what came back less what was staked has its sign; a free round cost nothing', () => {
  expect(netText({ staked: 100n, won: 250n, isFree: false }, String)).toBe('+150')
  expect(netText({ staked: 100n, won: 100n, isFree: false }, String)).toBe('0')
  expect(netText({ staked: 100n, won: 40n, isFree: true }, String)).toBe('+40')
  expect(netText({ staked: 100n, won: 0n, isFree: true }, String)).toBe('0')
})
