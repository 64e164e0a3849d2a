import { describe, expect, test } from 'vitest'
import {
  endWordOf,
  filterOf,
  hasFilters,
  hasMoved,
  hasReceipt,
  maskOf,
  pagesIn,
  signed,
  tabOf,
  timelineOf,
} from './entry-rules.ts'

describe('the address of the history', () => {
  test.each([
    [null, 'deposit'],
    ['withdrawal', 'withdrawal'],
    ['cashbacks', 'cashbacks'],
    ['Bonuses', 'deposit'],
    ['toString', 'deposit'],
  ])('tab %s opens %s', (word, tab) => expect(tabOf(word)).toBe(tab))

  test('a filter counts only where its tab has it', () => {
    expect(filterOf('deposit', 'open')).toEqual({ filter: 'open', statuses: 'created,pending' })
    expect(filterOf('withdrawal', 'ended')).toEqual({ filter: 'ended', statuses: 'declined,cancelled' })
    expect(filterOf('bonuses', 'paid')).toBeNull()
    expect(filterOf('deposit', 'constructor')).toBeNull()
    expect(filterOf('deposit', null)).toBeNull()
    expect([hasFilters('deposit'), hasFilters('cashbacks')]).toEqual([true, false])
  })
})

describe('pages', () => {
  test.each([
    [0, 1],
    [4, 1],
    [5, 2],
    [36, 9],
  ])('%i entries make %i pages', (total, pages) => expect(pagesIn(total)).toBe(pages))
})

describe('the way of a payout', () => {
  const states = (status: Parameters<typeof timelineOf>[0]) =>
    timelineOf(status).map(({ mark, state }) => `${mark} ${state}`)

  test.each([
    ['review', ['asked done', 'review current', 'sent later', 'paid later']],
    ['approved', ['asked done', 'review done', 'sent current', 'paid later']],
    ['sent', ['asked done', 'review done', 'sent done', 'paid current']],
    ['paid', ['asked done', 'review done', 'sent done', 'paid done']],
    ['declined', ['asked done', 'declined current']],
    ['cancelled', ['asked done', 'cancelled current']],
  ] as const)('%s', (status, marks) => expect(states(status)).toEqual(marks))
})

describe('one line', () => {
  const amount = { amount: '85.00', currency: 'EUR' }

  test('what leaves has a minus, what comes has none', () => {
    expect(signed({ amount, type: 'withdrawal', bonus: null }).amount).toBe('-85.00')
    expect(signed({ amount, type: 'deposit', bonus: null })).toEqual(amount)
    expect(signed({ amount, type: 'cashback', bonus: null })).toEqual(amount)
  })

  test('an end without money is told from money on its way', () => {
    expect((['paid', 'pending', 'review', 'sent'] as const).every((status) => hasMoved({ status }))).toBe(true)
    expect((['failed', 'declined', 'cancelled', 'refunded'] as const).some((status) => hasMoved({ status }))).toBe(
      false,
    )
  })

  test('only payments have a receipt, and masks stand in one line', () => {
    expect([hasReceipt({ type: 'deposit' }), hasReceipt({ type: 'bonus' })]).toEqual([true, false])
    expect(maskOf({ requisites: { iban: 'DE89...3000', name: '', bank: 'Nordlys' } })).toBe('DE89…3000 · Nordlys')
    expect(maskOf({ requisites: { card_token: '424242...4242' } })).toBe('•••• 4242')
    expect(maskOf({ requisites: {} })).toBe('')
  })
})

describe('a line about a bonus', () => {
  const line = { id: '7', title: 'Weekend', status: null, end_reason: null, end_note: '' }
  const amount = { amount: '12.40', currency: 'EUR' }

  test('what went back has a minus, what came or became own money has none', () => {
    const shown = (['grant', 'conversion', 'forfeit'] as const).map(
      (move) => signed({ amount, type: 'bonus', bonus: { ...line, move } }).amount,
    )
    expect(shown).toEqual(['12.40', '12.40', '-12.40'])
  })

  test.each([
    ['it was wagered, and a part is not paid out', { status: 'completed' }, 'completed'],
    ['too little was left', { status: 'lost' }, 'lost'],
    ['its time ran out', { status: 'expired' }, 'expired'],
    ['money was taken out', { status: 'removed', end_reason: 'withdrawal' }, 'withdrawal'],
    ['of a bonus that is not known', {}, null],
  ] as const)('why it went back: %s', (_what, more, word) => {
    expect(endWordOf({ ...line, ...more, move: 'forfeit' })).toBe(word)
  })

  test('what did not go back needs no reason', () => {
    expect(endWordOf({ ...line, move: 'conversion', status: 'completed' })).toBeNull()
  })
})
