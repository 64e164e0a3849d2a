import { randomUUID } from 'node:crypto'
import { programTerms } from '@croupier/contract/loyalty-terms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish } from '../../test/campaigns.ts'
import { houseOf } from '../../test/cashier.ts'
import { fund, providerFor } from '../../test/game-provider.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { stopPublished } from '../campaigns/campaigns.ts'
import { recomputePoints } from './recompute.ts'
import { termsOf } from './terms.ts'
import { workInPoints } from './work-in.ts'

/** A programme that is stopped leaves its members to the usual one. */

const dayMs = 86_400_000
const rateOf = (rate: number, product = 'casino') =>
  programTerms.parse({ ...plainProgram, product, rates: [], default_rate: rate })

test.each([
  ['on the day it is stopped', 2, 1],
  ['from the next midnight on', 3, 2],
  ['before the usual one was there', 0.5, 1],
  ['when it is there again', 6, 1],
  ['before anything was said', -1, undefined],
])('whose rates count %s', (_about, day, rate) => {
  const programs = new Map([
    [
      'own',
      [
        { atMs: 0, value: rateOf(1) },
        { atMs: 2 * dayMs, value: null },
        { atMs: 5 * dayMs, value: rateOf(1) },
      ],
    ],
    ['bets', [{ atMs: dayMs, value: rateOf(3, 'sports') }]],
    ['usual', [{ atMs: dayMs, value: rateOf(2) }]],
    // Later ones change nothing of what was.
    ['newest', [{ atMs: 4 * dayMs, value: rateOf(4) }]],
  ])
  const rules = { programs, characters: new Map(), dealers: [] }
  const found = termsOf(rules, { program: 'own', switches: [], characters: [] })({ atMs: (day + 0.5) * dayMs })
  expect(found?.program.default_rate).toBe(rate)
})

test('members of a programme that was stopped earn by the usual one and see it, and their points are computed again', async () => {
  const node = await testApp()
  const { db } = node
  await publish(db, 'loyalty-programs', 'old-club', plainProgram)
  await db.sql.insertInto('games_provider').values({ sysname: 'every', name: 'Every', runner: 'sample' }).execute()
  const slot = {
    sysname: 'club-slot',
    provider: 'every',
    name: 'Slot',
    image_url: '',
    type: 'slot',
    version: '1',
  } as const
  await db.sql.insertInto('games_game').values(slot).execute()
  const sample = await providerFor(node)
  const id = await node.addPlayer({ login: 'stopped@example.com' })
  await fund(node, id, '100')
  await givePoints(db, id, 5n)
  await begin(db, (tx) => stopPublished(tx, 'loyalty-programs', 'old-club', 'test'))
  // As if that had been days ago.
  await sql`alter table campaigns_version disable trigger campaigns_version_stays`.execute(db.sql)
  await sql`update campaigns_version set at = at - interval '3 days' where kind = 'loyalty-programs'`.execute(db.sql)
  await sql`alter table campaigns_version enable trigger campaigns_version_stays`.execute(db.sql)
  const newer = { ...plainProgram, rates: [], default_rate: 40, most_per_day: 700 }
  await publish(db, 'loyalty-programs', 'new-club', newer)
  const seat = await sample.launch(id, { game: 'club-slot' })
  await seat.betwin(randomUUID(), '10.00', '0.00', { transaction: randomUUID() })
  await workInPoints(houseOf(node), [id])
  const info = (await node.as(await node.signIn(id)).get('loyalty.getinfo')).json.data
  expect(info).toMatchObject({ points: 7, program: { sysname: 'new-club' }, today: { points: 2, most: 700 } })
  expect((await recomputePoints(db.sql, id)).differences).toEqual([])
})
