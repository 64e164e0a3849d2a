import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { isTooBusy } from '../../db/db.ts'
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
    // On a busy machine a lock may not be given in time: the same key asks again.
    if (isTooBusy(error)) return ask(player, bet)
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

/** When the last word of the producer was taken; it counts for an hour here. */
const wordTime = async () =>
  (
    await sql<{ at: Date }>`select alive_at - interval '1 hour' as at from sports_producer
      where name = 'acme'`.execute(db.sql)
  ).rows[0]?.at

/** Bets on an event that were taken after a word about it was. */
const afterWord = async (event: string, at: Date | undefined) =>
  (
    await sql`select bet.id, bet.asked_at from bets_bet as bet join bets_leg as leg on leg.bet_id = bet.id
      join sports_event as event on event.id = leg.event_id
      where event.ref = ${event} and bet.asked_at > ${at}`.execute(db.sql)
  ).rows

/** What could not be told in time is told again, as a producer does it: the same messages under the same numbers. */
async function tellPatiently(...messages: Parameters<typeof producer.tell>): Promise<unknown> {
  let answer = producer.tell(...messages)
  for (;;) {
    try {
      return await answer
    } catch (error) {
      if (!isTooBusy(error)) throw error
      answer = producer.post(producer.sent() - messages.length + 1, messages)
    }
  }
}

const words: [string, (event: string) => Promise<unknown>, string][] = [
  ['a stop', (event) => tellPatiently({ kind: 'stop', event, cause: 'DANGER' }), 'MARKET_SUSPENDED'],
  ['a price', (event) => tellPatiently(pricesOf(event, resultMarket([2100, 3320, 3420]))), 'ODDS_CHANGED'],
  ['the end', (event) => tellPatiently({ kind: 'state', event, state: 'cancelled' }), 'MARKET_CLOSED'],
]

/** Events that are raced for beside each other, with so many bets on each. */
const wave = 4
const racers = 32
const trials = Math.ceil(effort.wordTrials / (words.length + 1))
/** Few trials may all miss each other on a busy machine: then some more are made. */
const isEnough = (done: number, met: number) => done >= trials && (met > 0 || done >= 40 * trials)

/** Trials until there are enough of them; answers in how many some bets were taken and some were not. */
async function inWaves(what: string, race: (event: string, at: number) => Promise<number>): Promise<number> {
  let met = 0
  for (let done = 0; !isEnough(done, met); done += wave) {
    const events = Array.from({ length: wave }, (_, at) => `${what}-${done + at}`)
    await desk.matches(events)
    const counts = await Promise.all(events.map((event, at) => race(event, done + at)))
    met += counts.filter((count) => count > 0 && count < racers).length
  }
  return met
}

test.each(words)(
  '%s that meets bets: none is taken after it by what was before',
  { timeout: 120_000 * effort.timeoutFactor },
  async (what, tell, reason) => {
    const players = await times(8, () => desk.player('100000.00'))
    // One word at a time, or its moment would be another's.
    let telling: Promise<unknown> = Promise.resolve()
    const met = await inWaves(what.replaceAll(' ', '-'), async (event, trial) => {
      const asking = times(racers, async (at) => {
        await sleep(at % 8)
        return ask(players[at % 8] as Player, single(pickOf(event), { stake: '0.20' }))
      })
      await sleep(trial % 6)
      const told = telling.then(() => tell(event)).then(wordTime)
      telling = told
      const at = await told
      const said = await asking
      expect(Object.keys(counted(said)).filter((word) => word !== 'taken' && word !== reason)).toEqual([])
      expect(await afterWord(event, at)).toEqual([])
      expect(await ask(players[0] as Player, single(pickOf(event), { stake: '0.20' }))).toBe(reason)
      return taken(said).length
    })
    expect(met).toBeGreaterThan(0)
  },
)

test('a feed that falls silent while bets come: none is taken after its ten seconds', {
  timeout: 120_000 * effort.timeoutFactor,
}, async () => {
  const players = await times(8, () => desk.player('100000.00'))
  let met = 0
  // Producers of their own: what is silent is so for all its matches.
  const mutes: Awaited<ReturnType<typeof betsDesk>>[] = []
  for (let at = 0; at < wave; at += 1) mutes.push(await betsDesk(here, `mute${at}`))
  const trial = async ({ pickOf: pickAt }: (typeof mutes)[number], name: string, count: number) => {
    const { rows } = await sql<{ until: Date }>`update sports_producer set state = 'up', up_at = heard.at,
        alive_at = heard.at, sent_at = heard.at
      from (select clock_timestamp() - interval '10 seconds' + make_interval(secs => ${0.02 + (count % 12) * 0.03}) as at
        offset 0) as heard
      where name = ${name} returning alive_at + interval '10 seconds' as until`.execute(db.sql)
    const said = await times(racers, async (at) => {
      await sleep((at % 8) * 10)
      return ask(players[at % 8] as Player, single(pickAt('live1'), { stake: '0.20' }))
    })
    expect(Object.keys(counted(said)).filter((word) => word !== 'taken' && word !== 'FEED_STALE')).toEqual([])
    const late = await sql`select id from bets_bet where id = any(${`{${taken(said).join()}}`}::bigint[])
      and asked_at > ${rows[0]?.until}`.execute(db.sql)
    expect(late.rows).toEqual([])
    if (taken(said).length > 0 && taken(said).length < racers) met += 1
  }
  for (let done = 0; !isEnough(done, met); done += wave) {
    await Promise.all(mutes.map((mute, at) => trial(mute, `mute${at}`, done + at)))
    await endDelays(here)
  }
  expect(met).toBeGreaterThan(0)
})

