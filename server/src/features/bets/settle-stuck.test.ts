import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, betOf, openBet, over, sayResult } from '../../test/bets.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { settleStuck } from './settler.ts'
import { addStuck, listStuck } from './work-store.ts'

const node = await testApp()
const { db } = node
const house = houseOf(node)

let playerId = 0n
beforeEach(async () => {
  playerId = (await addPayer(node, { main: 10_000n })).id
  await db.sql.deleteFrom('bets_stuck').execute()
})

const stick = (id: bigint) => house.begin((tx) => addStuck(tx, id, 'it could not be settled'))
const plainOf = (market: bigint) =>
  openBet(db, { playerId, stake: 100n, legs: [{ market, outcome: 'over', price: 2_000 }] })

test('bets that could not be settled take no more than their time of a minute', async () => {
  const [market = 0n] = await addMarkets(db, 1)
  for (let at = 0; at < 3; at += 1) await stick(await plainOf(market))
  await sayResult(db, market, over)
  await settleStuck(house, 0)
  expect(await listStuck(db.sql)).toHaveLength(2)
  await settleStuck(house)
  expect(await listStuck(db.sql)).toEqual([])
})

test('those that fail again do not take it from the others for ever', async () => {
  const [market = 0n, other = 0n] = await addMarkets(db, 2)
  // Its price for a half is not written on it.
  const parts = [market, other].map((each) => ({ market: each, outcome: 'over' }))
  const odd = await openBet(db, { playerId, stake: 100n, legs: [{ parts, prices: [0, 2_000, 1_800, 3_300] }] })
  const plain = await plainOf(market)
  await sayResult(db, other, over)
  await sayResult(db, market, { over: [1, 1, 2] })
  for (const id of [odd, plain]) await stick(id)
  for (let turns = 0; turns < 64 && (await betOf(db, plain)).state === 'open'; turns += 1) await settleStuck(house, 0)
  expect(await betOf(db, plain)).toMatchObject({ state: 'settled', returned: 150n })
  expect(await listStuck(db.sql)).toMatchObject([{ betId: odd }])
})
