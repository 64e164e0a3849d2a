import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockName, bytesOf, drawsFrom } from '@croupier/studio/engine/draws'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import { world } from '../../test/world.ts'
import { balancesOf, moveAll, verifyLedger } from '../wallet/wallet.ts'
import { addDues, bookContributions, hitOf, openPots, potOf, readPot, winPot } from './jackpots.ts'
import { contribute, pots } from './rules.ts'

const db = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'croupier-pots-'))
const house = { begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
const pot = potOf('house')
if (!pot) throw new Error('the house has a pot')

const amount = async (level: string, currency = 'EUR') =>
  (await readPot(db.sql, 'house')).get(currency)?.get(level) ?? 0n

describe('a pot', () => {
  test('begins with its seed in every currency, once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => openPots(house)))
    expect(await amount('mini')).toBe(1_000n)
    expect(await amount('grand', 'JPY')).toBe(1_000_000n)
    expect(await amount('mini', 'USDT')).toBe(10_000_000n)
  })

  test('is not filled again when its key is forgotten', async () => {
    // As the months do it.
    await sql`alter table wallet_movement disable trigger user`.execute(db.sql)
    await db.sql.deleteFrom('wallet_movement').where('scope', '=', 'jackpot-seed').execute()
    await sql`alter table wallet_movement enable trigger user`.execute(db.sql)
    await openPots(house)
    expect(await amount('mini')).toBe(1_000n)
    expect((await verifyLedger(db.sql, { dir })).faults).toEqual([])
  })

  test('books nothing where the money did not move: what is owed stays owed', async () => {
    await begin(db, (tx) => addDues(tx, [{ pot: 'house', currency: 'EUR', staked: 100_000n }]))
    const { upTo } = await db.sql
      .selectFrom('jackpots_due')
      .select(({ fn }) => fn.max('id').as('upTo'))
      .executeTakeFirstOrThrow()
    const before = await amount('mini')
    // Another movement has taken the key.
    const purse = (kind: string) => ({ playerId: null, owner: 'house', kind, currency: 'EUR' }) as const
    await begin(db, (tx) =>
      moveAll(tx, [
        {
          scope: 'jackpot',
          key: String(upTo),
          playerId: null,
          body: { other: true },
          transfers: [{ from: purse('a'), to: purse('b'), amount: 1n, reason: 'jackpot', ref: 'x' }],
          answer: () => null,
        },
      ]),
    )
    await expect(bookContributions(house)).rejects.toThrow('ended as conflict')
    expect(await amount('mini')).toBe(before)
    await begin(db, (tx) => addDues(tx, [{ pot: 'house', currency: 'EUR', staked: 100_000n }]))
    await bookContributions(house)
    // Both of them: 0.3 % of 2,000 EUR.
    expect((await amount('mini')) - before).toBe(600n)
  })

  test('gets its share of every stake to the last part of a cent, however small the stakes and whichever node books', async () => {
    const before = new Map(
      await Promise.all(pot.levels.map(async ({ sysname }) => [sysname, await amount(sysname)] as const)),
    )
    // 0.20 EUR a thousand times: 200 EUR, of which 1 % is 2 EUR.
    for (let batch = 0; batch < 10; batch += 1) {
      await begin(db, (tx) =>
        addDues(
          tx,
          Array.from({ length: 100 }, () => ({ pot: 'house', currency: 'EUR', staked: 20n })),
        ),
      )
      await Promise.all(Array.from({ length: 4 }, () => bookContributions(house)))
    }
    await bookContributions(house)
    const gained = await Promise.all(
      pot.levels.map(async ({ sysname }) => (await amount(sysname)) - (before.get(sysname) ?? 0n)),
    )
    expect(gained).toEqual([60n, 50n, 50n, 40n])
    expect((await verifyLedger(db.sql, { dir })).faults).toEqual([])
  })

  test('pays everything in it to the winner and begins again with its seed', async () => {
    const { winner } = await world(db, { winner: {} })
    const inPot = await amount('mini')
    const [mini] = pot.levels
    if (!mini) throw new Error('a pot without levels')
    await begin(db, async (tx) => {
      const { won, transfers } = await winPot(tx, {
        pot,
        level: mini,
        playerId: winner.id,
        round: 'a-round',
        currency: 'EUR',
      })
      expect(won).toBe(inPot)
      await moveAll(tx, [{ scope: 'test', key: 'hit', playerId: winner.id, body: {}, transfers, answer: () => null }])
    })
    expect(await amount('mini')).toBe(1_000n)
    expect((await balancesOf(db.sql, winner.id)).find(({ kind }) => kind === 'main')?.balance).toBe(inPot)
    expect((await verifyLedger(db.sql, { dir })).faults).toEqual([])
  })
})

describe('the rules of pots', () => {
  test('shares add up to the whole contribution, and the words about their return are true', () => {
    for (const { levels, contribution } of pots) {
      expect(levels.reduce((sum, { sharePercent }) => sum + sharePercent, 0)).toBe(100)
      const seeds = levels.reduce((sum, level) => sum + level.seedUnits / level.stakedUnitsPerHit, 0)
      expect(contribution / 10_000 + seeds).toBeCloseTo(0.0155, 10)
    }
  })

  test('nothing is lost between two bookings', () => {
    const [level] = pot.levels
    if (!level) throw new Error('a pot without levels')
    let rest = 0n
    let paid = 0n
    for (let round = 0; round < 12_345; round += 1) {
      const next = contribute(pot, level, { staked: 7n, rest })
      rest = next.rest
      paid += next.amount
    }
    expect(paid * 1_000_000n + rest).toBe(12_345n * 7n * 100n * 30n)
  })

  test('twice the stake has twice the chance, and the greatest level wins when several are hit', () => {
    const fixed = (value: number) => ({ below: (limit: number) => Math.min(value, limit - 1) })
    expect(hitOf(pot, { stake: 20n, currency: 'EUR', draws: fixed(0) })?.sysname).toBe('grand')
    expect(hitOf(pot, { stake: 20n, currency: 'EUR', draws: fixed(1) })).toBeNull()
    expect(hitOf(pot, { stake: 40n, currency: 'EUR', draws: fixed(1) })?.sysname).toBe('grand')
    const seed = randomBytes(32)
    let hits = 0
    for (let nonce = 0; nonce < 5_000; nonce += 1) {
      const blockAt = (cursor: number) =>
        createHmac('sha256', seed)
          .update(blockName('me:jackpot', nonce, cursor))
          .digest()
      // 100 EUR against one hit in 5,000 EUR: one in fifty.
      if (hitOf(pot, { stake: 10_000n, currency: 'EUR', draws: drawsFrom(bytesOf(blockAt)) })) hits += 1
    }
    // One in fifty for the mini, and one in five hundred for the minor: 110 on average, deviation 10.4.
    expect(Math.abs(hits - 110)).toBeLessThan(65)
  })
})
