import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { deaths, survive } from '../../test/killed.ts'
import { plainProgram } from '../../test/loyalty.ts'
import { levelReached } from '../campaigns/campaigns.ts'
import { loyaltyHouse } from './loyalty.ts'
import { reviewLevels } from './review-levels.ts'

/** Levels that are looked at once a year, by whichever node. */

const node = await testApp()
const other = await testApp({ beside: node })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const
await publishTemplates(db)
const keeps = [undefined, 200, 400, 3_000]
const reviewed = {
  ...plainProgram,
  levels: plainProgram.levels.map((level, at) => ({ ...level, keep: keeps[at] })),
  review_months: 12,
}
await publish(db, 'loyalty-programs', 'house-club', reviewed)

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const give = (playerId: bigint, points: bigint) =>
  houses[0].begin((tx) =>
    loyaltyHouse.give(houses[0].announce, tx, { playerId, points, key: randomUUID(), words: 'test' }),
  )

/** At level 3, with a period that has just begun. */
async function member() {
  const { id, cookie } = await addPayer(node, { main: 1_000n })
  await give(id, 2_000n)
  await reviewLevels(houses[0])
  await node.runJobs()
  return { id, cookie }
}

/** The whole life of a player was so much earlier. */
async function pass(id: bigint, interval: string) {
  await sql`update loyalty_player set review_from = review_from - ${interval}::interval,
    review_at = review_at - ${interval}::interval where player_id = ${id}`.execute(db.sql)
  await sql`update limits_exclusion set started_at = started_at - ${interval}::interval,
    ends_at = ends_at - ${interval}::interval where player_id = ${id}`.execute(db.sql)
  await sql`update loyalty_switch set at = at - ${interval}::interval where player_id = ${id}`.execute(db.sql)
}

const infoOf = async (cookie: string) => (await as(cookie).get('loyalty.getinfo')).json.data
const levelOf = async (id: bigint) =>
  (await db.sql.selectFrom('loyalty_player').select('level').where('player_id', '=', id).executeTakeFirstOrThrow())
    .level
const knownLevel = async (id: bigint) => {
  await node.runJobs()
  return (await db.sql.selectFrom('campaigns_player').select('level').where('player_id', '=', id).executeTakeFirst())
    ?.level
}
const toldOf = async (cookie: string): Promise<{ title: string; message: string }[]> =>
  (await as(cookie).get('loyalty.getnotifications')).json.data

