import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ProductKind } from '@croupier/contract/loyalty'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates, spins } from '../../test/campaigns.ts'
import { expectZero } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { findPurse } from '../wallet/line-store.ts'
import { becomesOf, readTemplates } from './rewards.ts'

const node = await testApp()
const { db, as } = node
const other = await testApp({ beside: node })
await publishTemplates(db)
await publish(db, 'betting-templates', 'bet', { type: 'free_bet', amount: { EUR: '10' }, days: 7 })
await publish(db, 'loyalty-programs', 'house-club', plainProgram)

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

let count = 0
async function player(points: bigint, more: Record<string, string> = {}) {
  count += 1
  const id = await node.addPlayer({ login: `buyer-${count}@example.com` })
  if (Object.keys(more).length > 0) await db.sql.updateTable('account_player').set(more).where('id', '=', id).execute()
  if (points > 0n) await givePoints(db, id, points)
  return { id, cookie: await node.signIn(id) }
}

async function product(terms: Record<string, unknown>): Promise<string> {
  count += 1
  const name = `product-${count}`
  await publish(db, 'loyalty-products', name, { kind: 'cash', amount: { EUR: '5' }, price: 1_200, ...terms })
  return name
}

type Buying = { price?: number; key?: string; at?: Pick<typeof node, 'as'> }
const buy = (cookie: string, id: string, { price = 1_200, key = randomUUID(), at = node }: Buying = {}) =>
  at.as(cookie).post('loyalty.buyproduct', { id, expected_price: String(price), key })
const reasonOf = (answer: { json: { error?: { type: string; error_data?: { reason?: string } } } }) =>
  answer.json.error?.error_data?.reason ?? answer.json.error?.type ?? 'bought'
const purse = async (id: bigint, kind: 'points' | 'main') =>
  (await findPurse(db.sql, id, kind, kind === 'points' ? 'PTS' : 'EUR'))?.balance ?? 0n
const ordersOf = (id: bigint) =>
  db.sql.selectFrom('loyalty_order').selectAll().where('player_id', '=', id).orderBy('id').execute()
const soldOf = async (name: string) =>
  (await db.sql.selectFrom('loyalty_product').select('sold').where('id', '=', name).executeTakeFirst())?.sold ?? 0

