import { describe, expect, test } from 'vitest'
import {
  afterExclusion,
  barsOf,
  breakPeriods,
  directionOf,
  hoursAndMinutes,
  isTyped,
  type Limit,
  lengthOf,
  longerThan,
  longPeriods,
  nearestLimits,
  readAmount,
  readMinutes,
  slotsOf,
  sumOf,
  toneOf,
  usedShare,
  withoutZeros,
} from './rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const money = (most: string, used: string, period = 7): Limit => ({
  kind: 'deposit',
  period,
  amount: eur(most),
  minutes: null,
  used_amount: eur(used),
  used_minutes: null,
})
const time = (most: number, used: number): Limit => ({
  kind: 'session',
  period: 1,
  amount: null,
  minutes: most,
  used_amount: null,
  used_minutes: used,
})

test('a card shows all four periods, set or not, with what waits for them', () => {
  const change = {
    id: 4,
    kind: 'deposit' as const,
    period: 30,
    amount: null,
    minutes: null,
    requested_at: '',
    ready_at: '',
    expires_at: '',
    is_ready: false,
  }
  const weekly = money('300.00', '120.00')
  const slots = slotsOf({ limits: [weekly, time(60, 42)], changes: [change] }, 'deposit')
  expect(slots).toEqual([
    { period: 1, limit: null, change: null },
    { period: 7, limit: weekly, change: null },
    { period: 14, limit: null, change: null },
    { period: 30, limit: null, change },
  ])
})

test.each([
  [money('300.00', '120.00'), 0.4],
  [money('300.00', '0.00'), 0],
  [money('300.00', '310.00'), 1],
  // A loss limit while more was won than lost.
  [money('300.00', '-50.00'), 0],
  [money('0.00', '0.00'), 1],
  [time(60, 42), 0.7],
])('%j is used to %d', (limit, share) => expect(usedShare(limit)).toBe(share))

test('from four fifths on a limit is shown as a warning', () => {
  expect([0, 0.79, 0.8, 1].map(toneOf)).toEqual(['positive', 'positive', 'warning', 'warning'])
})

test('beside the profile stand the limits nearest to their end', () => {
  const [low, high, mid] = [money('100.00', '10.00'), money('100.00', '90.00'), time(60, 30)]
  expect(nearestLimits([low, high, mid], 2)).toEqual([high, mid])
})

describe('what people type', () => {
  test.each([
    ['300', 'EUR', '300'],
    [' 300 ', 'EUR', '300'],
    ['300.5', 'EUR', '300.5'],
    ['300.', 'EUR', '300'],
    ['300,50', 'EUR', '300.50'],
    ['1,250.50', 'EUR', '1250.50'],
    ['1 250,50', 'EUR', '1250.50'],
    ['1,250', 'EUR', '1250'],
    ['12,345,678', 'JPY', '12345678'],
    ['0', 'EUR', '0'],
    ['007', 'EUR', '7'],
    ['0.000001', 'USDT', '0.000001'],
  ])('%j in %s is %s', (typed, currency, value) => expect(readAmount(typed, currency)).toEqual({ value }))

  test.each([
    ['', 'EUR', 'REQUIRED'],
    ['   ', 'EUR', 'REQUIRED'],
    ['ten', 'EUR', 'FORMAT'],
    ['-5', 'EUR', 'FORMAT'],
    ['1e3', 'EUR', 'FORMAT'],
    ['1.234', 'EUR', 'FORMAT'],
    ['1.5', 'JPY', 'FORMAT'],
    ['1,5', 'JPY', 'FORMAT'],
    ['1,25,000', 'EUR', 'FORMAT'],
    ['5', 'XXX', 'FORMAT'],
    ['9'.repeat(40), 'EUR', 'FORMAT'],
  ])('%j in %s is refused: %s', (typed, currency, reason) => expect(readAmount(typed, currency)).toEqual({ reason }))

  test.each([
    ['60', 1, { value: '60' }],
    ['1440', 1, { value: '1440' }],
    ['1441', 1, { reason: 'FORMAT' }],
    ['43200', 30, { value: '43200' }],
    ['0', 1, { reason: 'FORMAT' }],
    ['1.5', 1, { reason: 'FORMAT' }],
    ['', 1, { reason: 'REQUIRED' }],
  ])('%j minutes in %d days: %j', (typed, days, read) => expect(readMinutes(typed, days)).toEqual(read))
})