describe('a review', () => {
  test('stands on the page from the first day, with what it wants', async () => {
    const { id, cookie } = await member()
    const { review, levels } = await infoOf(cookie)
    expect(review).toMatchObject({ keep: 400, earned: 0 })
    const days = (Date.parse(review.at) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBeGreaterThanOrEqual(365)
    expect(Math.round(days)).toBeLessThanOrEqual(366)
    expect(levels.map(({ keep }: { keep: number | null }) => keep)).toEqual([null, 200, 400, 3_000])
    await give(id, 30n)
    expect((await infoOf(cookie)).review).toMatchObject({ keep: 400, earned: 30 })
    const { items } = (await as(null).get('loyalty.getPrograms')).json.data
    expect(items).toMatchObject([{ rules: { review_months: 12 } }])
  })

  test('before its time changes nothing', async () => {
    const { id } = await member()
    await pass(id, '364 days')
    await reviewLevels(houses[0])
    expect(await levelOf(id)).toBe(3)
  })

  test('takes one level from who earned too little, tells it once, and offers hear of it', async () => {
    const { id, cookie } = await member()
    await toldOf(cookie)
    expect(await knownLevel(id)).toBe(3)
    await give(id, 399n)
    await pass(id, '367 days')
    await reviewLevels(houses[0])
    await reviewLevels(houses[1])
    expect(await levelOf(id)).toBe(2)
    expect(await knownLevel(id)).toBe(2)
    const info = await infoOf(cookie)
    expect(info).toMatchObject({ points: 2_399, expCount: 2_399, review: { keep: 200, earned: 0 } })
    expect(info.levels.find(({ is_current }: { is_current: boolean }) => is_current)).toMatchObject({ id: 2 })
    expect((await toldOf(cookie)).filter(({ message }) => message.includes('review'))).toMatchObject([
      { title: 'Level 2: Spark' },
    ])
    // The next one is a year away, and takes one more.
    await pass(id, '367 days')
    await reviewLevels(houses[1])
    expect([await levelOf(id), await knownLevel(id)]).toEqual([1, 1])
    await pass(id, '367 days')
    await reviewLevels(houses[1])
    expect(await levelOf(id)).toBe(1)
  })

  test('leaves a level to who earned what it wants', async () => {
    const { id, cookie } = await member()
    await give(id, 400n)
    await pass(id, '367 days')
    await reviewLevels(houses[0])
    expect(await infoOf(cookie)).toMatchObject({ review: { keep: 400, earned: 0 } })
    expect(await levelOf(id)).toBe(3)
  })

  test('gives a level back with what would have kept it', async () => {
    const { id } = await member()
    await pass(id, '367 days')
    await reviewLevels(houses[0])
    await give(id, 399n)
    expect(await levelOf(id)).toBe(2)
    await give(id, 1n)
    expect([await levelOf(id), await knownLevel(id)]).toEqual([3, 3])
  })

  test('waits as long as a player was shut out or had the club switched off', async () => {
    const { id, cookie } = await member()
    const before = Date.parse((await infoOf(cookie)).review.at)
    await as(cookie).post('loyalty.setActive', { is_active: '0' })
    await pass(id, '30 days')
    await as(cookie).post('loyalty.setActive', { is_active: '1' })
    await sql`insert into limits_exclusion (player_id, asked_by, period, started_at, ends_at)
      values (${id}, ${id}, '7d', now(), now() + interval '7 days')`.execute(db.sql)
    await pass(id, '100 days')
    const after = Date.parse((await infoOf(cookie)).review.at)
    const shift = (after - before) / 86_400_000 + 130
    expect(Math.abs(shift - 37)).toBeLessThan(0.1)
    // A year after the beginning is not yet the end of it.
    await pass(id, '240 days')
    await reviewLevels(houses[0])
    expect(await levelOf(id)).toBe(3)
    await pass(id, '40 days')
    await reviewLevels(houses[0])
    expect(await levelOf(id)).toBe(2)
  })

  test('does not come while the club is switched off', async () => {
    const { id, cookie } = await member()
    await as(cookie).post('loyalty.setActive', { is_active: '0' })
    await pass(id, '800 days')
    await reviewLevels(houses[0])
    expect(await levelOf(id)).toBe(3)
  })

  test.each(Array.from({ length: effort.cupRaces }, (_, at) => at))(
    'is one however many nodes look at once (%i)',
    async () => {
      const { id } = await member()
      await pass(id, '367 days')
      await Promise.all([0, 1, 0, 1].map((at) => reviewLevels(houses[at === 0 ? 0 : 1])))
      expect(await levelOf(id)).toBe(2)
    },
  )

  test.each(deaths)('is one where a node is killed: $at, after its commit $isAfter', async (death) => {
    const { id } = await member()
    await pass(id, '367 days')
    await survive(houses, reviewLevels, death)
    expect(await levelOf(id)).toBe(2)
  })
})

test('a change of level that is heard late does not undo a later one', async () => {
  const { id } = await member()
  await pass(id, '367 days')
  await reviewLevels(houses[0])
  expect(await knownLevel(id)).toBe(2)
  await levelReached(houses[0], { playerId: String(id), level: 3, no: 1 })
  expect(await knownLevel(id)).toBe(2)
})

test('a programme without reviews ends them', async () => {
  const { id, cookie } = await member()
  await sql`alter table campaigns_version disable trigger campaigns_version_stays`.execute(db.sql)
  await publish(db, 'loyalty-programs', 'house-club', plainProgram)
  await sql`update campaigns_version set at = at - interval '2 days' where kind = 'loyalty-programs'`.execute(db.sql)
  await sql`alter table campaigns_version enable trigger campaigns_version_stays`.execute(db.sql)
  await pass(id, '800 days')
  await reviewLevels(houses[0])
  expect(await levelOf(id)).toBe(3)
  expect((await infoOf(cookie)).review).toBeNull()
})
