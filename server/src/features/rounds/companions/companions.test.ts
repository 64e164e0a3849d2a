import { randomUUID } from 'node:crypto'
import { studioGame } from '@croupier/studio/games'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { giveBonus } from '../../../test/bonuses.ts'
import { balanceOf, fund } from '../../../test/game-provider.ts'
import { type Seat, studioClient } from '../../../test/studio.ts'
import { addPack } from '../../freespins/freespins.ts'
import { bookContributions, hitOf, openPots, potOf, potSeed, readPot } from '../../jackpots/jackpots.ts'
import { verifyLedger } from '../../wallet/wallet.ts'
import { drawsOf } from '../own/seeds.ts'
import { openChance, ownerOfSeed } from '../sealed-chance.ts'

const house = await testApp()
const { db, addPlayer } = house
const client = studioClient(house, [house])
const jobs = { begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
await openPots(jobs)

const game = 'captains-share'
const cents = (amount: string) => BigInt(amount.replace('.', ''))
let count = 0
let playerId = 0n
let slot: Seat
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `extra${count}@example.com` })
  slot = await client.launch(playerId, { game })
})
const grant = (spins: number, stake = 100n) =>
  begin(db, (tx) =>
    addPack(tx, { playerId, game, currency: 'EUR', stake, count: spins, lifeDays: 7, key: randomUUID() }),
  )
const promotions = async () => {
  const rows = await db.sql.selectFrom('wallet_purse').select('balance').where('owner', '=', 'promotions').execute()
  return rows.reduce((sum, { balance }) => sum + balance, 0n)
}