/** Bets of one trial, on every side of a market. */
const crowd = 24
const pending = Math.ceil(effort.pendingTrials / crowd)

/** They wait, and their time has come. */
async function askAndWait(event: string, players: readonly Player[]) {
  await desk.match(event, true)
  const sides = [
    { pick: pickOf(event), price: 2180, version: 1 },
    { pick: pickOf(event, 'result/ft/-/x'), price: 3320, version: 1 },
    { pick: pickOf(event, 'result/ft/-/2'), price: 3420, version: 1 },
  ]
  await times(crowd, (at) => ask(players[at % 8] as Player, single('', { stake: '1.00', picks: [sides[at % 3]] })))
}

async function nowDue(secondsAgo = 0) {
  await sql`update bets_bet set decide_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
    where state = 'pending'`.execute(db.sql)
  const due = await here.parts.bets.findDue(100)
  expect(due).toHaveLength(crowd)
  return due
}

const standOf = async (players: readonly Player[]) =>
  (
    await sql<{ state: string; steps: number; count: number; reason: string | null }>`select state, steps,
        (select count(*)::int from bets_step where bet_id = bets_bet.id) as count, refused_reason as reason
      from bets_bet where player_id = any(${players.map(({ id }) => id)}::bigint[])`.execute(db.sql)
  ).rows

describe('bets that wait', { timeout: 60_000 * effort.timeoutFactor }, () => {
  test('are decided once, though both nodes try, and every side of a stopped market alike', async () => {
    for (let trial = 0; trial < Math.max(2, pending); trial += 1) {
      const event = `both-${trial}`
      const players = await times(8, () => desk.player())
      await askAndWait(event, players)
      const due = await nowDue()
      const stop = producer
        .tell({ kind: 'stop', event, cause: 'GOAL' })
        .then(() => producer.tell(pricesOf(event, resultMarket([2180, 3320, 3420]))))
      if (trial % 2 === 0) await stop
      await Promise.all(due.flatMap((bet) => nodes.map(({ parts }) => parts.bets.decide(bet))))
      await stop
      const rows = await standOf(players)
      for (const { state, steps, count } of rows)
        expect([state, steps, count]).toEqual(state === 'open' ? ['open', 1, 1] : ['refused', 2, 2])
      if (trial % 2 === 0) expect(rows.filter(({ state }) => state !== 'refused')).toEqual([])
    }
    expect(await heldOtherwise(db)).toEqual([])
  })

  test('that are found too late are never accepted', async () => {
    for (let trial = 0; trial < pending; trial += 1) {
      const players = await times(8, () => desk.player())
      await askAndWait(`late-${trial}`, players)
      const due = await nowDue(10.001 + trial)
      await Promise.all(due.flatMap((bet) => nodes.map(({ parts }) => parts.bets.decide(bet))))
      expect(new Set((await standOf(players)).map(({ reason }) => reason))).toEqual(new Set(['TIMED_OUT']))
      for (const { id } of players) expect(await balanceOf(here, id)).toBe('100.00')
    }
  })

  test('of players who are shut out meanwhile are given back, and no others', async () => {
    for (let trial = 0; trial < pending; trial += 1) {
      const players = await times(8, () => desk.player())
      await askAndWait(`shut-${trial}`, players)
      const due = await nowDue()
      const [out, others] = [players.slice(0, 4), players.slice(4)]
      const ids = `{${out.map(({ id }) => id).join()}}`
      const exclude = sql`update account_player set excluded_until = now() + interval '1 day'
        where id = any(${ids}::bigint[])`
      await exclude.execute(db.sql)
      await Promise.all(due.map((bet, at) => (nodes[at % 2] ?? here).parts.bets.decide(bet)))
      expect(new Set((await standOf(out)).map(({ reason }) => reason))).toEqual(new Set(['SELF_EXCLUDED']))
      expect(new Set((await standOf(others)).map(({ state }) => state))).toEqual(new Set(['open']))
      for (const { id } of out) expect(await balanceOf(here, id)).toBe('100.00')
      expect(await ask(players[0] as Player, single(pickOf('m1')))).toBe('SELF_EXCLUDED')
    }
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
      .poll(async () => new Set((await rowsOf(player)).map(({ state }) => state)), { timeout: 30_000 })
      .toEqual(new Set(['open']))
    await delays.close()
    const { rows } = await sql<{ early: number }>`select count(*)::int as early from bets_bet
      where player_id = ${player.id} and accepted_at < decide_at - interval '1 millisecond'`.execute(db.sql)
    expect(rows).toEqual([{ early: 0 }])
  })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
  const { rows } = await sql`select bet.id from bets_bet as bet where (state = 'open') <> exists (
    select from bets_leg where bet_id = bet.id)`.execute(db.sql)
  expect(rows).toEqual([])
})