describe('a purchase', () => {
  test('of cash pays once for each key', async () => {
    const { id, cookie } = await player(3_000n)
    const name = await product({})
    const key = randomUUID()
    const first = await buy(cookie, name, { key })
    expect(first.json.data).toMatchObject({
      order: { status: 'done' },
      points: 1_800,
      reward: { kind: 'cash', id: null },
    })
    const again = await Promise.all(
      Array.from({ length: 8 }, (_, at) => buy(cookie, name, { key, at: at % 2 ? node : other })),
    )
    for (const answer of again) expect(answer.json.data).toEqual(first.json.data)
    expect([await purse(id, 'points'), await purse(id, 'main')]).toEqual([1_800n, 500n])
    expect(await ordersOf(id)).toHaveLength(1)
    expect(reasonOf(await buy(cookie, await product({}), { key }))).toBe('KEY_CONFLICT')
    await expectZero(db)
  })

  test('of spins, a bonus and a free bet goes through the doors of each', async () => {
    const { id, cookie } = await player(3_600n)
    for (const [kind, template] of [
      ['freespins', 'ten'],
      ['bonus', 'five'],
      ['free_bet', 'bet'],
    ] as const) {
      const answer = await buy(cookie, await product({ kind, template, amount: undefined }))
      expect(answer.json.data).toMatchObject({
        order: { status: 'done' },
        reward: { kind, id: expect.stringMatching(/^\d+$/) },
      })
    }
    const [pack] = await db.sql.selectFrom('freespins_pack').selectAll().where('player_id', '=', id).execute()
    const [bonus] = await db.sql.selectFrom('bonuses_bonus').selectAll().where('player_id', '=', id).execute()
    expect(pack).toMatchObject({ game: 'fruit-parade', total_count: 10, key: expect.stringMatching(/^order:\d+$/) })
    expect(bonus).toMatchObject({
      source: 'shop',
      state: 'issued',
      amount: 500n,
      source_key: expect.stringMatching(/^order:\d+$/),
    })
    expect(await purse(id, 'points')).toBe(0n)
    expect((await as(cookie).get('loyalty.getOrders')).json.data).toMatchObject({
      total: 3,
      items: [{ status: 'done', price: 1_200 }, {}, {}],
    })
  })

  test('costs what the page said, or nothing', async () => {
    const { id, cookie } = await player(3_000n)
    const name = await product({})
    await publish(db, 'loyalty-products', name, { kind: 'cash', amount: { EUR: '5' }, price: 1_300 })
    const answer = await buy(cookie, name)
    expect(answer.json.error.error_data).toMatchObject({ reason: 'PRICE_CHANGED', price: 1_300 })
    expect(await purse(id, 'points')).toBe(3_000n)
  })

  test.each([
    ['one point is missing', 1_199n, {}, 'NOT_ENOUGH_POINTS'],
    ['the level is higher', 1_499n, { level: 3 }, 'LEVEL_NEEDED'],
    ['nothing is left', 1_200n, { stock: 0 }, 'SOLD_OUT'],
    ['its time is over', 1_200n, { ends_at: '2026-01-01T00:00:00Z' }, 'PRODUCT_CLOSED'],
    ['it is not for this currency', 1_200n, { amount: { JPY: '700' } }, 'NOT_AVAILABLE'],
  ])('is refused where %s', async (_about, points, terms, reason) => {
    const { id, cookie } = await player(points)
    const name = await product(terms)
    const key = randomUUID()
    expect(reasonOf(await buy(cookie, name, { key }))).toBe(reason)
    expect(await purse(id, 'points')).toBe(points)
    expect(await soldOf(name)).toBe(0)
    // A no uses up no key.
    expect(reasonOf(await buy(cookie, name, { key }))).toBe(reason)
  })

  test('is refused after the last that a player may have, and of what nobody sells', async () => {
    const { cookie } = await player(3_600n)
    const name = await product({ per_player: 1 })
    expect(reasonOf(await buy(cookie, name))).toBe('bought')
    expect(reasonOf(await buy(cookie, name))).toBe('LIMIT_REACHED')
    expect(reasonOf(await buy(cookie, 'never-published'))).toBe('UNKNOWN_PRODUCT')
  })

  test('of spins is refused in a currency that the bonus of their winnings does not name any more', async () => {
    const won = { mode: 'non_sticky', wagering: { times: 10 }, days: 7 }
    await publish(db, 'bonus-templates', 'won', { ...won, min_balance: { EUR: '0.20', JPY: '20' } })
    await publish(db, 'spin-templates', 'wagered', { ...spins, winnings: 'bonus', template: 'won' })
    await publish(db, 'bonus-templates', 'won', { ...won, min_balance: { EUR: '0.20' } })
    const name = await product({ kind: 'freespins', template: 'wagered', amount: undefined })
    const inEuro = await player(1_200n)
    const inYen = await player(1_200n, { currency: 'JPY' })
    expect(reasonOf(await buy(inYen.cookie, name))).toBe('NOT_AVAILABLE')
    expect(reasonOf(await buy(inEuro.cookie, name))).toBe('bought')
  })

  test('shows in the list what can be bought and why not', async () => {
    const { cookie } = await player(1_000n)
    await publish(db, 'loyalty-products', 'spins-ten', { kind: 'freespins', template: 'ten', price: 400 })
    await publish(db, 'loyalty-products', 'cash-five', { kind: 'cash', amount: { EUR: '5' }, price: 1_200 })
    const { items } = (await as(cookie).get('loyalty.getproducts')).json.data
    expect(items).toMatchObject([
      { id: 'spins-ten', can_buy: true, reason: null, title: '10 free spins on Fruit Parade' },
      {
        id: 'cash-five',
        amount: { amount: '5.00', currency: 'EUR' },
        can_buy: false,
        reason: 'NOT_ENOUGH_POINTS',
        reason_data: { missing: 200 },
      },
    ])
    expect(items.map(({ becomes }: { becomes: unknown }) => becomes)).toEqual([
      {
        amount: { amount: '0.20', currency: 'EUR' },
        ...{ spins: { count: 10, game: 'Fruit Parade' }, wagering: null, days: 7 },
      },
      null,
    ])
    // In care nothing that is played is shown; cash stays.
    const { id } = await player(0n)
    await db.sql.insertInto('limits_setting').values({ player_id: id, care_since: sql<Date>`now()` }).execute()
    const inCare = (await as(await node.signIn(id)).get('loyalty.getproducts')).json.data
    expect(inCare.items.map(({ id: name }: { id: string }) => name)).toEqual(['cash-five'])
  })
})

test('what is asked of a reward is told before it is bought, by the terms that are in force', async () => {
  await publish(db, 'spin-templates', 'wagered', {
    ...spins,
    winnings: 'bonus',
    template: 'five',
    ...{ stake: { EUR: '0.20' }, max_win: { EUR: '8' } },
  })
  const bet = { type: 'wagering', amount: { EUR: '10' }, wagering: { times: 2.5 }, days: 3 }
  await publish(db, 'betting-templates', 'wagered', bet)
  const templates = await readTemplates(db.sql)
  const becomes = (kind: ProductKind, template: string) =>
    becomesOf({ kind, template, price: 1 }, templates, { currency: 'EUR', nameOf: (game) => game })
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  expect(becomes('bonus', 'five')).toEqual({
    ...{ amount: euros('5.00'), spins: null, days: 14 },
    wagering: { times: '30', required: euros('150.00'), most: null },
  })
  expect(becomes('freespins', 'wagered')).toEqual({
    ...{ amount: euros('0.20'), spins: { count: 10, game: 'fruit-parade' }, days: 7 },
    wagering: { times: '30', required: null, most: euros('8.00') },
  })
  expect(becomes('free_bet', 'wagered')).toMatchObject({
    wagering: { times: '2.5', required: euros('25.00') },
    days: 3,
  })
  expect(becomes('free_bet', 'bet')).toMatchObject({ amount: euros('10.00'), wagering: null, days: 7 })
  expect([becomes('cash', 'five'), becomes('ticket', 'five'), becomes('bonus', 'nowhere')]).toEqual([null, null, null])
})

