import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteWhereabouts, sayRestored } from '../../db/after-restore.ts'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { balanceOf, fund } from '../../test/game-provider.ts'
import { studioClient } from '../../test/studio.ts'
import { testTable } from '../../test/table.ts'
import { houseChance } from './rounds.ts'

const house = await testApp()
const { db, secrets } = house

/** The house after a restore without its `chance-key`: what is sealed stays shut for good. */
const keys = { ...secrets, chanceKey: { current: 'another key that never sealed anything here', previous: undefined } }
const without = await testApp({ beside: { db, secrets: keys } })

test('a lost key does not keep the house closed: what is open is void, and new seeds take the place of the old', async () => {
  const playerId = await house.addPlayer({ login: 'lost-key@example.com' })
  await fund(house, playerId, '100.00')
  const client = studioClient(house, [house])
  const over = (await (await client.launch(playerId)).play('1.00', { side: 'over', target: 7 })).data
  const before = await balanceOf(house, playerId)
  await (await client.launch(playerId, { game: 'minefold' })).play('10.00', { mines: 3 })
  const table = testTable(house)
  await table.chain((point) => point > 200)
  await table.open().turn()
  const [late, early] = [await table.launch(house.addPlayer), await table.launch(house.addPlayer)]
  await late.stake('a-flight-of-a-lost-chain')
  await early.stake('a-height-of-a-lost-chain', '1.00', 110)

  const parts = {
    ...house.parts,
    sql: db.sql,
    begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work),
    keys,
  }
  expect(await houseChance.retire(parts)).toMatchObject({ rounds: 1 })

  expect(await balanceOf(house, playerId)).toBe(before)
  expect(await balanceOf(house, late.playerId ?? 0n)).toBe('100.00')
  // Where it would have ended is not known any more, so heights are not paid either.
  expect(await balanceOf(house, early.playerId ?? 0n)).toBe('100.00')
  const shared = await db.sql.selectFrom('rounds_shared').select(['phase', 'is_interrupted', 'point']).execute()
  expect(shared).toEqual([{ phase: 'over', is_interrupted: true, point: null }])

  // It goes on, with the new key.
  const again = studioClient(without, [without])
  expect((await (await again.launch(playerId)).play('1.00', { side: 'over', target: 7 })).status).toBe(200)
  const me = without.as(await without.signIn(playerId))
  expect((await me.get('fairness.getShared', { game: 'liftoff' })).json.data.items).toEqual([])
  expect((await me.get('fairness.getSeeds')).json.data).toMatchObject({ total: 2, items: [] })
  // A round of the past has its money still, and the flight that was ended too.
  for (const round of [over?.round ?? '', 'a-flight-of-a-lost-chain']) {
    const whose = round === over?.round ? me : without.as(await without.signIn(late.playerId ?? 0n))
    const { status, json } = await whose.get('rounds.getRound', { provider: 'studio', round })
    expect([round, status, json.data?.play]).toEqual([round, 200, null])
  }
})

test('a house with another key than its seeds were sealed with does not open, and says what to do', async () => {
  const playerId = await house.addPlayer({ login: 'other-key@example.com' })
  await house.as(await house.signIn(playerId)).get('fairness.get')
  const parts = { sql: db.sql, keys: secrets }
  await houseChance.checkKey(parts)
  await expect(houseChance.checkKey({ ...parts, keys })).rejects.toThrow('operator -- after-restore')
  await houseChance.checkKey({
    ...parts,
    keys: { ...keys, chanceKey: { ...keys.chanceKey, previous: secrets.chanceKey.current } },
  })
})

test('who touches after the house has ended a flight gets what all others get: it does not fly on', async () => {
  const table = testTable(house)
  const { point, seed } = await table.chain((at) => at > 2_000)
  const loop = table.open()
  await loop.turn()
  const traveller = await table.launch(house.addPlayer)
  await traveller.stake('a-flight-that-was-ended')
  await table.startNow()
  await loop.turn()
  await table.push(10_000)
  // Killed before it paid: the flight is over, and its plays are not yet.
  await db.sql
    .updateTable('rounds_shared')
    .set({ phase: 'over', ended_at: new Date(), point: BigInt(point), hash: seed, is_interrupted: true })
    .where('phase', '=', 'running')
    .execute()
  expect(await traveller.cash('a-flight-that-was-ended')).toMatchObject({ is_over: true, won: { amount: '1.00' } })
  expect(await balanceOf(house, traveller.playerId ?? 0n)).toBe('100.00')
})

test('after a failover no stake is taken before the house has seen to it', async () => {
  const playerId = await house.addPlayer({ login: 'failover@example.com' })
  await fund(house, playerId, '100.00')
  const dice = await studioClient(house, [house]).launch(playerId)
  const play = async () => (await dice.play('1.00', { side: 'over', target: 7 })).status
  expect(await play()).toBe(200)
  // Another machine answers under the same name: every connection is a new one.
  await sayRestored(db.sql)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db.sql)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) statuses.push(await play())
  expect(statuses).toEqual(Array(6).fill(503))
  await noteWhereabouts(db.sql, house.config.dataDir)
  expect(await play()).toBe(200)
})
