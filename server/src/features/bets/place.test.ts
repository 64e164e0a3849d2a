import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import {
  betsDesk,
  endDelays,
  heldOtherwise,
  multiple,
  overUnder,
  place,
  placeOne,
  single,
} from '../../test/bets-desk.ts'
import { pricesOf, resultMarket } from '../../test/feed.ts'
import { balanceOf, fund } from '../../test/game-provider.ts'
import { balancesOf, ledgerDir, verifyLedger } from '../wallet/wallet.ts'

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, as } = house
const desk = await betsDesk(house)
const { pickOf, producer } = desk

let player: Awaited<ReturnType<typeof desk.player>>
beforeEach(async () => {
  await sql`update sports_producer set alive_at = clock_timestamp(), up_at = clock_timestamp()`.execute(db.sql)
  await desk.alive()
  player = await desk.player()
})

const ask = (bet: Record<string, unknown>) => placeOne(house, player.cookie, bet)
const refused = async (bet: Record<string, unknown>) => (await ask(bet)).error
const purse = async (kind: string) =>
  (await balancesOf(db.sql, player.id)).find((each) => each.kind === kind)?.balance ?? 0n
const countOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db.sql)).rows[0]?.count
const uses = async () =>
  (
    await sql<{ kind: string; amount: string }>`select kind, amount::text as amount from limits_use
    where player_id = ${player.id}`.execute(db.sql)
  ).rows
const stateOf = async (key: unknown) =>
  (await as(player.cookie).get('bets.getByKey', { key: String(key) })).json.data.bet

describe('a bet on a match to come', () => {
  test('is taken at once: its stake is held, its leg and its risk are written', async () => {
    await desk.match('taken')
    const { items, balance } = await place(house, player.cookie, single(pickOf('taken')))
    const [{ bet, error } = { bet: null, error: null }] = items
    expect(error).toBeNull()
    expect(bet).toMatchObject({
      ...{ state: 'open', number: 1, combinations: 1, decide_at: null, is_free_bet: false, refused: null },
      ...{ stake: { amount: '10.00', currency: 'EUR' }, possible: { amount: '21.80', currency: 'EUR' } },
      legs: [
        {
          ...{ pick: pickOf('taken'), outcome: '1', price_asked: 2180, price: 2180, is_live: false, result: null },
          event: { home: 'reds', away: 'blues', sport: 'football', state: 'open' },
          market: { type: 'result', period: 'ft', line: null },
        },
      ],
    })
    expect(balance).toEqual({ amount: '90.00', currency: 'EUR' })
    expect([await purse('main'), await purse('slip_hold')]).toEqual([9_000n, 1_000n])
    expect(await uses()).toEqual([{ kind: 'stake', amount: '1000' }])
    const { rows } = await sql`select outcome, profit::int from bets_exposure join sports_market on market_id = id
      join sports_event as event on event.id = event_id where event.ref = 'taken'`.execute(db.sql)
    expect(rows).toEqual([{ outcome: '1', profit: 1180 }])
    const told = await as(player.cookie).get('bets.getBet', { id: bet?.id ?? '' })
    expect(told.json.data.steps).toMatchObject([{ n: 1, kind: 'held', part: { amount: '10.00' } }])
  })

  test('has one answer for its key for ever, and another body under it is a conflict', async () => {
    const bet = single(pickOf('m1'))
    const first = await ask(bet)
    await producer.tell(pricesOf('m1', resultMarket([2500, 3320, 3420])))
    expect(JSON.stringify(await ask(bet))).toBe(JSON.stringify(first))
    expect(await stateOf(bet.key)).toEqual(first.bet)
    for (const change of [
      { stake: '10.01' },
      { policy: 'any' },
      { currency: 'USD' },
      { mode: 'demo', currency: 'FUN' },
    ])
      expect(await refused({ ...bet, ...change })).toMatchObject({ reason: 'KEY_CONFLICT' })
    expect(await purse('main')).toBe(9_000n)
    expect(await stateOf('nobody-sent-this')).toBeNull()
    await producer.tell(pricesOf('m1', resultMarket([2180, 3320, 3420])))
  })

  test('that was refused has not used its key up', async () => {
    const bet = single(pickOf('m2'), { stake: '100.01' })
    expect(await refused(bet)).toMatchObject({
      ...{ type: 'InvalidParameter', reason: 'INSUFFICIENT_FUNDS' },
      data: { available_amount: { amount: '100.00', currency: 'EUR' } },
    })
    expect((await ask({ ...bet, stake: '100.00' })).bet).toMatchObject({ state: 'open' })
  })

  test('counts several bets of one call one after the other', async () => {
    const bets = Array.from({ length: 4 }, () => single(pickOf('m2'), { stake: '30.00' }))
    const { items, balance } = await place(house, player.cookie, ...bets)
    expect(items.map(({ bet, error }) => bet?.number ?? error?.reason)).toEqual([1, 2, 3, 'INSUFFICIENT_FUNDS'])
    expect(balance.amount).toBe('10.00')
  })

  test('of several legs returns their product, with a boost from three of them', async () => {
    const { bet } = await ask(multiple([pickOf('m1'), pickOf('m2'), pickOf('m3')]))
    // 10.00 × 2.18³ = 103.602… and 3 % of the profit.
    expect(bet).toMatchObject({ kind: 'multiple', boost_percent: 3, possible: { amount: '106.40' } })
    const trixie = multiple([pickOf('m1'), pickOf('m2'), pickOf('m3')], { kind: 'system', sizes: [2, 3] })
    expect((await ask(trixie)).bet).toMatchObject({ combinations: 4, boost_percent: 0 })
  })

  test('in play money touches neither real money, nor limits, nor the risk of the house', async () => {
    await desk.match('demo')
    const { bet } = await ask(single(pickOf('demo'), { mode: 'demo', currency: 'FUN' }))
    expect(bet).toMatchObject({ state: 'open', mode: 'demo', stake: { currency: 'FUN' } })
    expect([await purse('main'), await purse('fun'), await uses()]).toEqual([10_000n, 999_000n, []])
    const { rows } = await sql`select * from bets_exposure join sports_market on market_id = id
      join sports_event as event on event.id = event_id where event.ref = 'demo'`.execute(db.sql)
    expect(rows).toEqual([])
  })
})

