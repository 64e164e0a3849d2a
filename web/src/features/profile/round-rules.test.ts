import { describe, expect, test } from 'vitest'
import { dayOf, netOf, readFilter, toHistory, toRound } from './round-rules.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))
const eur = (amount: string) => ({ amount, currency: 'EUR' })

describe('which rounds are listed', () => {
  test('without a word all rounds for money', () => {
    expect(read('')).toEqual({ mode: 'real', game: undefined, from: undefined, to: undefined, page: 1 })
  })

  test('the address keeps every choice', () => {
    const query = 'mode=demo&game=twin-dice&from=2026-11-01&to=2026-11-15&page=3'
    expect(toHistory(read(query))).toBe(`/profile/bets/history?${query}`)
    expect(toHistory(read('mode=real&page=1'))).toBe('/profile/bets/history')
  })

  test('days in the wrong order are turned round', () => {
    expect(read('from=2026-11-15&to=2026-11-01')).toMatchObject({ from: '2026-11-01', to: '2026-11-15' })
  })

  test.each(['2026-02-30', '2026-13-01', '26-1-1', '1969-12-31', '0000-00-00', 'today', ''])(
    'there is no day %s',
    (word) => expect(dayOf(word)).toBeUndefined(),
  )

  test('words that no list knows are passed over', () => {
    expect(read('mode=fun&game=../etc&page=-1')).toMatchObject({ mode: 'real', game: undefined, page: 1 })
  })

  test('a round keeps the list that it was chosen from', () => {
    expect(toRound(read('game=plinth&page=2'), 'abc', 'studio')).toBe(
      '/profile/bets/history?game=plinth&page=2&round=abc',
    )
    expect(toRound(read(''), 'abc', 'sample')).toBe('/profile/bets/history?round=abc&provider=sample')
  })
})

test.each([
  ['1.00', '0.00', '-1.00'],
  ['1.00', '1.00', '0.00'],
  ['0.20', '12.35', '12.15'],
])('staked %s, returned %s: %s', (staked, won, net) => expect(netOf(eur(staked), eur(won))).toEqual(eur(net)))
