import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { sayResult, settleAll } from '../../../test/bets.ts'
import { betsDesk, endDelays, heldOtherwise, multiple, single } from '../../../test/bets-desk.ts'
import { type Bettor, cashDesk, cashHouse, endCashOutDelays } from '../../../test/cash-outs.ts'
import { expectZero, houseOf } from '../../../test/cashier.ts'
import { pricesOf, resultMarket } from '../../../test/feed.ts'
import { balanceOf } from '../../../test/game-provider.ts'
import { ledgerDir, verifyLedger } from '../../wallet/wallet.ts'
import { openAutoCashOut, openDelays, waitingCashOuts } from '../bets.ts'
import { marketsResulted } from '../settler.ts'
import { tryTarget } from './auto.ts'
import { findDueCashOuts } from './cash-out-store.ts'
import { type CashOutHouse, decideDueCashOut } from './run-cash-out.ts'

/** Matches that are played: a cash-out waits, and is judged once more. Two nodes, one database. */

const here = await testApp({ env: { SPORTS_FEED: 'acme' } })
const there = await testApp({ beside: here, env: { SPORTS_FEED: 'acme' } })
const nodes = [here, there]
const { db } = here
const desk = await betsDesk(here)
const { producer, pickOf } = desk
const { bet, offer, cashOut, told, call } = cashDesk(here, there)

