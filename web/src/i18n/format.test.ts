import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatMoney, formatSigned, formatTime } from './format.ts'
import { formatNumber } from './number-text.ts'

const bare = (text: string) => text.replace(/[\u2066\u2069]/g, '').replaceAll('\u00a0', ' ')

test('dates are dd.mm.yyyy and times h:mm, joined by a word', () => {
  const at = new Date(2026, 2, 5, 9, 7)
  expect(formatDate(at)).toBe('05.03.2026')
  expect(formatTime(at)).toBe('9:07')
  expect(formatDateTime(at, 'a las')).toBe('05.03.2026 a las 9:07')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
  [1234.5, '1,234.50'],
  [-1234.5, '−1,234.50'],
  [0.126, '0.13'],
])('the number %s reads %s', (value, text) => expect(formatNumber(value)).toBe(text))

test.each([
  ['1250.50', 'EUR', '€1,250.50'],
  ['1250.50', 'GBP', '£1,250.50'],
  ['-18.50', 'USD', '−$18.50'],
  ['1250', 'JPY', '¥1,250'],
  ['0.000001', 'USDT', '₮0.000001'],
  ['9007199254740993.00', 'BRL', 'R$ 9,007,199,254,740,993.00'],
  ['1000.00', 'XXX', 'XXX 1,000.00'],
])('%s %s reads %s, without a float on the way', (amount, currency, text) => {
  const shown = formatMoney({ amount, currency })
  expect(bare(shown)).toBe(text)
  expect(shown.startsWith('\u2066') && shown.endsWith('\u2069')).toBe(true)
})

test.each([
  ['18.50', '+€18.50'],
  ['-18.50', '−€18.50'],
  ['0.00', '€0.00'],
])('a result of %s reads %s', (amount, text) => expect(bare(formatSigned({ amount, currency: 'EUR' }))).toBe(text))