describe('a bet is refused', () => {
  const reasons: [string, () => Record<string, unknown>, unknown][] = [
    ['on what does not exist', () => single(`${pickOf('m1')}x`), 'PICK_UNKNOWN'],
    ['on a market that was never told', () => single(pickOf('m1', 'both_score/ft/-/yes')), 'PICK_UNKNOWN'],
    ['on an event that is none', () => single('999999999999999999/result/ft/-/1'), 'PICK_UNKNOWN'],
    ['on an event beyond all numbers', () => single('9999999999999999999/result/ft/-/1'), 'PICK_UNKNOWN'],
    ['with a single of two', () => multiple([pickOf('m1'), pickOf('m2')], { kind: 'single', sizes: [1] }), 'LEG_COUNT'],
    ['with sizes that are none', () => multiple([pickOf('m1'), pickOf('m2')], { sizes: [1] }), 'SYSTEM_INVALID'],
    ['with two of one match', () => multiple([pickOf('m1'), pickOf('m1', 'total/ft/2.5/over')]), 'LEGS_RELATED'],
    ['below the least stake', () => single(pickOf('m1'), { stake: '0.19' }), 'STAKE_MIN'],
    ['of nothing', () => single(pickOf('m1'), { stake: '0' }), 'STAKE_MIN'],
    [
      'with a quote that nobody signed',
      () => single('', { picks: [{ quote: 'eyJhIjoxfQ.c2lnbmVk' }] }),
      'QUOTE_INVALID',
    ],
    ['with a bonus that is none', () => single(pickOf('m1'), { free_bet: '99' }), 'FREE_BET_UNKNOWN'],
    ['in a currency that is not the own', () => single(pickOf('m1'), { currency: 'USD' }), null],
    ['with a stake that is none', () => single(pickOf('m1'), { stake: '1,00' }), null],
  ]
  test.each(reasons)('%s', async (_what, bet, reason) => {
    const rows = await countOf('bets_bet')
    expect(await refused(bet())).toMatchObject({ type: 'InvalidParameter', reason })
    expect([await purse('main'), await uses(), await countOf('bets_bet')]).toEqual([10_000n, [], rows])
  })

  test('where the house would lose too much, with the most that it takes', async () => {
    await fund(house, player.id, '100000.00')
    await desk.match('limit')
    const big = single(pickOf('limit'), { stake: '50000.00' })
    expect(await refused(big)).toMatchObject({
      reason: 'STAKE_LIMIT',
      data: { max_amount: { amount: '42372.88' }, cause: 'MARKET' },
    })
    expect((await ask({ ...big, stake: '42372.88' })).bet).toMatchObject({ state: 'open' })
    expect(await refused(single(pickOf('limit'), { stake: '0.20' }))).toMatchObject({ reason: 'STAKE_LIMIT' })
    // The other side is another risk.
    const other = single('', { picks: [{ pick: pickOf('limit', 'result/ft/-/x'), price: 3320, version: 1 }] })
    expect((await ask(other)).bet).toMatchObject({ state: 'open' })
    const long = multiple(
      ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'].map((event) => pickOf(event)),
      { stake: '500' },
    )
    expect(await refused(long)).toMatchObject({ reason: 'STAKE_LIMIT', data: { cause: 'PAYOUT' } })
  })

  test('by what the bets before it in the same call have added to the risk', async () => {
    await fund(house, player.id, '100000.00')
    await desk.match('together')
    const { items } = await place(
      house,
      player.cookie,
      ...Array.from({ length: 3 }, () => single(pickOf('together'), { stake: '20000.00' })),
    )
    expect(items.map(({ error }) => error?.reason ?? 'taken')).toEqual(['taken', 'taken', 'STAKE_LIMIT'])
  })

  test('above what the operator lets the player stake, but never below ten', async () => {
    await fund(house, player.id, '100000.00')
    const login = (
      await sql<{ login: string }>`select login from account_player where id = ${player.id}`.execute(db.sql)
    ).rows[0]?.login
    expect(await run(db, ['bets', 'limit', login ?? '', '0', 'price', 'hunting'])).toMatchObject({ code: 0 })
    await desk.match('factor')
    expect(await refused(single(pickOf('factor'), { stake: '10.01' }))).toMatchObject({
      reason: 'STAKE_LIMIT',
      data: { max_amount: { amount: '10.00' }, cause: 'PLAYER' },
    })
    const { bet } = await ask(single(pickOf('factor')))
    expect(bet?.state).toBe('open')
    expect((await run(db, ['bets', 'show', bet?.id ?? ''])).lines[0]).toContain(
      `Bet ${bet?.id} of player ${player.id}: open`,
    )
    expect(await run(db, ['bets', 'limit', login ?? '', '100', 'fine'])).toMatchObject({ code: 0 })
    const told = await db.sql
      .selectFrom('account_event')
      .select('kind')
      .where('player_id', '=', player.id)
      .orderBy('id')
    expect((await told.execute()).map(({ kind }) => kind).slice(-2)).toEqual(['stakesLimited', 'stakesFreed'])
    expect((await ask(single(pickOf('factor'), { stake: '20.00' }))).bet?.state).toBe('open')
  })

  test('while its market is stopped, its feed is silent, betting is closed, or it has begun', async () => {
    await desk.match('stops')
    const bet = single(pickOf('stops'))
    await producer.tell({ kind: 'stop', event: 'stops', cause: 'REVIEW' })
    expect(await refused(bet)).toMatchObject({ reason: 'MARKET_SUSPENDED', data: { cause: 'REVIEW' } })
    await producer.tell(pricesOf('stops', resultMarket([2180, 3320, 3420]), overUnder()))
    await sql`update sports_producer set up_at = clock_timestamp() - interval '61 seconds'`.execute(db.sql)
    expect(await refused(bet)).toMatchObject({ reason: 'FEED_STALE' })
    // As pages say it: what begins later is for sale for a minute without its producer, heard of or not.
    await sql`update sports_producer set state = 'recovering', up_at = clock_timestamp() - interval '30 seconds'`.execute(
      db.sql,
    )
    expect((await ask(single(pickOf('stops')))).bet?.state).toBe('open')
    await sql`update sports_producer set state = 'up', up_at = clock_timestamp()`.execute(db.sql)
    await sql`insert into games_switch (scope, name, reason) values ('all', '', 'a pause')`.execute(db.sql)
    expect(await refused(bet)).toMatchObject({ reason: 'GAME_CLOSED' })
    await sql`delete from games_switch`.execute(db.sql)
    await sql`update sports_market set is_live = false where event_id = (select id from sports_event where ref = 'stops')`.execute(
      db.sql,
    )
    await sql`update sports_event set starts_at = clock_timestamp() - interval '1 second' where ref = 'stops'`.execute(
      db.sql,
    )
    expect(await refused(bet)).toMatchObject({ reason: 'MARKET_CLOSED' })
    await sql`update sports_event set starts_at = clock_timestamp() + interval '1 hour' where ref = 'stops'`.execute(
      db.sql,
    )
    expect((await ask(bet)).bet).toMatchObject({ state: 'open' })
  })

  test('where its outcome has no price, or one that is none', async () => {
    for (const [at, price] of [0, 500, 1000, 1009].entries()) {
      await desk.match(`priceless-${at}`, false, [resultMarket([price, 3320, 3420])])
      const bet = single('', { picks: [{ pick: pickOf(`priceless-${at}`), price: 1010, version: 1 }] })
      expect(await refused(bet)).toMatchObject({ reason: 'MARKET_CLOSED' })
    }
  })

  test('by the limits of the player, and what is refused by something else uses nothing of them', async () => {
    await as(player.cookie).post('account.setLimit', { kind: 'wager', period: '7', amount: '25' })
    expect(await refused(single(pickOf('m1'), { stake: '25.01' }))).toMatchObject({ reason: 'LIMIT_WAGER' })
    expect(await refused(single(`${pickOf('m1')}x`))).toMatchObject({ reason: 'PICK_UNKNOWN' })
    const bets = Array.from({ length: 3 }, () => single(pickOf('m1')))
    const { items } = await place(house, player.cookie, ...bets)
    expect(items.map(({ error }) => error?.reason ?? 'taken')).toEqual(['taken', 'taken', 'LIMIT_WAGER'])
  })
})

