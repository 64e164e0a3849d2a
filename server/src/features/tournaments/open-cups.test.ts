import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish } from '../../test/campaigns.ts'
import { addPayer } from '../../test/cashier.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { addCup, endCup } from '../../test/tournaments.ts'
import { addPlayers } from '../../test/world.ts'
import { type Movement, moveAll } from '../wallet/wallet.ts'
import { openCups } from './open-cups.ts'
import { lockTournament } from './store.ts'

/** A crowd that joins at one moment is decided together; each player is answered as if alone. */

const node = await testApp()
const { db } = node
await publish(db, 'loyalty-programs', 'house-club', plainProgram)

const join = (cookie: string, cup: bigint) =>
  node.as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
const said = ({ json }: Awaited<ReturnType<typeof join>>): string =>
  json.error?.error_data?.reason ?? json.error?.type ?? 'in'
const inside = async (cup: bigint) =>
  (
    await db.sql
      .selectFrom('tournaments_entry')
      .select(['player_id', 'fee'])
      .where('tournament_id', '=', cup)
      .where('state', '=', 'in')
      .orderBy('join_no')
      .execute()
  ).map(({ player_id, fee }) => [player_id, fee])

test('players of one crowd do not answer for each other', async () => {
  const open = await addCup(db)
  const [feeA, feeB] = [await addCup(db, { fee_points: 200 }), await addCup(db, { fee_points: 200 })]
  const abroad = await addCup(db, { conditions: { countries: ['BR'] } })
  const yen = await addCup(db, {
    prizes: [{ from: 1, to: 1, kind: 'cash', amount: { JPY: '8000' } }],
  })
  const [first, twice, rich, last] = await Promise.all(Array.from({ length: 4 }, () => addPayer(node, {})))
  if (!first || !twice || !rich || !last) throw new Error('four were asked for')
  await givePoints(db, rich.id, 300n)
  await db.sql.deleteFrom('http_rate_limit').execute()
  // The first goes alone at once; all others come while it is decided, and are one crowd.
  const answers = await Promise.all([
    join(first.cookie, open),
    join(twice.cookie, open),
    join(twice.cookie, open),
    join(first.cookie, abroad),
    join(first.cookie, yen),
    join(first.cookie, 999_999n),
    join(rich.cookie, feeA),
    join(rich.cookie, feeB),
    join(last.cookie, feeA),
    join(last.cookie, open),
  ])
  expect(answers.map(said)).toEqual([
    ...['in', 'in', 'in', 'NOT_FOR_YOU', 'NOT_FOR_YOU', 'UNKNOWN_TOURNAMENT'],
    ...['in', 'NOT_ENOUGH_POINTS', 'NOT_ENOUGH_POINTS', 'in'],
  ])
  expect(await inside(open)).toEqual([
    [first.id, 0n],
    [twice.id, 0n],
    [last.id, 0n],
  ])
  expect(await inside(feeA)).toEqual([[rich.id, 200n]])
  expect(await inside(feeB)).toEqual([])
})

test('a crowd for few places is decided together, and takes exactly these', async () => {
  const cup = await addCup(db, { most_players: 40 })
  const ids = await addPlayers(db, 120)
  const cookies = await Promise.all(ids.map((id) => node.signIn(id)))
  await db.sql.deleteFrom('http_rate_limit').execute()
  const answers = await Promise.all(cookies.map((cookie) => join(cookie, cup)))
  expect(Map.groupBy(answers.map(said), (word) => word).get('in')).toHaveLength(40)
  expect(new Set(answers.map(said))).toEqual(new Set(['in', 'TOURNAMENT_FULL']))
  const { players, joins, version } = await db.sql
    .selectFrom('tournaments_tournament')
    .select(['players', 'joins', 'version'])
    .where('id', '=', cup)
    .executeTakeFirstOrThrow()
  expect([players, joins, (await inside(cup)).length]).toEqual([40, 40, 40])
  // One step of the board for all who came in together.
  expect(Number(version)).toBeLessThan(20)
})

test('one that is being settled, which takes long, holds up nobody', async () => {
  const [open, over] = [await addCup(db), await addCup(db)]
  const ids = await addPlayers(db, 4)
  const [first = '', inside = '', late = '', last = ''] = await Promise.all(ids.map((id) => node.signIn(id)))
  await db.sql.deleteFrom('http_rate_limit').execute()
  await join(inside, over)
  await endCup(db, over)
  // As the job holds it while it reads all rounds anew.
  const answers = await begin(db, async (tx) => {
    await lockTournament(tx, over)
    const left = node.as(inside).post('tournaments.leave', { tournament_id: String(over) })
    return Promise.all([join(first, open), join(inside, over), join(late, over), join(last, open), left])
  })
  expect(answers.map(said)).toEqual(['in', 'in', 'TOURNAMENT_CLOSED', 'in', 'TOURNAMENT_CLOSED'])
})

const waiting = async () =>
  (
    await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db.sql,
    )
  ).rows.length

test('fees of a crowd and points that another crowd earns do not wait for each other in a ring', async () => {
  const [free, cup] = [await addCup(db), await addCup(db, { fee_points: 100 })]
  const [first = 0n, low = 0n, high = 0n] = await addPlayers(db, 3)
  // Their purses are opened in this order, and locked in it by who needs both.
  for (const id of [low, high]) await givePoints(db, id, 100n)
  let tries = 0
  const once: typeof db.once = (work) => {
    tries += 1
    return db.once(work)
  }
  const cups = openCups({ begin: once, config: node.config })
  const earned = [high, low].map(
    (playerId): Movement => ({
      ...{ scope: 'points', key: `ring:${playerId}`, playerId: null, body: {}, answer: () => null },
      transfers: [
        {
          from: { playerId: null, owner: 'loyalty', kind: 'issue', currency: 'PTS' },
          to: { playerId, kind: 'points', currency: 'PTS' },
          ...{ amount: 1n, reason: 'points', ref: 'test' },
        },
      ],
    }),
  )
  const held = new Error('let go')
  const under: Promise<unknown>[] = []
  let isEarned = false
  await begin(db, async (tx) => {
    // The entry of the second is waited for; without a look at what the row refers to, which would hold that too.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into tournaments_entry (tournament_id, player_id, join_no, joined_at, version)
      values (${cup}, ${low}, -1, now(), 0)`.execute(tx)
    under.push(cups.join({ playerId: first, tournamentId: free }))
    for (const playerId of [high, low]) under.push(cups.join({ playerId, tournamentId: cup }))
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    const earning = db.once((own) => moveAll(own, earned))
    under.push(
      earning.finally(() => {
        isEarned = true
      }),
    )
    await expect.poll(async () => isEarned || (await waiting()) === 2, { timeout: 60_000 }).toBe(true)
    throw held
  }).catch((error: unknown) => {
    if (error !== held) throw error
  })
  await Promise.all(under)
  // The first alone, then the two.
  expect(tries).toBe(2)
  expect(await inside(cup)).toEqual([
    [high, 100n],
    [low, 100n],
  ])
})
