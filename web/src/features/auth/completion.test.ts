import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { Profile } from '@croupier/contract/methods/account'
import { expect, test } from 'vitest'
import { completionPayload, missingDefinitions } from './completion.ts'

const known: Profile = {
  first_name: 'Mira',
  middle_name: '',
  last_name: '',
  sex: 0,
  birth_date: '',
  document: null,
  document_type: '',
  country: '',
  country_code: '',
  region: '',
  home_town: '',
  address: '',
  postcode: '',
  mobile: '',
  email: 'mira@example.com',
  login: 'mira',
  currency: 'EUR',
  phone_country_code: '',
  fakename: 'Fox1234',
  character_id: '',
  contacts: [],
  missing: ['last_name', 'birth_date'],
}
const field = (sysname: string, params: Partial<FieldDefinition['params']> = {}): FieldDefinition => ({
  sysname,
  type: sysname === 'password' ? 'password' : 'input',
  options: {},
  params: { is_required: true, is_visible: true, is_registration: true, is_locked: false, ...params },
})
const asked = (fields: FieldDefinition[], changed: Partial<Profile> = {}) =>
  missingDefinitions(fields, { ...known, ...changed }).map(({ sysname }) => sysname)

test('only what is missing is asked for, and never a password', () => {
  const fields = ['email', 'first_name', 'last_name', 'birth_date', 'password', 'country_code'].map((name) =>
    field(name),
  )
  expect(asked(fields)).toEqual(['last_name', 'birth_date', 'country_code'])
  expect(asked(fields, { country_code: 'PL' })).toEqual(['last_name', 'birth_date'])
})

test('what another country demands is asked for too', () => {
  expect(asked([field('document_number'), field('phone')])).toEqual(['document_number', 'phone'])
  expect(asked([field('document_number')], { document: { type: 'cpf', number: '••••09' } })).toEqual([])
})

test('what a registration does not demand can wait', () => {
  expect(asked([field('last_name', { is_registration: false }), field('birth_date', { is_required: false })])).toEqual(
    [],
  )
})

test('only the asked fields are saved, with the terms', () => {
  const values = { last_name: ' Sol ', phone: '512', phone_country_code: 'PL', currency: 'EUR', terms: '1', region: '' }
  expect(completionPayload(values, [field('last_name'), field('phone'), field('region')])).toEqual({
    last_name: 'Sol',
    phone: '512',
    phone_country_code: 'PL',
    terms: '1',
  })
  expect(completionPayload({ ...values, terms: '' }, [field('last_name')])).toEqual({ last_name: 'Sol' })
})
