import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { betsDesk, endDelays, multiple, placeOne, single } from '../../test/bets-desk.ts'
import { houseOf } from '../../test/cashier.ts'
import { makeExport } from '../rounds/history/make-export.ts'
import { betsExport } from './export-bets.ts'

/** A file with my bets, made as files with rounds are. */

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, as, send, runJobs } = house
const desk = await betsDesk(house)
const { pickOf } = desk

const header =
  'asked_at,bet,number,state,kind,combinations,mode,currency,stake,returned,boost,cashed_out,is_free,policy,accepted_at,settled_at,refused,picks'

type Player = Awaited<ReturnType<typeof desk.player>>
const ask = async ({ cookie }: Player, params: Record<string, string> = {}) =>
  (await as(cookie).post('games.createhistoryexportrequest', { product: 'sports', ...params })).json.data.id
const linesOf = async ({ cookie }: Player, id: string) => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { status, body, headers: said } = await send({ method: 'GET', url: `/exports/${id}.csv`, headers })
  return { status, name: said['content-disposition'], lines: body.split('\r\n').slice(0, -1) }
}

test('has a line for each bet, with what was asked, taken and returned', async () => {
  const player = await desk.player()
  const one = await placeOne(house, player.cookie, single(pickOf('m1')))
  await placeOne(house, player.cookie, multiple([pickOf('m1'), pickOf('m2')], { stake: '2.00', policy: 'any' }))
  await placeOne(house, player.cookie, single(pickOf('live1'), { stake: '3.00' }))
  await desk.producer.tell({ kind: 'stop', event: 'live1', cause: 'GOAL' })
  await endDelays(house)
  const { quote } = (await as(player.cookie).get('bets.getCashouts', { ids: one.bet?.id ?? '' })).json.data.items[0]
  await as(player.cookie).post('bets.cashOut', { id: one.bet?.id ?? '', quote, part: '4.00' })
  const id = await ask(player)
  expect(await runJobs()).toEqual([])
  const [item] = (await as(player.cookie).get('games.gethistoryexportrequest')).json.data.items
  expect(item).toMatchObject({ id, status: 'ready', product: 'sports', rows: 3 })
  const { lines, name } = await linesOf(player, id)
  expect(name).toMatch(/filename="bets-real-/)
  expect(lines[0]).toBe(header)
  const plain = lines.slice(1).map((line) => line.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at').replace(/^at,\d+,/, ''))
  expect(plain).toEqual([
    '1,open,single,1,real,EUR,10.00,3.74,0.00,3.74,0,better,at,,,"reds – blues: result ft 1 @ 2.180"',
    '2,open,multiple,1,real,EUR,2.00,0.00,0.00,0.00,0,any,at,,,"reds – blues: result ft 1 @ 2.180; reds – blues: result ft 1 @ 2.180"',
    '3,refused,single,1,real,EUR,3.00,0.00,0.00,0.00,0,better,,,MARKET_SUSPENDED,"reds – blues: result ft 1 @ 2.180"',
  ])
})

test('is cut by days and mode, and each bet stands in it once, however it is made', async () => {
  const player = await desk.player()
  for (const event of ['m1', 'm2', 'm3', 'm4', 'm5'])
    await placeOne(house, player.cookie, single(pickOf(event), { stake: '1.00' }))
  await sql`update bets_bet set asked_at = '2026-03-01T23:59:59Z' where player_id = ${player.id} and number in (2, 4)`.execute(
    db.sql,
  )
  const numbers = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(',')[2])
  const day = await ask(player, { from: '2026-03-01', to: '2026-03-01' })
  await runJobs()
  expect(numbers((await linesOf(player, day)).lines)).toEqual(['2', '4'])
  const fun = await ask(player, { mode: 'demo' })
  await runJobs()
  expect((await linesOf(player, fun)).lines).toEqual([header])
  // Two lines a part, by two processes at once.
  const all = await ask(player)
  const make = () => makeExport(houseOf(house), { exportId: all }, { rounds: 2, parts: 9 }, betsExport)
  await Promise.all([make(), make()])
  expect(numbers((await linesOf(player, all)).lines)).toEqual(['2', '4', '1', '3', '5'])
  expect((await linesOf(await desk.player(), all)).status).toBe(404)
})

test('has no cell that a spreadsheet would run', async () => {
  await sql`update sports_competitor set names = '{"en": "=HYPERLINK(1)"}' where id = (select home_id from sports_event
    where ref = 'm6')`.execute(db.sql)
  const player = await desk.player()
  await placeOne(house, player.cookie, single(pickOf('m6')))
  const id = await ask(player)
  await runJobs()
  const { lines } = await linesOf(player, id)
  expect(lines[1]).toContain(`,"'=HYPERLINK(1)`)
})

test('a wish for rounds is no wish for bets', async () => {
  const player = await desk.player()
  await placeOne(house, player.cookie, single(pickOf('m7')))
  const id = await ask(player, { product: 'games' })
  await runJobs()
  const { lines, name } = await linesOf(player, id)
  expect([lines.length, name]).toEqual([1, expect.stringContaining('rounds-real-')])
})
