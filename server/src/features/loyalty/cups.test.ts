import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { everyMinute } from '../../jobs/events.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { finishDue } from '../tournaments/finish.ts'
import { tournamentHouse } from '../tournaments/tournaments.ts'
import { findPurse } from '../wallet/line-store.ts'
import { loyaltyHouse } from './loyalty.ts'
import { recomputePoints } from './recompute.ts'

/** Where tournaments and the club meet: fees, tickets, prizes in points, one switch. */

const node = await testApp()
const { db } = node
const other = await testApp({ beside: node })
const houses = [houseOf(node), houseOf(other)]
await publishTemplates(db)
await publish(db, 'loyalty-programs', 'house-club', plainProgram)

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString()
const coming = { starts_at: hours(1), ends_at: hours(24) }

async function member(points: bigint) {
  const { id, cookie } = await addPayer(node, { main: 100_000n })
  if (points > 0n) await givePoints(db, id, points)
  return { id, cookie }
}
type Member = Awaited<ReturnType<typeof member>>

const post = (who: Member, method: string, cup: bigint, at = node) =>
  at.as(who.cookie).post(method, { tournament_id: String(cup) })
const join = (who: Member, cup: bigint, at = node) => post(who, 'tournaments.participate', cup, at)
const leave = (who: Member, cup: bigint) => post(who, 'tournaments.leave', cup)
const reasonOf = (answer: { json: { error?: { type: string; error_data?: { reason?: string } } } }) =>
  answer.json.error?.error_data?.reason ?? answer.json.error?.type ?? null
const pointsOf = async ({ id }: Member) => (await findPurse(db.sql, id, 'points', 'PTS'))?.balance ?? 0n
const shown = async (who: Member, cup: bigint) =>
  (await node.as(who.cookie).get('tournaments.get', { ids: String(cup) })).json.data.items[0]
const minute = () => Promise.all(houses.map((house) => everyMinute(house).catch(() => undefined)))
const cancel = (cup: bigint) => begin(db, (tx) => tournamentHouse.cancel(tx, cup, 'not today'))

describe('a fee in points', () => {
  test('is paid once, and refused to who has less', async () => {
    const cup = await addCup(db, { fee_points: 200 })
    const [rich, poor] = [await member(500n), await member(199n)]
    expect((await shown(poor, cup)).user_info).toMatchObject({
      can_join: false,
      reason: 'NOT_ENOUGH_POINTS',
      reason_data: { price: 200, points: 199, missing: 1 },
    })
    expect((await shown(rich, cup)).fee).toEqual({ points: 200, by_ticket: false })
    const said = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => join(rich, cup, at % 2 ? node : other)))
    expect(said.map(reasonOf)).toEqual([null, null, null, null, null, null])
    expect(reasonOf(await join(poor, cup))).toBe('NOT_ENOUGH_POINTS')
    expect([await pointsOf(rich), await pointsOf(poor)]).toEqual([300n, 199n])
    // Once it has begun, leaving gives nothing back.
    await leave(rich, cup)
    expect(await pointsOf(rich)).toBe(300n)
    expect((await recomputePoints(db.sql, rich.id)).differences).toEqual([])
    await expectZero(db)
  })

  test('comes back to who leaves before the start, and is paid again for coming back', async () => {
    const cup = await addCup(db, { ...coming, fee_points: 200 })
    const who = await member(500n)
    for (let round = 0; round < 2; round += 1) {
      await join(who, cup)
      expect(await pointsOf(who)).toBe(300n)
      await Promise.all([leave(who, cup), leave(who, cup), leave(who, cup)])
      expect(await pointsOf(who)).toBe(500n)
    }
    await expectZero(db)
  })

  test('comes back once where the tournament is cancelled, but not to who was taken off the board', async () => {
    const cup = await addCup(db, { fee_points: 200 })
    const [stays, out] = [await member(500n), await member(500n)]
    for (const who of [stays, out]) await join(who, cup)
    await begin(db, (tx) =>
      tournamentHouse.takeOut(tx, { tournamentId: cup, playerId: out.id, state: 'out', note: 'two accounts' }),
    )
    await cancel(cup)
    await minute()
    await minute()
    expect([await pointsOf(stays), await pointsOf(out)]).toEqual([500n, 300n])
    await expectZero(db)
  })

  test.each(Array.from({ length: effort.cupRaces }, (_, at) => at))(
    'and a purchase at once: points for one are spent once (%i)',
    async () => {
      const cup = await addCup(db, { fee_points: 300 })
      await publish(db, 'loyalty-products', 'cash-of-cups', { kind: 'cash', amount: { EUR: '3' }, price: 300 })
      const who = await member(300n)
      const bought = { id: 'cash-of-cups', expected_price: '300', key: randomUUID() }
      const said = await Promise.all([join(who, cup), other.as(who.cookie).post('loyalty.buyproduct', bought)])
      expect(said.map(reasonOf).sort()).toEqual(['NOT_ENOUGH_POINTS', null])
      expect(await pointsOf(who)).toBe(0n)
      await expectZero(db)
    },
  )
})

