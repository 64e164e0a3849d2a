import { expect, test } from 'vitest'
import { minorOf, moneyText, plainAmount, typedAmount, wireOf } from './money-text.ts'

const bare = (text: string) => text.replace(/[\u2066\u2069]/g, '').replaceAll('\u00a0', ' ')

test.each([
  [125_050n, 'EUR', '€1,250.50'],
  [125_050n, 'GBP', '£1,250.50'],
  [-1850n, 'USD', '−$18.50'],
  [1250n, 'JPY', '¥1,250'],
  [200_000n, 'USDT', '₮0.20'],
  [1n, 'USDT', '₮0.000001'],
  [1_250_000n, 'USDT', '₮1.25'],
  [20n, 'FUN', 'FUN 0.20'],
  [900_719_925_474_099_301n, 'BRL', 'R$ 9,007,199,254,740,993.01'],
])('%s of %s reads %s', (minor, currency, text) => {
  const shown = moneyText(minor, currency)
  expect(bare(shown)).toBe(text)
  expect(shown.startsWith('\u2066') && shown.endsWith('\u2069')).toBe(true)
})

test.each([
  ['1.2', 'EUR', 120n],
  ['1,20', 'EUR', 120n],
  [' 1 250,5 ', 'EUR', 125_050n],
  ['.5', 'EUR', 50n],
  ['5.', 'EUR', 500n],
  ['007', 'EUR', 700n],
  ['1.234', 'EUR', null],
  ['1.5', 'JPY', null],
  ['0.000001', 'USDT', 1n],
  ['-5', 'EUR', null],
  ['1e3', 'EUR', null],
  ['', 'EUR', null],
  ['abc', 'EUR', null],
  ['5', 'XXX', null],
])('a player who types "%s" of %s means %s', (text, currency, minor) => expect(typedAmount(text, currency)).toBe(minor))

test('a field shows no noughts that no player types', () => {
  expect(plainAmount(200_000n, 'USDT')).toBe('0.20')
  expect(plainAmount(1n, 'USDT')).toBe('0.000001')
  expect(plainAmount(100n, 'EUR')).toBe('1.00')
  expect(plainAmount(100n, 'JPY')).toBe('100')
})

test('amounts of the wire come and go unchanged', () => {
  for (const minor of [0n, 1n, 20n, -1850n, 10n ** 20n]) expect(minorOf(wireOf(minor, 'EUR'))).toBe(minor)
})
