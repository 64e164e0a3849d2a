import { expect, test } from 'vitest'
import { withoutEmoji, withoutPlus } from './text.ts'

test.each([
  ['Ann 😀', 'Ann '],
  ['👨‍👩‍👧 family', ' family'],
  ['🇵🇱 Poland', ' Poland'],
  ['thumbs 👍🏽 up', 'thumbs  up'],
  ['1️⃣ one', '1 one'],
  ['❤️', ''],
  ['#5 * 2', '#5 * 2'],
  ['Дом 5, кв. 2', 'Дом 5, кв. 2'],
  ['O’Neil', 'O’Neil'],
  ['', ''],
  ['😀'.repeat(10_000), ''],
])('%j without pictures is %j', (text, plain) => {
  expect(withoutEmoji(text)).toBe(plain)
})

test.each([
  ['+48512334904', '48512334904'],
  [' +48512334904', '48512334904'],
  ['alice+tag@example.com', 'alice+tag@example.com'],
  ['++48', '+48'],
  ['', ''],
])('the login %j is %j', (text, plain) => {
  expect(withoutPlus(text)).toBe(plain)
})
