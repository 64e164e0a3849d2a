import type { Output } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { run as runCommand } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { betsDesk, endDelays, heldOtherwise, multiple, overUnder, placeOne, single } from '../../test/bets-desk.ts'
import { issueBet } from '../../test/betting.ts'
import { pricesOf } from '../../test/feed.ts'
import { verifyBonuses } from '../rounds/rounds.ts'
import { balancesOf, ledgerDir, verifyLedger } from '../wallet/wallet.ts'
import { type BuilderWord, readQuote, signQuote } from './sign-quote.ts'

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, as, secrets } = house
const desk = await betsDesk(house)
const { pickOf, producer } = desk

let player: Awaited<ReturnType<typeof desk.player>>
beforeEach(async () => {
  await desk.alive()
  player = await desk.player()
})
const ask = (bet: Record<string, unknown>) => placeOne(house, player.cookie, bet)
const purses = async () =>
  Object.fromEntries((await balancesOf(db.sql, player.id)).map(({ kind, balance }) => [kind, Number(balance)]))

describe('a builder', () => {
  const wordFor = (event: string, more: Partial<BuilderWord> = {}): BuilderWord => ({
    ...{ kind: 'builder', event: Number(pickOf(event).split('/')[0]), prices: [0, 2110, 1850, 3520] },
    ...{ picks: [pickOf(event), pickOf(event, 'total/ft/2.5/over')], chances: [436_774_000, 496_101_000] },
    ...{ facts: 0, isLive: false, expiresMs: Date.now() + 60_000 },
    ...more,
  })
  const quoted = (word: BuilderWord, more = {}) =>
    single('', { picks: [{ quote: signQuote(secrets.quoteKey, word) }], ...more })

  test('is a leg of its own, with the price of every set of its parts', async () => {
    await desk.match('built')
    const { bet } = await ask(quoted(wordFor('built')))
    expect(bet).toMatchObject({
      ...{ state: 'open', possible: { amount: '35.20' } },
      legs: [{ price: 3520, price_asked: 3520, parts: [{ pick: pickOf('built') }, { outcome: 'over', result: null }] }],
    })
    const { rows } =
      await sql`select part, outcome, price, subset_prices as sets from bets_leg where bet_id = ${bet?.id}
      order by part`.execute(db.sql)
    expect(rows).toEqual([
      { part: 1, outcome: '1', price: 3520, sets: [0, 2110, 1850, 3520] },
      { part: 2, outcome: 'over', price: 3520, sets: null },
    ])
    expect(
      (
        await ask(
          multiple([pickOf('built'), pickOf('m1')], {
            picks: [
              ...(quoted(wordFor('built')).picks as object[]),
              { pick: pickOf('built'), price: 2180, version: 1 },
            ],
          }),
        )
      ).error,
    ).toMatchObject({ reason: 'LEGS_RELATED' })
  })

  test('is not sold by a word that ran out, was changed, or is about another chance', async () => {
    await desk.match('words')
    const reason = async (bet: Record<string, unknown>) => (await ask(bet)).error?.reason
    expect(await reason(quoted(wordFor('words', { expiresMs: Date.now() - 1_000 })))).toBe('QUOTE_EXPIRED')
    expect(await reason(quoted(wordFor('words', { chances: [446_774_000, 496_101_000] })))).toBe('ODDS_CHANGED')
    const [text = '', mac] = signQuote(secrets.quoteKey, wordFor('words')).split('.')
    const other = Buffer.from(Buffer.from(text, 'base64url').toString().replace('3520', '9520')).toString('base64url')
    for (const quote of [`${other}.${mac}`, `${text}.${mac}.`, `${text}.`, text, '', '.'])
      expect(await reason(single('', { picks: [{ quote }] }))).toBe('QUOTE_INVALID')
    await producer.tell({ kind: 'stop', event: 'words', cause: 'REVIEW' })
    expect(await reason(quoted(wordFor('words')))).toBe('MARKET_SUSPENDED')
    const { current } = secrets.quoteKey
    const old = signQuote({ current: 'an older key', previous: undefined }, wordFor('words'))
    expect(readQuote({ current, previous: 'an older key' }, old)).toEqual(
      wordFor('words', { expiresMs: expect.any(Number) }),
    )
    expect(readQuote({ current, previous: undefined }, old)).toBeNull()
  })

  test('that was taken stays its answer when its word is known no more', async () => {
    await desk.match('forgotten')
    const bet = quoted(wordFor('forgotten'))
    const { bet: taken } = await ask(bet)
    const key = { ...secrets.quoteKey }
    Object.assign(secrets.quoteKey, { current: 'another key', previous: undefined })
    try {
      expect((await ask(bet)).bet).toEqual(taken)
      expect((await ask({ ...bet, stake: '9.00' })).error).toMatchObject({ reason: 'KEY_CONFLICT' })
      expect((await ask({ ...bet, key: 'another-key-1' })).error).toMatchObject({ reason: 'QUOTE_INVALID' })
    } finally {
      Object.assign(secrets.quoteKey, key)
    }
  })

  test('of a match that is played waits, and is given back when a part moved by more than two percent', async () => {
    await desk.match('built-live', true)
    const word = wordFor('built-live', { isLive: true, expiresMs: Date.now() + 10_000 })
    const [kept, moved] = [quoted(word), quoted(word)]
    expect((await ask(kept)).bet).toMatchObject({ state: 'pending', legs: [{ price: null, price_asked: 3520 }] })
    await endDelays(house)
    await ask(moved)
    await producer.tell(pricesOf('built-live', overUnder([1800, 2050], { wins: [520_000_000, 480_000_000] })))
    await endDelays(house)
    const state = async (key: unknown) =>
      (await as(player.cookie).get('bets.getByKey', { key: String(key) })).json.data.bet
    expect(await state(kept.key)).toMatchObject({ state: 'open', legs: [{ price: 3520 }] })
    expect(await state(moved.key)).toMatchObject({ state: 'refused', refused: { reason: 'ODDS_CHANGED' } })
    expect(await purses()).toMatchObject({ main: 9_000, slip_hold: 1_000 })
  })
})

