import { describe, expect, test } from 'vitest'
import {
  amountReason,
  burnLines,
  burnsIn,
  checklistOf,
  moneyIn,
  mostOf,
  needOf,
  outlookOf,
  type Period,
  rangeOf,
  usedOf,
} from './withdraw-rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const range = (available: string, min = '10', max = '5000') => {
  const found = rangeOf({ min: eur(min), max: eur(max) }, eur(available))
  if (!found) throw new Error('a known currency')
  return found
}
const period = (limit: string, left: string): Period => ({
  period: 'day',
  limit_amount: eur(limit),
  available_amount: eur(left),
  resets_at: null,
})

describe('the amount', () => {
  test.each([
    ['', 'REQUIRED'],
    ['10', null],
    ['248.60', null],
    ['248.6', 'FORMAT'],
    ['100.50', 'FORMAT'],
    ['9', 'TOO_SMALL'],
    ['249', 'INSUFFICIENT_FUNDS'],
    ['9999', 'INSUFFICIENT_FUNDS'],
    ['-1', 'FORMAT'],
    ['1e3', 'FORMAT'],
    ['1,000', 'FORMAT'],
  ])('%s of €248.60: %s', (text, reason) => expect(amountReason(text, range('248.60'))).toBe(reason))

  test('more than the method takes is said when the money is there', () => {
    expect(amountReason('5001', range('9000.00'))).toBe('TOO_LARGE')
  })
})

describe('everything', () => {
  test('is exactly everything, in the form the rule takes', () => {
    const all = mostOf(range('248.60'), [])
    expect(all).toEqual({ text: '248.60', isAll: true })
    expect(amountReason(all?.text ?? '', range('248.60'))).toBeNull()
    expect(mostOf(range('248.00'), [])).toEqual({ text: '248', isAll: true })
  })

  test('stops at what the method or the house pays at once, in whole units', () => {
    expect(mostOf(range('9000.50'), [])).toEqual({ text: '5000', isAll: false })
    expect(mostOf(range('248.60'), [period('500', '120.75')])).toEqual({ text: '120', isAll: false })
  })

  test('is not offered when nothing may be taken', () => {
    expect(mostOf(range('0.00'), [])).toBeNull()
    expect(mostOf(range('8.00'), [])).toBeNull()
    expect(mostOf(range('248.60'), [period('500', '5.00')])).toBeNull()
  })

  test('knows currencies without and with six decimals', () => {
    const of = (available: string, currency: string) => {
      const found = rangeOf(
        { min: { amount: '1', currency }, max: { amount: '90000', currency } },
        { amount: available, currency },
      )
      return found && mostOf(found, [])
    }
    expect(of('12345', 'JPY')).toEqual({ text: '12345', isAll: true })
    expect(of('12.345678', 'USDT')).toEqual({ text: '12.345678', isAll: true })
    expect(of('5', 'XXX')).toBeNull()
  })
})

describe('what happens to the money', () => {
  test('without a fee all of it is received', () => {
    expect(outlookOf('85', { fee: null }, range('248.60'))).toEqual({
      fee: eur('0.00'),
      received: eur('85.00'),
      left: eur('163.60'),
    })
  })

  test('a fee is rounded up and taken off', () => {
    const fee = { percent: '1.5', fixed: eur('1.00') }
    expect(outlookOf('85', { fee }, range('248.60'))).toMatchObject({ fee: eur('2.28'), received: eur('82.72') })
  })

  test('is not guessed for what is no amount, too much, or eaten by the fee', () => {
    const fee = { percent: '0', fixed: eur('20.00') }
    expect(outlookOf('', { fee: null }, range('248.60'))).toBeNull()
    expect(outlookOf('1,5', { fee: null }, range('248.60'))).toBeNull()
    expect(outlookOf('300', { fee: null }, range('248.60'))).toBeNull()
    expect(outlookOf('20', { fee }, range('248.60'))).toBeNull()
  })

  test('a period is used by its share', () => {
    expect(usedOf(period('500', '125'))).toBe(0.75)
    expect(usedOf(period('500', '500'))).toBe(0)
    expect(usedOf(period('0', '0'))).toBe(1)
  })
})

describe('what stands in the way', () => {
  const account = {
    has_deposited: true,
    is_verified: false,
    contacts: { email: { confirmed: true }, phone: null },
  }

  test('each refusal about the player is one line of the list', () => {
    const types = ['UserNeedDeposit', 'UserNeedConfirmContact', 'UserNeedProfileData', 'KycWithdrawal']
    expect(types.map((type) => needOf({ type }))).toEqual(['deposit', 'contact', 'details', 'identity'])
    expect(needOf({ type: 'SumsubVerificationRequired' })).toBe('source')
    expect(needOf({ type: 'BillingUnavailable' })).toBeNull()
    expect(needOf({ type: 'toString' })).toBeNull()
  })

  test('what comes before is done, what comes after waits', () => {
    expect(checklistOf('details', account)).toEqual([
      { need: 'deposit', state: 'done' },
      { need: 'contact', state: 'done' },
      { need: 'details', state: 'now' },
      { need: 'identity', state: 'later' },
    ])
    expect(checklistOf('deposit', { ...account, is_verified: true }).map(({ state }) => state)).toEqual([
      'now',
      'done',
      'later',
      'done',
    ])
  })

  test('the check for large sums is named only when it is asked for', () => {
    expect(checklistOf('source', account).at(-1)).toEqual({ need: 'source', state: 'now' })
  })
})

describe('figures of a refusal', () => {
  test('are read only where they are figures', () => {
    expect(moneyIn({ max: eur('5') }, 'max')).toEqual(eur('5'))
    expect(moneyIn({ max: '5' }, 'max')).toBeNull()
    expect(moneyIn({ max: { amount: 5, currency: 'EUR' } }, 'max')).toBeNull()
    expect(moneyIn(undefined, 'max')).toBeNull()
    const burn = { title: 'Welcome', amount: eur('30.00'), kind: 'queued', in_open_rounds: eur('0.00') }
    expect(burnsIn({ burns: [burn, { title: 'x' }] })).toEqual([burn])
    expect(burnsIn({ burns: [{ title: 'Welcome', amount: eur('30.00') }] })).toEqual([
      { ...burn, kind: 'bonus', in_open_rounds: eur('0') },
    ])
    expect(burnsIn({ burns: 'all' })).toEqual([])
  })
})

test('a payout lists each bonus that it ends, what is in open rounds too, and the sum', () => {
  const nothing = eur('0.00')
  expect(burnLines([])).toBeNull()
  expect(
    burnLines([
      { title: 'Midweek 50%', kind: 'bonus', amount: eur('12.40'), in_open_rounds: eur('2.00') },
      { title: 'Weekend 50%', kind: 'queued', amount: eur('30.00'), in_open_rounds: nothing },
    ]),
  ).toEqual({
    lines: [
      { title: 'Midweek 50%', word: 'bonus', amount: eur('12.40') },
      { title: 'Midweek 50%', word: 'rounds', amount: eur('2.00') },
      { title: 'Weekend 50%', word: 'queued', amount: eur('30.00') },
    ],
    sum: eur('44.40'),
  })
})
