import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { tellPlayer } from '../../db/announce.ts'
import { begin } from '../../db/db.ts'
import { openListener } from '../../db/listener.ts'
import { testApp } from '../../test/app.ts'
import { giveBonus } from '../../test/bonuses.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { fund, providerFor } from '../../test/game-provider.ts'
import { deaths, survive } from '../../test/killed.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { chanceFrom } from '../../test/purses.ts'
import { openClubLease } from '../tournaments/tournaments.ts'
import { findPurse } from '../wallet/line-store.ts'
import { openPointsFeed, sweepPoints } from './feed.ts'
import { recomputePoints } from './recompute.ts'
import { workInPoints } from './work-in.ts'

const node = await testApp()
const { db, as } = node
const house = houseOf(node)
const other = await testApp({ beside: node })
const otherHouse = houseOf(other)
await publishTemplates(db)
await publish(db, 'characters', 'lion', { boosts: { slot: 120 } })
await publish(db, 'loyalty-programs', 'house-club', plainProgram)
await db.sql.insertInto('games_provider').values({ sysname: 'every', name: 'Every', runner: 'sample' }).execute()
await db.sql
  .insertInto('games_game')
  .values([
    { sysname: 'club-slot', provider: 'every', name: 'Slot', image_url: '', type: 'slot', version: '1' },
    { sysname: 'club-table', provider: 'every', name: 'Table', image_url: '', type: 'casino', version: '1' },
  ])
  .execute()
const sample = await providerFor(node, other)

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

let made = 0
async function player({ main = '1000', character = '' } = {}) {
  made += 1
  const id = await node.addPlayer({ login: `club-${made}@example.com` })
  if (character)
    await db.sql.updateTable('account_player').set({ character_id: character }).where('id', '=', id).execute()
  await fund(node, id, main)
  return { id, cookie: await node.signIn(id) }
}

/** A round that is lost. Answers the transaction of its bet. */
async function play(id: bigint, amount: string, game = 'club-slot'): Promise<{ round: string; transaction: string }> {
  const seat = await sample.launch(id, { game })
  const [round, transaction] = [randomUUID(), randomUUID()]
  const { reason } = await seat.betwin(round, amount, '0.00', { transaction })
  if (reason !== '') throw new Error(reason)
  return { round, transaction }
}

const infoOf = async (cookie: string) => (await as(cookie).get('loyalty.getinfo')).json.data
const pointsOf = async (id: bigint) => (await findPurse(db.sql, id, 'points', 'PTS'))?.balance ?? 0n
const proven = async (id: bigint) => expect((await recomputePoints(db.sql, id)).differences).toEqual([])