describe('a ticket', () => {
  async function ticketFor(cup: bigint): Promise<string> {
    const { definition } = await db.sql
      .selectFrom('tournaments_tournament')
      .select('definition')
      .where('id', '=', cup)
      .executeTakeFirstOrThrow()
    const id = `ticket-${definition}`
    await publish(db, 'loyalty-products', id, { kind: 'ticket', template: definition, price: 100 })
    return id
  }
  const buy = (who: Member, id: string) =>
    node.as(who.cookie).post('loyalty.buyproduct', { id, expected_price: '100', key: randomUUID() })

  test('of the shop opens the tournament it is for, once', async () => {
    const [cup, another] = [await addCup(db, { by_ticket: true }), await addCup(db, { by_ticket: true })]
    const product = await ticketFor(cup)
    const who = await member(100n)
    expect(reasonOf(await join(who, cup))).toBe('TICKET_NEEDED')
    const bought = await buy(who, product)
    expect(bought.json.data).toMatchObject({
      points: 0,
      reward: { kind: 'ticket', id: expect.stringMatching(/^\d+$/) },
    })
    expect((await shown(who, cup)).user_info).toMatchObject({ can_join: true, has_ticket: true })
    expect(reasonOf(await join(who, another))).toBe('TICKET_NEEDED')
    expect((await Promise.all([join(who, cup), join(who, cup, other)])).map(reasonOf)).toEqual([null, null])
    expect((await shown(who, cup)).user_info).toMatchObject({ is_joined: true, has_ticket: false })
    await cancel(cup)
    await minute()
    expect((await shown(who, cup)).user_info.has_ticket).toBe(true)
  })

  test('is used before points, and not sold where it opens nothing any more', async () => {
    const cup = await addCup(db, { by_ticket: true, fee_points: 50 })
    const product = await ticketFor(cup)
    const [held, paying] = [await member(250n), await member(50n)]
    await buy(held, product)
    for (const who of [held, paying]) expect(reasonOf(await join(who, cup))).toBeNull()
    expect([await pointsOf(held), await pointsOf(paying)]).toEqual([150n, 0n])
    await endCup(db, cup)
    expect(reasonOf(await buy(held, product))).toBe('NOT_AVAILABLE')
  })
})

const prizesIn = (cup: bigint) =>
  db.sql
    .selectFrom('tournaments_prize')
    .select(['kind', 'currency', 'amount', 'state'])
    .where('tournament_id', '=', cup)
    .execute()

test('points that a place won are paid once, count as earned, and reach a level', async () => {
  const cup = await addCup(db, { prizes: [{ from: 1, to: 1, kind: 'points', points: 600 }] })
  const who = await member(0n)
  await join(who, cup)
  await (await seat(node, who.id)).spin({ win: 500n })
  expect((await shown(who, cup)).prizes).toMatchObject([{ kind: 'points', amount: { amount: '600', currency: 'PTS' } }])
  await endCup(db, cup)
  await finishDue(houseOf(node), { waitMs: 0 })
  // Without the floor above nothing is given, and it stays owed.
  expect(await prizesIn(cup)).toEqual([{ kind: 'points', currency: 'PTS', amount: 600n, state: 'owed' }])
  await minute()
  await minute()
  expect(await pointsOf(who)).toBe(600n)
  expect(await prizesIn(cup)).toMatchObject([{ state: 'paid' }])
  expect((await node.as(who.cookie).get('loyalty.getinfo')).json.data).toMatchObject({
    points: 600,
    expCount: 600,
    levels: [{}, { id: 2, is_reached: true }, { is_reached: false }, {}],
  })
  expect((await recomputePoints(db.sql, who.id)).differences).toEqual([])
  await expectZero(db)
})

test('points that a place won are told with what they are', async () => {
  const cup = await addCup(db, { prizes: [{ from: 1, to: 1, kind: 'points', points: 60 }] })
  const who = await member(0n)
  await join(who, cup)
  await (await seat(node, who.id)).spin({ win: 500n })
  await endCup(db, cup)
  await finishDue(houseOf(node), { waitMs: 0 })
  await minute()
  const told = (await node.as(who.cookie).get('loyalty.getnotifications')).json.data
  expect(told).toMatchObject([
    {
      ...{ trigger: 'quest', type: 'credit', amount: '60', amountType: 'points' },
      ...{ title: 'Tournament prize', message: 'You have earned 60 points.' },
    },
  ])
})

