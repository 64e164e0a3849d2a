import type { Output } from '@croupier/contract/contract'
import { isBetRecord } from '@croupier/sportsbook/bet-record'
import { verifyBet } from '@croupier/sportsbook/verify-bet'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { betsDesk, endDelays, multiple, placeOne, single } from '../../../test/bets-desk.ts'
import { cashHouse } from '../../../test/cash-outs.ts'
import { houseOf } from '../../../test/cashier.ts'
import { factsOf } from '../../../test/feed.ts'
import { tryTarget } from '../cash-out/auto.ts'
import { ruleBet } from '../rule-bet.ts'
import { marketsResulted, settleDue } from '../settler.ts'

const node = await testApp({ env: { SPORTS_FEED: 'simulated' } })
const { db } = node
const house = houseOf(node)
const { producer, match, pickOf, player } = await betsDesk(node)
const named = { type: 'result', period: 'ft', line: null } as const

/** Whatever was said of the markets of an event reaches its bets. */
async function settle(event: string) {
  const { rows } = await sql<{ id: string }>`select market.id::text as id from sports_market as market
    join sports_event as event on event.id = event_id where event.ref = ${event}`.execute(db.sql)
  await marketsResulted(house, { markets: rows.map(({ id }) => id) })
  await settleDue(house)
}

const play = (event: string) =>
  producer.tell(
    { kind: 'state', event, state: 'live' },
    factsOf(event, 1, ['begin', { period: 'h1' }], ['goal', { side: 1, minute: 12 }], ['end', { period: 'h1' }]),
    factsOf(event, 4, ['begin', { period: 'h2' }], ['end', { period: 'h2' }], ['finish', {}]),
    { kind: 'state', event, state: 'ended' },
  )

const say = (event: string, outcome: '1' | 'x' | '2') =>
  producer.tell({
    ...{ kind: 'result', event, certainty: 'confirmed' },
    markets: [{ ...named, outcomes: [[outcome, 1, 0, 1]] }],
  })

async function recordOf(cookie: string, id: string): Promise<Output<'bets.getRecord'>['record']> {
  const { json, body } = await node.as(cookie).get('bets.getRecord', { id })
  if (json?.result !== 1) throw new Error(body)
  expect(isBetRecord(json.data.record)).toBe(true)
  return json.data.record
}

async function placed(cookie: string, bet: Parameters<typeof placeOne>[2]): Promise<string> {
  const { bet: taken, error } = await placeOne(node, cookie, bet)
  if (!taken) throw new Error(JSON.stringify(error))
  return taken.id
}

test('a bet comes with all that it was decided by, and comes out the same from that alone', async () => {
  await match('one')
  const { cookie } = await player()
  const id = await placed(cookie, single(pickOf('one')))
  const open = await recordOf(cookie, id)
  expect(open).toMatchObject({
    bet: { id, state: 'open', stake: '1000', possible: '2180', rules: 'football/1', decimals: 2 },
    legs: [{ pick: pickOf('one'), price: 2180, version: 1, win: expect.any(Number) }],
    steps: [{ n: 1, kind: 'held', actor: 'player', ledger_key: `${id}:1` }],
  })
  expect(verifyBet(open)).toMatchObject({ kind: 'right', isOver: false })
  await play('one')
  await say('one', '1')
  expect(verifyBet(await recordOf(cookie, id))).toMatchObject({ kind: 'unsure' })
  await settle('one')
  const record = await recordOf(cookie, id)
  expect(record.events[0]?.facts).toHaveLength(6)
  expect(record.markets[0]?.results).toMatchObject([{ revision: 1, source: 'own', facts: 6 }])
  expect(verifyBet(record)).toMatchObject({ kind: 'right', returned: 2_180n, isOver: true })
  const changed = { ...record, events: record.events.map((event) => ({ ...event, facts: event.facts.slice(0, 1) })) }
  expect(verifyBet(changed)).toMatchObject({ kind: 'wrong' })
})

test('corrections, rulings and what is taken back stay in it', async () => {
  await match('two')
  const { cookie } = await player()
  const id = await placed(cookie, single(pickOf('two')))
  await play('two')
  await say('two', '1')
  await settle('two')
  await producer.tell({ kind: 'rollback', event: 'two', what: 'result', markets: [named] })
  await settle('two')
  expect(verifyBet(await recordOf(cookie, id))).toMatchObject({ kind: 'right', returned: 2_180n })
  // The goal was none.
  await producer.tell({
    ...{ kind: 'facts', event: 'two' },
    facts: [{ seq: 7, kind: 'cancel', at: new Date().toISOString(), data: {}, cancels: 2 }],
  })
  await say('two', 'x')
  await settle('two')
  const corrected = await recordOf(cookie, id)
  expect(corrected.steps.map(({ kind }) => kind)).toEqual(['held', 'settled', 'corrected'])
  expect(verifyBet(corrected)).toMatchObject({ kind: 'right', returned: 0n, results: 2 })
  const rule = { betId: BigInt(id), place: 0, part: 0, reason: 'Taken too late', actor: 'operator' }
  await ruleBet(house, { ...rule, result: [0, 1, 1] })
  const ruled = await recordOf(cookie, id)
  expect(ruled.rulings).toMatchObject([{ n: 1, back: 1, reason: 'Taken too late', actor: 'operator' }])
  expect(ruled.steps.at(-1)).toMatchObject({ kind: 'corrected', actor: 'operator', reason: 'Taken too late' })
  expect(verifyBet(ruled)).toMatchObject({ kind: 'right', returned: 1_000n })
  await ruleBet(house, { ...rule, result: null, reason: 'It was not' })
  expect(verifyBet(await recordOf(cookie, id))).toMatchObject({ kind: 'right', returned: 0n })
})

