import { expect, test } from 'vitest'
import { sizeOf, toExports } from './bet-export-rules.ts'

test.each([
  [0, { unit: 'B', value: 0 }],
  [999, { unit: 'B', value: 999 }],
  [1_500, { unit: 'kB', value: 2 }],
  [999_400, { unit: 'kB', value: 999 }],
  [2_340_000, { unit: 'MB', value: 2.3 }],
])('%i bytes', (bytes, size) => expect(sizeOf(bytes)).toEqual(size))

test('the first page has the short address', () => {
  expect([toExports(1), toExports(2)]).toEqual(['/profile/bets/exports', '/profile/bets/exports?page=2'])
})
