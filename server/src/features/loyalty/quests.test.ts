import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish } from '../../test/campaigns.ts'
import { expectZero } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { plainProgram } from '../../test/loyalty.ts'
import { stopPublished } from '../campaigns/campaigns.ts'
import { openSession } from '../rounds/rounds.ts'
import { findPurse } from '../wallet/line-store.ts'
import { weekStart } from './quest-rules.ts'

const node = await testApp()
const { db, as } = node
const other = await testApp({ beside: node })
await publish(db, 'loyalty-programs', 'house-club', plainProgram)

const names = ['own-limits', 'how-it-is-fair', 'three-demos', 'confirm-contact', 'tour', 'many']
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  // Each test has its own quests.
  for (const name of names) await begin(db, (tx) => stopPublished(tx, 'quests', name, 'test'))
})

let count = 0
async function player({ emailConfirmed = false } = {}) {
  count += 1
  const id = await node.addPlayer({ login: `quest-${count}@example.com`, emailConfirmed })
  return { id, cookie: await node.signIn(id) }
}

const pointsOf = async (id: bigint) => (await findPurse(db.sql, id, 'points', 'PTS'))?.balance ?? 0n
const look = async (cookie: string) => (await as(cookie).get('loyalty.getQuests')).json.data
const report = (cookie: string | null, event_name: string, params: object = {}, at: Pick<typeof node, 'as'> = node) =>
  at.as(cookie).get('events.handle', { event_name, event_params: JSON.stringify(params) })
const reasonOf = (answer: { json: { error?: { error_data?: { reason?: string } } } }) =>
  answer.json.error?.error_data?.reason

const article = { kind: 'article_read', slug: 'fairness' }

