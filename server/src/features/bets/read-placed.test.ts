import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBets } from '../../test/bets.ts'
import { payIn } from '../../test/purses.ts'
import { addPlayers } from '../../test/world.ts'
import { readPlaced } from './read-placed.ts'

const { db } = await testApp()

test('players who ask together are told of their own bets and purses, and of none of the others', async () => {
  const [one = 0n, other = 0n] = await addPlayers(db, 2)
  await payIn(db, one, 1_000n)
  await payIn(db, other, 2_000n)
  const [market = 0n] = await addMarkets(db, 1)
  const legs = [{ market, outcome: 'over', price: 1_900 }]
  const [first = 0n, second = 0n, third = 0n] = await openBets(db, [
    { playerId: one, stake: 100n, legs },
    { playerId: other, stake: 100n, legs },
    { playerId: one, stake: 100n, legs },
  ])
  const asked = [
    { playerId: one, ids: [first, third] },
    { playerId: other, ids: [second] },
    { playerId: one, ids: [second] },
    { playerId: other, ids: [first, second] },
    { playerId: one, ids: [] },
  ]
  const told = await Promise.all(asked.map((each) => readPlaced(db.sql, each)))
  expect(told.map(({ bets }) => bets.map(({ id }) => id))).toEqual([[first, third], [second], [], [second], []])
  const mains = told.map(({ purses }) => purses.find(({ kind }) => kind === 'main')?.balance)
  expect(mains).toEqual([800n, 1_900n, 800n, 1_900n, 800n])
})
