import { expect, test } from 'vitest'
import { lastPaid, type Pot, withNews } from './pot-data.ts'

const pot: Pot = {
  id: 'house',
  name: 'House pot',
  image_url: '',
  contribution: '1.00',
  games: [],
  levels: [
    {
      sysname: 'mini',
      amount: { amount: '10.00', currency: 'EUR' },
      seed: { amount: '10.00', currency: 'EUR' },
      staked_per_hit: { amount: '5000.00', currency: 'EUR' },
      last: null,
    },
  ],
}
const after = (news: unknown) => withNews([pot], news)[0]?.levels[0]?.amount.amount

test('a pot shows what the stream says in its own currency', () => {
  expect(after({ house: { EUR: { mini: '12.34' }, JPY: { mini: '999' } } })).toBe('12.34')
})

test('what the stream does not say, or says wrongly, changes nothing', () => {
  for (const news of [
    null,
    {},
    { house: {} },
    { house: { EUR: { mini: 5 } } },
    { house: { EUR: { mini: 'x' } } },
    'house',
  ])
    expect(after(news)).toBe('10.00')
})

test('of several levels the one that was paid last is told', () => {
  const [level] = pot.levels
  if (!level) throw new Error('a pot without levels')
  const paid = (sysname: typeof level.sysname, at: string | null) => ({
    ...level,
    sysname,
    last: at === null ? null : { fakename: null, is_demo_player: false, won: level.amount, at },
  })
  const levels = [
    paid('grand', null),
    paid('minor', '2026-11-02T00:00:00.000Z'),
    paid('mini', '2026-11-03T00:00:00.000Z'),
  ]
  expect(lastPaid({ ...pot, levels })?.sysname).toBe('mini')
  expect(lastPaid(pot)).toBeUndefined()
})
