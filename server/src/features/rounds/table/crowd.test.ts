import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { fund } from '../../../test/game-provider.ts'
import { studioClient } from '../../../test/studio.ts'
import { testTable } from '../../../test/table.ts'
import { addPlayers } from '../../../test/world.ts'
import { openGuest } from '../own/guest.ts'
import { openSession } from '../rounds.ts'

/** What a crowd, or one visitor with very many calls, does to the others. */

const house = await testApp()
const { db } = house
const table = testTable(house)
const client = studioClient(house, [house])
const loop = table.open({ openMs: 60_000 })
afterAll(() => loop.close())

const none = JSON.stringify({ auto: null })
const stake = (token: string, round: string = randomUUID()) =>
  client.post('rounds.play', { token, round, stake: '1.00', choice: none })

async function seated(playerId: bigint): Promise<string> {
  const session = { playerId, provider: 'studio', game: 'liftoff', mode: 'real', currency: 'EUR', lifeSeconds: 3_600 }
  return begin(db, (tx) => openSession(tx, { ...session, mode: 'real' }))
}

const tally = (words: readonly (string | number)[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

test('two hundred who stake at one moment are all taken, and other callers do not notice', async () => {
  await table.chain((point) => point > 2_000)
  await loop.turn()
  const players = await addPlayers(db, 200)
  for (const playerId of players) await fund(house, playerId, '10.00')
  const tokens = await Promise.all(players.map(seated))
  const other = await house.addPlayer({ login: 'other@example.com' })
  const me = house.as(await house.signIn(other))
  const [stakes, answers] = await Promise.all([
    Promise.all(tokens.map((token) => stake(token))),
    Promise.all(Array.from({ length: 20 }, () => me.get('account.getBalance'))),
  ])
  expect(tally(stakes.map(({ status }) => status))).toEqual({ 200: 200 })
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 })
})

test('one guest with six hundred calls keeps neither the table nor other callers waiting', async () => {
  // It flies for longer than the attack lasts, and is ended by hand.
  const { point } = await table.chain((at) => at > 2_000)
  await loop.turn()
  const token = await begin(db, (tx) => openGuest(tx, { game: 'liftoff' }))
  const traveller = await table.launch(house.addPlayer)
  await traveller.stake(randomUUID())
  await table.startNow()
  await loop.turn()
  const { id, phase } = await table.round()
  expect(phase).toBe('running')
  const me = house.as(await house.signIn(traveller.playerId ?? 0n))

  let isUnderWay = true
  const attack = Promise.all(Array.from({ length: 590 }, () => stake(token))).finally(() => {
    isUnderWay = false
  })
  // Both are done again and again before the attack is: nothing of it stands before them.
  const whileItLasts = async (work: () => Promise<unknown>) => {
    let count = 0
    while (isUnderWay) {
      await work()
      if (isUnderWay) count += 1
    }
    return count
  }
  const others: number[] = []
  const [turns, answers] = await Promise.all([
    whileItLasts(() => loop.turn()),
    whileItLasts(async () => others.push((await me.get('account.getBalance')).status)),
  ])
  expect(turns).toBeGreaterThan(3)
  expect(answers).toBeGreaterThan(3)
  expect(tally(others)).toEqual({ 200: others.length })
  // The guest is refused by the rules or for the number of the calls, never because the house is busy.
  const statuses = tally((await attack).map(({ status }) => status))
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([])
  expect(statuses[429]).toBeGreaterThan(500)

  await loop.turn()
  await table.push(600_000)
  await loop.turn()
  const flight = await db.sql.selectFrom('rounds_shared').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(flight).toMatchObject({ phase: 'over', is_interrupted: false, point: BigInt(point) })
})
