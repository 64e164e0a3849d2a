import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { giveBonus } from '../../test/bonuses.ts'
import { houseOf } from '../../test/cashier.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { verifyBonuses } from './rounds.ts'

const house = await testApp()
const { db, app, addPlayer } = house
const port = await freePort()
await app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(house, [`http://127.0.0.1:${port}`])
const verify = async () => (await verifyBonuses(houseOf(house))).faults

/** One who plays with bonus money: a stake that stands, one that was taken back, one in an open round. */
async function gambler(login: string) {
  const playerId = await addPlayer({ login })
  const id = await giveBonus(db, { playerId, amount: 3_000n, terms: { mode: 'isolated' } })
  const game = await sample.launch(playerId)
  await game.betwin(`${login}-a`, '1.00', '2.50')
  await game.bet(`${login}-b`, '2.00', { transaction: `${login}-b` })
  await game.rollback(`${login}-b`, `${login}-b`)
  await game.bet(`${login}-c`, '3.00')
  return { playerId, id }
}

test('all that is known of a bonus agrees, also after it is completed', async () => {
  await gambler('proof-a@example.com')
  const playerId = await addPlayer({ login: 'proof-b@example.com' })
  await giveBonus(db, { playerId, amount: 1_000n, terms: { wagering: { times: 1 }, max_conversion: { EUR: '5' } } })
  const game = await sample.launch(playerId)
  await game.betwin('done', '10.00', '25.00')
  expect(await verify()).toEqual([])
})

test.each([
  ['progress_bp = progress_bp + 1', 'progress'],
  ['open_rounds = open_rounds + 1', 'open rounds'],
  ['in_rounds = in_rounds + 1', 'in open rounds'],
  ['converted = 1', 'converted'],
  [`state = 'expired'`, 'open'],
])('a row that says otherwise is found: %s', async (change, word) => {
  const { id } = await gambler(`proof-${word.replace(' ', '-')}@example.com`.replace(' ', '-'))
  await sql`update bonuses_bonus set ${sql.raw(change)} where id = ${id}`.execute(db.sql)
  const faults = await verify()
  expect(faults.length).toBeGreaterThan(0)
  expect(faults.some((fault) => fault.includes(word))).toBe(true)
  const before = { progress_bp: 'progress_bp - 1', open_rounds: 'open_rounds - 1', in_rounds: 'in_rounds - 1' }
  const [column = ''] = change.split(' ')
  const back = Object.entries(before).find(([name]) => name === column)?.[1]
  const undo = back ? `${column} = ${back}` : column === 'converted' ? 'converted = 0' : `state = 'active'`
  await sql`update bonuses_bonus set ${sql.raw(undo)} where id = ${id}`.execute(db.sql)
  expect(await verify()).toEqual([])
})