describe('points of play', () => {
  test('come from stakes of own money, with the rest of a point kept', async () => {
    const { id, cookie } = await player()
    for (let round = 0; round < 5; round++) await play(id, '2.40')
    await play(id, '5.00', 'club-table')
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({
      points: 1,
      expCount: 1,
      today: { points: 1.3, most: 500 },
      is_active: true,
    })
    const { days } = await infoOf(cookie)
    const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    expect(days.map(({ points }: { points: number }) => points)).toEqual([1.3, ...Array(13).fill(0)])
    expect(days.slice(1)).toMatchObject(days.slice(0, -1).map(({ day }: { day: string }) => ({ day: dayBefore(day) })))
    await proven(id)
    await expectZero(db)
  })

  test('come faster with a dealer, from the day of the registration on', async () => {
    const { id, cookie } = await player({ character: 'lion' })
    for (let round = 0; round < 5; round++) await play(id, '2.40')
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({ points: 1, today: { points: 1.44 }, character: { id: 'lion' } })
    await proven(id)
  })

  test('come from the own part of a stake that a bonus helps to pay', async () => {
    const { id, cookie } = await player({ main: '1.00' })
    await giveBonus(db, { playerId: id, amount: 3_000n })
    await play(id, '2.40')
    await play(id, '10.00')
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({ points: 0, today: { points: 0.1 } })
    await proven(id)
  })

  test('are not taken out of the purse by a stake that came back', async () => {
    const { id, cookie } = await player()
    const { round, transaction } = await play(id, '10.00')
    await workInPoints(house, [id])
    expect(await pointsOf(id)).toBe(1n)
    const seat = await sample.launch(id, { game: 'club-slot' })
    await seat.rollback(round, transaction)
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({ points: 1, expCount: 0, today: { points: 0 } })
    await proven(id)
  })

  test('are found by the sweep where no notice came, and given once however often it runs', async () => {
    const { id } = await player()
    await play(id, '20.00')
    await Promise.all([sweepPoints(house), sweepPoints(otherHouse), sweepPoints(house)])
    expect(await pointsOf(id)).toBe(2n)
    await sweepPoints(house)
    await workInPoints(otherHouse, [id])
    expect(await pointsOf(id)).toBe(2n)
    await proven(id)
  })

  test.each(deaths)('are given once where the worker is killed: $at, after its commit $isAfter', async (death) => {
    const { id } = await player()
    await workInPoints(house, [id])
    await play(id, '30.00')
    await survive([house, otherHouse], (ctx) => workInPoints(ctx, [id]), death)
    expect(await pointsOf(id)).toBe(3n)
    await proven(id)
  })

  test('are none while the club is switched off, and nothing is made up for', async () => {
    const { id, cookie } = await player()
    await as(cookie).post('loyalty.setActive', { is_active: '0' })
    await play(id, '50.00')
    expect(await infoOf(cookie)).toMatchObject({ is_active: false })
    await as(cookie).post('loyalty.setActive', { is_active: '1' })
    await play(id, '10.00')
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({ is_active: true, points: 1 })
    await proven(id)
  })

  test('stand in the statement of their purse', async () => {
    const { id, cookie } = await player()
    await play(id, '10.00')
    await workInPoints(house, [id])
    const { items, total } = (await as(cookie).get('loyalty.getHistory')).json.data
    expect(total).toBe(1)
    expect(items).toMatchObject([{ amount: 1, balance: 1, reason: 'points', ref: 'play' }])
    const statement = (await as(cookie).get('cashier.getstatement', { purse: 'points' })).json.data
    expect(statement).toMatchObject({ balance: { amount: '1', currency: 'PTS' }, items: [{ hash: items[0].hash }] })
  })
})

test('one worker of two nodes hears of play, and the other goes on when it falls silent', async () => {
  const listeners = await Promise.all([openListener(db.url, node.log), openListener(db.url, node.log)])
  const [first, second] = listeners
  if (!first || !second) throw new Error('no listeners')
  const leases = [openClubLease(house), openClubLease(otherHouse)] as const
  const one = await openPointsFeed(house, { listener: first, lease: leases[0] })
  const two = await openPointsFeed(otherHouse, { listener: second, lease: leases[1] })
  const { id } = await player()
  await play(id, '20.00')
  await expect.poll(() => pointsOf(id), { timeout: 30_000 }).toBe(2n)
  await one.close()
  await leases[0].close()
  await play(id, '10.00')
  await expect.poll(() => pointsOf(id), { timeout: 30_000 }).toBe(3n)
  // What the account says now may be a step of a quest.
  await publish(db, 'quests', 'own-limits', { period: 'once', steps: [{ kind: 'profile_filled' }], reward: 40 })
  await db.sql
    .updateTable('account_player')
    .set({ first_name: 'Ann', last_name: 'Lee', birth_date: '1990-01-01', country_code: 'DE' })
    .where('id', '=', id)
    .execute()
  await begin(db, (tx) => tellPlayer(tx, id, 'account'))
  await expect.poll(() => pointsOf(id), { timeout: 30_000 }).toBe(43n)
  await two.close()
  await leases[1].close()
  for (const listener of listeners) await listener.close()
  await proven(id)
})

