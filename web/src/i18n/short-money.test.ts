import { describe, expect, test } from 'vitest'
import { between, shorten } from './short-money.ts'

describe('a balance in a narrow place', () => {
  test.each([
    ['0.00', 9, '0.00', 0],
    ['248.60', 9, '248.60', 0],
    ['12345.60', 9, '12345.60', 0],
    ['123456.78', 9, '123.4', 3],
    ['999999.99', 9, '999.9', 3],
    ['1000000.00', 9, '1', 6],
    ['12345678.90', 9, '12.34', 6],
    ['12345678.90', 14, '12345678.90', 0],
    ['12345678.901234', 9, '12.34', 6],
    ['12345678.901234', 14, '12345678.90', 0],
    ['0.000001', 9, '0.000001', 0],
    ['12.000001', 8, '12.00', 0],
    ['1234567', 9, '1234567', 0],
    ['12345678', 9, '12.34', 6],
    ['1234567890123', 9, '1.23', 12],
    ['123456789012345678', 9, '123456', 12],
    ['-18.50', 9, '-18.50', 0],
    ['-12345678.901234', 9, '-12.35', 6],
    ['-12.000001', 8, '-12.01', 0],
    ['-123456', 6, '-123.5', 3],
    ['-999999.99', 6, '-1000', 3],
  ] as const)('%s in %i figures is %s with %i digits off', (amount, most, short, power) => {
    expect(shorten(amount, most)).toEqual({ amount: short, power })
  })

  test('it never looks larger than it is', () => {
    for (let minor = 1n; minor < 10n ** 17n; minor = minor * 3n + 7n) {
      const text = minor.toString().padStart(3, '0')
      const amount = `${text.slice(0, -2)}.${text.slice(-2)}`
      const { amount: short, power } = shorten(amount, 9)
      const [whole = '0', rest = ''] = short.split('.')
      const shown = BigInt(whole + rest.padEnd(power + 2, '0'))
      expect(shown).toBeLessThanOrEqual(minor)
    }
  })
})

describe('a figure that rolls', () => {
  test('starts at the old amount, passes the middle and leaves the end to the amount itself', () => {
    expect(between('10.00', '20.00', 'EUR', 0)).toBe('10.00')
    expect(between('10.00', '20.00', 'EUR', 0.5)).toBe('15.00')
    expect(between('10.00', '20.00', 'EUR', 1)).toBeNull()
  })

  test('falls as well as it rises, with the decimals of its currency', () => {
    expect(between('20', '10', 'JPY', 0.5)).toBe('15')
    expect(between('0.000003', '0.000001', 'USDT', 0.5)).toBe('0.000002')
    expect(between('90071992547409.93', '90071992547409.95', 'EUR', 0.5)).toBe('90071992547409.94')
  })

  test('does not roll what it cannot count', () => {
    expect(between('1.0', '2.00', 'EUR', 0.5)).toBeNull()
    expect(between('1.00', '2.00', 'XXX', 0.5)).toBeNull()
  })
})