describe('a betting bonus', () => {
  const give = async (terms: Record<string, unknown> = {}, amount = 1_000n) => {
    const id = await issueBet(db, { playerId: player.id, amount, terms })
    const { json } = await as(player.cookie).post('BettingBonuses.activate', { bonus_id: String(id) })
    if (json.result !== 1) throw new Error(JSON.stringify(json))
    return String(id)
  }
  const bonusState = async (id: string) =>
    (await sql<{ state: string }>`select state from bonuses_betting where id = ${id}`.execute(db.sql)).rows[0]?.state

  test('is not at fault for what a bet without it holds, and a hold that no bet explains is found', async () => {
    await give()
    const { bet } = await ask(single(pickOf('m1')))
    const proven = await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })
    expect([proven.faults, await heldOtherwise(db)]).toEqual([[], []])
    const runWith = (stake: number) =>
      sql`update bets_bet set stake_open = ${stake} where id = ${String(bet?.id)}`.execute(db.sql)
    await runWith(999)
    const found = `player ${player.id}: the purse slip_hold EUR has 1 more than its bets`
    expect(await heldOtherwise(db)).toEqual([found])
    expect(await runCommand(db, ['bets', 'verify'], house.config)).toMatchObject({
      ...{ lines: [found, expect.stringContaining('1 faults')], code: 1 },
    })
    await runWith(1_000)
    expect(await runCommand(db, ['bets', 'verify'], house.config)).toMatchObject({ code: 0 })
  })

  test('that is a free bet stakes for the player, once, and only as its terms say', async () => {
    const free = await give({ min_odds: 1.5 })
    const bet = single(pickOf('m1'), { free_bet: free })
    expect((await ask({ ...bet, stake: '9.00' })).error).toMatchObject({
      reason: 'FREE_BET_TERMS',
      data: { terms: { stake: { amount: '10.00' } } },
    })
    expect((await ask(bet)).bet).toMatchObject({ state: 'open', is_free_bet: true, possible: { amount: '11.80' } })
    expect(await purses()).toMatchObject({ main: 10_000, betting_bonus: 0, slip_hold: 1_000 })
    expect((await ask(bet)).bet).toMatchObject({ state: 'open' })
    expect((await ask(single(pickOf('m2'), { free_bet: free }))).error).toMatchObject({ reason: 'FREE_BET_USED' })
    expect((await ask(single(pickOf('m2'), { free_bet: free, mode: 'demo', currency: 'FUN' }))).error).toMatchObject({
      reason: 'FREE_BET_TERMS',
    })
    const other = await desk.player()
    expect((await placeOne(house, other.cookie, single(pickOf('m2'), { free_bet: free }))).error).toMatchObject({
      reason: 'FREE_BET_UNKNOWN',
    })
  })

  test('is free again when a bet that waited is refused', async () => {
    await desk.match('free-live', true)
    const free = await give()
    const bet = single(pickOf('free-live'), { free_bet: free })
    expect((await ask(bet)).bet).toMatchObject({ state: 'pending' })
    expect(await bonusState(free)).toBe('used')
    await producer.tell({ kind: 'stop', event: 'free-live', cause: 'GOAL' })
    await endDelays(house)
    expect((await ask(bet)).bet).toMatchObject({ state: 'refused', refused: { reason: 'MARKET_SUSPENDED' } })
    expect(await purses()).toMatchObject({ main: 10_000, betting_bonus: 1_000, slip_hold: 0 })
    expect(await bonusState(free)).toBe('active')
    expect((await ask(single(pickOf('m1'), { free_bet: free }))).bet).toMatchObject({ state: 'open' })
  })

  test('that is to be wagered pays its part', async () => {
    const wager = await give({ type: 'wagering', wagering: { times: 2 }, order: 'bonus_first' })
    const { bet } = await ask(single(pickOf('m1'), { free_bet: wager, stake: '15.00' }))
    expect(bet).toMatchObject({ is_free_bet: false, possible: { amount: '32.70' } })
    expect(await purses()).toMatchObject({ main: 9_500, betting_bonus: 0, slip_hold: 1_500 })
    const { rows } = await sql`select split, bonus_id::text as bonus from bets_bet where id = ${bet?.id}`.execute(
      db.sql,
    )
    const split = [
      { kind: 'main', amount: '500' },
      { kind: 'betting_bonus', amount: '1000', bonus: wager },
    ]
    expect(rows).toEqual([{ split, bonus: wager }])
    const { rows: uses } =
      await sql`select amount::int as amount from limits_use where player_id = ${player.id}`.execute(db.sql)
    expect(uses).toEqual([{ amount: 1_500 }])
  })

  test('that refunds watches a bet that fits by itself, and no other', async () => {
    const refund = await give(
      { type: 'refund', refund: { gives: 'free_bet', max: { EUR: '8' } }, min_odds: 2.5, amount: undefined },
      0n,
    )
    const plain = await ask(single(pickOf('m1')))
    const pick = { pick: pickOf('m2', 'result/ft/-/x'), price: 3320, version: 1 }
    const watched = await ask(single('', { picks: [pick] }))
    const { rows } = await sql<{ id: string; bonus: string | null }>`select id::text as id, bonus_id::text as bonus
      from bets_bet where player_id = ${player.id} order by id`.execute(db.sql)
    expect(rows).toEqual([
      { id: plain.bet?.id, bonus: null },
      { id: watched.bet?.id, bonus: refund },
    ])
    expect(await purses()).toMatchObject({ main: 8_000, slip_hold: 2_000 })
    expect(await bonusState(refund)).toBe('used')
  })
})

