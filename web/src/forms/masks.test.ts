import { expect, test } from 'vitest'
import { caretIn, countTyped, emptyPlaces, masked, pastePhone, phoneMask } from './masks.ts'

test.each([
  ['', '000.000', ''],
  ['1', '000.000', '1'],
  ['1234', '000.000', '123.4'],
  ['123.4', '000.000', '123.4'],
  ['12x3 4', '000.000', '123.4'],
  ['1234567', '000.000', '123.456'],
  ['0000', '00 00', '00 00'],
  ['aa1', 'aa-*0', 'aa-1'],
  ['14061991', '00.00.0000', '14.06.1991'],
])('%j in %s reads %j', (text, mask, shown) => expect(masked(text, mask)).toBe(shown))

test('a number longer than its mask is not cut', () => {
  expect(masked('151234567890', phoneMask('000 000'))).toBe('151 234567890')
  expect(masked('1'.repeat(30), phoneMask('000 000')).replace(/\D/g, '')).toHaveLength(15)
})

test('the caret stays behind what was typed before it', () => {
  expect(countTyped('123.4')).toBe(4)
  expect(caretIn('123.456', 0)).toBe(0)
  expect(caretIn('123.456', 3)).toBe(3)
  expect(caretIn('123.456', 4)).toBe(5)
  expect(caretIn('123.456', 9)).toBe(7)
})

test('a mask shows what it asks for', () => expect(emptyPlaces('(00) 000-0a*')).toBe('(__) ___-___'))

const of = (country_code: string, phone_code: string) => ({ country_code, phone_code, name: country_code, mask: '000' })
const poland = of('PL', '+48')
const phones = [of('BR', '+55'), of('CA', '+1'), poland, of('US', '+1')]
const empty = { shown: '', start: 0, end: 0, option: poland }

test.each([
  ['+48 512-334-904', { digits: '512334904', country: 'PL' }],
  ['0048 (512) 334 904', { digits: '512334904', country: 'PL' }],
  [' +55 11 91234-5678', { digits: '11912345678', country: 'BR' }],
  ['+1 212 555 2368', { digits: '2125552368', country: 'US' }],
  ['512 334 904', { digits: '512334904', country: 'PL' }],
  ['tel: 512.334.904 ', { digits: '512334904', country: 'PL' }],
  ['+380 50 123 45 67', { digits: '380501234567', country: 'PL' }],
  ['no digits here', { digits: '', country: 'PL' }],
])('%j pasted into an empty field', (text, filled) => expect(pastePhone(text, empty, phones)).toEqual(filled))

test('a piece goes to the caret and takes the place of what is selected', () => {
  const typed = { shown: '512 334', start: 4, end: 7, option: poland }
  expect(pastePhone('99-88', typed, phones)).toEqual({ digits: '5129988', country: 'PL' })
  expect(pastePhone('+48 600 700 800', typed, phones)).toEqual({ digits: '600700800', country: 'PL' })
  expect(pastePhone('48 600 700 800', typed, phones)).toEqual({ digits: '600700800', country: 'PL' })
})
