import { expect, test } from 'vitest'
import { contactNamed, contactTypeOf, unconfirmedOf } from './contacts.ts'

const both = {
  contacts: { email: { value: 'a@b.de', confirmed: false }, phone: { value: '+4915112345678', confirmed: false } },
}
const onlyPhone = { contacts: { email: { value: 'a@b.de', confirmed: true }, phone: both.contacts.phone } }
const none = { contacts: { email: null, phone: null } }

test('the e-mail is confirmed before the phone', () => {
  expect(unconfirmedOf(both)).toBe('a@b.de')
  expect(unconfirmedOf(onlyPhone)).toBe('+4915112345678')
  expect(unconfirmedOf(none)).toBeUndefined()
  expect(unconfirmedOf(null)).toBeUndefined()
})

test('a contact is named by its kind, by its value, or not at all', () => {
  expect(contactNamed('phone', both)).toBe('+4915112345678')
  expect(contactNamed('email', none)).toBeUndefined()
  expect(contactNamed('new@b.de', both)).toBe('new@b.de')
  expect(contactNamed(undefined, both)).toBe('a@b.de')
})

test('an at-sign tells an address from a number', () => {
  expect(contactTypeOf('a@b.de')).toBe('email')
  expect(contactTypeOf('+4915112345678')).toBe('phone')
})
