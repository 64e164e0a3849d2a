import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { sayResult } from '../../../test/bets.ts'
import { betsDesk, endDelays, heldOtherwise, multiple, single } from '../../../test/bets-desk.ts'
import { issueBet } from '../../../test/betting.ts'
import { type Bettor, cashDesk, endCashOutDelays } from '../../../test/cash-outs.ts'
import { expectZero } from '../../../test/cashier.ts'
import { pricesOf, resultMarket } from '../../../test/feed.ts'
import { balanceOf } from '../../../test/game-provider.ts'
import { ledgerDir, verifyLedger } from '../../wallet/wallet.ts'
import { editWord, readWord, signQuote } from '../sign-quote.ts'
import { takeNumbers } from '../store.ts'

/** A bet is exchanged for another: both ends of it happen, or none. Two nodes, one database. */

const here = await testApp({ env: { SPORTS_FEED: 'acme' } })
const there = await testApp({ beside: here, env: { SPORTS_FEED: 'acme' } })
const nodes = [here, there]
const { db } = here
const desk = await betsDesk(here)
const { producer, pickOf } = desk
const { bet, offer, cashOut, told, call, isRefused } = cashDesk(here, there)

let player: Bettor
beforeEach(async () => {
  await sql`update sports_producer set alive_at = clock_timestamp()`.execute(db.sql)
  await desk.alive()
  player = await desk.player()
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const home = { '1': [1, 0, 1], x: [0, 0, 1], '2': [0, 0, 1] } as const

/** A bet as it would be: on these picks, with so much. */
const wish = (picks: readonly string[], stake: string, more = {}) =>
  JSON.stringify({
    ...{ kind: picks.length === 1 ? 'single' : 'multiple', sizes: [picks.length], stake, ...more },
    picks: picks.map((pick) => ({ pick, price: 2180, version: 1 })),
  })

async function quoted(id: string, asked: string) {
  const said = await call(player, 'post', 'bets.quoteEdit', { id, bet: asked })
  if (isRefused(said)) throw new Error(said.refused)
  return said
}
const edit = (id: string, quote: string, key: string = randomUUID()) =>
  call(player, 'post', 'bets.edit', { id, key, quote })

const marketOf = async (event: string): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`select market.id from sports_market as market
    join sports_event as event on event.id = event_id where event.ref = ${event} and type = 'result'`.execute(db.sql)
  return rows[0]?.id ?? 0n
}
const exposureOn = async (event: string) => {
  const { rows } = await sql<{ profit: string }>`select coalesce(sum(profit), 0)::text as profit from bets_exposure
    where market_id = ${await marketOf(event)}`.execute(db.sql)
  return Number(rows[0]?.profit)
}

describe('a bet is exchanged', () => {
  test('a leg more, and new money beside its value', async () => {
    await desk.match('one')
    await desk.match('two')
    const id = await bet(player, single(pickOf('one')))
    const said = await quoted(id, wish([pickOf('one'), pickOf('two')], '15.00'))
    expect(said).toMatchObject({
      ...{ value: euro('9.37'), stake: euro('15.00'), added: euro('5.63'), cost: euro('0.15'), delay_seconds: 0 },
      ...{ possible_before: euro('21.80'), possible: euro('71.28') },
    })
    const key = randomUUID()
    const done = await edit(id, said.quote, key)
    expect(done).toMatchObject({
      ...{ is_pending: false, balance: euro('84.37') },
      bet: { id, state: 'cashed', returned: euro('9.37') },
      into: { state: 'open', kind: 'multiple', stake: euro('15.00'), edited_from: id, edited_into: null, key },
    })
    const into = 'into' in done ? (done.into?.id ?? '') : ''
    expect((await told(player, id)).bet).toMatchObject({ edited_into: into, edited_from: null })
    expect((await told(player, id)).steps[1]).toMatchObject({ kind: 'cashed', reason: 'edit' })
    expect(await edit(id, said.quote, key)).toEqual(done)
    expect(await edit(id, said.quote)).toMatchObject({ refused: 'BET_CLOSED' })
    expect([await exposureOn('one'), await exposureOn('two')]).toEqual([1_770, 1_770])
    const { rows } = await sql`select kind, amount::int as amount from limits_use where player_id = ${player.id}
      order by kind desc, amount`.execute(db.sql)
    expect(rows).toEqual([
      { kind: 'stake', amount: 1_000 },
      { kind: 'stake', amount: 1_500 },
      { kind: 'return', amount: 937 },
    ])
  })

  test('for less, and what is left over is the player’s', async () => {
    await desk.match('three')
    const id = await bet(player, multiple([pickOf('three'), pickOf('m1')]))
    const said = await quoted(id, wish([pickOf('m1')], '5.00'))
    expect(said).toMatchObject({ stake: euro('5.00'), added: euro('0.00') })
    const { amount } = said.value
    await edit(id, said.quote)
    expect(await balanceOf(here, player.id)).toBe((90 + Number(amount) - 5).toFixed(2))
  })

  test('not for more than it is worth by now: that is told with the next value, and both bets stay as they are', async () => {
    await desk.match('less')
    await desk.match('less-into')
    const id = await bet(player, single(pickOf('less')))
    const said = await quoted(id, wish([pickOf('less-into')], '9.00'))
    const wins = [430_000_000, 290_000_000, 280_000_000]
    await producer.tell(pricesOf('less', resultMarket([2180, 3320, 3430], { wins })))
    expect(await edit(id, said.quote)).toMatchObject({
      ...{ refused: 'CASHOUT_CHANGED', data: { id, value: euro('9.23'), quote: expect.any(String) } },
    })
    expect((await told(player, id)).bet).toMatchObject({ state: 'open', stake_open: euro('10.00') })
    expect(await balanceOf(here, player.id)).toBe('90.00')
  })

  test('not by a word that is too old, by the clock of the database', async () => {
    await desk.match('old')
    const id = await bet(player, single(pickOf('old')))
    const word = readWord(here.secrets.quoteKey, (await quoted(id, wish([pickOf('m1')], '9.00'))).quote, editWord)
    if (!word) throw new Error('no word of the house')
    const { nowMs } = await takeNumbers(db.sql, 0)
    const signed = (expiresMs: number) => signQuote(here.secrets.quoteKey, { ...word, expiresMs })
    expect(await edit(id, signed(nowMs - 1))).toMatchObject({ refused: 'QUOTE_EXPIRED' })
    expect((await told(player, id)).bet).toMatchObject({ state: 'open' })
    expect(await edit(id, signed(nowMs + 60_000))).toMatchObject({ into: { state: 'open' } })
    // A bet that is over is told so, however old the word is.
    expect(await edit(id, signed(nowMs - 1))).toMatchObject({ refused: 'BET_CLOSED' })
  })

  test('at the prices of now, and by the policy where they move', async () => {
    await desk.match('four')
    const id = await bet(player, single(pickOf('four')))
    await producer.tell(pricesOf('m2', resultMarket([2000, 3320, 3420])))
    const said = await quoted(id, wish([pickOf('m2')], '9.00'))
    expect(said.possible).toEqual(euro('18.00'))
    await producer.tell(pricesOf('m2', resultMarket([1900, 3320, 3420])))
    expect(await edit(id, said.quote)).toMatchObject({ refused: 'ODDS_CHANGED' })
    expect((await told(player, id)).bet).toMatchObject({ state: 'open' })
    expect(await balanceOf(here, player.id)).toBe('90.00')
  })

  test('with more than there is it is not, and nothing of it happens', async () => {
    await desk.match('five')
    const id = await bet(player, single(pickOf('five')))
    expect(await call(player, 'post', 'bets.quoteEdit', { id, bet: wish([pickOf('m3')], '99.38') })).toMatchObject({
      ...{ refused: 'INSUFFICIENT_FUNDS', data: { available_amount: euro('99.37') } },
    })
    const said = await quoted(id, wish([pickOf('m3')], '99.37'))
    await bet(player, single(pickOf('m4'), { stake: '1.00' }))
    expect(await edit(id, said.quote)).toMatchObject({ refused: 'INSUFFICIENT_FUNDS' })
    expect((await told(player, id)).bet.state).toBe('open')
  })

  test('not for the same, not by a word about another, not late, not twice under one key', async () => {
    await desk.match('six')
    const [id, other] = [await bet(player, single(pickOf('six'))), await bet(player, single(pickOf('six')))]
    expect(await call(player, 'post', 'bets.quoteEdit', { id, bet: wish([pickOf('six')], '9.37') })).toMatchObject({
      refused: 'EDIT_SAME',
    })
    const said = await quoted(id, wish([pickOf('six')], '12.00'))
    expect(await edit(other, said.quote)).toMatchObject({ refused: 'QUOTE_INVALID' })
    const { quote } = await offer(player, id)
    expect(await edit(id, quote ?? '')).toMatchObject({ refused: 'QUOTE_INVALID' })
    expect(await cashOut(player, id, said.quote)).toMatchObject({ refused: 'QUOTE_INVALID' })
    const key = randomUUID()
    expect(await edit(id, said.quote, key)).toMatchObject({ is_pending: false })
    const second = await quoted(other, wish([pickOf('six')], '12.00'))
    expect(await edit(other, second.quote, key)).toMatchObject({ refused: 'KEY_CONFLICT' })
  })

  test('a leg that is decided is in the value and stays behind; one decided since is told with the next value', async () => {
    for (const name of ['won', 'rest', 'more']) await desk.match(name)
    const id = await bet(player, multiple([pickOf('won'), pickOf('rest')]))
    const early = await quoted(id, wish([pickOf('rest')], '5.00'))
    await sayResult(db, await marketOf('won'), home)
    expect(await edit(id, early.quote)).toMatchObject({
      ...{ refused: 'CASHOUT_CHANGED', data: { id, value: euro('20.44'), quote: expect.any(String) } },
    })
    const asks = (picks: readonly string[], stake: string) =>
      call(player, 'post', 'bets.quoteEdit', { id, bet: wish(picks, stake) })
    expect(await asks([pickOf('rest')], '20.44')).toMatchObject({ refused: 'EDIT_SAME' })
    expect(isRefused(await asks([pickOf('won'), pickOf('rest')], '20.44'))).toBe(true)
    const said = await quoted(id, wish([pickOf('rest'), pickOf('more')], '20.44'))
    expect(said).toMatchObject({ value: euro('20.44'), added: euro('0.00') })
    expect(await edit(id, said.quote)).toMatchObject({
      ...{ balance: euro('90.00'), bet: { state: 'cashed', returned: euro('20.44') } },
      into: { state: 'open', kind: 'multiple', stake: euro('20.44'), edited_from: id },
    })
    expect(await exposureOn('won')).toBe(0)
  })

  test('a leg that is decided while an edit waits ends the wait', async () => {
    for (const name of ['ends', 'goes-on', 'comes']) await desk.match(name, true)
    const id = await bet(player, multiple([pickOf('ends'), pickOf('goes-on')]))
    await endDelays(here)
    const said = await quoted(id, wish([pickOf('goes-on'), pickOf('comes')], '5.00'))
    expect(await edit(id, said.quote)).toMatchObject({ is_pending: true })
    await sayResult(db, await marketOf('ends'), home)
    await endCashOutDelays(nodes)
    expect((await told(player, id)).bet).toMatchObject({
      ...{ state: 'open', edited_into: null, cash_out: { is_edit: true, reason: 'CASHOUT_CHANGED' } },
    })
  })

  test('not with a bonus in it, nor by a player who is shut out', async () => {
    const bonusId = String(await issueBet(db, { playerId: player.id }))
    await here.as(player.cookie).post('BettingBonuses.activate', { bonus_id: bonusId })
    const free = await bet(player, single(pickOf('m5'), { free_bet: bonusId }))
    expect(await call(player, 'post', 'bets.quoteEdit', { id: free, bet: wish([pickOf('m6')], '5.00') })).toMatchObject(
      {
        ...{ refused: 'CASHOUT_UNAVAILABLE', data: { cause: 'FREE_BET' } },
      },
    )
    const own = await bet(player, single(pickOf('m5')))
    const last = await quoted(own, wish([pickOf('m6')], '9.00'))
    await here.as(player.cookie).post('account.setLimit', { kind: 'wager', period: '1', amount: '25' })
    expect(await edit(own, last.quote)).toMatchObject({ refused: 'LIMIT_WAGER' })
    await sql`update account_player set excluded_until = now() + interval '1 day' where id = ${player.id}`.execute(
      db.sql,
    )
    await sql`update auth_session set scope = 'payout' where player_id = ${player.id}`.execute(db.sql)
    expect(isRefused(await edit(own, last.quote))).toBe(true)
    expect((await told(player, own)).bet.state).toBe('open')
  })

  test('while a match is played it waits, and a stop on either side ends the wait', async () => {
    await desk.match('old-live', true)
    await desk.match('new-live', true)
    for (const stopped of [null, 'old-live', 'new-live']) {
      const id = await bet(player, single(pickOf('old-live')))
      await endDelays(here)
      const said = await quoted(id, wish([pickOf('new-live')], '9.00'))
      expect(said.delay_seconds).toBe(6)
      const key = randomUUID()
      const waits = await edit(id, said.quote, key)
      expect(waits).toMatchObject({
        is_pending: true,
        into: null,
        bet: { cash_out: { is_edit: true, state: 'pending' } },
      })
      expect(await edit(id, said.quote, key)).toEqual(waits)
      if (stopped) {
        await producer.tell({ kind: 'stop', event: stopped, cause: 'DANGER' })
        await producer.tell(pricesOf(stopped, resultMarket([2180, 3320, 3420])))
      }
      await endCashOutDelays(nodes)
      const after = (await told(player, id)).bet
      if (!stopped) {
        expect(after).toMatchObject({ state: 'cashed', edited_into: expect.any(String) })
        expect(await edit(id, said.quote, key)).toMatchObject({ is_pending: false, into: { state: 'open' } })
      } else
        expect(after).toMatchObject({
          state: 'open',
          edited_into: null,
          cash_out: { is_edit: true, reason: 'SUSPENDED' },
        })
    }
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
