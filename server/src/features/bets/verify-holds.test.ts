import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { testApp } from '../../test/app.ts'
import { addMarkets, betOf, openBet, over, settleBy } from '../../test/bets.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { verifyHolds } from './verify-holds.ts'

const node = await testApp()
const { db } = node
const house = houseOf(node)

/** A house in which this happens once purses were looked at, and bets were not yet. */
const houseIn = (meanwhile: () => Promise<void>): Pick<JobContext, 'sql' | 'begin'> => {
  const after: KyselyPlugin = {
    transformQuery: ({ node: asked }) => asked,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'balance' in row)) await meanwhile()
      return result
    },
  }
  return { sql: db.sql, begin: (work) => house.begin((tx) => work(tx.withPlugin(after))) }
}

test('a bet that is settled while its hold is proven is no fault: what wins needs no lock of its player', async () => {
  const { id: playerId } = await addPayer(node, { main: 10_000n })
  const [market = 0n] = await addMarkets(db, 1)
  const bet = await openBet(db, { playerId, stake: 100n, legs: [{ market, outcome: 'over', price: 2_000 }] })
  const proof = await verifyHolds(houseIn(() => settleBy(db, house, market, over)))
  expect(await betOf(db, bet)).toMatchObject({ state: 'settled', returned: 200n })
  expect(proof).toEqual({ players: 1, faults: [] })
})