let player: Bettor
beforeEach(async () => {
  await desk.alive()
  player = await desk.player()
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const home = { '1': [1, 0, 1], x: [0, 0, 1], '2': [0, 0, 1] } as const
const marketOf = async (event: string): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`select market.id from sports_market as market
    join sports_event as event on event.id = event_id where event.ref = ${event} and type = 'result'`.execute(db.sql)
  return rows[0]?.id ?? 0n
}
let moves = 0
const tellChance = (event: string, win: number) => {
  moves += 1
  const wins = [win, 900_000_000 - win, 100_000_000]
  return producer.tell(pricesOf(event, resultMarket([2180, 3320, 3420 + 20 * moves], { wins })))
}
const livePick = (event: string) => desk.match(event, true).then(() => pickOf(event))

/** A bet on a match that is played, after its own wait. */
async function liveBet(event: string, stake = '10.00'): Promise<string> {
  const id = await bet(player, single(await livePick(event), { stake }))
  await endDelays(here)
  return id
}

describe('a cash-out of a bet on a match that is played', () => {
  test('waits as the bet did, and pays what was said', async () => {
    const id = await liveBet('waits')
    const { quote, ...worth } = await offer(player, id)
    expect(worth).toMatchObject({ value: euro('9.18'), share_bp: 9_650, delay_seconds: 6, cause: null })
    const said = await cashOut(player, id, quote)
    expect(said).toMatchObject({
      ...{ is_pending: true, paid: null, balance: euro('90.00') },
      bet: {
        state: 'open',
        stake_open: euro('10.00'),
        cash_out: { state: 'pending', is_edit: false, part: euro('10.00'), value: euro('9.18'), reason: null },
      },
    })
    expect(await cashOut(player, id, quote)).toEqual(said)
    // One at a time.
    expect(await offer(player, id)).toMatchObject({ value: null, cause: 'PENDING' })
    expect(await cashOut(player, id, quote, '5.00')).toMatchObject({
      ...{ refused: 'CASHOUT_UNAVAILABLE', data: { cause: 'PENDING' } },
    })
    for (const due of await findDueCashOuts(db.sql, 10)) await decideDueCashOut(cashHouse(here), due)
    expect((await told(player, id)).bet.cash_out?.state).toBe('pending')
    await tellChance('waits', 500_000_000)
    await endCashOutDelays(nodes)
    expect(await told(player, id)).toMatchObject({ bet: { state: 'cashed', returned: euro('9.18'), cash_out: null } })
    expect(await cashOut(player, id, quote)).toMatchObject({ is_pending: false, paid: euro('9.18') })
    expect(await balanceOf(here, player.id)).toBe('99.18')
  })

  test.each<[string, (event: string) => Promise<unknown>, string]>([
    [
      'a stop, though it is over again and suits the player',
      async (event) => {
        await producer.tell({ kind: 'stop', event, cause: 'GOAL' })
        await tellChance(event, 800_000_000)
      },
      'SUSPENDED',
    ],
    ['a lower value', (event) => tellChance(event, 436_000_000), 'CASHOUT_CHANGED'],
    ['the end of the market', (event) => producer.tell({ kind: 'state', event, state: 'ended' }), 'MARKET_CLOSED'],
    [
      'silence',
      () => sql`update sports_producer set alive_at = clock_timestamp() - interval '11 seconds'`.execute(db.sql),
      'FEED_STALE',
    ],
  ])('is ended by %s', async (_, happens, reason) => {
    const event = `ended-${reason}`
    const id = await liveBet(event)
    const { quote } = await offer(player, id)
    expect(await cashOut(player, id, quote)).toMatchObject({ is_pending: true })
    await happens(event)
    await endCashOutDelays(nodes)
    const { bet: after, steps } = await told(player, id)
    expect(after).toMatchObject({
      ...{ state: 'open', stake_open: euro('10.00'), cash_out: { state: 'refused', reason, value: euro('9.18') } },
    })
    expect(steps).toHaveLength(1)
    expect(await balanceOf(here, player.id)).toBe('90.00')
    // The same word again is the same no.
    expect(await cashOut(player, id, quote)).toMatchObject(
      reason === 'CASHOUT_CHANGED'
        ? { refused: reason, data: { value: euro('9.17') } }
        : { refused: 'CASHOUT_UNAVAILABLE', data: { cause: reason } },
    )
    await sql`update sports_producer set alive_at = clock_timestamp()`.execute(db.sql)
  })

  test('is ended by its result, and pays nothing beside it', async () => {
    const id = await liveBet('result')
    const { quote } = await offer(player, id)
    await cashOut(player, id, quote, '4.00')
    const market = await marketOf('result')
    await sayResult(db, market, home)
    await marketsResulted(houseOf(here), { markets: [String(market)] })
    await settleAll(db, houseOf(here))
    await endCashOutDelays(nodes)
    expect(await told(player, id)).toMatchObject({
      bet: { state: 'settled', returned: euro('21.80'), cash_out: { state: 'refused', reason: 'BET_CLOSED' } },
    })
    expect(await balanceOf(here, player.id)).toBe('111.80')
  })

  test('is refused where nobody decided it in time', async () => {
    const id = await liveBet('overdue')
    const { quote } = await offer(player, id)
    await cashOut(player, id, quote)
    await endCashOutDelays(nodes, 11)
    expect(await told(player, id)).toMatchObject({ bet: { state: 'open', cash_out: { reason: 'TIMED_OUT' } } })
    expect(await cashOut(player, id, quote)).toMatchObject({ refused: 'QUOTE_EXPIRED' })
  })

  test('does not wait for a leg that is decided, nor asks for more than the longest', async () => {
    await desk.match('calm')
    const id = await bet(player, multiple([await livePick('played'), pickOf('calm')]))
    await endDelays(here)
    expect(await offer(player, id)).toMatchObject({ delay_seconds: 6, share_bp: 9_650 })
    await sayResult(db, await marketOf('played'), home)
    const now = await offer(player, id)
    expect(now).toMatchObject({ delay_seconds: 0, share_bp: 9_850 })
    expect(await cashOut(player, id, now.quote)).toMatchObject({ is_pending: false, bet: { state: 'cashed' } })
  })

  test('of a part, and then of the rest', async () => {
    const id = await liveBet('parts')
    const first = await offer(player, id)
    await cashOut(player, id, first.quote, '4.00')
    await endCashOutDelays(nodes)
    expect(await told(player, id)).toMatchObject({
      bet: { state: 'open', stake_open: euro('6.00'), returned: euro('3.67') },
    })
    const rest = await offer(player, id)
    await cashOut(player, id, rest.quote)
    await endCashOutDelays(nodes)
    expect(await told(player, id)).toMatchObject({ bet: { state: 'cashed', returned: euro('9.18') } })
  })

  test('is decided by whichever node is there, in time and without a hand', async () => {
    const id = await liveBet('alone')
    const { quote } = await offer(player, id)
    await cashOut(player, id, quote)
    const delays = openDelays(waitingCashOuts(cashHouse(there)), there.log)
    await sql`update bets_cash_out set decide_at = clock_timestamp() + interval '300 milliseconds'
      where state = 'pending'`.execute(db.sql)
    await expect.poll(async () => (await told(player, id)).bet.state, { timeout: 30_000 }).toBe('cashed')
    await delays.close()
    const { rows } = await sql`select id from bets_cash_out where decided_at < decide_at`.execute(db.sql)
    expect(rows).toEqual([])
  })
})

test('open pages are told of every turn of it', async () => {
  const client = await db.pool.connect()
  onTestFinished(() => client.release(true))
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => {
    const { playerIds, topic } = JSON.parse(payload)
    if (topic === 'bets' && playerIds.includes(String(player.id))) heard.push(topic)
  })
  await client.query('listen croupier_player')
  const after = async (work: () => Promise<unknown>) => {
    await client.query('select 1')
    heard.length = 0
    await work()
    await client.query('select 1')
    return heard.length
  }
  const id = await liveBet('told')
  expect(await after(() => call(player, 'post', 'bets.setAutoCashOut', { id, target: '20.00' }))).toBe(1)
  const first = await offer(player, id)
  expect(await after(() => cashOut(player, id, first.quote))).toBe(1)
  await producer.tell({ kind: 'stop', event: 'told', cause: 'DANGER' })
  expect(await after(() => endCashOutDelays(nodes))).toBe(1)
  await tellChance('told', 436_774_000)
  const second = await offer(player, id)
  await cashOut(player, id, second.quote)
  expect(await after(() => endCashOutDelays(nodes))).toBe(1)
  expect((await told(player, id)).bet.state).toBe('cashed')
})

