import { expect, test } from 'vitest'
import { consentText, readConsent } from './consent.ts'

test.each([
  [undefined, { chat: false, tracking: null }],
  ['', { chat: false, tracking: null }],
  ['yes', { chat: false, tracking: null }],
  ['chat', { chat: true, tracking: null }],
  ['tracking', { chat: false, tracking: true }],
  ['no-tracking.chat', { chat: true, tracking: false }],
  // Two that contradict each other: a no is safe.
  ['tracking.no-tracking', { chat: false, tracking: false }],
])('the cookie %j says %j', (text, consent) => {
  expect(readConsent(text)).toEqual(consent)
})

test('what is written is read as it was meant', () => {
  for (const chat of [true, false])
    for (const tracking of [true, false, null])
      expect(readConsent(consentText({ chat, tracking }))).toEqual({ chat, tracking })
})
