import { randomBytes } from 'node:crypto'
import type { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { sayResult, settleAll } from '../../../test/bets.ts'
import { betsDesk, heldOtherwise, multiple, single } from '../../../test/bets-desk.ts'
import { issueBet } from '../../../test/betting.ts'
import { type Bettor, cashDesk, cashHouse } from '../../../test/cash-outs.ts'
import { expectZero, houseOf } from '../../../test/cashier.ts'
import { pricesOf, resultMarket } from '../../../test/feed.ts'
import { balanceOf } from '../../../test/game-provider.ts'
import { ledgerDir, verifyLedger } from '../../wallet/wallet.ts'
import { marketsResulted } from '../settler.ts'
import { signQuote } from '../sign-quote.ts'
import { takeNumbers } from '../store.ts'
import { readRunning } from './cash-out-store.ts'
import { lookAt } from './look.ts'
import { askCashOut, type CashOutHouse } from './run-cash-out.ts'

/** Matches to come: what a bet is worth, in full and in part. Two nodes, each call at the next one. */

const here = await testApp({ env: { SPORTS_FEED: 'acme' } })
const there = await testApp({ beside: here, env: { SPORTS_FEED: 'acme' } })
const { db } = here
const desk = await betsDesk(here)
const { producer, pickOf } = desk
const { bet, offer, cashOut, told, call } = cashDesk(here, there)

let player: Bettor
beforeEach(async () => {
  await sql`update sports_producer set alive_at = clock_timestamp()`.execute(db.sql)
  await desk.alive()
  player = await desk.player()
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const marketOf = async (event: string): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`select market.id from sports_market as market
    join sports_event as event on event.id = event_id where event.ref = ${event} and type = 'result'`.execute(db.sql)
  return rows[0]?.id ?? 0n
}
const home = { '1': [1, 0, 1], x: [0, 0, 1], '2': [0, 0, 1] } as const
const away = { '1': [0, 0, 1], x: [0, 0, 1], '2': [1, 0, 1] } as const
const settle = async (event: string, said: Parameters<typeof sayResult>[2]) => {
  const market = await marketOf(event)
  await sayResult(db, market, said)
  await marketsResulted(houseOf(here), { markets: [String(market)] })
  await settleAll(db, houseOf(here))
}
const exposureOn = async (event: string) => {
  const { rows } = await sql<{ profit: string }>`select coalesce(sum(profit), 0)::text as profit from bets_exposure
    where market_id = ${await marketOf(event)}`.execute(db.sql)
  return Number(rows[0]?.profit)
}
const uses = async () =>
  (
    await sql<{ kind: string; amount: number }>`select kind, amount::int as amount from limits_use
    where player_id = ${player.id} order by kind desc, amount`.execute(db.sql)
  ).rows
let moves = 0
/** Chances of the home side at the same price; that of another outcome moves, or the book would not hear of it. */
const tellChance = (event: string, win: number) => {
  moves += 1
  const wins = [win, 900_000_000 - win, 100_000_000]
  return producer.tell(pricesOf(event, resultMarket([2180, 3320, 3420 + 20 * moves], { wins })))
}

describe('what a bet is worth', () => {
  test('is told with a word for a short time', async () => {
    await desk.match('worth')
    const id = await bet(player, single(pickOf('worth')))
    // 10.00 at 2.180 and .436774: 9.52 of which the stated share is 9.37.
    expect(await offer(player, id)).toMatchObject({
      ...{ id, value: euro('9.37'), share_bp: 9_850, most_part: euro('9.80'), delay_seconds: 0, cause: null },
      quote: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
    })
    await tellChance('worth', 800_000_000)
    expect(await offer(player, id)).toMatchObject({ value: euro('17.17') })
  })

  test('without numbers of all bets that run, and of nobody else’s', async () => {
    const ids = [await bet(player, single(pickOf('m1'))), await bet(player, single(pickOf('m2')))]
    const other = await desk.player()
    const theirs = await bet(other, single(pickOf('m1')))
    const all = await call(player, 'get', 'bets.getCashouts', {})
    expect('items' in all && all.items.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await call(player, 'get', 'bets.getCashouts', { ids: `${theirs},${ids[0]}` })).toMatchObject({
      items: [{ id: ids[0] }],
    })
  })

  test.each<[string, (event: string) => Promise<unknown>, string]>([
    ['paused', (event) => producer.tell({ kind: 'stop', event, cause: 'DANGER' }), 'SUSPENDED'],
    ['over', (event) => producer.tell({ kind: 'state', event, state: 'cancelled' }), 'MARKET_CLOSED'],
    [
      'disputed',
      async (event) =>
        sql`update sports_market set state = 'disputed' where id = ${await marketOf(event)}`.execute(db.sql),
      'DISPUTED',
    ],
    [
      'silent',
      () =>
        sql`update sports_producer set alive_at = clock_timestamp() - interval '61 seconds',
        up_at = clock_timestamp() - interval '61 seconds'`.execute(db.sql),
      'FEED_STALE',
    ],
    ['decided', async (event) => sayResult(db, await marketOf(event), home), 'SETTLING'],
    ['lost', async (event) => sayResult(db, await marketOf(event), away), 'LEG_LOST'],
    ['worth nothing', (event) => tellChance(event, 1), 'NO_VALUE'],
  ])('is not told while it is %s', async (what, happens, cause) => {
    const event = `not-${what.replaceAll(' ', '-')}`
    await desk.match(event)
    const id = await bet(player, single(pickOf(event)))
    const { quote } = await offer(player, id)
    await happens(event)
    expect(await offer(player, id)).toMatchObject({ value: null, quote: null, expires_at: null, cause })
    expect(await cashOut(player, id, quote)).toMatchObject({ refused: 'CASHOUT_UNAVAILABLE', data: { cause } })
    expect(await balanceOf(here, player.id)).toBe('90.00')
  })

  test('nor that of a bet with a bonus in it', async () => {
    const bonusId = await issueBet(db, { playerId: player.id })
    await here.as(player.cookie).post('BettingBonuses.activate', { bonus_id: String(bonusId) })
    const id = await bet(player, single(pickOf('m3'), { free_bet: String(bonusId) }))
    expect(await offer(player, id)).toMatchObject({ value: null, cause: 'FREE_BET' })
    expect(await call(player, 'post', 'bets.setAutoCashOut', { id, target: '20.00' })).toMatchObject({
      ...{ refused: 'CASHOUT_UNAVAILABLE', data: { cause: 'FREE_BET' } },
    })
  })

  test('counts what is decided of a multiple, and guesses where a feed tells no chances', async () => {
    await desk.match('first')
    await desk.match('second')
    const id = await bet(player, multiple([pickOf('first'), pickOf('second')]))
    await sayResult(db, await marketOf('first'), home)
    // 10.00 · 2.180 · 2.180 · .436774 · .985
    expect(await offer(player, id)).toMatchObject({ value: euro('20.44'), share_bp: 9_850 })
    await producer.tell(pricesOf('second', resultMarket([2000, 4000, 4000], { wins: [0, 0, 0] })))
    // One half, at half a percent less.
    expect(await offer(player, id)).toMatchObject({ value: euro('23.28'), share_bp: 9_800 })
  })
})

describe('a builder', () => {
  const joint = { facts: 0, chances: [1e9, 436_774_000, 496_101_000, 261_804_000] }
  const asked: unknown[] = []
  /** A node whose producer answers that. */
  const answering = (said: Awaited<ReturnType<CashOutHouse['producers']['joint']>>): CashOutHouse => ({
    ...cashHouse(here),
    producers: {
      proof: async () => null,
      joint: async (_, question) => {
        asked.push(question.parts)
        return said
      },
    },
  })
  const worthBy = async (id: string, said: Parameters<typeof answering>[0]) =>
    (await lookAt(answering(said), await readRunning(db.sql, [BigInt(id)]))).looked[0]?.worth
  async function buildBet(event: string) {
    await desk.match(event)
    const quote = signQuote(here.secrets.quoteKey, {
      ...{ kind: 'builder', event: Number(pickOf(event).split('/')[0]), facts: 0, isLive: false, expiresMs: 9e15 },
      ...{ picks: [pickOf(event), pickOf(event, 'total/ft/2.5/over')], prices: [0, 2180, 1900, 3520] },
      chances: [436_774_000, 496_101_000],
    })
    return bet(player, single('', { picks: [{ quote }] }))
  }

  test('counts with the chance of all its parts together, as the producer tells it of this moment', async () => {
    const id = await buildBet('built')
    // 10.00 · 3.520 · .261804 · .985
    expect(await worthBy(id, joint)).toMatchObject({ value: 907n, shareBp: 9_850 })
    expect(asked.at(-1)).toEqual([
      { type: 'result', period: 'ft', line: null, outcome: '1' },
      { type: 'total', period: 'ft', line: '2.5', outcome: 'over' },
    ])
    expect(await worthBy(id, { ...joint, facts: 1 })).toEqual({ cause: 'SUSPENDED' })
    expect(await worthBy(id, 'NOT_NOW')).toEqual({ cause: 'SUSPENDED' })
    expect(await worthBy(id, 'NO_ANSWER')).toEqual({ cause: 'FEED_STALE' })
    expect(await worthBy(id, 'PART')).toEqual({ cause: 'MARKET_CLOSED' })
    const ask = {
      playerId: player.id,
      betId: BigInt(id),
      offer: { steps: 1, value: 907n, worth: null },
      expiresMs: 9e15,
      part: null,
    }
    const ended = (said: Parameters<typeof answering>[0]) =>
      askCashOut(answering(said), { ...ask, hash: randomBytes(32) }).catch((error: Refusal) => error.reason)
    expect(await ended({ ...joint, facts: 1 })).toBe('CASHOUT_UNAVAILABLE')
    expect(await ended({ ...joint, chances: [1e9, 4e8, 4e8, 261_000_000] })).toBe('CASHOUT_CHANGED')
    expect(await ended(joint)).toEqual({ isPending: false, paid: 907n })
  })

  test('of which one part is left counts with that one, and nobody is asked', async () => {
    const id = await buildBet('half-built')
    const { rows } = await sql<{
      id: bigint
    }>`select market_id as id from bets_leg where bet_id = ${id} and part = 2`.execute(db.sql)
    await sayResult(db, rows[0]?.id ?? 0n, { over: [1, 0, 1], under: [0, 0, 1] })
    asked.length = 0
    expect(await worthBy(id, 'NO_ANSWER')).toMatchObject({ value: 1_514n })
    expect(asked).toEqual([])
    await sayResult(db, rows[0]?.id ?? 0n, 'void')
    expect(await worthBy(id, 'NO_ANSWER')).toMatchObject({ value: 937n })
    await sayResult(db, rows[0]?.id ?? 0n, { over: [0, 0, 1], under: [1, 0, 1] })
    expect(await worthBy(id, 'NO_ANSWER')).toEqual({ cause: 'LEG_LOST' })
  })
})

describe('a bet that is cashed out', () => {
  test('is over: its value is paid, its stake is held no more, its risk is gone', async () => {
    await desk.match('full')
    const id = await bet(player, single(pickOf('full')))
    expect(await exposureOn('full')).toBe(1_180)
    const { quote } = await offer(player, id)
    const said = await cashOut(player, id, quote)
    expect(said).toMatchObject({
      ...{ is_pending: false, paid: euro('9.37'), balance: euro('99.37') },
      bet: { id, state: 'cashed', stake: euro('10.00'), stake_open: euro('0.00'), returned: euro('9.37') },
    })
    expect(await exposureOn('full')).toBe(0)
    expect(await uses()).toEqual([
      { kind: 'stake', amount: 1_000 },
      { kind: 'return', amount: 937 },
    ])
    expect((await told(player, id)).steps).toMatchObject([
      { n: 1, kind: 'held' },
      { n: 2, kind: 'cashed', part: euro('10.00'), returned_before: euro('0.00'), returned_after: euro('9.37') },
    ])
    // The same word again is answered alike, and pays nothing; another one finds no bet.
    expect(await cashOut(player, id, quote)).toEqual(said)
    expect(await cashOut(player, id, quote, '5.00')).toMatchObject({ refused: 'BET_CLOSED', data: { state: 'cashed' } })
    expect(await call(player, 'get', 'bets.getCashouts', {})).toEqual({ items: [] })
    expect(await call(player, 'get', 'bets.get', { states: 'settled' })).toMatchObject({ items: [{ id }] })
    // No result touches it any more.
    for (const word of [home, away, 'void'] as const) await settle('full', word)
    expect(await told(player, id)).toMatchObject({ bet: { state: 'cashed', returned: euro('9.37') } })
    expect(await balanceOf(here, player.id)).toBe('99.37')
    expect(await call(player, 'get', 'account.getActivity', { time_zone: 'UTC' })).toMatchObject({
      ...{ open_stakes: euro('0.00'), since_joining: euro('-0.63') },
    })
  })

  test('is paid what was said, though it is worth more by now; and less is asked about again', async () => {
    await desk.match('moved')
    const id = await bet(player, single(pickOf('moved')))
    const { quote } = await offer(player, id)
    await tellChance('moved', 436_000_000)
    const changed = await cashOut(player, id, quote)
    expect(changed).toMatchObject({
      refused: 'CASHOUT_CHANGED',
      data: { id, value: euro('9.36'), quote: expect.any(String), share_bp: 9_850 },
    })
    await tellChance('moved', 700_000_000)
    const again = 'data' in changed ? String(changed.data.quote) : ''
    expect(await cashOut(player, id, again)).toMatchObject({ paid: euro('9.36'), balance: euro('99.36') })
  })

  test('by the clock of the database, not by that of the node or of whoever asks', async () => {
    await desk.match('late')
    const id = BigInt(await bet(player, single(pickOf('late'))))
    const { nowMs } = await takeNumbers(db.sql, 0)
    const ask = {
      playerId: player.id,
      betId: id,
      offer: { steps: 1, value: 937n, worth: null },
      part: null,
      hash: randomBytes(32),
    }
    const askAt = async (hoursOff: number, expiresMs: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursOff * 3_600_000 })
      const said = await askCashOut(cashHouse(here), { ...ask, expiresMs }).catch(({ reason }: Refusal) => reason)
      vi.useRealTimers()
      return said
    }
    expect(await askAt(-1, nowMs - 1)).toBe('QUOTE_EXPIRED')
    expect(await askAt(1, nowMs + 60_000)).toEqual({ isPending: false, paid: 937n })
  })

  test('only by a word of the house about this very bet', async () => {
    await desk.match('mine')
    const [id, second] = [await bet(player, single(pickOf('mine'))), await bet(player, single(pickOf('mine')))]
    const other = await desk.player()
    const theirs = await bet(other, single(pickOf('mine')))
    const { quote } = await offer(player, id)
    const [text = '', mac = ''] = String(quote).split('.')
    const better = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), value: '100000' }
    const forged = `${Buffer.from(JSON.stringify(better)).toString('base64url')}.${mac}`
    const builder = signQuote(here.secrets.quoteKey, {
      ...{ kind: 'builder', event: 1, picks: [], prices: [], chances: [], facts: 0, isLive: false, expiresMs: 9e15 },
    })
    for (const wrong of [forged, '', `${quote}.x`, 'x.y', builder])
      expect(await cashOut(player, id, wrong)).toMatchObject({ refused: 'QUOTE_INVALID' })
    expect(await cashOut(player, second, quote)).toMatchObject({ refused: 'QUOTE_INVALID' })
    expect(await cashOut(other, id, quote)).toMatchObject({ refused: 'BET_UNKNOWN' })
    const { quote: foreign } = await offer(other, theirs)
    expect(await cashOut(player, theirs, foreign)).toMatchObject({ refused: 'BET_UNKNOWN' })
    expect(await cashOut(player, id, foreign)).toMatchObject({ refused: 'QUOTE_INVALID' })
    expect(await balanceOf(here, player.id)).toBe('80.00')
  })

  test('also by a player who is shut out: it only ends a risk', async () => {
    await desk.match('shut')
    const id = await bet(player, single(pickOf('shut')))
    await sql`update account_player set excluded_until = now() + interval '1 day' where id = ${player.id}`.execute(
      db.sql,
    )
    expect(await call(player, 'get', 'bets.getCashouts', {})).toMatchObject({ refused: 'AuthorizationException' })
    await sql`update auth_session set scope = 'payout' where player_id = ${player.id}`.execute(db.sql)
    const { quote } = await offer(player, id)
    expect(await cashOut(player, id, quote)).toMatchObject({ paid: euro('9.37'), bet: { state: 'cashed' } })
  })

  test('in play money, which is no risk and no use', async () => {
    await desk.match('fun')
    const id = await bet(player, single(pickOf('fun'), { mode: 'demo', currency: 'FUN' }))
    const { quote } = await offer(player, id)
    expect(await cashOut(player, id, quote)).toMatchObject({
      ...{ paid: { amount: '9.37', currency: 'FUN' }, balance: { currency: 'FUN' }, bet: { state: 'cashed' } },
    })
    expect(await exposureOn('fun')).toBe(0)
    expect(await uses()).toEqual([])
  })
})

