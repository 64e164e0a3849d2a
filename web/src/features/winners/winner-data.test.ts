import type { Winner } from '@croupier/contract/methods/jackpots'
import { expect, test } from 'vitest'
import { addNews, readNews } from './winner-data.ts'

const winner = (id: string): Winner => ({
  id,
  fakename: null,
  game: { sysname: 'plinth', name: 'Plinth', image_url: '' },
  staked: { amount: '1.00', currency: 'EUR' },
  won: { amount: '2.00', currency: 'EUR' },
  multiple: '2.00',
  jackpot: null,
  at: '2026-01-01T00:00:00.000Z',
})

test('the newest stands first, none stands twice, and the list does not grow for ever', () => {
  const fresh = readNews({ items: [winner('c'), winner('d')] })
  expect(fresh.map(({ id }) => id)).toEqual(['d', 'c'])
  expect(addNews([winner('c'), winner('a')], fresh, 2).map(({ id }) => id)).toEqual(['d', 'c'])
})

test('what is no winner is not shown', () => {
  expect(readNews(null)).toEqual([])
  expect(readNews({ items: 'all' })).toEqual([])
  expect(readNews({ items: [{ id: 'x' }, { ...winner('y'), won: 5 }, winner('z')] }).map(({ id }) => id)).toEqual(['z'])
})
