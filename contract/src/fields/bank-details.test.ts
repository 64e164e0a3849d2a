import { describe, expect, test } from 'vitest'
import { cardNumber, iban } from './bank-details.ts'

describe('the number of a card', () => {
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
})

describe('an IBAN', () => {
  test.each([
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'GB82 WEST 1234 5698 7654 32',
    'FR1420041010050500013M02606',
    'BR1800360305000010009795493C1',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'UA213223130000026007233566001',
  ])('%s is right', (text) => {
    expect(iban(text)).toBeNull()
  })

  test.each([
    ['', 'REQUIRED'],
    ['  ', 'REQUIRED'],
    ['DE88370400440532013000', 'IBAN'],
    ['DE8937040044053201300', 'IBAN'],
    ['DE893704004405320130000', 'IBAN'],
    ['GB82WEST12345698765433', 'IBAN'],
    ['GB821234WEST5698765432', 'IBAN'],
    ['XX82WEST12345698765432', 'IBAN'],
    ['US64SVBKUS6S3300958879', 'IBAN'],
    ['DE', 'IBAN'],
    ['12345678', 'IBAN'],
    ['DE89370400440532013000;DE', 'IBAN'],
    ['D'.repeat(10_000), 'IBAN'],
  ])('%j is refused: %s', (text, reason) => {
    expect(iban(text)).toBe(reason)
  })
})
