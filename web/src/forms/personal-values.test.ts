import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { Profile } from '@croupier/contract/methods/account'
import { expect, test } from 'vitest'
import { changesIn, choicesFor, valuesForCountry, valuesOf, wrongIn } from './personal-values.ts'

const profile: Profile = {
  first_name: 'Mira',
  middle_name: '',
  last_name: 'Kowalska',
  sex: 0,
  birth_date: '1991-06-14',
  document: { type: 'passport', number: '••••1234' },
  document_type: 'passport',
  country: 'Poland',
  country_code: 'PL',
  region: 'MZ',
  home_town: 'Warszawa',
  address: 'Ulica 1',
  postcode: '00950',
  mobile: '',
  email: 'mira@example.org',
  login: 'mira@example.org',
  currency: 'EUR',
  phone_country_code: '',
  fakename: 'mirak',
  character_id: '',
  contacts: [],
  missing: [],
}

const field = (sysname: string, extra: Partial<FieldDefinition> = {}): FieldDefinition => ({
  sysname,
  type: 'input',
  options: {},
  params: { is_required: true, is_visible: true, is_registration: true, is_locked: false },
  ...extra,
})
const around = { today: '2026-03-01', ageLimit: 18, postcodePattern: '' }
const before = valuesOf(profile)
const shown = ['first_name', 'sex', 'birth_date', 'document_type', 'document_number', 'postcode', 'phone']

test('the number of a document never comes into the form, and a sex that was not said is empty', () => {
  expect(before.document_number).toBe('')
  expect(before.sex).toBe('')
  expect(before.phone_country_code).toBe('PL')
})

test('only what was changed is sent, without the spaces around it', () => {
  expect(changesIn({ ...before }, before, shown)).toEqual({})
  expect(changesIn({ ...before, first_name: ' Mirka ', last_name: 'Nowak' }, before, shown)).toEqual({
    first_name: 'Mirka',
  })
  expect(changesIn({ ...before, first_name: 'Mira ' }, before, shown)).toEqual({})
})

test('a new document goes with its kind, a phone with the country of its code', () => {
  expect(changesIn({ ...before, document_number: 'AB 12345' }, before, shown)).toEqual({
    document_number: 'AB 12345',
    document_type: 'passport',
  })
  expect(changesIn({ ...before, phone: '512334904' }, before, shown)).toEqual({
    phone: '512334904',
    phone_country_code: 'PL',
  })
})

test('another country begins with its own first choices', () => {
  const select = [
    { value: 'SP', name: 'São Paulo' },
    { value: 'RJ', name: 'Rio de Janeiro' },
  ]
  const definitions = [
    field('region', { type: 'region', options: { select } }),
    field('document_type', { type: 'select', options: { select: [{ value: 'cpf', name: 'CPF' }] } }),
  ]
  expect(valuesForCountry(definitions)).toEqual({ region: 'SP', document_type: 'cpf' })
  expect(valuesForCountry([])).toEqual({ region: '', document_type: '' })
})

test('only the fields in question are checked, by the rules of the house', () => {
  const values = { ...before, first_name: 'Mira7', postcode: '' }
  const definitions = [field('first_name'), field('postcode'), field('birth_date', { type: 'date' })]
  expect(wrongIn(values, definitions, around, (name) => name === 'first_name')).toEqual({ first_name: 'CHARACTERS' })
  expect(wrongIn(values, definitions, around, () => true)).toEqual({ first_name: 'CHARACTERS', postcode: 'REQUIRED' })
})

test('after another country region and document begin with their first choice; before, only the document', () => {
  const select = (...values: string[]) => ({ select: values.map((value) => ({ value, name: value })) })
  const definitions = [
    field('region', { type: 'region', options: select('BR-AC', 'BR-SP') }),
    field('document_type', { type: 'select', options: select('cpf') }),
    field('sex', { type: 'select', options: select('1', '2') }),
  ]
  expect(choicesFor(definitions, { region: '', document_type: '' }, true)).toEqual({
    region: 'BR-AC',
    document_type: 'cpf',
  })
  expect(choicesFor(definitions, { region: 'PL-14', document_type: 'passport' }, true)).toEqual({
    region: 'BR-AC',
    document_type: 'cpf',
  })
  expect(choicesFor(definitions, { region: 'BR-SP', document_type: 'cpf' }, true)).toEqual({})
  expect(choicesFor(definitions, {}, false)).toEqual({ document_type: 'cpf' })
  expect(choicesFor([field('region', { type: 'region', options: select() })], {}, true)).toEqual({})
})
