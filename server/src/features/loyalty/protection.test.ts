import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { sessionOf } from '../../test/every-call.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { addClubNotices } from './notice-store.ts'

const node = await testApp()
const { db, as } = node
await publishTemplates(db)
await publish(db, 'loyalty-programs', 'house-club', plainProgram)
await publish(db, 'loyalty-products', 'spins-ten', { kind: 'freespins', template: 'ten', price: 400 })
await publish(db, 'loyalty-products', 'cash-five', { kind: 'cash', amount: { EUR: '5' }, price: 300 })
await publish(db, 'quests', 'three-demos', { period: 'weekly', steps: [{ kind: 'games_tried', count: 1 }], reward: 10 })
await publish(db, 'quests', 'own-limits', { period: 'once', steps: [{ kind: 'limit_set' }], reward: 50 })

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

let count = 0
async function member() {
  count += 1
  const id = await node.addPlayer({ login: `protected-${count}@example.com` })
  await givePoints(db, id, 1_400n)
  const credit = {
    playerId: id,
    key: 'credit',
    trigger: 'product',
    subject: 'cash-five',
    state: 'returned',
    isCredit: true,
  } as const
  await begin(db, (tx) => addClubNotices(tx, [credit]))
  return { id, cookie: await node.signIn(id) }
}

type Member = Awaited<ReturnType<typeof member>>

const states: Record<string, (player: Member) => Promise<unknown>> = {
  open: async () => undefined,
  'in care': ({ id }) =>
    db.sql.insertInto('limits_setting').values({ player_id: id, care_since: sql<Date>`now()` }).execute(),
  'without promotions': ({ cookie }) => as(cookie).post('account.setPromotions', { is_on: '0' }),
  'switched off': ({ cookie }) => as(cookie).post('loyalty.setActive', { is_active: '0' }),
}

/** What reaches a player in each state; all else must not. */
const reach: Record<string, { spins: boolean; cash: boolean; quests: string[]; notices: string[]; points: number }> = {
  open: { spins: true, cash: true, quests: ['own-limits', 'three-demos'], notices: ['credit', 'other'], points: 1_400 },
  'in care': { spins: false, cash: true, quests: ['own-limits'], notices: ['credit'], points: 1_400 },
  'without promotions': {
    spins: false,
    cash: true,
    quests: ['own-limits'],
    notices: ['credit', 'other'],
    points: 1_400,
  },
  'switched off': { spins: false, cash: false, quests: [], notices: [], points: 1_400 },
}

describe.each(Object.keys(states))('%s', (state) => {
  const expected = reach[state]

  test('each method gives what it may, and nothing more', async () => {
    const player = await member()
    await states[state]?.(player)
    const call = as(player.cookie)
    expect((await call.get('loyalty.getinfo')).json.data.points).toBe(expected?.points)
    const shown: { id: string }[] = (await call.get('loyalty.getproducts')).json.data.items
    expect(shown.map(({ id }) => id)).toEqual([
      ...(expected?.spins ? ['spins-ten'] : []),
      ...(expected?.cash ? ['cash-five'] : []),
    ])
    const quests: { id: string }[] = (await call.get('loyalty.getQuests')).json.data
    expect(quests.map(({ id }) => id)).toEqual(expected?.quests)
    const notices: { type: string }[] = (await call.get('loyalty.getnotifications')).json.data
    expect(notices.map(({ type }) => type).sort()).toEqual(expected?.notices)
    const buy = async (id: string, price: string) =>
      (await call.post('loyalty.buyproduct', { id, expected_price: price, key: randomUUID() })).json
    expect((await buy('spins-ten', '400')).error?.error_data.reason).toBe(expected?.spins ? undefined : 'NOT_AVAILABLE')
    expect((await buy('cash-five', '300')).error?.error_data.reason).toBe(expected?.cash ? undefined : 'NOT_AVAILABLE')
  })
})

test('a player who is shut out reads what is its own, and nothing else', async () => {
  const { id } = await member()
  await db.sql
    .updateTable('account_player')
    .set({ excluded_until: sql<Date>`'infinity'` })
    .where('id', '=', id)
    .execute()
  const cookie = await sessionOf(node, id, 'payout')
  for (const name of ['loyalty.getinfo', 'loyalty.getHistory', 'loyalty.getOrders']) {
    expect((await as(cookie).get(name)).status).toBe(200)
  }
  for (const name of ['loyalty.getproducts', 'loyalty.getQuests', 'loyalty.getnotifications']) {
    expect((await as(cookie).get(name)).status).not.toBe(200)
  }
  const bought = await as(cookie).post('loyalty.buyproduct', {
    id: 'cash-five',
    expected_price: '300',
    key: randomUUID(),
  })
  expect(bought.status).not.toBe(200)
  await as(cookie).get('events.handle', { event_name: 'fairness_checked' })
  expect(await db.sql.selectFrom('loyalty_fact').select('event').where('player_id', '=', id).execute()).toEqual([])
})

test('orders, quests and notices of another player are unknown', async () => {
  const [one, other] = [await member(), await member()]
  await as(one.cookie).post('loyalty.buyproduct', { id: 'cash-five', expected_price: '300', key: randomUUID() })
  expect((await as(other.cookie).get('loyalty.getOrders')).json.data.total).toBe(0)
  const [notice] = (await as(one.cookie).get('loyalty.getnotifications')).json.data
  await as(other.cookie).post('loyalty.seeNotifications', { ids: notice.id })
  expect((await as(one.cookie).get('loyalty.getnotifications')).json.data[0].id).toBe(notice.id)
  const { items } = (await as(null).get('loyalty.getcharacters')).json.data
  expect(items.every(({ is_own, can_choose }: Record<string, boolean>) => !is_own && !can_choose)).toBe(true)
})
