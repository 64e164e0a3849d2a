import { expect, test } from 'vitest'
import { registrationPayload } from './registration-payload.ts'

const values = {
  email: ' mira@example.com ',
  password: ' kept as typed ',
  phone: '512334904',
  phone_country_code: 'PL',
  country_code: 'PL',
  currency: 'EUR',
  region: '',
  first_name: '  ',
  hasPromocode: '1',
  promo_code: ' EMBER50 ',
  terms: '1',
  notify: '',
  is_betting: '',
}
const sent = (changed: object = {}, shown = ['email', 'password', 'country_code']) =>
  registrationPayload({
    values: { ...values, ...changed },
    shown,
    type: 'fast',
    locale: 'en',
    characterId: 'fox',
    origin: { track_id: 't1', visit: 'v1' },
  })

test('only what the form shows is sent, without empty values and without hasPromocode', () => {
  expect(sent()).toEqual({
    track_id: 't1',
    visit: 'v1',
    email: 'mira@example.com',
    password: ' kept as typed ',
    country_code: 'PL',
    currency: 'EUR',
    type: 'fast',
    locale: 'en',
    notify: '0',
    is_betting: '0',
    terms: '1',
    promo_code: 'EMBER50',
    character_id: 'fox',
  })
})

test('a phone goes with the country of its code', () => {
  expect(sent({}, ['phone', 'password', 'country_code'])).toMatchObject({
    phone: '512334904',
    phone_country_code: 'PL',
  })
  expect(sent({ phone: '' }, ['phone'])).not.toHaveProperty('phone_country_code')
})

test('a region goes only when there is one', () => {
  expect(sent({}, ['region'])).not.toHaveProperty('region')
  expect(sent({ region: 'PL-14' }, ['region'])).toMatchObject({ region: 'PL-14' })
})

test('yes and no are 1 and 0', () => {
  expect(sent({ notify: '1', is_betting: '1' })).toMatchObject({ notify: '1', is_betting: '1' })
  expect(sent({ terms: '' })).not.toHaveProperty('terms')
})

test('a promo code that was switched off is not sent', () => {
  expect(sent({ hasPromocode: '' })).not.toHaveProperty('promo_code')
  expect(sent({ promo_code: '  ' })).not.toHaveProperty('promo_code')
})
