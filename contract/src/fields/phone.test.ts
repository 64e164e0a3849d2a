import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { phone, readPasted, readPhone } from './phone.ts'

describe('a phone number', () => {
  test.each([
    ['+48 512 334 904', 'PL', '+48512334904'],
    ['512334904', 'PL', '+48512334904'],
    ['512-334-904', 'PL', '+48512334904'],
    ['512334904', '+48', '+48512334904'],
    ['512334904', '48', '+48512334904'],
    ['48512334904', undefined, '+48512334904'],
    ['48512334904', 'PL', '+48512334904'],
    ['+48512334904', 'DE', '+48512334904'],
    ['(11) 96123-4567', 'BR', '+5511961234567'],
    ['07400 123456', 'GB', '+447400123456'],
    ['090-1234-5678', 'JP', '+819012345678'],
    ['050 123 4567', 'UA', '+380501234567'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['+7 912 345-67-89', undefined, '+79123456789'],
  ])('%j of %s is %s', (text, country, number) => {
    expect(readPhone(text, country)).toBe(number)
    expect(phone(text, country)).toBeNull()
  })

  test.each([
    ['', 'PL', 'REQUIRED'],
    ['+', 'PL', 'REQUIRED'],
    ['  ', 'PL', 'REQUIRED'],
    ['5123', 'PL', 'PHONE'],
    ['51233490412', 'PL', 'PHONE'],
    ['512334904', undefined, 'PHONE'],
    ['512334904', 'XX', 'PHONE'],
    ['+999123456789', undefined, 'PHONE'],
    ['512 334 90a', 'PL', 'PHONE'],
    ['+48512334904 ext. 5', 'PL', 'PHONE'],
    ['call +48512334904', 'PL', 'PHONE'],
    ['+48512334904\n+48512334905', 'PL', 'PHONE'],
    ['٥١٢٣٣٤٩٠٤', 'PL', 'PHONE'],
    ['+48\u202e512334904', 'PL', 'PHONE'],
    ['0'.repeat(10_000), 'PL', 'PHONE'],
    ['+'.repeat(10_000), 'PL', 'REQUIRED'],
  ])('%j of %s: %s', (text, country, reason) => {
    expect(phone(text, country)).toBe(reason)
  })

  test.each(getCountries())('the example of %s is read with its country and without', (country) => {
    const example = getExampleNumber(country, examples)
    if (!example) return
    expect(readPhone(example.formatInternational())).toBe(example.number)
    expect(readPhone(example.nationalNumber, country)).toBe(example.number)
    expect(readPhone(example.nationalNumber.slice(0, 3), country)).toBeNull()
  })
})

describe('what is pasted', () => {
  const poland = { country_code: 'PL', phone_code: '+48' }
  const brazil = { country_code: 'BR', phone_code: '+55' }
  const america = { country_code: 'US', phone_code: '+1' }
  const canada = { country_code: 'CA', phone_code: '+1' }
  const options = [poland, brazil, america, canada]

  test.each([
    ['+48 512-334-904', brazil, poland, '512334904', true],
    ['0048 512 334 904', brazil, poland, '512334904', true],
    ['+55 (11) 96123-4567', poland, brazil, '11961234567', true],
    ['512 334 904', poland, poland, '512334904', false],
    ['tel. 512-334-904', poland, poland, '512334904', false],
    ['+1 204 234 5678', poland, canada, '2042345678', true],
    ['+1 201 555 0123', poland, america, '2015550123', true],
    ['+49 1512 3456789', poland, poland, '4915123456789', true],
    ['', poland, poland, '', false],
    ['no digits', brazil, brazil, '', false],
    // Without a mark its code is found all the same, unless the number is good where one is.
    ['48512334904', canada, poland, '512334904', true],
    ['48512334904', poland, poland, '512334904', true],
    ['48 512-334-904', america, poland, '512334904', true],
    ['tel. 55 11 96123-4567', poland, brazil, '11961234567', true],
    ['1 (204) 234-5678', poland, canada, '2042345678', true],
    ['5511961234', america, america, '5511961234', false],
    ['485', poland, poland, '485', false],
    ['4915123456789', poland, poland, '4915123456789', false],
  ])('%j, while %o is chosen', (text, current, option, digits, isWhole) => {
    expect(readPasted(text, options, current)).toEqual({ option, digits, isWhole })
  })
})
