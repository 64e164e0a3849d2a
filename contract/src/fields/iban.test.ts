import { expect, test } from 'vitest'
import { iban } from './iban.ts'

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