describe('the last pieces', () => {
  test.each(Array.from({ length: effort.cupRaces }, (_, at) => at))('are sold once each (%i)', async () => {
    const racers = effort.cupRacers
    const name = await product({ stock: 5 })
    const buyers = await Promise.all(Array.from({ length: racers }, () => player(1_200n)))
    const answers = await Promise.all(buyers.map(({ cookie }, at) => buy(cookie, name, { at: at % 2 ? node : other })))
    expect(answers.map(reasonOf).sort()).toEqual([...Array(racers - 5).fill('SOLD_OUT'), ...Array(5).fill('bought')])
    expect(await soldOf(name)).toBe(5)
    const left = await Promise.all(buyers.map(({ id }) => purse(id, 'points')))
    expect(left.reduce((sum, each) => sum + each, 0n)).toBe(BigInt(racers - 5) * 1_200n)
    await expectZero(db)
  })

  test('are not bought twice with the same points', async () => {
    const { id, cookie } = await player(1_300n)
    const names = await Promise.all([product({}), product({}), product({})])
    const answers = await Promise.all(names.map((name, at) => buy(cookie, name, { at: at % 2 ? node : other })))
    expect(answers.map(reasonOf).sort()).toEqual(['NOT_ENOUGH_POINTS', 'NOT_ENOUGH_POINTS', 'bought'])
    expect([await purse(id, 'points'), await purse(id, 'main')]).toEqual([100n, 500n])
  })
})

describe('goods', () => {
  const home = {
    first_name: 'Ann',
    last_name: 'Lee',
    country_code: 'DE',
    home_town: 'Jena',
    address: 'Am Berg 1',
    postcode: '07743',
  }
  const content = join(import.meta.dirname, '../../../../content')
  const operate = (...args: string[]) => run(db, args, node.config, content)

  test('need an address, are sent, and give their points back when they return', async () => {
    const name = await product({ kind: 'goods', amount: undefined, stock: 1 })
    const { cookie: homeless } = await player(1_200n)
    const asked = await buy(homeless, name)
    expect([reasonOf(asked), asked.json.error.error_data.fields]).toEqual([
      'UserNeedProfileDataException',
      expect.arrayContaining(['address']),
    ])
    const { id, cookie } = await player(1_200n, home)
    const bought = await buy(cookie, name)
    expect(bought.json.data).toMatchObject({ order: { status: 'ordered' }, points: 0 })
    const order = bought.json.data.order.id
    expect((await operate('orders', 'list')).lines.join()).toContain(name)
    expect((await operate('orders', 'done', order)).code).toBe(1)
    expect((await operate('orders', 'send', order, 'by', 'post')).code).toBe(0)
    expect((await operate('orders', 'return', order, 'no', 'such', 'street')).code).toBe(0)
    expect((await operate('orders', 'return', order, 'again')).code).toBe(1)
    expect([await purse(id, 'points'), await soldOf(name)]).toEqual([1_200n, 0])
    const told = (await as(cookie).get('loyalty.getnotifications')).json.data
    expect(told.map(({ type, amount }: { type: string; amount: string }) => [type, amount])).toEqual([
      ['other', ''],
      ['other', ''],
      ['other', ''],
      ['credit', '1200'],
    ])
    expect((await as(cookie).get('loyalty.getOrders')).json.data.items).toMatchObject([
      { status: 'returned', note: 'no such street' },
    ])
    await expectZero(db)
  })

  test('points by hand are given once for each key, and can be computed again', async () => {
    const { id } = await player(0n)
    const login = `buyer-${count}@example.com`
    expect((await operate('loyalty', 'give', login, '50', 'gift-1', 'sorry')).code).toBe(0)
    expect((await operate('loyalty', 'give', login, '50', 'gift-1', 'sorry')).code).toBe(0)
    expect((await operate('loyalty', 'give', login, '60', 'gift-1', 'sorry')).code).toBe(1)
    expect(await purse(id, 'points')).toBe(50n)
    expect((await operate('loyalty', 'recompute', login)).lines.at(-1)).toBe('OK')
    expect((await operate('loyalty', 'verify')).code).toBe(0)
    await begin(db, (tx) => tx.updateTable('loyalty_player').set({ rest: '5' }).where('player_id', '=', id).execute())
    expect((await operate('loyalty', 'verify')).lines[0]).toContain('rest: 0, stored 5')
    // By chance, but of no more players than there are.
    expect((await operate('loyalty', 'verify', '1000000')).lines[0]).toContain('rest: 0, stored 5')
    expect((await operate('loyalty', 'verify', '0')).code).not.toBe(0)
    await begin(db, (tx) => tx.updateTable('loyalty_player').set({ rest: '0' }).where('player_id', '=', id).execute())
    expect((await operate('loyalty', 'verify', '3')).lines).toEqual(['3 players, all points follow from their lines.'])
  })
})
