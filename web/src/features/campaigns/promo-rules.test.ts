import { promoCodeErrors } from '@croupier/contract/promotions'
import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { isPromoStep, keyOfNote, promoErrorOf, readPromoRefusal } from './promo-rules.ts'

test.each(promoCodeErrors)('%s is told as such', (code) => {
  const refusal = new Refusal(`InvalidParameter:${code}`, { fields: { promo_code: [code] }, data: { code } })
  expect(readPromoRefusal(refusal)).toBe(code)
})

test('a word that this page does not know yet means invalid', () => {
  expect(promoErrorOf('NEW_WORD')).toBe('INVALID')
  expect(promoErrorOf(undefined)).toBe('INVALID')
})

test('what has nothing to do with the code is not blamed on it', () => {
  expect(readPromoRefusal(new Error('offline'))).toBeNull()
  expect(readPromoRefusal(new Refusal('TooManyRequests', {}))).toBeNull()
  expect(readPromoRefusal(new Refusal('InvalidParameter:SELF_EXCLUDED', {}))).toBeNull()
})

test('four of them can be put right', () => expect(promoCodeErrors.filter(isPromoStep)).toHaveLength(4))

test('a code that an older page kept without a key gets one, any other keeps its own', () => {
  expect(keyOfNote('1', () => 'made-now')).toBe('made-now')
  expect(keyOfNote('0123456789abcdef', () => 'made-now')).toBe('0123456789abcdef')
})
