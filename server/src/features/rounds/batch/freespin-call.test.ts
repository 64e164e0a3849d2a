import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { balanceOf, fund, gameProvider } from '../../../test/game-provider.ts'
import { freePort } from '../../../test/http-browser.ts'
import { addPack } from '../../freespins/freespins.ts'

const here = await testApp()
const port = await freePort()
await here.app.listen({ port, host: '127.0.0.1' })
const { db, addPlayer } = here
const urls = [`http://127.0.0.1:${port}`]
const sample = gameProvider(here, urls)

let playerId = 0n
let pack = ''
let seat: Awaited<ReturnType<typeof sample.launch>>
beforeEach(async () => {
  playerId = await addPlayer({ login: `${randomUUID()}@example.com` })
  await fund(here, playerId, '10.00')
  pack = await grant(playerId, 3)
  seat = await sample.launch(playerId, { game: 'wheel-of-hours' })
})

async function grant(owner: bigint, count: number, game = 'wheel-of-hours') {
  const key = randomUUID()
  await begin(db, (tx) => addPack(tx, { playerId: owner, game, currency: 'EUR', stake: 50n, count, lifeDays: 7, key }))
  const row = await db.sql.selectFrom('freespins_pack').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return String(row.id)
}

const spin = (amount: string, said: Record<string, unknown> = {}) =>
  sample.say('freespin', {
    transaction: randomUUID(),
    round: randomUUID(),
    ...seat.common,
    token: seat.token,
    pack,
    amount,
    ...said,
  })

const packNow = async () =>
  db.sql
    .selectFrom('freespins_pack')
    .select(['remaining_count as left', 'status', 'won'])
    .where('id', '=', BigInt(pack))
    .executeTakeFirstOrThrow()

const promotions = async () => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(balance), 0)::bigint as sum from wallet_purse where owner = 'promotions'`.execute(db.sql)
  return rows[0]?.sum ?? 0n
}

test('a free spin of another provider is paid by the house and won by the player', async () => {
  const before = await promotions()
  const said = { transaction: 'fs-1', round: 'fr-1' }
  const first = await spin('2.00', said)
  expect(first).toMatchObject({ status: 200, data: { balance: { amount: '12.00' } } })
  expect(await promotions()).toBe(before - 50n)
  expect(await packNow()).toEqual({ left: 2, status: 'active', won: 200n })
  const racers = await Promise.all(Array.from({ length: 32 }, () => spin('2.00', said)))
  expect(new Set(racers.map(({ text }) => text))).toEqual(new Set([first.text]))
  expect((await spin('3.00', said)).reason).toBe('KEY_CONFLICT')
  expect(await packNow()).toMatchObject({ left: 2 })
  const state = await sample.say('round', { round: 'fr-1' })
  expect(state.data).toMatchObject({
    staked: { amount: '0.50' },
    is_closed: true,
    actions: [{ kind: 'freespin', won: { amount: '2.00' } }],
  })
})

test('there is never one spin more than the pack has, however many come at once', async () => {
  const replies = await Promise.all(Array.from({ length: 32 }, () => spin('1.00')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ reason }) => reason))).toEqual(
    new Set(['PACK_USED']),
  )
  expect(await balanceOf(here, playerId)).toBe('13.00')
  expect(await packNow()).toEqual({ left: 0, status: 'used', won: 300n })
})

test('a pack of another player, of another game, or whose time is over is not spun', async () => {
  const other = await addPlayer({ login: `${randomUUID()}@example.com` })
  expect((await spin('1.00', { pack: await grant(other, 1) })).reason).toBe('PACK_UNKNOWN')
  expect((await spin('1.00', { pack: await grant(playerId, 1, 'goal-streak') })).reason).toBe('PACK_UNKNOWN')
  expect((await spin('1.00', { pack: '999999' })).reason).toBe('PACK_UNKNOWN')
  expect((await spin('1.00', { pack: 'x' })).reason).toBe('pack:INVALID')
  await sql`update freespins_pack set expires_at = now() - interval '1 second' where id = ${BigInt(pack)}`.execute(
    db.sql,
  )
  expect((await spin('1.00')).reason).toBe('PACK_EXPIRED')
  expect(await balanceOf(here, playerId)).toBe('10.00')
})

test('a spin that is rolled back can be made again', async () => {
  pack = await grant(playerId, 1)
  await spin('4.00', { transaction: `fs-${pack}`, round: `fr-${pack}` })
  expect(await packNow()).toMatchObject({ left: 0, status: 'used' })
  const before = await promotions()
  const back = () => seat.rollback(`fr-${pack}`, `fs-${pack}`)
  expect((await back()).status).toBe(200)
  expect((await back()).status).toBe(200)
  expect(await balanceOf(here, playerId)).toBe('10.00')
  expect(await promotions()).toBe(before + 50n)
  expect(await packNow()).toEqual({ left: 1, status: 'active', won: 0n })
  expect((await spin('1.00')).status).toBe(200)
})

test('who is excluded has no free spins, but keeps what a spin gave', async () => {
  await spin('0', { round: 'kept' })
  await db.sql
    .updateTable('account_player')
    .set({ excluded_until: sql<Date>`'infinity'` })
    .where('id', '=', playerId)
    .execute()
  expect((await spin('1.00')).reason).toBe('SELF_EXCLUDED')
  expect((await seat.win('kept', '5.00')).status).toBe(200)
  expect(await balanceOf(here, playerId)).toBe('15.00')
})

test('a free spin risks nothing of the player: a limit that leaves no room does not refuse it', async () => {
  const me = here.as(await here.signIn(playerId))
  for (const kind of ['loss', 'wager']) await me.post('account.setLimit', { kind, period: '1', amount: '0' })
  expect((await seat.bet(randomUUID(), '0.50')).reason).toMatch(/^LIMIT_(LOSS|WAGER)$/)
  expect((await spin('2.00')).status).toBe(200)
  expect(await balanceOf(here, playerId)).toBe('12.00')
})

test('the balance names the packs of this game', async () => {
  await grant(playerId, 1, 'goal-streak')
  expect((await seat.balance()).data).toEqual({
    player: String(playerId),
    balance: { amount: '10.00', currency: 'EUR' },
    free_spins: [{ pack, remaining: 3, stake: { amount: '0.50', currency: 'EUR' } }],
  })
})
