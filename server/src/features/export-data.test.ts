import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
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
    'support',
    'games',
    'sports',
    'sign_in',
    'cashier',
    'rounds',
    'bets',
    'campaigns',
    'betting_bonuses',
    'cashbacks',
    'tournaments',
    'loyalty',
  ])
  expect(json.data.rounds).toMatchObject({
    client_seed: null,
    real: { total: 1, items: [{ round: 'mine', currency: 'EUR', staked: '100', won: '250', is_closed: true }] },
    demo: { total: 1, items: [{ round: 'played', currency: 'FUN' }] },
  })
})

/** What the work gives, and the rows of the largest answer that the database gave meanwhile. */
async function watched<T>(work: () => Promise<T>): Promise<{ given: T; largest: number }> {
  const asked = vi.spyOn(Client.prototype, 'query')
  const given = await work()
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value))
  asked.mockRestore()
  return { given, largest: Math.max(...answers.map((answer) => answer?.rows?.length ?? 0)) }
}

test('a player with much behind is told everything once, read in pages', async () => {
  const playerId = await addPlayer({ login: 'heavy@example.com' })
  const cookie = await signIn(playerId)
  const each = sql`from generate_series(1, 1250) as n`
  // Every tenth at the moment of the one before it: the place in a page is not the moment alone.
  const at = sql`now() - make_interval(mins => n - case when n % 10 = 0 then 1 else 0 end)`
  await sql`insert into limits_use (player_id, kind, amount, key, at) select ${playerId}, 'stake', n, 'k' || n, ${at} ${each}`.execute(
    db.sql,
  )
  await sql`insert into limits_visit (player_id, started_at, last_at)
    select ${playerId}, now() - make_interval(hours => n), now() - make_interval(hours => n) ${each}`.execute(db.sql)
  await sql`insert into account_event (player_id, kind, address, device)
    select ${playerId}, 'signedIn', '192.0.2.1', 'x' ${each}`.execute(db.sql)
  await sql`insert into account_notice (player_id, kind, params) select ${playerId}, 'x', '{}' ${each}`.execute(db.sql)
  await sql`insert into tracking_event (player_id, name, params) select ${playerId}, 'x', '{}' ${each}`.execute(db.sql)
  await sql`insert into rounds_round (provider, round, player_id, game, mode, currency, staked, bets, is_closed, opened_at)
    select 'sample', 'h' || n, ${playerId}, 'goal-streak', 'real', 'EUR', n, 1, true, ${at} ${each}`.execute(db.sql)

  const { given, largest } = await watched(() => as(cookie).post('account.exportData'))
  const { data } = given.json
  expect(largest).toBeGreaterThan(100)
  expect(largest).toBeLessThanOrEqual(500)
  const amounts = data.limits.movements.map(({ amount }: { amount: string }) => Number(amount))
  expect(amounts.toSorted((a: number, b: number) => a - b)).toEqual(Array.from({ length: 1250 }, (_, n) => n + 1))
  expect(new Set(data.rounds.real.items.map(({ round }: { round: string }) => round)).size).toBe(1250)
  expect(data.rounds.real).toMatchObject({ total: 1250, items: { length: 1250 } })
  expect(data.rounds.real.items[0].round).toBe('h1')
  expect(data.security_events.length).toBeGreaterThanOrEqual(1250)
  expect(data).toMatchObject({ notices: { length: 1250 }, tracking: { events: { length: 1250 } } })
  expect(data.limits.visits.length).toBeGreaterThanOrEqual(1250)
})
