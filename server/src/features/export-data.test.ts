import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'

const { db, as, addPlayer, signIn } = await testApp()

test('the export has every section once, rounds too, and the rounds of no other player', async () => {
  const playerId = await addPlayer({ login: 'anna@example.com' })
  const other = await addPlayer({ login: 'ben@example.com' })
  const round = { provider: 'studio', game: 'twin-dice', staked: 100n, won: 250n, bets: 1, is_closed: true }
  await db.sql
    .insertInto('rounds_round')
    .values([
      { ...round, round: 'mine', player_id: playerId, mode: 'real', currency: 'EUR' },
      { ...round, round: 'played', player_id: playerId, mode: 'demo', currency: 'FUN' },
      { ...round, round: 'theirs', player_id: other, mode: 'real', currency: 'EUR' },
    ])
    .execute()
  const { json } = await as(await signIn(playerId)).post('account.exportData')
  expect(Object.keys(json.data)).toEqual([
    'exported_at',
    'account',
    'profile',
    'contacts',
    'security_events',
    'notices',
    'storage',
    'limits',
    'verification',
    'tracking',
    'games',
    'sign_in',
    'cashier',
    'rounds',
  ])
  expect(json.data.rounds).toMatchObject({
    client_seed: null,
    real: { total: 1, items: [{ round: 'mine', currency: 'EUR', staked: '100', won: '250', is_closed: true }] },
    demo: { total: 1, items: [{ round: 'played', currency: 'FUN' }] },
  })
})