describe('a quote', () => {
  const quote = async (
    cookie: string | null,
    ...bets: Record<string, unknown>[]
  ): Promise<Output<'bets.quote'>['items']> => {
    const { json, body } = await as(cookie).post('bets.quote', { bets: JSON.stringify(bets) })
    if (json?.result !== 1) throw new Error(body)
    return json.data.items
  }

  test('tells guests what a slip returns, how much may be staked and why, and how long it waits', async () => {
    const [one, live, odd, none] = await quote(
      null,
      multiple([pickOf('m1'), pickOf('m2'), pickOf('m3')]),
      single(pickOf('live1')),
      multiple([pickOf('m1'), pickOf('m1', 'total/ft/2.5/over')]),
      single('nothing'),
    )
    expect(one).toMatchObject({
      ...{ combinations: 1, boost_percent: 3, possible: { amount: '106.40' }, min_stake: { amount: '0.20' } },
      ...{ max_cause: 'PAYOUT', delay_seconds: 0, error: null, factor: null },
      picks: [{ pick: pickOf('m1'), price: 2180, is_live: false }, {}, {}],
    })
    expect(live).toMatchObject({ delay_seconds: 6, picks: [{ is_live: true }], max_cause: 'MARKET', error: null })
    expect(odd).toMatchObject({ error: { reason: 'LEGS_RELATED' } })
    expect(none).toMatchObject({ combinations: 0, error: { reason: 'PICK_UNKNOWN' } })
  })

  test('tells a player the limit that the operator set, with its reason, and what the purse lacks', async () => {
    await sql`insert into bets_player (player_id, factor_bp, reason, actor) values (${player.id}, 5000, 'for a reason', 'test')`.execute(
      db.sql,
    )
    const [one] = await quote(player.cookie, single(pickOf('m1'), { stake: '100.01' }))
    expect(one).toMatchObject({
      ...{ max_cause: 'PLAYER', factor: { percent: 50, reason: 'for a reason' } },
      error: { reason: 'INSUFFICIENT_FUNDS', data: { available_amount: { amount: '100.00' } } },
    })
    await sql`update bets_player set factor_bp = 0 where player_id = ${player.id}`.execute(db.sql)
    const [least] = await quote(player.cookie, single(pickOf('m1'), { stake: '10.01' }))
    expect(least).toMatchObject({ max_stake: { amount: '10.00' }, error: { reason: 'STAKE_LIMIT' } })
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  expect((await verifyLedger(db.sql, { dir: ledgerDir(house.config) })).faults).toEqual([])
  expect((await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