test('goods that a place won are ordered once, cost nothing, and give nothing back where they return', async () => {
  await publish(db, 'loyalty-products', 'dealer-mug', { kind: 'goods', price: 100, stock: 1, per_player: 1 })
  const cup = await addCup(db, { prizes: [{ from: 1, to: 1, kind: 'goods', template: 'dealer-mug' }] })
  const who = await member(50n)
  await join(who, cup)
  await (await seat(node, who.id)).spin({ win: 500n })
  expect((await shown(who, cup)).prizes).toMatchObject([
    { kind: 'goods', title: 'A mug with your dealer', amount: null },
  ])
  await endCup(db, cup)
  await finishDue(houseOf(node), { waitMs: 0 })
  await minute()
  await minute()
  const orders = async () => (await node.as(who.cookie).get('loyalty.getOrders')).json.data.items
  const [order] = await orders()
  expect(await orders()).toMatchObject([{ price: 0, status: 'ordered' }])
  const prize = await db.sql.selectFrom('tournaments_prize').selectAll().where('tournament_id', '=', cup).execute()
  expect(prize).toMatchObject([{ kind: 'goods', state: 'paid', given: BigInt(order.id) }])
  // A board is at most a second old.
  const won = async () => (await shown(who, cup)).user_info.prize
  await expect.poll(won, { timeout: 30_000 }).toMatchObject({ kind: 'goods', state: 'paid' })
  await begin(db, (tx) => loyaltyHouse.changeOrder(tx, BigInt(order.id), 'returned', 'it broke'))
  expect(await orders()).toMatchObject([{ status: 'returned' }])
  expect(await pointsOf(who)).toBe(50n)
})

test('points of an offer are given by the club, once, with a notice, and count as earned', async () => {
  const offer = { sysname: 'club-points', action: 'manual', rewards: [{ points: 120 }] }
  await publish(db, 'campaigns', 'club', { offers: [offer] })
  const who = await member(0n)
  const [shownOffer] = (await node.as(who.cookie).get('campaigns.getoffers', { ids: 'club-points' })).json.data.items
  expect(shownOffer.promotions).toMatchObject([{ kind: 'points', amount: { amount: '120', currency: 'PTS' } }])
  const taken = await node.as(who.cookie).post('campaigns.takepromotions', { offer_id: 'club-points' })
  expect(taken.json.data.given).toMatchObject([{ kind: 'points', status: 'issued' }])
  await node.runJobs()
  expect(await pointsOf(who)).toBe(120n)
  const claim = await db.sql
    .selectFrom('campaigns_claim')
    .select('id')
    .where('player_id', '=', who.id)
    .executeTakeFirstOrThrow()
  const again = { playerId: String(who.id), points: 120, key: `claim:${claim.id}`, offer: 'club-points' }
  await Promise.all(houses.map((house) => loyaltyHouse.giveOffered(house, again)))
  expect(await pointsOf(who)).toBe(120n)
  expect((await recomputePoints(db.sql, who.id)).differences).toEqual([])
  const told = (await node.as(who.cookie).get('loyalty.getnotifications')).json.data
  expect(told).toMatchObject([{ type: 'credit', amount: '120', title: 'Points from an offer' }])
})

test('with the club switched off an offer gives what is not points, and none that is about points alone', async () => {
  const both = { sysname: 'both', action: 'manual', rewards: [{ bonus: 'five' }, { points: 120 }] }
  const alone = { sysname: 'alone', action: 'manual', rewards: [{ points: 120 }] }
  await publish(db, 'campaigns', 'switched', { offers: [both, alone] })
  const who = await member(0n)
  await node.as(who.cookie).post('loyalty.setActive', { is_active: '0' })
  const take = (id: string) => node.as(who.cookie).post('campaigns.takepromotions', { offer_id: id })
  expect(reasonOf(await take('alone'))).toBe('OFFER_REFUSED')
  expect((await take('both')).json.data.given).toMatchObject([{ kind: 'bonus' }])
  await node.runJobs()
  expect(await pointsOf(who)).toBe(0n)
  await node.as(who.cookie).post('loyalty.setActive', { is_active: '1' })
  expect((await take('alone')).json.data.given).toMatchObject([{ kind: 'points' }])
  await node.runJobs()
  expect(await pointsOf(who)).toBe(120n)
})

test('with the club switched off tournaments hide, but for those the player is in', async () => {
  const [joined, unjoined] = [await addCup(db), await addCup(db)]
  const who = await member(0n)
  await join(who, joined)
  const listed = async (query: Record<string, string>) =>
    (await node.as(who.cookie).get('tournaments.get', query)).json.data.items.map(({ id }: { id: string }) => id)
  // By name: the long form has made more of them than a list shows.
  const both = { ids: `${joined},${unjoined}` }
  expect(await listed(both)).toEqual(expect.arrayContaining([String(joined), String(unjoined)]))
  await node.as(who.cookie).post('loyalty.setActive', { is_active: '0' })
  expect(await listed({ count: '50' })).toEqual([String(joined)])
  expect(reasonOf(await join(who, unjoined))).toBe('NOT_AVAILABLE')
  await node.as(who.cookie).post('loyalty.setActive', { is_active: '1' })
  expect((await listed({ count: '50' })).length).toBeGreaterThan(1)
  expect(reasonOf(await join(who, unjoined))).toBeNull()
})
