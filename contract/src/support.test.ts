import { expect, test } from 'vitest'
import { feedbackContactReason, feedbackReasons, feedbackTextReason, tidyFeedback } from './support.ts'

test.each([
  ['', 'REQUIRED'],
  ['   \n\t ', 'REQUIRED'],
  ['\u200b\u0000', 'REQUIRED'],
  ['too short', 'TOO_SHORT'],
  ['  nine sig  ', 'TOO_SHORT'],
  ['ten signs.', null],
  ['x'.repeat(4000), null],
  ['x'.repeat(4001), 'TOO_LONG'],
])('the words %j: %s', (text, reason) => {
  expect(feedbackTextReason(text)).toBe(reason)
})

test('lines stay, whatever ended them, and what cannot be seen goes', () => {
  expect(tidyFeedback(' one\r\ntwo\rthree\n\nfour\u0007\u202e ')).toBe('one\ntwo\nthree\n\nfour')
})

test('only who has no address with us has to say one', () => {
  expect(feedbackContactReason('', true)).toBeNull()
  expect(feedbackContactReason('', false)).toBe('REQUIRED')
  expect(feedbackContactReason('me at example', false)).toBe('EMAIL')
  expect(feedbackContactReason(' me@example.com ', false)).toBeNull()
})

test('every wrong field is named at once', () => {
  expect(feedbackReasons({ topic: '', text: 'short', contact: '' }, false)).toEqual({
    topic: 'REQUIRED',
    text: 'TOO_SHORT',
    contact: 'REQUIRED',
  })
  expect(feedbackReasons({ topic: 'other', text: 'long enough', contact: '' }, true)).toEqual({})
})