class Killed extends Error {}

/** Its first transaction is its last. */
const dyingHouse = (isAfter: boolean): CashOutHouse => ({
  ...cashHouse(here),
  begin: async (work) => {
    await begin(db, async (tx) => {
      await work(tx)
      if (!isAfter) throw new Killed()
    })
    throw new Killed()
  },
})

test.each([false, true])('a node that is killed in it, after its commit: %s, leaves it to another', async (isAfter) => {
  const id = await liveBet(`killed-${isAfter}`)
  const { quote } = await offer(player, id)
  await cashOut(player, id, quote)
  await sql`update bets_cash_out set decide_at = clock_timestamp() where state = 'pending'`.execute(db.sql)
  const [due] = await findDueCashOuts(db.sql, 1)
  if (!due) throw new Error('nothing is due')
  await expect(decideDueCashOut(dyingHouse(isAfter), due)).rejects.toBeInstanceOf(Killed)
  expect((await told(player, id)).bet.state).toBe(isAfter ? 'cashed' : 'open')
  for (const node of [there, here]) await decideDueCashOut(cashHouse(node), due)
  expect((await told(player, id)).steps.map(({ kind }) => kind)).toEqual(['held', 'cashed'])
  expect(await balanceOf(here, player.id)).toBe('99.18')
})

