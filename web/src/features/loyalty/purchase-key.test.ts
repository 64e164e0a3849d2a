import { expect, test } from 'vitest'
import { readPending } from './purchase-key.ts'

const now = 1_800_000_000_000
const pending = { uid: 7, at: now - 1_000, print: '{"id":"mug"}', key: 'a'.repeat(32) }
const read = (changed: object) => readPending(JSON.stringify({ ...pending, ...changed }), 7, now)

test('a purchase without an answer is found again', () => {
  expect(read({})).toEqual({ print: pending.print, key: pending.key })
})

test.each([
  ['of another player', { uid: 8 }],
  ['too long ago', { at: now - 10 * 60_000 }],
  ['of a clock that was ahead', { at: now + 60_000 }],
  ['with no key', { key: undefined }],
  ['with a key that the house would refuse', { key: 'a b' }],
  ['without its wish', { print: 5 }],
])('one %s is none', (_why, changed) => {
  expect(read(changed)).toBeNull()
})

test('what is not written by this page is none', () => {
  expect([readPending(null, 7, now), readPending('{', 7, now), readPending('[1]', 7, now)]).toEqual([null, null, null])
})
