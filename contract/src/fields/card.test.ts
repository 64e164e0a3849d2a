import { expect, test } from 'vitest'
import { cardNumber } from './card.ts'

test.each([
  ['a saved card', '123456...7890'],
  ['a new card', 'new'],
  ['Visa', '4242424242424242'],
  ['Mastercard', '5555555555554444'],
  ['American Express', '378282246310005'],
  ['Maestro of nineteen digits', '6304000000000000000'],
])('%s: %s', (_what, text) => {
  expect(cardNumber(text)).toBeNull()
})

test.each([
  ['', 'REQUIRED'],
  ['4242424242424241', 'CARD'],
  ['4242 4242 4242 4242', 'CARD'],
  ['4242-4242-4242-4242', 'CARD'],
  ['42424242424', 'CARD'],
  ['0', 'CARD'],
  ['00000000000000000000', 'CARD'],
  ['New', 'CARD'],
  ['new ', 'CARD'],
  ['12345...7890', 'CARD'],
  ['123456....7890', 'CARD'],
  ['123456..7890', 'CARD'],
  ['123456...78901', 'CARD'],
  ['123456…7890', 'CARD'],
  ['４２４２４２４２４２４２４２４２', 'CARD'],
  ['4242424242424242\n', 'CARD'],
  ['4'.repeat(10_000), 'CARD'],
])('%j is refused: %s', (text, reason) => {
  expect(cardNumber(text)).toBe(reason)
})
