import { expect, test } from 'vitest'
import { pastePhone } from './paste-phone.ts'

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
})