describe('a bet that is cashed out by itself', () => {
  const setTarget = (id: string, target?: string) =>
    call(player, 'post', 'bets.setAutoCashOut', { id, ...(target !== undefined && { target }) })
  const attempt = (id: string) =>
    Promise.all(nodes.map((node) => tryTarget(cashHouse(node), { id: BigInt(id), playerId: player.id })))

  test('has a target between what it is worth and what it may return', async () => {
    await desk.match('target')
    const id = await bet(player, single(pickOf('target')))
    for (const wrong of ['9.37', '21.81', '0', '-5', 'x'])
      expect(await setTarget(id, wrong)).toMatchObject({
        ...{ refused: 'AUTO_TARGET', data: { min: euro('9.38'), max: euro('21.80') } },
      })
    expect(await setTarget(id, '9.38')).toMatchObject({ bet: { auto_cash_out: euro('9.38') } })
    expect(await setTarget(id, '21.80')).toMatchObject({ bet: { auto_cash_out: euro('21.80') } })
    expect(await setTarget(id)).toMatchObject({ bet: { auto_cash_out: null } })
    await producer.tell({ kind: 'stop', event: 'target', cause: 'DANGER' })
    expect(await setTarget(id, '15')).toMatchObject({ refused: 'CASHOUT_UNAVAILABLE', data: { cause: 'SUSPENDED' } })
    const other = await desk.player()
    expect(await call(other, 'post', 'bets.setAutoCashOut', { id, target: '15' })).toMatchObject({
      refused: 'BET_UNKNOWN',
    })
  })

  test('never for less, and once, though both nodes try', async () => {
    await desk.match('reached')
    const id = await bet(player, single(pickOf('reached')))
    await setTarget(id, '15.00')
    await tellChance('reached', 698_000_000)
    await attempt(id)
    expect((await told(player, id)).bet).toMatchObject({ state: 'open', auto_cash_out: euro('15.00') })
    await tellChance('reached', 699_000_000)
    await attempt(id)
    const { bet: after, steps } = await told(player, id)
    expect(after).toMatchObject({ state: 'cashed', returned: euro('15.00'), auto_cash_out: null })
    expect(steps[1]).toMatchObject({ kind: 'cashed', reason: 'auto' })
    expect(steps).toHaveLength(2)
    expect(await setTarget(id, '16.00')).toMatchObject({ refused: 'BET_CLOSED' })
  })

  test('waits while it is played, stays where that fails, and pays nothing that its player took back', async () => {
    const id = await liveBet('auto-live')
    await setTarget(id, '14.00')
    await tellChance('auto-live', 700_000_000)
    await attempt(id)
    expect((await told(player, id)).bet).toMatchObject({ cash_out: { state: 'pending', value: euro('14.72') } })
    await tellChance('auto-live', 600_000_000)
    await endCashOutDelays(nodes)
    expect((await told(player, id)).bet).toMatchObject({ state: 'open', auto_cash_out: euro('14.00') })
    await tellChance('auto-live', 700_000_000)
    await attempt(id)
    await setTarget(id)
    await endCashOutDelays(nodes)
    expect((await told(player, id)).bet).toMatchObject({ state: 'open', cash_out: { reason: 'AUTO_TARGET' } })
    expect(await balanceOf(here, player.id)).toBe('90.00')
  })

  test('has no target after a part is gone', async () => {
    await desk.match('part-target')
    const id = await bet(player, single(pickOf('part-target')))
    await setTarget(id, '15.00')
    const { quote } = await offer(player, id)
    expect(await cashOut(player, id, quote, '5.00')).toMatchObject({ bet: { state: 'open', auto_cash_out: null } })
  })

  test('by the node that looks, and by another where that one falls silent', async () => {
    await desk.match('looked')
    const ids = [await bet(player, single(pickOf('looked'))), await bet(player, single(pickOf('looked')))]
    await setTarget(ids[0] ?? '', '15.00')
    await setTarget(ids[1] ?? '', '18.00')
    const loops = nodes.map((node) => openAutoCashOut(cashHouse(node), node.log))
    const stateOf = async (at: number) => (await told(player, ids[at] ?? '')).bet.state
    await tellChance('looked', 720_000_000)
    await expect.poll(() => stateOf(0), { timeout: 30_000 }).toBe('cashed')
    expect(await stateOf(1)).toBe('open')
    await loops[0]?.close()
    await desk.alive()
    await tellChance('looked', 850_000_000)
    await expect.poll(() => stateOf(1), { timeout: 30_000 }).toBe('cashed')
    await loops[1]?.close()
    const { rows } = await sql<{ holders: number }>`select count(*)::int as holders from bets_auto_look
      where held_until > clock_timestamp()`.execute(db.sql)
    expect(rows).toEqual([{ holders: 0 }])
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
