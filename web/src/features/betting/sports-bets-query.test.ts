import { expect, test } from 'vitest'
import { isSportsBets } from './sports-bets-later.ts'
import { readBetId, readBetsFilter, toBets } from './sports-bets-query.ts'

const queryOf = (text: string) => new URLSearchParams(text)

test.each([
  ['', { show: 'open', mode: 'real', after: null }],
  ['show=settled&mode=demo&after=41', { show: 'settled', mode: 'demo', after: 41 }],
  ['show=won&mode=free&after=-1', { show: 'open', mode: 'real', after: null }],
  ['after=0&show=all', { show: 'all', mode: 'real', after: null }],
])('%s is read', (text, filter) => expect(readBetsFilter(queryOf(text))).toEqual(filter))

test('an address says what is listed, and leaves out what goes without saying', () => {
  expect(toBets({ show: 'open', mode: 'real', after: null })).toBe('/profile/bets/history?product=sports')
  const filter = { show: 'settled', mode: 'demo', after: 41 } as const
  expect(readBetsFilter(queryOf(toBets(filter).split('?')[1] ?? ''))).toEqual(filter)
})

test('a bet is opened by its number alone', () => {
  expect(readBetId(queryOf('bet=8120388'))).toBe('8120388')
  expect(readBetId(queryOf('bet=1%27--'))).toBeNull()
  expect(readBetId(queryOf(''))).toBeNull()
  expect(isSportsBets(queryOf('product=sports'))).toBe(true)
  expect(isSportsBets(queryOf('product=casino'))).toBe(false)
})
