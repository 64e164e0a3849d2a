import { describe, expect, test } from 'vitest'
import { depositSum, feeOf, minorOf, payoutSum } from './cashier.ts'

const euro = { min: 1000n, max: 500_000n, currency: 'EUR' } as const

describe('the sum of a deposit', () => {
  test.each([
    ['20', null],
    ['10', null],
    ['5000', null],
    ['', 'REQUIRED'],
    ['0', 'FORMAT'],
    ['-1', 'FORMAT'],
    ['+20', 'FORMAT'],
    ['1e3', 'FORMAT'],
    ['0.001', 'FORMAT'],
    ['20.00', 'FORMAT'],
    ['1,000', 'FORMAT'],
    [' 20', 'FORMAT'],
    ['20 ', 'FORMAT'],
    ['020', 'FORMAT'],
    ['２０', 'FORMAT'],
    ['0x20', 'FORMAT'],
    ['9', 'TOO_SMALL'],
    ['5001', 'TOO_LARGE'],
    ['9'.repeat(40), 'TOO_LARGE'],
  ])('%j is %s', (text, reason) => {
    expect(depositSum(text, euro)).toBe(reason)
  })

  test('counts whole units of any currency', () => {
    expect(depositSum('1000', { min: 1000n, max: 100_000n, currency: 'JPY' })).toBeNull()
    expect(depositSum('999', { min: 1000n, max: 100_000n, currency: 'JPY' })).toBe('TOO_SMALL')
    expect(depositSum('10', { min: 10_000_000n, max: 99_000_000n, currency: 'USDT' })).toBeNull()
    expect(depositSum('100', { min: 10_000_000n, max: 99_000_000n, currency: 'USDT' })).toBe('TOO_LARGE')
  })

  test('a range that ends inside a unit is narrowed to whole ones', () => {
    const odd = { min: 1050n, max: 1150n, currency: 'EUR' } as const
    expect(depositSum('10', odd)).toBe('TOO_SMALL')
    expect(depositSum('11', odd)).toBeNull()
    expect(depositSum('12', odd)).toBe('TOO_LARGE')
  })
})

describe('the sum of a payout', () => {
  const range = { ...euro, available: 12_345n }

  test('is whole, or exactly everything', () => {
    expect(payoutSum('100', range)).toBeNull()
    expect(payoutSum('123.45', range)).toBeNull()
    expect(payoutSum('123.44', range)).toBe('FORMAT')
    expect(payoutSum('123.450', range)).toBe('FORMAT')
  })

  test('everything still has to fit the range', () => {
    expect(payoutSum('9.99', { ...euro, available: 999n })).toBe('TOO_SMALL')
    expect(payoutSum('5000.01', { ...euro, available: 500_001n })).toBe('TOO_LARGE')
    expect(payoutSum('0.00', { ...euro, min: 0n, available: 0n })).toBe('FORMAT')
  })

  test('everything has as many decimals as the currency', () => {
    expect(payoutSum('12.345678', { min: 1n, max: 10n ** 12n, currency: 'USDT', available: 12_345_678n })).toBeNull()
    expect(
      payoutSum('9007199254740993', { min: 1n, max: 2n ** 62n, currency: 'JPY', available: 9007199254740993n }),
    ).toBeNull()
  })
})

test('a passed sum becomes minor units, and one that no rule has seen does not', () => {
  expect(minorOf('20', 'EUR')).toBe(2000n)
  expect(minorOf('20', 'JPY')).toBe(20n)
  expect(minorOf('12.345678', 'USDT')).toBe(12_345_678n)
  expect(() => minorOf('1e3', 'EUR')).toThrow('no rule')
})

test('a fee is rounded up to the minor unit', () => {
  expect(feeOf(10_000n, { basisPoints: 100n, fixed: 0n })).toBe(100n)
  expect(feeOf(10_001n, { basisPoints: 100n, fixed: 0n })).toBe(101n)
  expect(feeOf(10_000n, { basisPoints: 0n, fixed: 25n })).toBe(25n)
  expect(feeOf(1n, { basisPoints: 1n, fixed: 0n })).toBe(1n)
})