describe('a quest', () => {
  test('of the account is done by what the account says', async () => {
    await publish(db, 'quests', 'own-limits', {
      period: 'once',
      steps: [{ kind: 'limit_set' }, { kind: 'reality_check_set' }],
      reward: 200,
    })
    await publish(db, 'quests', 'confirm-contact', {
      period: 'once',
      steps: [{ kind: 'contact_confirmed' }],
      reward: 50,
    })
    const { id, cookie } = await player({ emailConfirmed: true })
    const [contact, limits] = await look(cookie)
    expect([contact.state, limits.state, await pointsOf(id)]).toEqual(['done', 'open', 50n])
    await as(cookie).post('account.setLimit', { kind: 'deposit', period: '7', amount: '50' })
    expect((await look(cookie))[1].steps).toMatchObject([{ is_done: true }, { is_done: false }])
    await as(cookie).post('account.setRealityCheck', { minutes: '30' })
    expect((await look(cookie))[1].state).toBe('done')
    await look(cookie)
    expect(await pointsOf(id)).toBe(250n)
    const told = (await as(cookie).get('loyalty.getnotifications')).json.data
    expect(told).toMatchObject([
      { trigger: 'confirm', type: 'credit', amount: '50', amountType: 'points', title: 'Confirm your e-mail or phone' },
      { trigger: 'quest', type: 'credit', amount: '200' },
    ])
    await expectZero(db)
  })

  test.each(Array.from({ length: effort.cupRaces }, (_, at) => at))(
    'is paid once, however many look at it (%i)',
    async () => {
      await publish(db, 'quests', 'confirm-contact', {
        period: 'once',
        steps: [{ kind: 'contact_confirmed' }],
        reward: 50,
      })
      const { id, cookie } = await player({ emailConfirmed: true })
      await Promise.all(
        Array.from({ length: effort.cupRacers }, (_, at) => (at % 2 ? as : other.as)(cookie).get('loyalty.getQuests')),
      )
      expect(await pointsOf(id)).toBe(50n)
    },
  )

  test('of a browser is one step and one reward, from however many devices', async () => {
    await publish(db, 'quests', 'how-it-is-fair', {
      period: 'once',
      steps: [article, { kind: 'fairness_checked' }],
      reward: 100,
    })
    const { id, cookie } = await player()
    await Promise.all([node, other, node, other].map((at) => report(cookie, 'article_read', { slug: 'fairness' }, at)))
    expect(await pointsOf(id)).toBe(0n)
    await report(cookie, 'fairness_checked', { round: 'one' })
    await report(cookie, 'fairness_checked', { round: 'two' })
    expect(await pointsOf(id)).toBe(100n)
    const facts = await db.sql
      .selectFrom('loyalty_fact')
      .select(['event', 'value'])
      .where('player_id', '=', id)
      .execute()
    expect(facts).toHaveLength(2)
    expect((await look(cookie))[0]).toMatchObject({
      id: 'how-it-is-fair',
      state: 'done',
      steps: [{ link: '/fairness' }, {}],
    })
  })

  test('of a browser is done again for a quest that began in the same week, and paid once', async () => {
    await publish(db, 'quests', 'how-it-is-fair', { period: 'once', steps: [article], reward: 100 })
    const { id, cookie } = await player()
    const read = async () => {
      await report(cookie, 'article_read', { slug: 'fairness' })
      return pointsOf(id)
    }
    expect(await read()).toBe(100n)
    await publish(db, 'quests', 'many', { period: 'once', steps: [article], reward: 40 })
    await look(cookie)
    expect(await pointsOf(id)).toBe(100n)
    expect(await read()).toBe(140n)
    expect(await read()).toBe(140n)
  })

  test.each([{ slug: 'Fairness' }, { slug: 'fairness ' }, { slug: ['fairness'] }, { tour: 'fairness' }, {}])(
    'knows no other spelling: %o',
    async (params) => {
      const { id, cookie } = await player()
      expect(reasonOf(await report(cookie, 'article_read', params))).toBe('UNKNOWN_VALUE')
      const facts = await db.sql.selectFrom('loyalty_fact').select('event').where('player_id', '=', id).execute()
      expect(facts).toEqual([])
    },
  )

  test('takes a tour that a quest of before names, and of a guest nothing but the count', async () => {
    expect(reasonOf(await report(null, 'tour_done', { tour: 'lobby' }))).toBe('UNKNOWN_VALUE')
    // From a time when it could be published.
    const body = JSON.stringify({ period: 'once', steps: [{ kind: 'tour_done', tour: 'lobby' }], reward: 20 })
    await sql`insert into campaigns_live (kind, sysname, hash, body, actor)
      values ('quests', 'tour', 'tour', ${body}::jsonb, 'test')`.execute(db.sql)
    expect((await report(null, 'tour_done', { tour: 'lobby' })).status).toBe(200)
    const { id, cookie } = await player()
    await report(cookie, 'tour_done', { tour: 'lobby' })
    expect(await pointsOf(id)).toBe(20n)
  })

  test('of browsers gives no more than 300 points in a week', async () => {
    const slugs = ['about', 'terms', 'privacy']
    for (const [at, slug] of slugs.entries()) {
      await publish(db, 'quests', names[at] ?? '', {
        period: 'once',
        steps: [{ kind: 'article_read', slug }],
        reward: 120,
      })
    }
    const { id, cookie } = await player()
    for (const slug of slugs) await report(cookie, 'article_read', { slug })
    expect(await pointsOf(id)).toBe(240n)
    // The next week has room again, and nothing was lost.
    await db.sql.updateTable('loyalty_quest').set({ week: '2026-01-05' }).where('player_id', '=', id).execute()
    await look(cookie)
    expect(await pointsOf(id)).toBe(360n)
  })

  test('of a week is paid for each week, also for the one that just ended', async () => {
    await publish(db, 'quests', 'three-demos', {
      period: 'weekly',
      steps: [{ kind: 'demo_games', count: 3 }],
      reward: 30,
    })
    await sql`alter table campaigns_version disable trigger campaigns_version_stays`.execute(db.sql)
    await sql`update campaigns_version set at = now() - interval '60 days' where sysname = 'three-demos'`.execute(
      db.sql,
    )
    const { id, cookie } = await player()
    const monday = new Date(weekStart(Date.now()))
    const opened = async (game: string, at: Date) => {
      const session = {
        playerId: id,
        provider: 'studio',
        game,
        mode: 'demo',
        currency: 'FUN',
        lifeSeconds: 60,
      } as const
      await begin(db, (tx) => openSession(tx, session))
      await sql`update rounds_session set created_at = ${at} where player_id = ${id} and game = ${game}`.execute(db.sql)
    }
    const sunday = new Date(monday.getTime() - 1)
    for (const game of ['a', 'b', 'c']) await opened(game, sunday)
    for (const game of ['d', 'e']) await opened(game, monday)
    await look(cookie)
    expect(await pointsOf(id)).toBe(30n)
    for (const game of ['f', 'g']) await opened(game, monday)
    expect((await look(cookie))[0]).toMatchObject({ state: 'done', steps: [{ done: 3, of: 3 }] })
    await look(cookie)
    expect(await pointsOf(id)).toBe(60n)
  })
})