describe('free spins', () => {
  test('are used first, staked by the house, and what they win is money', async () => {
    await grant(3)
    const before = await promotions()
    expect((await slot.open()).data?.pack).toMatchObject({ remaining_count: 3, stake: { amount: '1.00' } })
    let won = 0n
    for (const left of [2, 1, 0]) {
      const { data } = await slot.play('5.00', {})
      expect(data).toMatchObject({ is_free: true, stake: { amount: '1.00' }, free_left: left, jackpot: null })
      won += cents(data?.won.amount ?? '0')
    }
    expect(cents(await balanceOf(house, playerId))).toBe(won)
    expect(await promotions()).toBe(before - 300n)
    const pack = await db.sql
      .selectFrom('freespins_pack')
      .selectAll()
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    expect(pack).toMatchObject({ remaining_count: 0, won, status: 'used' })
    expect((await slot.play('200.00', {})).reason).toMatch(/STAKE_INVALID|INSUFFICIENT_FUNDS/)
    // Neither what the house stakes nor what comes of it counts against the player's own limits.
    expect(await db.sql.selectFrom('limits_use').selectAll().where('player_id', '=', playerId).execute()).toEqual([])
  })

  test('of a game with several steps give money too, and no room in a loss limit', async () => {
    const mines = { playerId, game: 'minefold', currency: 'EUR', stake: 100n, count: 6, lifeDays: 7 }
    await begin(db, (tx) => addPack(tx, { ...mines, key: randomUUID() }))
    const sheet = await client.launch(playerId, { game: 'minefold' })
    for (let left = 6; left > 0; left -= 1) {
      const round = randomUUID()
      expect((await sheet.play('1.00', { mines: 1 }, round)).data?.is_free).toBe(true)
      if ((await sheet.act(round, 1, { cell: left })).data?.is_over) continue
      expect((await sheet.act(round, 2, { cash: true })).data?.won.amount).toBe('1.03')
    }
    expect(Number(await balanceOf(house, playerId))).toBeGreaterThan(0)
    expect(await db.sql.selectFrom('limits_use').selectAll().where('player_id', '=', playerId).execute()).toEqual([])
  })

  test('whose round is made void, because its rules are gone, can be made again', async () => {
    const key = randomUUID()
    const mines = { playerId, game: 'minefold', currency: 'EUR', stake: 100n, count: 1, lifeDays: 7 }
    await begin(db, (tx) => addPack(tx, { ...mines, key }))
    const pack = () =>
      db.sql
        .selectFrom('freespins_pack')
        .select(['remaining_count', 'status', 'won'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    const before = await promotions()
    const sheet = await client.launch(playerId, { game: 'minefold' })
    const { data } = await sheet.play('1.00', { mines: 1 })
    expect([data?.is_free, await pack()]).toEqual([true, { remaining_count: 0, status: 'used', won: 0n }])
    await db.sql
      .updateTable('rounds_play')
      .set({ version: '0.0.1' })
      .where('round', '=', data?.round ?? '')
      .execute()
    expect((await sheet.open()).data).toMatchObject({ round: null, pack: { remaining_count: 1 } })
    expect([await promotions(), await pack()]).toEqual([before, { remaining_count: 1, status: 'active', won: 0n }])
    expect((await sheet.play('1.00', { mines: 1 })).data?.is_free).toBe(true)
  })

  test('asked for by thirty-two at once are spun as often as there are spins, the same id once', async () => {
    await grant(5)
    const round = randomUUID()
    const same = await Promise.all(Array.from({ length: 16 }, () => slot.play('1.00', {}, round)))
    expect(new Set(same.map(({ data }) => JSON.stringify(data?.view))).size).toBe(1)
    const poor = await Promise.all(Array.from({ length: 32 }, () => slot.play('100.00', {})))
    expect(poor.filter(({ data }) => data?.is_free).length).toBe(4)
  })

  test('belong to one game, one currency and play for money', async () => {
    await grant(2)
    await fund(house, playerId, '50.00')
    await fund(house, playerId, '50.00', 'FUN')
    const other = await client.launch(playerId, { game: 'fruit-parade' })
    const demo = await client.launch(playerId, { game, currency: 'FUN' })
    expect((await other.play('1.00', {})).data?.is_free).toBe(false)
    expect((await demo.play('1.00', {})).data).toMatchObject({ is_free: false, free_left: 0 })
  })

  test('are closed to an excluded player', async () => {
    await grant(2)
    const me = house.as(await house.signIn(playerId))
    await me.post('account.selfExclude', { period: '1d' })
    expect((await slot.play('1.00', {})).reason).toBe('SELF_EXCLUDED')
  })
})

describe('the pot', () => {
  const pot = potOf(studioGame(game)?.about.jackpot ?? '')
  if (!pot) throw new Error('a game without a pot')

  /** The next number whose chance hits, with these seeds and this stake. */
  async function nonceOfHit(stake: bigint) {
    const { fairness } = (await slot.open()).data ?? {}
    expect(fairness).toBeDefined()
    const row = await db.sql
      .selectFrom('rounds_fair as f')
      .innerJoin('rounds_seed as s', 's.id', 'f.seed_id')
      .select(['s.server_seed as seed', 'f.client_seed as clientSeed'])
      .where('f.player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    if (!pot) throw new Error('no pot')
    const seed = openChance(row.seed, ownerOfSeed(playerId), house.secrets)
    for (let nonce = 0n; ; nonce += 1n) {
      const draws = drawsOf(seed, potSeed(row.clientSeed), nonce)
      const level = hitOf(pot, { stake, currency: 'EUR', draws })
      if (level) return { nonce, level: level.sysname }
    }
  }

  test('gets its share of every real stake, and of nothing else', async () => {
    await fund(house, playerId, '100.00')
    await fund(house, playerId, '100.00', 'FUN')
    await grant(1)
    const demo = await client.launch(playerId, { game, currency: 'FUN' })
    await bookContributions(jobs)
    await demo.play('10.00', {})
    expect((await slot.play('1.00', {})).data?.is_free).toBe(true)
    for (let played = 0; played < 5; played += 1) await slot.play('10.00', {})
    const dues = await db.sql.selectFrom('jackpots_due').select(['pot', 'currency', 'staked']).execute()
    expect(dues).toEqual(Array.from({ length: 5 }, () => ({ pot: pot.id, currency: 'EUR', staked: 10_00n })))
  })

  test('gets nothing of what a bonus pays (example 33)', async () => {
    await fund(house, playerId, '1.40')
    await giveBonus(db, { playerId, amount: 500n })
    await bookContributions(jobs)
    await slot.play('2.00', {})
    const dues = await db.sql.selectFrom('jackpots_due').select(['currency', 'staked']).execute()
    expect(dues).toEqual([{ currency: 'EUR', staked: 1_40n }])
  })

  test('is paid with the stake that hits it, once, and the round says so for ever', async () => {
    await fund(house, playerId, '1000.00')
    const { nonce, level } = await nonceOfHit(50_00n)
    await db.sql.updateTable('rounds_fair').set({ nonce }).where('player_id', '=', playerId).execute()
    const inPot = (await readPot(db.sql, pot.id)).get('EUR')?.get(level) ?? 0n
    const round = randomUUID()
    const replies = await Promise.all(Array.from({ length: 16 }, () => slot.play('50.00', {}, round)))
    const [first] = replies
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(first?.data?.jackpot).toEqual({
      level,
      won: { amount: `${inPot / 100n}.${String(inPot % 100n).padStart(2, '0')}`, currency: 'EUR' },
    })
    const won = cents(first?.data?.won.amount ?? '0')
    expect(cents(await balanceOf(house, playerId))).toBe(1_000_00n - 50_00n + won + inPot)
    expect(cents(first?.data?.balance.amount ?? '0')).toBe(1_000_00n - 50_00n + won + inPot)
    const row = await db.sql
      .selectFrom('rounds_round')
      .select('won')
      .where('round', '=', round)
      .executeTakeFirstOrThrow()
    expect(row.won).toBe(won + inPot)
    expect((await slot.play('50.00', {}, round)).body).toBe(first?.body)
    // It counts in the player's result, and so against a limit of losses.
    const net = await sql<{
      net: string
    }>`select sum(case kind when 'return' then amount else returned - amount end)::text as net
      from limits_use where player_id = ${playerId} and kind in ('stake', 'return')`.execute(db.sql)
    expect(net.rows).toEqual([{ net: String(won + inPot - 50_00n) }])
    expect((await verifyLedger(db.sql, { dir: house.config.dataDir })).faults).toEqual([])
  })
})
