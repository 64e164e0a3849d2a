import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { settleBy } from '../../test/bets.ts'
import { betsDesk, endDelays, single } from '../../test/bets-desk.ts'
import { type Bettor, cashDesk } from '../../test/cash-outs.ts'
import { houseOf } from '../../test/cashier.ts'
import { statementCsv } from '../wallet/wallet.ts'

/** What the player's statement calls each movement of a bet. */

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, as } = house
const desk = await betsDesk(house)
const { pickOf } = desk
const { bet, offer, cashOut } = cashDesk(house)

let player: Bettor
beforeEach(async () => {
  await desk.alive()
  player = await desk.player()
})

const own = () => ({ playerId: player.id, kind: 'main', currency: 'EUR' }) as const
/** Oldest first, without the deposit. */
async function told(): Promise<string[]> {
  const { items } = (await as(player.cookie).get('cashier.getstatement', { count: '50' })).json.data
  const words = items.map(
    ({ reason, amount }: { reason: string; amount: { amount: string } }) => `${reason} ${amount.amount}`,
  )
  let csv = ''
  for await (const part of statementCsv(db.sql, own())) csv += part
  const inFile = csv.split('\r\n').slice(1, -1)
  expect(inFile.map((line) => line.split(',')[9]?.replaceAll('"', ''))).toEqual(
    words.toReversed().map((word: string) => word.split(' ')[0]),
  )
  return words.toReversed().slice(1)
}

const marketOf = async (event: string) =>
  (
    await sql<{ id: bigint }>`select market.id from sports_market as market join sports_event as event
      on event.id = event_id where event.ref = ${event} and type = 'result'`.execute(db.sql)
  ).rows[0]?.id ?? 0n

test('a cash-out is a cash-out, for less than the stake as for more', async () => {
  await desk.match('cash')
  const id = await bet(player, single(pickOf('cash')))
  await cashOut(player, id, (await offer(player, id)).quote, '4.00')
  await cashOut(player, id, (await offer(player, id)).quote)
  expect(await told()).toEqual(['stake -10.00', 'cashout 3.74', 'cashout 5.62'])
})

test('a void bet is void, and nothing was lost by it', async () => {
  await desk.match('void')
  await bet(player, single(pickOf('void')))
  await settleBy(db, houseOf(house), await marketOf('void'), 'void')
  expect(await told()).toEqual(['stake -10.00', 'void 10.00'])
})

test('a correction is a correction, after a win as after nothing', async () => {
  await desk.match('wrong')
  await bet(player, single(pickOf('wrong')))
  const market = await marketOf('wrong')
  await settleBy(db, houseOf(house), market, { '1': [1, 0, 1], x: [0, 0, 1], '2': [0, 0, 1] })
  await settleBy(db, houseOf(house), market, { '1': [0, 0, 1], x: [0, 0, 1], '2': [1, 0, 1] })
  expect(await told()).toEqual(['stake -10.00', 'win 10.00', 'win 11.80', 'correction -21.80'])
})

test('the stake of a bet that was not taken was never lost', async () => {
  await desk.match('stopped', true)
  await bet(player, single(pickOf('stopped')))
  await desk.producer.tell({ kind: 'stop', event: 'stopped', cause: 'GOAL' })
  await endDelays(house)
  expect(await told()).toEqual(['stake -10.00', 'rollback 10.00'])
})
