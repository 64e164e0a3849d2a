import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { contentWith, ownContent } from '../../test/content.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { seat } from '../../test/tournaments.ts'
import { noteEvent } from '../account/account.ts'
import { stopPublished } from '../campaigns/campaigns.ts'
import { openPointsFeed } from './feed.ts'
import { noteDeeds } from './note-deeds.ts'
import { recomputePoints } from './recompute.ts'
import { workInPoints } from './work-in.ts'

/** What players are told where no quest pays for it, and what a site without dealers counts. */

const node = await testApp()
const { db, as } = node
const house = houseOf(node)
const ctx = { ...house, locale: 'en' }
const bare = await testApp({
  beside: node,
  contentDir: contentWith({ 'loyalty.json': { ...ownContent('loyalty.json'), hasCharacters: false } }),
})
await publishTemplates(db)
await publish(db, 'characters', 'lion', { boosts: { slot: 120 } })
await publish(db, 'loyalty-programs', 'house-club', { ...plainProgram, default_rate: 20 })
await db.sql.insertInto('games_provider').values({ sysname: 'every', name: 'Every', runner: 'sample' }).execute()
await db.sql
  .insertInto('games_game')
  .values({ sysname: 'club-slot', provider: 'every', name: 'Slot', image_url: '', type: 'slot', version: '1' })
  .execute()

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const told = async (cookie: string) =>
  (await as(cookie).get('loyalty.getnotifications')).json.data.map(
    ({ trigger, type, title }: Record<string, string>) => `${trigger}/${type}: ${title}`,
  )
const did = (id: bigint, kind: 'contactConfirmed' | 'profileChanged') =>
  begin(db, (tx) => noteEvent(tx, id, kind, null))

describe('what is done for the account', () => {
  test('is told once, without points, when it is whole', async () => {
    const { id, cookie } = await addPayer(node, { row: { first_name: '' } })
    await did(id, 'profileChanged')
    await noteDeeds(ctx, id)
    expect(await told(cookie)).toEqual([])
    await db.sql.updateTable('account_player').set({ first_name: 'Ann' }).where('id', '=', id).execute()
    await Promise.all([noteDeeds(ctx, id), noteDeeds({ ...houseOf(bare), locale: 'en' }, id)])
    expect(await told(cookie)).toEqual(['profile/other: Your profile is complete'])
    await did(id, 'contactConfirmed')
    await noteDeeds(ctx, id)
    await noteDeeds(ctx, id)
    expect(await told(cookie)).toEqual([
      'profile/other: Your profile is complete',
      'confirm/other: Your contact is confirmed',
    ])
  })

  test('is not told of long ago, nor where a quest pays for it, nor to who has left the club or is shut out', async () => {
    const [old, paid, off, shut] = await Promise.all([1, 2, 3, 4].map(() => addPayer(node)))
    if (!old || !paid || !off || !shut) throw new Error('no players')
    await noteDeeds(ctx, old.id)
    expect(await told(old.cookie)).toEqual([])
    await as(off.cookie).post('loyalty.setActive', { is_active: '0' })
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`now() + interval '1 day'` })
      .where('id', '=', shut.id)
      .execute()
    for (const { id } of [paid, off, shut]) await did(id, 'contactConfirmed')
    for (const { id } of [off, shut]) await noteDeeds(ctx, id)
    const steps = [{ kind: 'contact_confirmed' }]
    await publish(db, 'quests', 'confirm-contact', { period: 'once', steps, reward: 50 })
    await noteDeeds(ctx, paid.id)
    await begin(db, (tx) => stopPublished(tx, 'quests', 'confirm-contact', 'test'))
    const rows = await db.sql
      .selectFrom('loyalty_notice')
      .select('key')
      .where(
        'player_id',
        'in',
        [old, paid, off, shut].map(({ id }) => id),
      )
      .execute()
    expect(rows).toEqual([])
  })
})

test('a level is told as a credit where it opens an offer, but not in care', async () => {
  await publishOffer(db, 'of-level-three', { conditions: { level: 3 } })
  const [ann, bob] = [await addPayer(node), await addPayer(node)]
  await givePoints(db, ann.id, 600n)
  await givePoints(db, ann.id, 1_000n)
  // Passed on the way to a higher one.
  await givePoints(db, bob.id, 6_000n)
  await givePoints(db, ann.id, 5_000n)
  expect(await told(ann.cookie)).toEqual([
    'level/other: Level 2: Spark',
    'level/credit: Level 3: Flame',
    expect.stringMatching(/^level\/other: Level 4/),
  ])
  expect(await told(bob.cookie)).toEqual([expect.stringMatching(/^level\/credit: Level 4/)])
  await db.sql.insertInto('limits_setting').values({ player_id: ann.id, care_since: sql<Date>`now()` }).execute()
  expect(await told(ann.cookie)).toEqual([])
})

describe('a site without dealers', () => {
  const partsOf = (id: bigint) =>
    db.sql.selectFrom('loyalty_day').select('parts').where('player_id', '=', id).executeTakeFirst()
  const dealers = () => db.sql.selectFrom('loyalty_dealers').select('is_on').orderBy('id').execute()

  test('writes down that it has none, and has them again', async () => {
    const { id } = await addPayer(node, { main: 100_000n, row: { character_id: 'lion' } })
    const play = await seat(node, id, { game: 'club-slot' })
    for (const [at, isOn] of [bare, node, node].map((each, turn) => [each, turn > 0] as const)) {
      await play.spin({ stake: 240n })
      const feed = await openPointsFeed(houseOf(at), { listener: null, lease: { isHeld: () => true } })
      await expect.poll(async () => (await dealers()).at(-1)?.is_on, { timeout: 60_000 }).toBe(isOn)
      await feed.close()
    }
    expect(await dealers()).toEqual([{ is_on: false }, { is_on: true }])
    await workInPoints(house, [id])
    // A change of today touches nothing that is played today.
    expect(await partsOf(id)).toEqual({ parts: String(3n * 240n * 50_000n * 20n * 12_000n) })
    expect((await recomputePoints(db.sql, id)).differences).toEqual([])
  })

  test('counts without their boosts from the next day on', async () => {
    await sql`insert into loyalty_dealers (is_on, at) values (false, now() - interval '1 day')`.execute(db.sql)
    const { id } = await addPayer(node, { main: 100_000n, row: { character_id: 'lion' } })
    await (await seat(node, id, { game: 'club-slot' })).spin({ stake: 240n })
    await workInPoints(house, [id])
    expect(await partsOf(id)).toEqual({ parts: String(240n * 50_000n * 20n * 10_000n) })
    expect((await recomputePoints(db.sql, id)).differences).toEqual([])
  })
})
