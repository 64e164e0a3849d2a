import { expect, test } from 'vitest'
import { lines } from '../math.ts'
import { amountOf, netText, pathOf, summaryOf, timesText, winMs } from './wins.ts'

const words = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' ')
const win = (line: number) => ({ line, count: 3, times: 5, symbol: 'cherry' }) as never

test('a win is told by its line, several by their number, none as none', () => {
  expect(summaryOf({ wins: [] }, words)).toBe('none')
  expect(summaryOf({ wins: [win(4)] }, words)).toBe('pays 4')
  expect(summaryOf({ wins: [win(4), win(1)] }, words)).toBe('pay 2')
})

test('a line pays its times of its share of the stake', () => {
  const share = 20n
  expect(amountOf({ times: 5 }, share * BigInt(lines.length))).toBe(100n)
})

test('a path follows its line from the left, as far as it pays', () => {
  expect(pathOf({ line: 1, count: 2 })).toEqual((lines[0] ?? []).slice(0, 2).map((row, reel) => [reel, row]))
})

test('what came back less what was staked has its sign; a free spin cost nothing', () => {
  expect(netText({ staked: 100n, won: 250n, isFree: false }, String)).toBe('+150')
  expect(netText({ staked: 100n, won: 40n, isFree: false }, String)).toBe('-60')
  expect(netText({ staked: 100n, won: 40n, isFree: true }, String)).toBe('+40')
})

test('many wins share the time that one alone may not use up', () => {
  expect([winMs(1), winMs(2), winMs(8)]).toEqual([900, 900, 300])
})

test('a result is told in stakes, and nothing as a dash', () => {
  expect([0n, 40n, 100n, 1250n].map((won) => timesText({ stake: 100n, won }))).toEqual(['–', '×0.4', '×1', '×12.5'])
})
