import { expect, test } from 'vitest'
import { caretIn, countTyped, emptyPlaces, masked, phoneMask } from './masks.ts'

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
