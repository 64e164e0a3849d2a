import { cardOf } from '@croupier/contract/test/sports'
import { expect, test } from 'vitest'
import { idOf, inShownOrder, leaguesOf, nearDay } from './list-rules.ts'

const card = (id: number, league: number) =>
  cardOf({ id, tournament: { id: league, name: `League ${league}`, slug: 'league', tier: 'A' } })
const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id)

test('events stand under their leagues in the order in which they came', () => {
  const leagues = leaguesOf([card(1, 5), card(2, 6), card(3, 5)])
  expect(leagues.map(({ id, events }) => [id, ids(events)])).toEqual([
    [5, [1, 3]],
    [6, [2]],
  ])
})

test('a list that is loaded anew does not move: new events come first in their league, ended ones leave', () => {
  const shown = [card(1, 5), card(2, 6), card(3, 6)]
  const fresh = [card(3, 6), card(9, 6), card(2, 6), card(8, 7)]
  expect(ids(inShownOrder(shown, fresh))).toEqual([9, 2, 3, 8])
})

test('what is loaded anew brings its new content along', () => {
  const [event] = inShownOrder([card(1, 5)], [{ ...card(1, 5), market_count: 3 }])
  expect(event?.market_count).toBe(3)
})

test('a day is near or it has a date', () => {
  const now = new Date(2026, 10, 17, 23, 30)
  expect(nearDay(new Date(2026, 10, 17, 0, 5), now)).toBe('today')
  expect(nearDay(new Date(2026, 10, 18, 23, 59), now)).toBe('tomorrow')
  expect(nearDay(new Date(2026, 10, 19), now)).toBe(null)
})

test('the number of a tournament stands before its name', () => {
  expect([idOf('17-premier-division'), idOf('17'), idOf('premier'), idOf('0-x'), idOf(undefined)]).toEqual([
    17,
    17,
    null,
    null,
    null,
  ])
})
