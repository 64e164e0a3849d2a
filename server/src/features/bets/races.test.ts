import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { betsDesk, endDelays, heldOtherwise, single } from '../../test/bets-desk.ts'
import { effort } from '../../test/effort.ts'
import { pricesOf, resultMarket } from '../../test/feed.ts'
import { balanceOf } from '../../test/game-provider.ts'
import { ledgerDir, verifyLedger } from '../wallet/wallet.ts'
import { openDelays } from './bets.ts'

/** Two nodes, one database: bets, words of the feed and the clock at the same moment. */

const here = await testApp({ env: { SPORTS_FEED: 'acme' } })
const there = await testApp({ beside: here, env: { SPORTS_FEED: 'acme' } })
const nodes = [here, there]
const { db } = here
const desk = await betsDesk(here)
const { producer, pickOf } = desk
beforeEach(() => desk.alive())

type Player = Awaited<ReturnType<typeof desk.player>>

/** A bet as the API has read it. */
const read = (bet: Record<string, unknown>) =>
  ({ bankers: [], mode: 'real', policy: 'better', ...bet }) as unknown as AskedBet

let turn = 0
/** The number of the bet, or why there is none; each call at the next node. */
async function ask(player: Player, bet: Record<string, unknown>): Promise<string> {
  turn += 1
  const { bets } = (nodes[turn % nodes.length] ?? here).parts
  try {
    return String(await bets.place({ playerId: player.id, sessionId: 1n, bet: read(bet) }))
  } catch (error) {
    if (error instanceof Refusal) return error.reason ?? error.type
    throw error
  }
}
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const taken = (said: readonly string[]) => said.filter((word) => /^\d+$/.test(word))
const counted = (said: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(said, (word) => (/^\d+$/.test(word) ? 'taken' : word))).map(([word, list]) => [
      word,
      list?.length,
    ]),
  )
const rowsOf = async (player: Player) =>
  (
    await sql<{ id: string; state: string }>`select id::text as id, state from bets_bet where player_id = ${player.id}
      order by id`.execute(db.sql)
  ).rows

describe('one player', () => {
  test('fifty times the same key is one bet, and another body under it is a conflict', async () => {
    const player = await desk.player()
    const bet = single(pickOf('m1'))
    const said = await times(50, (at) => ask(player, at % 5 === 4 ? { ...bet, stake: '9.00' } : bet))
    const [row, ...others] = await rowsOf(player)
    expect(others).toEqual([])
    const { KEY_CONFLICT: conflicts = 0, taken: count = 0 } = counted(said)
    // Whichever of the two came first is the bet.
    expect([
      [40, 10],
      [10, 40],
    ]).toContainEqual([count, conflicts])
    expect(new Set(taken(said))).toEqual(new Set([row?.id]))
    expect(['90.00', '91.00']).toContain(await balanceOf(here, player.id))
  })

  test('two hundred bets of 1 on 100: exactly a hundred are taken', async () => {
    const player = await desk.player('100.00')
    const said = await times(200, (at) => ask(player, single(pickOf(`m${1 + (at % 8)}`), { stake: '1.00' })))
    expect(counted(said)).toEqual({ taken: 100, INSUFFICIENT_FUNDS: 100 })
    expect(await balanceOf(here, player.id)).toBe('0.00')
    const { rows } = await sql<{ numbers: number }>`select count(distinct number)::int as numbers, max(number) as most
      from bets_bet where player_id = ${player.id}`.execute(db.sql)
    expect(rows).toEqual([{ numbers: 100, most: 100 }])
  })

  test('cannot pass a limit with bets that wait', async () => {
    const player = await desk.player('100.00')
    await here.as(player.cookie).post('account.setLimit', { kind: 'loss', period: '7', amount: '20' })
    const said = await times(64, () => ask(player, single(pickOf('live1'), { stake: '1.00' })))
    expect(counted(said)).toEqual({ taken: 20, LIMIT_LOSS: 44 })
    await endDelays(here)
    expect(counted(await times(8, () => ask(player, single(pickOf('m1'), { stake: '1.00' }))))).toEqual({
      LIMIT_LOSS: 8,
    })
  })
})