describe('a level', () => {
  test('is reached once, told once and heard by offers', async () => {
    const { id, cookie } = await player()
    await givePoints(db, id, 499n)
    const { id: quiet } = await player()
    await givePoints(db, quiet, 1n)
    await play(id, '10.00')
    await workInPoints(house, [id])
    await workInPoints(house, [id])
    expect(await infoOf(cookie)).toMatchObject({ expCount: 500, minValue: 500, maxValue: 1500 })
    const told = (await as(cookie).get('loyalty.getnotifications')).json.data
    expect(told).toMatchObject([{ trigger: 'level', type: 'other', title: 'Level 2: Spark' }])
    await node.runJobs()
    const { level } = await db.sql
      .selectFrom('campaigns_player')
      .select('level')
      .where('player_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(level).toBe(2)
    await as(cookie).post('loyalty.seeNotifications', { ids: told[0].id })
    expect((await as(cookie).get('loyalty.getnotifications')).json.data).toEqual([])
  })

  test('stays when experience falls, and several at once are one notice', async () => {
    const { id, cookie } = await player()
    const { round, transaction } = await play(id, '100.00')
    await workInPoints(house, [id])
    await givePoints(db, id, 1_490n)
    const seat = await sample.launch(id, { game: 'club-slot' })
    await seat.rollback(round, transaction)
    await workInPoints(house, [id])
    const info = await infoOf(cookie)
    expect(info.expCount).toBe(1_490)
    expect(info.levels.filter(({ is_reached }: { is_reached: boolean }) => is_reached)).toHaveLength(3)
    const told = (await as(cookie).get('loyalty.getnotifications')).json.data
    expect(told).toMatchObject([{ trigger: 'level', title: 'Level 3: Flame' }])
  })
})

describe('a dealer', () => {
  test('is chosen, and another one after thirty days', async () => {
    const { id, cookie } = await player({ character: 'lion' })
    expect((await as(cookie).post('loyalty.setcharacter', { id: 'fox' })).json.data).toBeNull()
    const waits = await as(cookie).post('loyalty.setcharacter', { id: 'wolf' })
    expect(waits.json.error.error_data).toMatchObject({ reason: 'CHARACTER_WAITS' })
    expect(new Date(waits.json.error.error_data.from).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    // The same one again is no change.
    expect((await as(cookie).post('loyalty.setcharacter', { id: 'fox' })).status).toBe(200)
    expect((await as(cookie).post('loyalty.setcharacter', { id: 'nobody' })).json.error.error_data.reason).toBe(
      'UNKNOWN_CHARACTER',
    )
    const list = (await as(cookie).get('loyalty.getcharacters')).json.data
    expect(list.total).toBe(5)
    expect(list.items.find((each: { id: string }) => each.id === 'fox')).toMatchObject({
      is_own: true,
      can_choose: false,
    })
    expect(list.items.find((each: { id: string }) => each.id === 'lion')).toMatchObject({ boosts: { slot: '120' } })
    await db.sql
      .updateTable('loyalty_character')
      .set({ chosen_at: sql<Date>`now() - interval '30 days'` })
      .where('player_id', '=', id)
      .execute()
    expect((await as(cookie).post('loyalty.setcharacter', { id: 'wolf' })).status).toBe(200)
  })

  test('counts from the next midnight on', async () => {
    const { id } = await player()
    await play(id, '2.40')
    await as(await node.signIn(id)).post('loyalty.setcharacter', { id: 'lion' })
    // The first choice counts from its own moment; another one does not.
    await db.sql.insertInto('loyalty_character').values({ player_id: id, character: 'fox' }).execute()
    for (let round = 0; round < 5; round++) await play(id, '2.40')
    await workInPoints(house, [id])
    const days = await db.sql.selectFrom('loyalty_day').select('parts').where('player_id', '=', id).execute()
    expect(days).toEqual([{ parts: '16800000000000' }])
    await proven(id)
  })

  test.each(Array.from({ length: effort.cupRaces }, (_, at) => at))(
    'is one when two are chosen at once (%i)',
    async () => {
      const { id, cookie } = await player()
      const answers = await Promise.all(
        ['fox', 'wolf', 'panda', 'frog'].map((each, at) =>
          (at % 2 ? as : other.as)(cookie).post('loyalty.setcharacter', { id: each }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const rows = await db.sql
        .selectFrom('loyalty_character')
        .select('character')
        .where('player_id', '=', id)
        .execute()
      expect(rows).toHaveLength(1)
    },
  )
})

test('programmes are there for guests too', async () => {
  const { items } = (await as(null).get('loyalty.getPrograms')).json.data
  expect(items).toMatchObject([
    {
      sysname: 'house-club',
      rules: { most_per_day: 500 },
      levels: [{ id: 1, name: 'Ember', maxValue: 500 }, {}, {}, { maxValue: null }],
    },
  ])
  expect((await as(null).get('loyalty.getProgram', { sysname: 'house-club' })).json.data.title).toBe('The house club')
  expect((await as(null).get('loyalty.getProgram', { sysname: 'no-club' })).json.error.error_data.reason).toBe(
    'UNKNOWN_PROGRAM',
  )
})

/** All that was played, by the database alone: nothing of our rules is asked. The unit of EUR is 0.20. */
async function playedBy(id: bigint): Promise<{ parts: string; given: string }> {
  const { rows } = await sql<{ parts: string; given: string }>`select
      coalesce((select sum(-line.amount * 50000 * case g.type when 'slot' then 20 else 4 end * 10000)
        from (
          select -t.amount as amount, t.ref from wallet_transfer t join wallet_purse p on p.id = t.from_purse
            where p.player_id = ${id} and p.kind = 'main' and t.reason = 'stake'
          union all
          select t.amount, t.ref from wallet_transfer t join wallet_purse p on p.id = t.to_purse
            where p.player_id = ${id} and p.kind = 'main' and t.reason = 'rollback'
        ) as line
        join rounds_round r on 'round:' || r.provider || ':' || r.round = line.ref
        join games_game g on g.sysname = r.game), 0)::text as parts,
      (select sum(earned) * 10000000000000 + sum(rest) from loyalty_player where player_id = ${id})::text as given`.execute(
    db.sql,
  )
  return rows[0] ?? { parts: '', given: '' }
}

test.each(Array.from({ length: effort.repeats }, (_, seed) => seed))(
  'whatever is played and taken back, whenever it is worked in, points and rest are the sum (%i)',
  async (seed) => {
    const chance = chanceFrom(seed + 7)
    const { id } = await player()
    const standing: { round: string; transaction: string; game: string }[] = []
    for (let step = 0; step < 20; step++) {
      const game = chance(2) === 0 ? 'club-slot' : 'club-table'
      const back = chance(4) === 0 ? standing.pop() : undefined
      if (back) await (await sample.launch(id, { game: back.game })).rollback(back.round, back.transaction)
      else standing.push({ ...(await play(id, `${chance(30)}.${chance(90) + 10}`, game)), game })
      if (chance(3) === 0) await Promise.all([workInPoints(house, [id]), workInPoints(otherHouse, [id])])
    }
    await sweepPoints(house)
    const { parts, given } = await playedBy(id)
    expect(given).toBe(parts)
    await proven(id)
    await expectZero(db)
  },
)

test('new rates count from the next midnight on', async () => {
  const dearer = { ...plainProgram, rates: [{ type: 'slot', rate: 1_000 }] }
  await publish(db, 'loyalty-programs', 'house-club', dearer)
  const { id } = await player()
  await play(id, '10.00')
  await workInPoints(house, [id])
  expect(await pointsOf(id)).toBe(1n)
  // As if it had been published yesterday.
  await sql`alter table campaigns_version disable trigger campaigns_version_stays`.execute(db.sql)
  await sql`update campaigns_version set at = at - interval '1 day' where kind = 'loyalty-programs'`.execute(db.sql)
  await sql`alter table campaigns_version enable trigger campaigns_version_stays`.execute(db.sql)
  await play(id, '10.00')
  await workInPoints(house, [id])
  expect(await pointsOf(id)).toBe(51n)
})
