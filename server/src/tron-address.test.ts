import { expect, test } from 'vitest'
import { isTronAddress, makeTronAddress } from './tron-address.ts'

// The contract of USDT, and an address without a key.
test.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'])('%s is an address', (text) => {
  expect(isTronAddress(text)).toBe(true)
})

test.each([
  '',
  'T',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt',
  'tR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60',
  ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
])('%j is none', (text) => {
  expect(isTronAddress(text)).toBe(false)
})

test('one letter changed anywhere is noticed, in every address that is made', () => {
  for (const name of ['one', 'two', 'three']) {
    const address = makeTronAddress(name)
    expect(isTronAddress(address)).toBe(true)
    for (let at = 1; at < address.length; at += 1) {
      const other = address[at] === 'a' ? 'b' : 'a'
      expect(isTronAddress(address.slice(0, at) + other + address.slice(at + 1))).toBe(false)
    }
  }
})