test.each([
  [null, '300', 'first'],
  [money('300.00', '0.00'), '299.99', 'lower'],
  [money('300.00', '0.00'), '300', 'same'],
  [money('300.00', '0.00'), '300.01', 'higher'],
  [money('300.00', '0.00'), '0', 'lower'],
  [time(60, 0), '90', 'higher'],
  [time(60, 0), '30', 'lower'],
])('after %j the value %s is %s', (limit, value, direction) => expect(directionOf(limit, value, 'EUR')).toBe(direction))

test('a break is up to thirty days, an exclusion three months and more', () => {
  expect(breakPeriods).toEqual(['1d', '7d', '30d'])
  expect(longPeriods).toEqual(['3m', '6m', '9m', '1y', '2y', '3y', '4y', '5y', 'permanent'])
  expect(['1d', '9m', '5y', 'permanent'].map(lengthOf)).toEqual([
    { unit: 'days', count: 1 },
    { unit: 'months', count: 9 },
    { unit: 'years', count: 5 },
    { unit: 'permanent' },
  ])
})

test('an excluded player can only ask for longer', () => {
  expect(longerThan(null)).toEqual(longPeriods)
  expect(longerThan('7d')).toEqual(longPeriods)
  expect(longerThan('9m')).toEqual(['1y', '2y', '3y', '4y', '5y', 'permanent'])
  expect(longerThan('5y')).toEqual(['permanent'])
  expect(longerThan('permanent')).toEqual([])
})

test('the word counts however it is written, but not half of it', () => {
  expect(isTyped(' Exclude Me ', 'exclude me')).toBe(true)
  expect(isTyped('ИСКЛЮЧИТЬ', 'исключить')).toBe(true)
  expect(isTyped('exclude', 'exclude me')).toBe(false)
  expect(isTyped('', 'exclude me')).toBe(false)
})

test('days are drawn beside the largest of them; a loss goes down', () => {
  const days = ['10.00', '-20.00', '0.00'].map((amount, at) => ({ date: `2026-03-0${at + 1}`, net: eur(amount) }))
  expect(barsOf(days).map(({ height }) => height)).toEqual([0.5, -1, 0])
  expect(barsOf([{ date: '2026-03-01', net: eur('0.00') }]).map(({ height }) => height)).toEqual([0])
  expect(barsOf([])).toEqual([])
})

test('results are added without a float', () => {
  expect(sumOf(['0.10', '0.20', '-18.50'].map(eur))).toEqual(eur('-18.20'))
  expect(sumOf([])).toBe(null)
})

test('the page after an exclusion knows its end, or that there is none', () => {
  expect(afterExclusion('2027-02-15T10:00:00.000Z')).toBe('?excluded=1&until=2027-02-15T10%3A00%3A00.000Z')
  expect(afterExclusion(null)).toBe('?excluded=1&until=never')
})

test('minutes read as hours and minutes', () => {
  expect([0, 42, 60, 1439].map(hoursAndMinutes)).toEqual([
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 42 },
    { hours: 1, minutes: 0 },
    { hours: 23, minutes: 59 },
  ])
})

test('round amounts are written without their zeros, others in full', () => {
  expect(['300.00', '49.50', '1000', '0.00'].map((amount) => withoutZeros(eur(amount)).amount)).toEqual([
    '300',
    '49.50',
    '1000',
    '0',
  ])
})
