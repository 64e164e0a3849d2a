import { describe, expect, test } from 'vitest'
import {
  basisPoints,
  depositReason,
  feeMinor,
  isFree,
  limitAfter,
  minorOfWire,
  round,
  typedMinor,
} from './amount-rules.ts'

const euro = (amount: string) => ({ amount, currency: 'EUR' })

test.each([
  ['1', 100n],
  ['1.5', 150n],
  ['0.25', 25n],
  ['0', 0n],
  ['12.349', 1234n],
  ['nonsense', 0n],
])('%s per cent are %s parts of ten thousand', (percent, parts) => expect(basisPoints(percent)).toBe(parts))

test('a fee is rounded up to the minor unit, and nothing costs nothing', () => {
  const one = { percent: '1', fixed: euro('0.00') }
  expect(feeMinor(3_000n, one)).toBe(30n)
  expect(feeMinor(1_001n, one)).toBe(11n)
  expect(feeMinor(0n, { percent: '1', fixed: euro('2.00') })).toBe(0n)
  expect(feeMinor(20_000_000n, { percent: '0', fixed: { amount: '1.000000', currency: 'USDT' } })).toBe(1_000_000n)
  expect(feeMinor(5_000n, null)).toBe(0n)
  expect([isFree(null), isFree(one), isFree({ percent: '0', fixed: euro('0.00') })]).toEqual([true, false, true])
})

describe('what is typed', () => {
  const method = { min: euro('10.00'), max: euro('5000.00') }
  test.each([
    ['', 'REQUIRED'],
    ['0', 'FORMAT'],
    ['-1', 'FORMAT'],
    ['1e3', 'FORMAT'],
    ['0.001', 'FORMAT'],
    ['20.50', 'FORMAT'],
    ['1,000', 'FORMAT'],
    ['9', 'TOO_SMALL'],
    ['5001', 'TOO_LARGE'],
    ['9'.repeat(40), 'TOO_LARGE'],
    ['10', null],
    ['1 000', null],
  ])('%s is %s', (typed, reason) => expect(depositReason(typed, method, 'EUR')).toBe(reason))

  test('is read exactly in currencies of 0, 2 and 6 decimals, and beyond what a float can hold', () => {
    expect(typedMinor('1000', 'JPY')).toBe(1_000n)
    expect(typedMinor('20', 'EUR')).toBe(2_000n)
    expect(typedMinor('0.000001', 'USDT')).toBe(1n)
    expect(typedMinor('9007199254740993', 'EUR')).toBe(900_719_925_474_099_300n)
    expect(typedMinor('1,5', 'EUR')).toBeNull()
    expect(typedMinor('1.5', 'JPY')).toBeNull()
  })
})

test('amounts of the wire keep their sign and lose only their zeros', () => {
  expect(minorOfWire(euro('-18.50'))).toBe(-1_850n)
  expect(minorOfWire({ amount: '5', currency: 'XXX' })).toBe(0n)
  expect([round(euro('300.00')).amount, round(euro('49.50')).amount]).toEqual(['300', '49.50'])
})

test('a limit with this deposit in it', () => {
  const limit = { limit_amount: euro('300.00'), available_amount: euro('180.00') }
  expect(limitAfter(limit, 6_000n)).toEqual({ used: 12_000n, left: 18_000n, isOver: false, share: 0.6 })
  expect(limitAfter(limit, 18_000n)).toMatchObject({ isOver: false, share: 1 })
  expect(limitAfter(limit, 18_001n)).toMatchObject({ isOver: true, share: 1 })
  expect(limitAfter({ limit_amount: euro('0.00'), available_amount: euro('0.00') }, 0n)).toMatchObject({ share: 1 })
})
