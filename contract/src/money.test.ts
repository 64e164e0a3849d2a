import { expect, test } from 'vitest'
import { type Currency, currencies, isCurrency, isPurseCurrency, toDecimal, toWire, writeMoney } from './money.ts'

test.each<[bigint, Currency, string]>([
  [0n, 'EUR', '0.00'],
  [5n, 'EUR', '0.05'],
  [125_050n, 'EUR', '1250.50'],
  [-5n, 'USD', '-0.05'],
  [-125_050n, 'BRL', '-1250.50'],
  [0n, 'JPY', '0'],
  [1250n, 'JPY', '1250'],
  [-1n, 'JPY', '-1'],
  [1n, 'USDT', '0.000001'],
  [1_000_000n, 'USDT', '1.000000'],
  [9_007_199_254_740_993n, 'EUR', '90071992547409.93'],
  [9_007_199_254_740_993n, 'JPY', '9007199254740993'],
])('%i minor units of %s are %s', (minor, currency, decimal) => {
  expect(toDecimal(minor, currency)).toBe(decimal)
  expect(toWire(minor, currency)).toEqual({ amount: decimal, currency })
})

test('demo money and the seven currencies are known, words of the language are not', () => {
  expect(Object.keys(currencies)).toEqual(['EUR', 'USD', 'GBP', 'BRL', 'UAH', 'JPY', 'USDT', 'FUN'])
  for (const code of ['eur', 'XXX', '', 'constructor', '__proto__']) expect(isCurrency(code)).toBe(false)
})

test('points stand in purses alone', () => {
  expect([isPurseCurrency('PTS'), isPurseCurrency('EUR'), isPurseCurrency('XXX'), isCurrency('PTS')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(toWire(1_200n, 'PTS')).toEqual({ amount: '1200', currency: 'PTS' })
})

test.each([
  ['1250.50', 'EUR', '€1,250.50'],
  ['1250.50', 'GBP', '£1,250.50'],
  ['-18.50', 'BRL', '−R$\u00a018.50'],
  ['120000', 'JPY', '¥120,000'],
  ['1000.00', 'XXX', 'XXX\u00a01,000.00'],
])('%s %s is written %s in every language', (amount, currency, text) =>
  expect(writeMoney({ amount, currency })).toBe(text),
)