/** What the house would lose on the home side of a match, in hundredths of a unit. */
const riskOf = async (event: string) =>
  (
    await sql<{ profit: number }>`select coalesce(sum(profit), 0)::int as profit from bets_exposure
      join sports_market on id = market_id join sports_event as event on event.id = event_id
      where event.ref = ${event} and outcome = '1'`.execute(db.sql)
  ).rows[0]?.profit

test('the house never passes its risk on an outcome, whatever other lanes and nodes do', async () => {
  const players = await times(8, () => desk.player('10000000.00'))
  for (let round = 0; round < effort.repeats; round += 1) {
    const event = `risk-${round}`
    await desk.match(event)
    // 1,000 at 2.18 is 1,180 units of 50,000: 42 of them fit.
    const said = await times(400, (at) => ask(players[at % 8] as Player, single(pickOf(event), { stake: '1000.00' })))
    expect(counted(said)).toEqual({ taken: 42, STAKE_LIMIT: 358 })
    expect(await riskOf(event)).toBe(42 * 118_000)
  }
})

test('bets that waited share what is left of the risk as well', async () => {
  const players = await times(8, () => desk.player('10000000.00'))
  await desk.match('risk-live', true)
  // 1,180 units of the 20,000 of a match that is played: 16 fit.
  await times(64, (at) => ask(players[at % 8] as Player, single(pickOf('risk-live'), { stake: '1000.00' })))
  await sql`update bets_bet set decide_at = clock_timestamp() where state = 'pending'`.execute(db.sql)
  const due = await here.parts.bets.findDue(100)
  expect(due).toHaveLength(64)
  await Promise.all(due.map((bet, at) => (nodes[at % 2] ?? here).parts.bets.decide(bet)))
  expect(await riskOf('risk-live')).toBe(16 * 118_000)
})

const wordTime = async () =>
  (await sql<{ at: Date }>`select alive_at as at from sports_producer where name = 'acme'`.execute(db.sql)).rows[0]?.at

/** Bets on an event that were taken after a word about it was. */
const afterWord = async (event: string, at: Date | undefined) =>
  (
    await sql`select bet.id, bet.asked_at from bets_bet as bet join bets_leg as leg on leg.bet_id = bet.id
      join sports_event as event on event.id = leg.event_id
      where event.ref = ${event} and bet.asked_at > ${at}`.execute(db.sql)
  ).rows

const words: [string, (event: string) => Promise<unknown>, string][] = [
  ['a stop', (event) => producer.tell({ kind: 'stop', event, cause: 'DANGER' }), 'MARKET_SUSPENDED'],
  ['a price', (event) => producer.tell(pricesOf(event, resultMarket([2100, 3320, 3420]))), 'ODDS_CHANGED'],
  ['the end', (event) => producer.tell({ kind: 'state', event, state: 'cancelled' }), 'MARKET_CLOSED'],
]

test.each(words)(
  '%s that meets bets: none is taken after it by what was before',
  { timeout: 120_000 },
  async (what, tell, reason) => {
    const players = await times(8, () => desk.player())
    let met = 0
    for (let trial = 0; trial < 4 * effort.repeats; trial += 1) {
      const event = `${what.replaceAll(' ', '-')}-${trial}`
      await desk.match(event)
      const asking = times(32, async (at) => {
        await sleep(at % 8)
        return ask(players[at % 8] as Player, single(pickOf(event), { stake: '0.20' }))
      })
      await sleep(trial % 6)
      await tell(event)
      const at = await wordTime()
      const said = await asking
      expect(Object.keys(counted(said)).filter((word) => word !== 'taken' && word !== reason)).toEqual([])
      expect(await afterWord(event, at)).toEqual([])
      expect(await ask(players[0] as Player, single(pickOf(event), { stake: '0.20' }))).toBe(reason)
      if (taken(said).length > 0 && taken(said).length < 32) met += 1
    }
    expect(met).toBeGreaterThan(0)
  },
)