describe('a price that has moved', () => {
  const policies: [string, number, string, number | null][] = [
    ['none', 2180, 'same', 2180],
    ['none', 2200, 'better', null],
    ['better', 2200, 'better', 2200],
    ['better', 2160, 'worse', null],
    ['any', 2160, 'worse', 2160],
    ['any', 1970, 'a little worse than ten percent', 1970],
    ['any', 1960, 'much worse', null],
  ]
  test.each(policies)('by "%s" at %i is %s', async (policy, now, _what, taken) => {
    const event = `price-${policy}-${now}`
    await desk.match(event, false, [resultMarket([now, 3320, 3420])])
    const { bet, error } = await ask(single(pickOf(event), { policy }))
    if (taken === null)
      expect(error).toMatchObject({
        reason: 'ODDS_CHANGED',
        data: {
          offer: {
            picks: [{ pick: pickOf(event), price: now, asked: 2180 }],
            possible: { amount: `${(now / 100).toFixed(2)}` },
          },
        },
      })
    else expect(bet?.legs[0]).toMatchObject({ price: taken, price_asked: 2180 })
  })
})

describe('a bet on a match that is played', () => {
  test('waits with its stake held, and is taken at the price of that moment', async () => {
    await desk.match('wait', true)
    const bet = single(pickOf('wait'))
    const { bet: asked } = await ask(bet)
    expect(asked).toMatchObject({ state: 'pending', accepted_at: null, legs: [{ price: null, is_live: true }] })
    const wait = Date.parse(asked?.decide_at ?? '') - Date.parse(asked?.asked_at ?? '')
    expect(Math.abs(wait - 6_000)).toBeLessThan(5)
    expect([await purse('main'), await purse('slip_hold'), await uses()]).toEqual([
      9_000n,
      1_000n,
      [{ kind: 'stake', amount: '1000' }],
    ])
    await Promise.all((await house.parts.bets.findDue(10)).map(house.parts.bets.decide))
    expect(await stateOf(bet.key)).toMatchObject({ state: 'pending' })
    await producer.tell(pricesOf('wait', resultMarket([2300, 3320, 3420])))
    await endDelays(house)
    expect(await stateOf(bet.key)).toMatchObject({
      ...{ state: 'open', possible: { amount: '23.00' } },
      legs: [{ price: 2300, price_asked: 2180, is_live: true }],
    })
    await endDelays(house)
    expect(await purse('slip_hold')).toBe(1_000n)
  })

  test('is refused on every side alike when it was stopped meanwhile, whatever became of it', async () => {
    await desk.match('goal', true)
    const bets = [
      single(pickOf('goal')),
      single('', { picks: [{ pick: pickOf('goal', 'result/ft/-/x'), price: 3320, version: 1 }] }),
      single('', { policy: 'any', picks: [{ pick: pickOf('goal', 'result/ft/-/2'), price: 3420, version: 1 }] }),
      single('', { picks: [{ pick: pickOf('goal', 'total/ft/2.5/over'), price: 1900, version: 1 }] }),
    ]
    await place(house, player.cookie, ...bets)
    await producer.tell(
      { kind: 'stop', event: 'goal', cause: 'GOAL' },
      pricesOf('goal', resultMarket([2180, 3320, 3420]), overUnder()),
    )
    await endDelays(house)
    for (const { key } of bets)
      expect(await stateOf(key)).toMatchObject({ state: 'refused', refused: { reason: 'MARKET_SUSPENDED' } })
    expect([await purse('main'), await purse('slip_hold'), await uses()]).toEqual([10_000n, 0n, []])
    const { steps } = (await as(player.cookie).get('bets.getBet', { id: (await stateOf(bets[0]?.key)).id })).json.data
    expect(steps).toMatchObject([{ kind: 'held' }, { n: 2, kind: 'released', reason: 'MARKET_SUSPENDED' }])
    // The key stays that bet's.
    expect((await ask(bets[0] ?? {})).bet).toMatchObject({ state: 'refused' })
  })

  test('is refused too where a price has stopped it, and another has opened it again', async () => {
    await desk.match('paused', true)
    const bets = [single(pickOf('paused')), single(pickOf('paused'), { policy: 'any' })]
    await place(house, player.cookie, ...bets)
    await producer.tell(pricesOf('paused', resultMarket([2180, 3320, 3420], { state: 'suspended' })))
    await producer.tell(pricesOf('paused', resultMarket([2500, 3320, 3420])))
    await endDelays(house)
    for (const { key } of bets) expect(await stateOf(key)).toMatchObject({ refused: { reason: 'MARKET_SUSPENDED' } })
  })

  const ends: [string, () => Promise<unknown>, string][] = [
    ['its price got worse', () => producer.tell(pricesOf('ends', resultMarket([2100, 3320, 3420]))), 'ODDS_CHANGED'],
    [
      'its feed fell silent',
      () => sql`update sports_producer set alive_at = now() - interval '11 seconds'`.execute(db.sql),
      'FEED_STALE',
    ],
    [
      'its player was banned',
      () => sql`update account_player set banned_at = now() where id = ${player.id}`.execute(db.sql),
      'UserBanned',
    ],
    [
      'its player is excluded',
      () =>
        sql`update account_player set excluded_until = now() + interval '1 day' where id = ${player.id}`.execute(
          db.sql,
        ),
      'SELF_EXCLUDED',
    ],
  ]
  test.each(ends)('is given back when %s', async (_what, happen, reason) => {
    await desk.match('ends', true)
    await producer.tell(pricesOf('ends', resultMarket([2180, 3320, 3420])))
    const { bet } = await ask(single(pickOf('ends')))
    expect(bet).toMatchObject({ state: 'pending' })
    await happen()
    await endDelays(house)
    const { rows } = await sql`select state, refused_reason as reason, stake_open::int as open from bets_bet
      where id = ${bet?.id}`.execute(db.sql)
    expect(rows).toEqual([{ state: 'refused', reason, open: 0 }])
    expect([await purse('main'), await purse('slip_hold'), await uses()]).toEqual([10_000n, 0n, []])
  })

  test('is never taken more than ten seconds late', async () => {
    await desk.match('late', true)
    const [late, inTime] = [single(pickOf('late')), single(pickOf('late'))]
    await ask(late)
    await endDelays(house, 10.5)
    expect(await stateOf(late.key)).toMatchObject({ state: 'refused', refused: { reason: 'TIMED_OUT' } })
    await ask(inTime)
    await endDelays(house, 9)
    expect(await stateOf(inTime.key)).toMatchObject({ state: 'open' })
    expect(await balanceOf(house, player.id)).toBe('90.00')
  })

  test('is not taken on what play has decided, though its feed still offers it', async () => {
    await desk.match('decided', true)
    await producer.tell({
      ...{ kind: 'facts', event: 'decided' },
      facts: [2, 3, 4].map((seq) => ({
        ...{ seq, kind: 'goal', at: '2026-12-01T18:31:00Z' },
        data: { minute: seq, side: 1 },
      })),
    })
    const over = { picks: [{ pick: pickOf('decided', 'total/ft/2.5/over'), price: 1900, version: 1 }] }
    expect(await refused(single('', over))).toMatchObject({ reason: 'MARKET_CLOSED' })
    expect((await ask(single(pickOf('decided')))).bet).toMatchObject({ state: 'pending' })
    await endDelays(house)
  })
})

