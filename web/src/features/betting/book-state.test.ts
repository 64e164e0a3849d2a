import type { SportsEventCard, SportsMarket } from '@croupier/contract/methods/sports'
import { cardOf, marketOf } from '@croupier/contract/test/sports'
import { expect, test } from 'vitest'
import { emptyBook, eventNow, isFreshAt, marketNow, phasesOf, readFrame, withFrame } from './book-state.ts'

const market: SportsMarket = marketOf({ id: 7, version: 3, prices: [2100, 3250, 3550] })
const card: SportsEventCard = cardOf({ id: 40, version: 5, score: { ft: [0, 0] } })

test('a price that came over the stream stands in place of the loaded one', () => {
  const book = withFrame(emptyBook, { m: [[7, 4, 'open', [2050, 3300, 3600], null]] })
  expect(marketNow(market, book.markets.get(7), false).prices).toEqual([2050, 3300, 3600])
})

test('a version that was passed changes nothing, neither in the book nor over a newer page', () => {
  const newer = withFrame(emptyBook, { m: [[7, 9, 'suspended', [2050, 3300, 3600], 'GOAL']] })
  const late = withFrame(newer, { m: [[7, 8, 'open', [2000, 3300, 3600], null]] })
  expect(late.markets.get(7)?.state).toBe('suspended')
  expect(marketNow({ ...market, version: 10 }, late.markets.get(7), false)).toEqual({ ...market, version: 10 })
})

test('a feed that falls silent says so of a version that is known already', () => {
  const open = withFrame(emptyBook, { m: [[7, 4, 'open', [2050, 3300, 3600], null]] })
  const silent = withFrame(open, { m: [[7, 4, 'open', [2050, 3300, 3600], 'FEED']] })
  expect(marketNow(market, silent.markets.get(7), false).cause).toBe('FEED')
})

test('a page that was asked while the feed was silent is not opened by what the stream had said before', () => {
  const open = withFrame(emptyBook, { m: [[7, 3, 'open', [2100, 3250, 3550], null]] })
  const silent: SportsMarket = { ...market, state: 'suspended', cause: 'FEED' }
  expect(marketNow(silent, open.markets.get(7), false).state).toBe('suspended')
  const moved = withFrame(open, { m: [[7, 4, 'open', [2050, 3300, 3600], null]] })
  expect(marketNow(silent, moved.markets.get(7), false).state).toBe('open')
})

test('an event that begins or is over is another phase, a goal is none', () => {
  const line = (state: 'open' | 'live' | 'ended', version: number, goals: number) =>
    [40, version, state, null, { ft: [goals, 0] as const }, 0, null] as const
  const coming = withFrame(emptyBook, { e: [line('open', 1, 0)] })
  const begun = withFrame(coming, { e: [line('live', 2, 0)] })
  const scored = withFrame(begun, { e: [line('live', 3, 1)] })
  const over = withFrame(scored, { e: [line('ended', 4, 1)] })
  expect(phasesOf(coming)).toBe(phasesOf(emptyBook))
  expect(phasesOf(begun)).not.toBe(phasesOf(coming))
  expect(phasesOf(scored)).toBe(phasesOf(begun))
  expect(phasesOf(over)).not.toBe(phasesOf(scored))
})

test('a market that is gone is closed, and open again when it is told of', () => {
  const gone = withFrame(emptyBook, { x: [7] })
  expect(marketNow(market, gone.markets.get(7), gone.gone.has(7)).state).toBe('closed')
  const back = withFrame(gone, { m: [[7, 5, 'open', [2050, 3300, 3600], null]] })
  expect(back.gone.has(7)).toBe(false)
})

test('score, clock and state of an event go on, never back', () => {
  const first = withFrame(emptyBook, { e: [[40, 7, 'live', null, { ft: [1, 0] }, 9, null]] })
  const second = withFrame(first, { e: [[40, 6, 'live', null, { ft: [0, 0] }, 8, null]] })
  expect(eventNow(card, second.events.get(40)).score).toEqual({ ft: [1, 0] })
  expect(eventNow({ ...card, version: 8 }, second.events.get(40)).score).toEqual({ ft: [0, 0] })
})

test('what the operator closed and opened goes by the version too', () => {
  const closed = withFrame(emptyBook, { e: [[40, 6, 'open', null, {}, 0, 'a strike']] })
  expect(eventNow(card, closed.events.get(40)).closed).toBe('a strike')
  const open = withFrame(closed, { e: [[40, 7, 'open', null, {}, 0, null]] })
  expect(eventNow(card, open.events.get(40)).closed).toBeNull()
  expect(eventNow({ ...card, version: 8, closed: 'again' }, open.events.get(40)).closed).toBe('again')
})

test('a frame keeps what can be read of it', () => {
  const text = JSON.stringify({
    m: [[7, 4, 'open', [2050], null], [8, 4, 'melted', [1], null], 'x', [9, 4, 'open', 'x', null]],
    e: [
      [40, 7, 'live', null, { ft: [1, 0] }, 9, null],
      [42, 7, 'live', null, {}, 9, 5],
      [41, 7, 'live', { period: 5 }, {}, 9],
    ],
    x: [3, 'four'],
  })
  const { m, e, x } = readFrame(text)
  expect([m?.map(([id]) => id), e?.map(([id]) => id), x]).toEqual([[7], [40], [3]])
  expect(readFrame('{')).toEqual({})
})

test('twelve silent seconds are too long', () => {
  expect(isFreshAt(1_000, 12_999)).toBe(true)
  expect(isFreshAt(1_000, 13_000)).toBe(false)
})
