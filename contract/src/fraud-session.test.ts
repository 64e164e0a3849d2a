import { expect, test } from 'vitest'
import { fitsAddress, fraudSessionMost, wholeFraudSession } from './fraud-session.ts'

test('a session is whole or none', () => {
  const longest = 'x'.repeat(fraudSessionMost)
  expect(wholeFraudSession(longest)).toBe(longest)
  expect(wholeFraudSession(`${longest}x`)).toBe('')
  expect([wholeFraudSession(undefined), wholeFraudSession(['x'])]).toEqual(['', ''])
})

test.each([
  ['', true],
  ['x'.repeat(3000), true],
  ['x'.repeat(3001), false],
  // Three characters each in an address.
  ['+'.repeat(1000), true],
  ['+'.repeat(1001), false],
  ['\ud800', true],
])('whether a session fits into an address goes by how it is written there', (session, fits) => {
  expect(fitsAddress(session)).toBe(fits)
})