describe('bets of a player', () => {
  test('that run are open stakes and no losses, and stand in what the player may take along', async () => {
    await desk.match('running', true)
    const [before, live] = [await ask(single(pickOf('m4'))), await ask(single(pickOf('running'), { stake: '5.00' }))]
    const { data } = (await as(player.cookie).get('account.getActivity', { time_zone: 'UTC' })).json
    expect(data).toMatchObject({
      ...{ open_stakes: { amount: '15.00' }, since_joining: { amount: '0.00' } },
      today: { staked: { amount: '0.00' }, net: { amount: '0.00' } },
    })
    // What waits for a match is no round that waits for its player.
    expect((await as(player.cookie).get('rounds.getUnfinished')).json.data).toMatchObject({ total: 0, items: [] })
    const { bets } = (await as(player.cookie).post('account.exportData')).json.data
    expect(bets).toMatchObject({
      stake_limit: null,
      items: [
        { id: live.bet?.id, state: 'pending', stake: '500', picks: [{ pick: pickOf('running'), price: null }] },
        { id: before.bet?.id, state: 'open', picks: [{ pick: pickOf('m4'), price_asked: 2180, price: 2180 }] },
      ],
    })
    await producer.tell({ kind: 'stop', event: 'running', cause: 'GOAL' })
    await endDelays(house)
    const after = (await as(player.cookie).get('account.getActivity', { time_zone: 'UTC' })).json.data
    expect(after).toMatchObject({ open_stakes: { amount: '10.00' }, since_joining: { amount: '0.00' } })
  })

  test('are listed newest first and in pages, and are nobody else’s', async () => {
    for (let at = 0; at < 5; at += 1) await ask(single(pickOf('m4'), { stake: '1.00' }))
    const first = (await as(player.cookie).get('bets.get', { count: '3', states: 'open' })).json.data
    expect(first.items.map(({ number }: { number: number }) => number)).toEqual([5, 4, 3])
    const rest = (await as(player.cookie).get('bets.get', { count: '3', after: String(first.next) })).json.data
    expect([rest.items.map(({ number }: { number: number }) => number), rest.next]).toEqual([[2, 1], null])
    expect((await as(player.cookie).get('bets.get', { states: 'settled' })).json.data.items).toEqual([])
    const other = await desk.player()
    const { json } = await as(other.cookie).get('bets.getBet', { id: first.items[0].id })
    expect(json.error.error_data.reason).toBe('BET_UNKNOWN')
    expect((await as(other.cookie).get('bets.getByKey', { key: first.items[0].key })).json.data.bet).toBeNull()
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  expect((await verifyLedger(db.sql, { dir: ledgerDir(house.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