describe('bets that wait', () => {
  test('are decided once, though both nodes try, and every side of a stopped market alike', async () => {
    for (let trial = 0; trial < effort.repeats; trial += 1) {
      const event = `both-${trial}`
      await desk.match(event, true)
      const players = await times(8, () => desk.player())
      const sides = [
        { pick: pickOf(event), price: 2180, version: 1 },
        { pick: pickOf(event, 'result/ft/-/x'), price: 3320, version: 1 },
        { pick: pickOf(event, 'result/ft/-/2'), price: 3420, version: 1 },
      ]
      await times(24, (at) => ask(players[at % 8] as Player, single('', { stake: '1.00', picks: [sides[at % 3]] })))
      await sql`update bets_bet set decide_at = clock_timestamp() where state = 'pending'`.execute(db.sql)
      const due = await here.parts.bets.findDue(100)
      expect(due).toHaveLength(24)
      const stop = producer
        .tell({ kind: 'stop', event, cause: 'GOAL' })
        .then(() => producer.tell(pricesOf(event, resultMarket([2180, 3320, 3420]))))
      if (trial % 2 === 0) await stop
      await Promise.all(due.flatMap((bet) => nodes.map(({ parts }) => parts.bets.decide(bet))))
      await stop
      const { rows } = await sql<{ state: string; steps: number; count: number }>`select state, steps,
          (select count(*)::int from bets_step where bet_id = bets_bet.id) as count, count(*) over ()::int as all
        from bets_bet where player_id = any(${players.map(({ id }) => id)}::bigint[])`.execute(db.sql)
      for (const { state, steps, count } of rows)
        expect([state, steps, count]).toEqual(state === 'open' ? ['open', 1, 1] : ['refused', 2, 2])
      if (trial % 2 === 0) expect(rows.filter(({ state }) => state !== 'refused')).toEqual([])
    }
    expect(await heldOtherwise(db)).toEqual([])
  })

  test('are decided by whichever node is there, in time and without a hand', async () => {
    await desk.match('alone', true)
    const player = await desk.player()
    await times(6, () => ask(player, single(pickOf('alone'), { stake: '1.00' })))
    const delays = openDelays(there.parts.bets, there.log)
    await sql`update bets_bet set decide_at = clock_timestamp() + interval '300 milliseconds' where state = 'pending'`.execute(
      db.sql,
    )
    await expect
      .poll(async () => new Set((await rowsOf(player)).map(({ state }) => state)), { timeout: 8_000 })
      .toEqual(new Set(['open']))
    await delays.close()
    const { rows } = await sql<{ early: number }>`select count(*)::int as early from bets_bet
      where player_id = ${player.id} and accepted_at < decide_at - interval '1 millisecond'`.execute(db.sql)
    expect(rows).toEqual([{ early: 0 }])
  })

  test('of a player who is shut out meanwhile are given back', async () => {
    await desk.match('out', true)
    const player = await desk.player()
    await times(4, () => ask(player, single(pickOf('out'), { stake: '1.00' })))
    await sql`update account_player set excluded_until = now() + interval '1 day' where id = ${player.id}`.execute(
      db.sql,
    )
    await endDelays(there)
    expect((await rowsOf(player)).map(({ state }) => state)).toEqual(Array(4).fill('refused'))
    expect(await balanceOf(here, player.id)).toBe('100.00')
    expect(await ask(player, single(pickOf('m1')))).toBe('SELF_EXCLUDED')
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
  const { rows } = await sql`select bet.id from bets_bet as bet where (state = 'open') <> exists (
    select from bets_leg where bet_id = bet.id)`.execute(db.sql)
  expect(rows).toEqual([])
})