describe('a part', () => {
  test('is paid its share, and the rest runs on and is settled alone', async () => {
    await desk.match('part')
    const id = await bet(player, single(pickOf('part')))
    await tellChance('part', 700_000_000)
    const { quote, value } = await offer(player, id)
    expect(value).toEqual(euro('15.03'))
    const said = await cashOut(player, id, quote, '4.00')
    expect(said).toMatchObject({
      ...{ is_pending: false, paid: euro('6.01'), balance: euro('96.01') },
      bet: { state: 'open', stake: euro('10.00'), stake_open: euro('6.00'), possible: euro('13.08') },
    })
    expect(await exposureOn('part')).toBe(708)
    expect(await cashOut(player, id, quote, '4.00')).toEqual(said)
    // Another part by the word of before: the bet is another one by now.
    expect(await cashOut(player, id, quote, '2.00')).toMatchObject({
      ...{ refused: 'CASHOUT_CHANGED', data: { value: euro('9.01') } },
    })
    expect(await call(player, 'get', 'account.getActivity', { time_zone: 'UTC' })).toMatchObject({
      ...{ open_stakes: euro('6.00'), since_joining: euro('2.01') },
    })
    const rest = await offer(player, id)
    expect(rest).toMatchObject({ value: euro('9.01'), most_part: euro('5.80') })
    expect(await cashOut(player, id, rest.quote, '1.00')).toMatchObject({ paid: euro('1.50') })
    await settle('part', home)
    const { bet: over, steps } = await told(player, id)
    // 5.00 at 2.180, beside 6.01 and 1.50.
    expect(over).toMatchObject({ state: 'settled', stake_open: euro('0.00'), returned: euro('18.41') })
    expect(steps.map(({ kind, part, returned_after: after }) => [kind, part.amount, after.amount])).toEqual([
      ['held', '10.00', '0.00'],
      ['cashed', '4.00', '6.01'],
      ['cashed', '1.00', '1.50'],
      ['settled', '5.00', '10.90'],
    ])
    expect(await balanceOf(here, player.id)).toBe('108.41')
    expect(await exposureOn('part')).toBe(0)
    // A correction is about what was settled.
    await settle('part', away)
    expect(await told(player, id)).toMatchObject({ bet: { returned: euro('7.51') } })
    expect(await balanceOf(here, player.id)).toBe('97.51')
    await settle('part', 'void')
    expect(await balanceOf(here, player.id)).toBe('102.51')
    await settle('part', home)
    expect(await balanceOf(here, player.id)).toBe('108.41')
    expect(await call(player, 'get', 'account.getActivity', { time_zone: 'UTC' })).toMatchObject({
      ...{ open_stakes: euro('0.00'), since_joining: euro('8.41') },
    })
  })

  test('leaves a bet that could be placed, or nothing', async () => {
    await desk.match('least')
    const id = await bet(player, single(pickOf('least'), { stake: '1.00' }))
    for (const part of ['0.00', '0.81', '0.99', '1.01', '-1', 'x', '0.001']) {
      const { quote } = await offer(player, id)
      expect([part, await cashOut(player, id, quote, part)]).toMatchObject([part, { refused: 'CASHOUT_PART' }])
    }
    const small = await bet(player, single(pickOf('least'), { stake: '0.20' }))
    expect(await offer(player, small)).toMatchObject({ most_part: null })
    const { quote } = await offer(player, id)
    expect(await cashOut(player, id, quote, '0.80')).toMatchObject({ bet: { stake_open: euro('0.20') } })
    const rest = await offer(player, id)
    expect(rest).toMatchObject({ most_part: null })
    expect(await cashOut(player, id, rest.quote, '0.20')).toMatchObject({ bet: { state: 'cashed' } })
  })

  test('of a bet that is void after it gives back what still ran', async () => {
    await desk.match('voided')
    const id = await bet(player, single(pickOf('voided')))
    const { quote } = await offer(player, id)
    await cashOut(player, id, quote, '5.00')
    await settle('voided', 'void')
    expect(await told(player, id)).toMatchObject({ bet: { state: 'settled', returned: euro('9.68') } })
    expect(await balanceOf(here, player.id)).toBe('99.68')
    expect(await uses()).toEqual([
      { kind: 'stake', amount: 1_000 },
      { kind: 'return', amount: 468 },
      { kind: 'return', amount: 500 },
    ])
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
