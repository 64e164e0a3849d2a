import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { giveBonus, plainTerms } from '../../test/bonuses.ts'
import { expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { addPack } from '../freespins/freespins.ts'
import { roundsListeners } from './rounds.ts'

const house = await testApp()
const { db, app, addPlayer, signIn, as } = house
const jobs = houseOf(house)
const port = await freePort()
await app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(house, [`http://127.0.0.1:${port}`])

let count = 0
let playerId = 0n
let me: ReturnType<typeof as>
let pack = 0n
let spin: (won: string, said?: Record<string, unknown>) => ReturnType<typeof sample.say>
let table: Awaited<ReturnType<typeof sample.launch>>

beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `pack${count}@example.com` })
  me = as(await signIn(playerId))
  const terms = { ...plainTerms, mode: 'isolated', wagering: { basis: 'bonus', times: 10 } }
  const made = { playerId, game: 'dice', currency: 'EUR', stake: 20n, count: 3, lifeDays: 7, key: randomUUID() }
  const becomes = { template: 'spins', terms, maxWin: 5_000n }
  pack = (await begin(db, (tx) => addPack(tx, { ...made, becomes }))) ?? 0n
  table = await sample.launch(playerId)
  spin = (won, said = {}) =>
    sample.say('freespin', {
      ...{ transaction: randomUUID(), round: randomUUID(), pack: String(pack), amount: won, token: table.token },
      ...table.common,
      ...said,
    })
})

const waiting = async () => {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(balance), 0)::bigint as sum from wallet_purse
    where owner = 'promotions' and kind = 'packs'`.execute(db.sql)
  return rows[0]?.sum ?? 0n
}
const money = async () => [await purseOf(db, playerId, 'main'), await purseOf(db, playerId, 'bonus'), await waiting()]
const bonuses = async () => (await me.get('bonuses.get')).json.data.items

test('31: what the spins won waits, and becomes a bonus with the last of them', async () => {
  await spin('1.20')
  await spin('2.40')
  expect(await money()).toEqual([0n, 0n, 360n])
  expect(await bonuses()).toEqual([])
  await spin('0.00')
  await house.runJobs()
  expect(await money()).toEqual([0n, 360n, 0n])
  const [bonus] = await bonuses()
  expect(bonus).toMatchObject({
    status: 'active',
    source: 'pack',
    amount: { amount: '3.60' },
    wagering: { required: { amount: '36.00' } },
  })
  const [shown] = (await me.get('freespins.get')).json.data.items
  expect(shown).toMatchObject({ winnings: 'bonus', becomes: bonus.id, wagering: '10', max_win: { amount: '50.00' } })
  await expectZero(db)
})

test('32: what is over the most goes back to the house', async () => {
  await spin('40.00')
  await spin('12.00')
  await spin('10.00')
  await Promise.all([1, 2, 3].map(() => roundsListeners.packEnded(jobs, { packId: String(pack) })))
  expect(await money()).toEqual([0n, 5_000n, 0n])
  expect((await bonuses())[0].wagering.required.amount).toBe('500.00')
  await expectZero(db)
})

test('a pack whose time is over gives what was won, and its last spins are lost', async () => {
  await spin('2.00')
  await sql`update freespins_pack set expires_at = now() - interval '1 second' where id = ${pack}`.execute(db.sql)
  expect((await spin('1.00')).reason).toBe('PACK_EXPIRED')
  await roundsListeners.settlePacks(jobs)
  expect(await money()).toEqual([0n, 200n, 0n])
  await expectZero(db)
})

test('a spin that is rolled back takes its win from where it waits, and can be made again', async () => {
  const [transaction, round] = [randomUUID(), randomUUID()]
  await spin('2.00', { transaction, round })
  await table.rollback(round, transaction)
  expect(await money()).toEqual([0n, 0n, 0n])
  await spin('1.00')
  await spin('1.00')
  await spin('1.00')
  await house.runJobs()
  expect(await money()).toEqual([0n, 300n, 0n])
  await expectZero(db)
})

test('after it has become a bonus, a rollback and a late win are those of that bonus, up to the most', async () => {
  const [transaction, round] = [randomUUID(), randomUUID()]
  await spin('20.00', { transaction, round })
  await spin('10.00')
  await spin('10.00', { round: `last-${round}` })
  await house.runJobs()
  expect(await money()).toEqual([0n, 4_000n, 0n])
  await table.win(`last-${round}`, '15.00')
  // Ten fit under the most of fifty; five go to the house.
  expect(await money()).toEqual([0n, 5_000n, 0n])
  await table.rollback(round, transaction)
  expect(await money()).toEqual([0n, 3_000n, 0n])
  await expectZero(db)
})

test('behind an open bonus the winnings wait on, and follow what the provider says until it opens', async () => {
  const first = await giveBonus(db, { playerId, amount: 1_000n })
  const [transaction, round] = [randomUUID(), randomUUID()]
  await spin('20.00', { transaction, round })
  await spin('1.00')
  await spin('1.00', { round: `last-${round}` })
  await house.runJobs()
  expect((await bonuses()).map(({ status }: { status: string }) => status)).toEqual(['active', 'queued'])
  expect(await money()).toEqual([0n, 1_000n, 2_200n])
  await table.rollback(round, transaction)
  await table.win(`last-${round}`, '3.00')
  expect(await money()).toEqual([0n, 1_000n, 500n])
  await me.post('bonuses.remove', { bonus_id: String(first) })
  await house.runJobs()
  expect(await money()).toEqual([0n, 500n, 0n])
  expect((await bonuses())[0]).toMatchObject({
    amount: { amount: '5.00' },
    wagering: { required: { amount: '50.00' } },
  })
  await expectZero(db)
})
