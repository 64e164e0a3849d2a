import { expect, test } from 'vitest'
import { median, table } from './figures.ts'
import { bodyLength } from './load.ts'

test('the middle of an odd number of figures is one of them, of an even number the mean of two', () => {
  expect(median([30, 1, 2])).toBe(2)
  expect(median([10, 1, 2, 4])).toBe(3)
  expect(median([])).toBeNaN()
})

test('a missed bar is shouted, and a figure without a bar says nothing', () => {
  const row = { name: 'page', ours: '1 ms', reference: 'bare React 1 ms', ratio: 1 }
  const bar = { text: '≤ 2.00', isMet: true }
  const lines = table([row, { ...row, bar }, { ...row, bar: { ...bar, isMet: false } }]).split('\n')
  expect(lines[1]).toMatch(/1\.00$/)
  expect(lines[2]).toMatch(/1\.00 {3}≤ 2\.00 met$/)
  expect(lines[3]).toMatch(/≤ 2\.00 MISSED$/)
  expect(new Set(lines.map((line) => line.match(/reference|bare/)?.index)).size).toBe(1)
})

test('an answer with another status, or of unknown length, is not counted', () => {
  expect(bodyLength('HTTP/1.1 200 OK\r\nContent-Length: 12\r\nVary: Cookie', 200)).toBe(12)
  expect(bodyLength('HTTP/1.1 304 Not Modified\r\nVary: Cookie', 304)).toBe(0)
  expect(bodyLength('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 12', 200)).toBeNull()
  expect(bodyLength('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', 200)).toBeNull()
})
