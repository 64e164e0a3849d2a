import { describe, expect, test } from 'vitest'
import type { RequisiteField } from './methods/cashier.ts'
import { requisiteFaults, requisiteReason } from './requisites.ts'

const field = (kind: RequisiteField['kind'], more: Partial<RequisiteField> = {}): RequisiteField => ({
  sysname: kind,
  kind,
  is_required: true,
  ...more,
})

describe('each kind has its rule', () => {
  test.each<[RequisiteField['kind'], string, string | null]>([
    ['iban', 'DE89 3704 0044 0532 0130 00', null],
    ['iban', 'DE88370400440532013000', 'IBAN'],
    ['cpf', '529.982.247-25', null],
    ['cpf', '529.982.247-26', 'CPF'],
    ['account', 'alice@example.com', null],
    ['account', 'alice', 'EMAIL'],
    ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', null],
    ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv', 'FORMAT'],
    ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRT0O', 'FORMAT'],
    ['trc20', '0x52908400098527886E0F7030069857D2E4169EE7', 'FORMAT'],
    ['name', 'Ana María O’Neil', null],
    ['name', 'Ana <b>', 'CHARACTERS'],
    ['card_token', 'tok_12345678', null],
    ['card_token', '4242 4242 4242 4242', 'FORMAT'],
  ])('%s %j is %s', (kind, value, reason) => {
    expect(requisiteReason(field(kind), value)).toBe(reason)
  })

  test('a choice must be in its list', () => {
    const bank = field('bank', { options: [{ value: 'north', name: 'North Bank' }] })
    expect(requisiteReason(bank, 'north')).toBeNull()
    expect(requisiteReason(bank, 'south')).toBe('UNKNOWN_VALUE')
  })

  test('what is not required may be left out, but not be wrong', () => {
    expect(requisiteReason(field('card_token', { is_required: false }), '')).toBeNull()
    expect(requisiteReason(field('iban', { is_required: false }), 'nonsense')).toBe('IBAN')
  })
})

describe('all details of a method', () => {
  const fields = [field('iban'), field('name')]
  const good = { iban: 'DE89370400440532013000', name: 'Alice Weber' }

  test('are right together', () => {
    expect(requisiteFaults(fields, good)).toEqual({})
  })

  test('one that is missing is named', () => {
    expect(requisiteFaults(fields, { name: good.name })).toEqual({ 'requisites[iban]': ['REQUIRED'] })
  })

  test('one that nobody asked for is named', () => {
    expect(requisiteFaults(fields, { ...good, cvc: '123' })).toEqual({ 'requisites[cvc]': ['UNKNOWN_VALUE'] })
  })

  test('names of the language itself are no values', () => {
    expect(requisiteFaults([field('name', { sysname: 'constructor' })], {})).toEqual({
      'requisites[constructor]': ['REQUIRED'],
    })
  })
})
