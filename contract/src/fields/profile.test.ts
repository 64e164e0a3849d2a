import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fieldCases } from '../../test/field-cases.ts'
import type { FieldDefinition } from './definition.ts'
import {
  checkField,
  checkRegistration,
  isRequiredAtRegistration,
  login,
  type Registration,
  registrationFields,
} from './profile.ts'
import { cleanValues } from './text.ts'

type Written = {
  sysname: string
  type: FieldDefinition['type']
  countries?: string[]
  regex?: string
  options?: { value: string }[]
  isRequired?: boolean
  isVisible?: boolean
  isRegistration?: boolean
}

const forms: { preventEmoji: string[]; fields: Written[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../content/site/forms.json'), 'utf8'),
)

/** As the server makes them; countries and regions are only those of the table. */
const places: Record<string, string[]> = { country_code: ['PL', 'BR', 'GB', 'UA'], region: ['PL-14'] }
const named = (values: string[]) => values.map((value) => ({ value, name: value }))

function definitionsIn(country: string): FieldDefinition[] {
  const here = forms.fields.filter(({ countries = [] }) => countries.length === 0 || countries.includes(country))
  const first = here.filter(({ sysname }, at) => here.findIndex((field) => field.sysname === sysname) === at)
  return first.map((field) => {
    const select =
      places[field.sysname] ?? (field.type === 'select' ? field.options?.map(({ value }) => value) : undefined)
    return {
      sysname: field.sysname,
      type: field.type,
      options: { ...(select && { select: named(select) }), ...(field.regex && { regex: field.regex }) },
      params: {
        is_required: field.isRequired === true,
        is_visible: field.isVisible !== false,
        is_registration: field.isRegistration === true,
        is_locked: false,
      },
    }
  })
}

const around = { today: '2026-11-15', ageLimit: 18, postcodePattern: '' }

test.each(fieldCases)('$field $value ($country): $reason', ({ field, value, reason, country = 'PL', beside }) => {
  const definition = definitionsIn(country).find(({ sysname }) => sysname === field)
  if (!definition) throw new Error(`no field ${field} in ${country}`)
  const values = cleanValues({ ...beside, [field]: value }, forms.preventEmoji)
  expect(checkField(definition, values, around)).toBe(reason)
})

test.each([
  ['alice', null],
  ['Alice_2.x-y', null],
  ['', 'REQUIRED'],
  ['ab', 'TOO_SHORT'],
  ['x'.repeat(41), 'TOO_LONG'],
  ['x'.repeat(10_000), 'TOO_LONG'],
  ['48512334904', 'CHARACTERS'],
  ['alice@example.com', 'CHARACTERS'],
  ['al ice', 'CHARACTERS'],
  ['ali\u200bce', 'CHARACTERS'],
])('a chosen login %j: %s', (text, reason) => {
  expect(login(text)).toBe(reason)
})

describe('what was sent is made plain first', () => {
  test('spaces around it, pictures and other ways of writing a letter go', () => {
    const sent = { first_name: ' Zoe\u0308 😀 ', note: ' 😀 ', terms: true, empty: undefined, email: 'ａ@example.com' }
    expect(cleanValues(sent, ['first_name'])).toEqual({
      first_name: 'Zoë',
      note: '😀',
      terms: '1',
      email: 'a@example.com',
    })
  })

  test('mobile is another word for phone', () => {
    expect(cleanValues({ mobile: '512' }, [])).toEqual({ phone: '512' })
    expect(cleanValues({ mobile: '512', phone: '513' }, [])).toEqual({ phone: '513' })
  })
})

describe('registration', () => {
  const form = (change: Partial<Registration> = {}): Registration => ({
    definitions: definitionsIn('PL'),
    type: 'form',
    fastField: 'email',
    isFastAndFull: false,
    currencies: ['EUR', 'JPY'],
    hasTerms: true,
    ...change,
  })
  const good = {
    email: 'alice@example.com',
    phone: '512334904',
    phone_country_code: 'PL',
    password: 'Croupier-1',
    country_code: 'PL',
    first_name: 'Alice',
    last_name: 'Lee',
    birth_date: '14.06.1991',
    currency: 'EUR',
    terms: '1',
  }
  const wrongWith = (values: Record<string, string>, change: Partial<Registration> = {}) =>
    Object.fromEntries(checkRegistration({ ...good, ...values }, form(change), around))

  test('a good one has nothing wrong with it', () => {
    expect(wrongWith({})).toEqual({})
    expect(wrongWith({ phone: '', first_name: '', last_name: '', birth_date: '' }, { type: 'fast' })).toEqual({})
  })

  test('the full form shows what is asked for at registration, the fast one only its field, country and password', () => {
    const shown = (change: Partial<Registration>) => registrationFields(form(change)).map(({ sysname }) => sysname)
    expect(shown({})).toEqual(['email', 'phone', 'password', 'country_code', 'first_name', 'last_name', 'birth_date'])
    expect(shown({ type: 'fast' })).toEqual(['email', 'password', 'country_code'])
    expect(shown({ type: 'fast', fastField: 'phone' })).toEqual(['phone', 'password', 'country_code'])
  })

  test.each([
    ['email', { email: '' }, 'REQUIRED'],
    ['email', { email: 'alice' }, 'EMAIL'],
    ['phone', { phone: '' }, 'REQUIRED'],
    ['phone', { phone: '5' }, 'PHONE'],
    ['password', { password: '' }, 'REQUIRED'],
    ['password', { password: 'short' }, 'TOO_SHORT'],
    ['password', { password: 'two words' }, 'CHARACTERS'],
    ['country_code', { country_code: '' }, 'REQUIRED'],
    ['country_code', { country_code: 'XX' }, 'UNKNOWN_VALUE'],
    ['first_name', { first_name: '' }, 'REQUIRED'],
    ['birth_date', { birth_date: '14.06.2020' }, 'TOO_YOUNG'],
    ['currency', { currency: '' }, 'REQUIRED'],
    ['currency', { currency: 'XYZ' }, 'UNKNOWN_VALUE'],
    ['terms', { terms: '0' }, 'NOT_CHECKED'],
    ['terms', { terms: '' }, 'NOT_CHECKED'],
  ])('%s with %o: %s', (field, values, reason) => {
    expect(wrongWith(values)).toEqual({ [field]: reason })
  })

  test('terms count only where there are any', () => {
    expect(wrongWith({ terms: '0' }, { hasTerms: false })).toEqual({})
  })

  test('where a fast form stands beside it, whoever takes the full one fills in all of it', () => {
    const optionalField: FieldDefinition = {
      sysname: 'home_town',
      type: 'input',
      options: {},
      params: { is_required: false, is_visible: true, is_registration: true, is_locked: false },
    }
    const definitions = [...definitionsIn('PL').filter(({ sysname }) => sysname !== 'home_town'), optionalField]
    expect(wrongWith({}, { definitions })).toEqual({})
    expect(wrongWith({}, { definitions, isFastAndFull: true })).toEqual({ home_town: 'REQUIRED' })
    expect(wrongWith({}, { definitions, isFastAndFull: true, type: 'fast' })).toEqual({})
    expect(isRequiredAtRegistration(optionalField, form({ isFastAndFull: true }))).toBe(true)
  })

  test('a pattern of content is one more rule', () => {
    const definitions = definitionsIn('PL').map((field) =>
      field.sysname === 'first_name' ? { ...field, options: { regex: '[A-Z][a-z]+' } } : field,
    )
    expect(wrongWith({ first_name: 'Alice' }, { definitions })).toEqual({})
    expect(wrongWith({ first_name: 'alice' }, { definitions })).toEqual({ first_name: 'PATTERN' })
  })

  test('everything that is wrong is named at once', () => {
    expect(Object.keys(wrongWith({ email: '', phone: '', terms: '0', currency: '' })).sort()).toEqual([
      'currency',
      'email',
      'phone',
      'terms',
    ])
  })
})

describe('what content asks of a field', () => {
  const asked = (options: FieldDefinition['options'], sysname = 'home_town'): FieldDefinition => ({
    sysname,
    type: 'input',
    options,
    params: { is_required: true, is_visible: true, is_registration: true, is_locked: false },
  })

  test.each<[FieldDefinition['options'], string, string | null]>([
    [{ minLength: 5 }, 'Łódź', 'TOO_SHORT'],
    [{ minLength: 4 }, 'Łódź', null],
    [{ maxLength: 3 }, 'Łódź', 'TOO_LONG'],
    [{ maxLength: 4 }, 'Łódź', null],
    [{ rule: 'custom', minValue: 1000 }, '999', 'TOO_SMALL'],
    [{ rule: 'custom', minValue: 1000 }, '1,000', null],
    [{ rule: 'custom', maxValue: 2000 }, '2 001', 'TOO_LARGE'],
    [{ rule: 'custom', maxValue: 2000 }, '2,000', null],
    [{ sameAs: 'first_name' }, 'Ann', null],
    [{ sameAs: 'first_name' }, 'Anne', 'NOT_SAME'],
    [{ rule: 'custom', regex: '[0-9]{4}' }, '1234', null],
    [{ rule: 'custom', regex: '[0-9]{4}' }, '123', 'PATTERN'],
    [{ rule: 'custom' }, '§ 5', null],
    [{ rule: 'promo' }, '§ 5', null],
    [{ rule: 'required' }, '§ 5', null],
    [{ rule: 'email' }, '§ 5', 'EMAIL'],
    [{ rule: 'phone' }, '512334904', null],
    [{ rule: 'phone' }, '5123', 'PHONE'],
    [{ rule: 'fakename' }, 'abc', 'TOO_SHORT'],
    [{ rule: 'password' }, 'a b', 'CHARACTERS'],
    [{ rule: 'name' }, 'Ann2', 'CHARACTERS'],
    [{ rule: 'address' }, 'Ann 2', null],
    [{ rule: 'date' }, '30.02.2020', 'DATE'],
    [{}, 'Ann 2', 'CHARACTERS'],
    [{ rule: 'promo' }, '', 'REQUIRED'],
  ])('%j of %j: %s', (options, text, reason) => {
    const values = { home_town: text, first_name: 'Ann', phone_country_code: 'PL' }
    expect(checkField(asked(options), values, around)).toBe(reason)
  })
})

test.each([
  [{ hasPromocode: '1', promo_code: '' }, 'REQUIRED'],
  [{ hasPromocode: '1', promo_code: '  ' }, 'REQUIRED'],
  [{ hasPromocode: '1', promo_code: 'X' }, undefined],
  [{ hasPromocode: '', promo_code: '' }, undefined],
  [{ promo_code: '' }, 'REQUIRED'],
  [{ promo_code: 'X' }, undefined],
  [{}, undefined],
])('a promo code has at least one character: %j', (values, reason) => {
  const form: Registration = {
    definitions: [],
    type: 'form',
    fastField: 'email',
    isFastAndFull: false,
    currencies: [],
    hasTerms: false,
  }
  expect(checkRegistration(values, form, around).get('promo_code')).toBe(reason)
})