describe('a player', () => {
  const tried = { period: 'weekly', steps: [{ kind: 'games_tried', count: 1 }], reward: 10 }
  const known = { period: 'once', steps: [{ kind: 'contact_confirmed' }], reward: 50 }

  test('is paid for no game that it opened while it had the club off', async () => {
    await publish(db, 'quests', 'three-demos', { ...tried, steps: [{ kind: 'games_tried', count: 2 }] })
    const { id, cookie } = await player()
    const open = (game: string) => {
      const session = {
        playerId: id,
        provider: 'studio',
        game,
        mode: 'demo',
        currency: 'FUN',
        lifeSeconds: 60,
      } as const
      return begin(db, (tx) => openSession(tx, session))
    }
    const setActive = (is_active: string) => as(cookie).post('loyalty.setActive', { is_active })
    const steps = async () => (await look(cookie))[0]?.steps[0].done
    await open('before')
    expect(await steps()).toBe(1)
    await setActive('0')
    for (const game of ['between-1', 'between-2']) await open(game)
    await setActive('1')
    expect([await steps(), await pointsOf(id)]).toEqual([1, 0n])
    await setActive('0')
    await open('between-3')
    await setActive('1')
    await look(cookie)
    expect(await pointsOf(id)).toBe(0n)
    await open('after')
    expect([await steps(), await pointsOf(id)]).toEqual([2, 10n])
  })

  test('in care is not sent to games', async () => {
    await publish(db, 'quests', 'three-demos', tried)
    await publish(db, 'quests', 'confirm-contact', known)
    const { id, cookie } = await player({ emailConfirmed: true })
    expect(await look(cookie)).toHaveLength(2)
    await db.sql.insertInto('limits_setting').values({ player_id: id, care_since: sql<Date>`now()` }).execute()
    expect((await look(cookie)).map(({ id: quest }: { id: string }) => quest)).toEqual(['confirm-contact'])
  })

  test('who switched the club off has no quests, notices or products, and keeps its points', async () => {
    await publish(db, 'quests', 'confirm-contact', known)
    const { id, cookie } = await player({ emailConfirmed: true })
    await look(cookie)
    await as(cookie).post('loyalty.setActive', { is_active: '0' })
    expect(await look(cookie)).toEqual([])
    expect((await as(cookie).get('loyalty.getnotifications')).json.data).toEqual([])
    expect((await as(cookie).get('loyalty.getproducts')).json.data.items).toEqual([])
    await report(cookie, 'fairness_checked')
    expect(await db.sql.selectFrom('loyalty_fact').select('event').where('player_id', '=', id).execute()).toEqual([])
    expect((await as(cookie).get('loyalty.getinfo')).json.data).toMatchObject({ is_active: false, points: 50 })
  })
})
