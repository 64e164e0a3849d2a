import { transactionStatuses } from '@croupier/contract/cashier'
import { describe, expect, test } from 'vitest'
import { feeFor, methods, percentText, rangeOf } from './methods.ts'
import { cleanRequisites, maskValues, printsOf } from './requisites.ts'
import { depositMoves, mayCancel, mayMove, payoutMoves, statusSaid, verdictOn } from './rules.ts'

const names = (moves: Record<string, readonly string[]>) =>
  Object.entries(moves).flatMap(([from, to]) => to.map((each) => `${from} → ${each}`))

describe('the ways of an entry', () => {
  test('of a deposit', () => {
    expect(names(depositMoves)).toEqual([
      'created → pending',
      'created → paid',
      'created → failed',
      'created → cancelled',
      'pending → paid',
      'pending → failed',
      'pending → cancelled',
      'failed → paid',
      'failed → refunded',
      'cancelled → paid',
      'cancelled → refunded',
      'paid → refunded',
    ])
  })

  test('of a payout', () => {
    expect(names(payoutMoves)).toEqual([
      'review → approved',
      'review → declined',
      'review → cancelled',
      'approved → sent',
      'approved → declined',
      'approved → cancelled',
      'sent → paid',
      'sent → declined',
    ])
  })

  test('no payout leaves its end, and no status of the other kind is ever reached', () => {
    for (const from of transactionStatuses) {
      expect(mayMove('withdrawal', 'paid', from)).toBe(false)
      expect(mayMove('withdrawal', 'declined', from)).toBe(false)
      expect(mayMove('withdrawal', 'cancelled', from)).toBe(false)
      expect(mayMove('deposit', 'review', from)).toBe(false)
    }
  })

  test('only a payout that waits can be taken back, and only where the rules allow it', () => {
    const cancellable = transactionStatuses.filter((status) => mayCancel({ type: 'withdrawal', status }, 'default'))
    expect(cancellable).toEqual(['review', 'approved'])
    expect(transactionStatuses.filter((status) => mayCancel({ type: 'withdrawal', status }, 'uk'))).toEqual([])
    expect(transactionStatuses.filter((status) => mayCancel({ type: 'deposit', status }, 'default'))).toEqual([])
  })
})

describe('a provider’s update', () => {
  const deposit = {
    type: 'deposit',
    status: 'pending',
    reason: '',
    amount: 2_000n,
    fee: 20n,
    currency: 'EUR',
    provider: 'one',
    providerRef: 'r',
  } as const
  const update = { direction: 'deposit', ref: 'r', state: 'paid', reason: '', amount: 2_000n, currency: 'EUR' } as const

  test('about a payout is compared with what the provider was asked to pay', () => {
    const payout = { ...deposit, type: 'withdrawal', status: 'sent' } as const
    expect(verdictOn(payout, 'one', { ...update, direction: 'withdrawal', amount: 1_980n })).toBe('applied')
    expect(verdictOn(payout, 'one', { ...update, direction: 'withdrawal' })).toBe('amount differs')
  })

  test('without an amount is about the stored one', () => {
    expect(verdictOn(deposit, 'one', { ...update, amount: null })).toBe('applied')
  })

  test('is a contradiction in every state', () => {
    for (const status of ['created', 'pending', 'paid', 'failed', 'cancelled', 'refunded'] as const)
      expect(verdictOn({ ...deposit, status }, 'one', { ...update, amount: 1n })).toBe('amount differs')
  })

  test('cannot send a payout that nobody approved', () => {
    for (const status of ['review', 'approved'] as const) {
      const payout = { ...deposit, type: 'withdrawal', status } as const
      for (const state of ['paid', 'refunded'] as const)
        expect(verdictOn(payout, 'one', { ...update, direction: 'withdrawal', state, amount: 1_980n })).toBe(
          'not allowed',
        )
      expect(verdictOn(payout, 'one', { ...update, direction: 'withdrawal', state: 'pending' })).not.toBe('applied')
    }
  })

  test('means one status', () => {
    expect(
      (['pending', 'paid', 'failed', 'cancelled'] as const).map((state) => statusSaid('withdrawal', state)),
    ).toEqual(['sent', 'paid', 'declined', 'declined'])
  })
})

describe('methods', () => {
  test('have ids and names of their own, and a fee below their smallest sum', () => {
    expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length)
    expect(new Set(methods.map(({ sysname }) => sysname)).size).toBe(methods.length)
    for (const way of methods.flatMap(({ deposit, payout }) => [deposit, payout]).filter((each) => each !== null)) {
      for (const currency of ['EUR', 'USD', 'BRL', 'UAH', 'JPY', 'USDT'] as const) {
        if (!way.ranges[currency]) continue
        const { min, max } = rangeOf(way, currency)
        expect(min < max && feeFor(way, min) < min).toBe(true)
      }
    }
  })

  test('a fee in per cent is written as people write it', () => {
    expect([0n, 100n, 150n, 5n, 1_000n].map(percentText)).toEqual(['0', '1', '1.5', '0.05', '10'])
  })
})

describe('details', () => {
  const field = (kind: 'iban' | 'cpf' | 'account' | 'trc20' | 'name' | 'card_token') => ({
    sysname: kind,
    kind,
    is_required: true,
  })
  const keys = { current: 'k'.repeat(32), previous: undefined }

  test('show enough to be known and no more', () => {
    const fields = (['iban', 'cpf', 'account', 'trc20', 'card_token'] as const).map(field)
    const values = cleanRequisites(fields, {
      iban: 'de89 3704 0044 0532 0130 00',
      cpf: '123.456.789-09',
      account: ' Anna@Example.com ',
      trc20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      card_token: 'tok_1234567890',
    })
    expect(maskValues(fields, values)).toEqual({
      iban: 'DE89...3000',
      cpf: '***.456.789-**',
      account: 'a…@example.com',
      trc20: 'TQn9...bLSE',
      card_token: '••••',
    })
  })

  test('are the same however they are written, and not by the name beside them', () => {
    const fields = [field('iban'), field('name')]
    const print = (iban: string, name: string) =>
      printsOf(fields, cleanRequisites(fields, { iban, name }), keys)?.[0]?.toString('hex')
    expect(print('DE89 3704 0044 0532 0130 00', 'Anna')).toBe(print('de89370400440532013000', 'A. Payer'))
    expect(print('DE89370400440532013000', 'Anna')).not.toBe(print('GB82WEST12345698765432', 'Anna'))
  })
})
