import type { Winner } from '@croupier/contract/methods/jackpots'
import { expect, test } from 'vitest'
import { addNews, readNews, spread, timesOf } from './winner-data.ts'

const winner = (id: string): Winner => ({
  id,
  fakename: null,
  is_demo_player: false,
  game: { sysname: 'plinth', name: 'Plinth', image_url: '' },
  staked: { amount: '1.00', currency: 'EUR' },
  won: { amount: '2.00', currency: 'EUR' },
  multiple: '2.00',
  jackpot: null,
  at: '2026-01-01T00:00:00.000Z',
})

test('the newest stands first, none stands twice, and the list does not grow for ever', () => {
  const fresh = readNews({ items: [winner('c'), winner('d')] }, 'en')
  expect(fresh.map(({ id }) => id)).toEqual(['d', 'c'])
  expect(addNews([winner('c'), winner('a')], fresh, 2).map(({ id }) => id)).toEqual(['d', 'c'])
})

test('what is no winner is not shown', () => {
  expect(readNews(null, 'en')).toEqual([])
  expect(readNews({ items: 'all' }, 'en')).toEqual([])
  expect(readNews({ items: [{ id: 'x' }, { ...winner('y'), won: 5 }, winner('z')] }, 'en').map(({ id }) => id)).toEqual(
    ['z'],
  )
})

test('a page names the game in its own locale, and as it was told where that is missing', () => {
  const games = {
    ru: { sysname: 'plinth', name: 'Плинтус', image_url: '/ru.webp' },
    es: { sysname: 'plinth', name: 5 },
  }
  const told = (locale: string) => readNews({ items: [{ ...winner('a'), games }] }, locale)[0]?.game
  expect(told('ru')).toEqual({ sysname: 'plinth', name: 'Плинтус', image_url: '/ru.webp' })
  expect(told('es')?.name).toBe('Plinth')
  expect(told('de')?.name).toBe('Plinth')
})

test('no player has a second win in the row before each of the others has one; hidden ones are others', () => {
  const of = (id: string, fakename: string | null): Winner => ({ ...winner(id), fakename })
  const winners = [of('1', 'Ada'), of('2', 'Ada'), of('3', 'Ada'), of('4', 'Bo'), of('5', null), of('6', null)]
  expect(spread(winners, 5).map(({ id }) => id)).toEqual(['1', '4', '5', '6', '2'])
  expect(spread(winners, 2).map(({ id }) => id)).toEqual(['1', '4'])
})

test('a win says how often its stake it was, where it had one', () => {
  expect(timesOf({ multiple: '12.50' })).toBe('×12.50')
  expect(timesOf({ multiple: '0.00' })).toBeNull()
})