test('a multiple with a match that was not played, and a window in which bets were too late', async () => {
  for (const event of ['three', 'four', 'five']) await match(event)
  const { cookie } = await player()
  const id = await placed(cookie, multiple(['three', 'four', 'five'].map((event) => pickOf(event))))
  await play('three')
  await say('three', '1')
  const voided = { ...named, void: 'CANCELLED' } as const
  await producer.tell({ kind: 'result', event: 'four', certainty: 'confirmed', markets: [voided] })
  await play('five')
  await say('five', '1')
  const to = new Date(Date.now() + 60_000).toISOString()
  await producer.tell({ kind: 'cancel', event: 'five', markets: [named], reason: 'LATE_BET', to })
  for (const event of ['three', 'four', 'five']) await settle(event)
  const record = await recordOf(cookie, id)
  expect(record.markets.find(({ windows }) => windows.length > 0)?.windows).toMatchObject([
    { from: null, to: to.replace('Z', '000Z'), reason: 'LATE_BET', withdrawn_at: null },
  ])
  expect(verifyBet(record)).toMatchObject({ kind: 'right', returned: 2_180n, boost: 0n })
})

test('what waits or was not taken has a record too, and nobody sees the record of another', async () => {
  await match('six', true)
  const { cookie } = await player()
  const id = await placed(cookie, single(pickOf('six')))
  expect(verifyBet(await recordOf(cookie, id))).toMatchObject({ kind: 'right', isOver: false })
  await producer.tell({ kind: 'stop', event: 'six', cause: 'GOAL' })
  await endDelays(node)
  const refused = await recordOf(cookie, id)
  expect(refused.bet).toMatchObject({ state: 'refused', stake_open: '0' })
  expect(verifyBet(refused)).toMatchObject({ kind: 'right', isOver: true })
  const other = await player()
  const { json } = await node.as(other.cookie).get('bets.getRecord', { id })
  expect(json?.error).toMatchObject({ error_data: { reason: 'BET_UNKNOWN' } })
})

test('a bet that was bought back, a part first and then the rest', async () => {
  await match('seven')
  const { cookie } = await player()
  const id = await placed(cookie, single(pickOf('seven')))
  for (const part of ['4.00', undefined]) {
    const offers = await node.as(cookie).get('bets.getCashouts', { ids: id })
    const { quote } = offers.json.data.items[0]
    const { body, json } = await node.as(cookie).post('bets.cashOut', { id, quote, ...(part && { part }) })
    expect([json?.result, body]).toEqual([1, expect.any(String)])
    const record = await recordOf(cookie, id)
    expect(record.cash_outs).toHaveLength(part ? 1 : 2)
    expect(record.bet).toMatchObject({ state: part ? 'open' : 'cashed', stake_open: part ? '600' : '0' })
    expect(verifyBet(record)).toMatchObject({ kind: 'right', cashed: BigInt(record.bet.cashed) })
    expect(verifyBet({ ...record, cash_outs: [] })).toMatchObject({ kind: 'wrong' })
    expectChancesKept(record)
  }
})

/** The value of each cash-out comes out of chances, and no other chances would do. */
function expectChancesKept(record: Awaited<ReturnType<typeof recordOf>>) {
  for (const [at, sale] of record.cash_outs.entries()) {
    const { worth } = sale
    if (!worth) throw new Error('a cash-out without its chances')
    const chances = worth.chances.map((chance) => ({ ...chance, win: chance.win - 10_000_000 }))
    const cash_outs = record.cash_outs.with(at, { ...sale, worth: { ...worth, chances } })
    expect(verifyBet({ ...record, cash_outs })).toMatchObject({
      ...{ kind: 'wrong', difference: { where: `cash_outs[${at}].whole`, said: sale.whole } },
    })
  }
}

test('of a double that was bought back by itself when one leg was won, the chance of the other is kept', async () => {
  await match('eight')
  await match('nine')
  const { id: playerId, cookie } = await player()
  const id = await placed(cookie, multiple([pickOf('eight'), pickOf('nine')]))
  await play('eight')
  await say('eight', '1')
  await settle('eight')
  await sql`update bets_bet set auto_target = 1 where id = ${id}`.execute(db.sql)
  await tryTarget(cashHouse(node), { id: BigInt(id), playerId })
  const record = await recordOf(cookie, id)
  expect(record.cash_outs).toMatchObject([
    {
      kind: 'auto',
      worth: {
        share_bp: 9_850,
        chances: [{ place: 1, win: expect.any(Number) }],
        results: [{ place: 0, part: 0, win: 1, back: 0, of: 1, revision: 1 }],
      },
    },
  ])
  expect(verifyBet(record)).toMatchObject({ kind: 'right', isOver: true })
  expectChancesKept(record)
})
