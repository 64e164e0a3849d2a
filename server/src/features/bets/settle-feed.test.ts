import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run as runCommand } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { betOf, openBet, stepsOf } from '../../test/bets.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'
import { postPromotionLetters } from '../limits/limits.ts'
import { closeOldEvents } from '../sports/sports.ts'
import { settleDue } from './settler.ts'

/** From a producer's message to the player's purse, by the queue and the settler. */

const node = await testApp({ env: { SPORTS_FEED: 'simulated' } })
const { db, config } = node
const house = houseOf(node)
const operate = (line: string) => runCommand(db, line.split(' '), config)

let count = 0
let producer = testProducer(db, '')
let playerId = 0n
let login = ''
let market = 0n
let event = 0n
beforeEach(async () => {
  count += 1
  const name = `feed-${count}`
  producer = testProducer(db, name, { announce: house.announce })
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf('match', { starts_at: new Date(Date.now() + 3_600_000).toISOString() }),
    pricesOf('match', resultMarket([2_100, 3_300, 3_400])),
    { kind: 'snapshot_end' },
  )
  const { rows } = await sql<{ market: bigint; event: bigint }>`select market.id as market, event.id as event
    from sports_market as market join sports_event as event on event.id = event_id
    where producer = ${name}`.execute(db.sql)
  market = rows[0]?.market ?? 0n
  event = rows[0]?.event ?? 0n
  const player = await addPayer(node, { main: 5_000n })
  playerId = player.id
  login = player.login
})

const bet = (outcome = '1') => openBet(db, { playerId, stake: 1_000n, legs: [{ market, outcome, price: 2_100 }] })
const main = () => purseOf(db, playerId, 'main')
const work = async () => {
  expect(await node.runJobs()).toEqual([])
  await settleDue(house)
}

const named = { type: 'result', period: 'ft', line: null } as const
const play = () =>
  producer.tell(
    { kind: 'state', event: 'match', state: 'live' },
    factsOf('match', 1, ['begin', { period: 'h1' }], ['goal', { side: 1, minute: 12 }], ['end', { period: 'h1' }]),
    factsOf('match', 4, ['begin', { period: 'h2' }], ['end', { period: 'h2' }], ['finish', {}]),
    { kind: 'state', event: 'match', state: 'ended' },
  )
const won = [['1', 1, 0, 1]] as [string, number, number, number][]
const tellResult = () =>
  producer.tell({ kind: 'result', event: 'match', certainty: 'first', markets: [{ ...named, outcomes: won }] })

test('a result is paid, taken back, and said again', async () => {
  const [home, away] = [await bet('1'), await bet('2')]
  await play()
  await tellResult()
  await work()
  expect(await main()).toBe(3_000n + 2_100n)
  await producer.tell({ kind: 'rollback', event: 'match', what: 'result', markets: [named] })
  await work()
  expect(await betOf(db, home)).toMatchObject({ state: 'settled', isUnderReview: true })
  expect(await betOf(db, away)).toMatchObject({ state: 'open' })
  await tellResult()
  await work()
  expect(await betOf(db, away)).toMatchObject({ state: 'settled', returned: 0n })
  expect(await main()).toBe(5_100n)
  await expectZero(db)
})

test('a bet that a player placed is paid, and its page says so', async () => {
  const me = node.as(await node.signIn(playerId))
  const pick = `${event}/result/ft/-/1`
  const asked = {
    ...{ key: 'placed-and-paid', kind: 'single', sizes: [1], stake: '10.00', currency: 'EUR' },
    picks: [{ pick, price: 2_100, version: 1 }],
  }
  const placed = await me.post('bets.place', { bets: JSON.stringify([asked]) })
  const id: string = placed.json.data.items[0].bet?.id
  expect(placed.json.data.items).toMatchObject([
    { error: null, bet: { state: 'open', stake_open: { amount: '10.00' } } },
  ])
  const exposure = async () =>
    (
      await sql<{
        sum: string
      }>`select sum(profit)::text as sum from bets_exposure where market_id = ${market}`.execute(db.sql)
    ).rows[0]?.sum
  expect(await exposure()).toBe('1100')
  await play()
  await tellResult()
  await work()
  expect([await main(), await exposure()]).toEqual([6_100n, '0'])
  const { bet: shown, steps } = (await me.get('bets.getBet', { id })).json.data
  expect(shown).toMatchObject({
    ...{ state: 'settled', returned: { amount: '21.00' }, stake_open: { amount: '0.00' }, is_under_review: false },
    legs: [{ result: { win: 1, back: 0, of: 1, void_reason: null } }],
  })
  expect(steps).toMatchObject([{ kind: 'held' }, { kind: 'settled', returned_after: { amount: '21.00' } }])
  await expectZero(db)
})

test('a result that is only surer than before is no work', async () => {
  await bet('1')
  await play()
  await tellResult()
  await work()
  const asked = async () =>
    (
      await sql<{
        at: string
      }>`select at::text from bets_work where market_id = ${market} order by lane, revision`.execute(db.sql)
    ).rows
  const before = await asked()
  expect(before).toHaveLength(2)
  await producer.tell({
    kind: 'result',
    event: 'match',
    certainty: 'confirmed',
    markets: [{ ...named, outcomes: won }],
  })
  await work()
  expect(await asked()).toEqual(before)
})

test('a result on which the facts differ pays nothing until the operator has spoken', async () => {
  const id = await bet('x')
  await play()
  await producer.tell({
    ...{ kind: 'result', event: 'match', certainty: 'first' },
    markets: [{ ...named, outcomes: [['x', 1, 0, 1]] }],
  })
  await work()
  expect(await betOf(db, id)).toMatchObject({ state: 'open' })
  expect(await operate(`sports result ${market} 1 the goal stands`)).toMatchObject({ code: 0 })
  await work()
  expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n })
  await expectZero(db)
})

describe('a feed that was late', () => {
  test('bets that were taken in the window are void, others are not, and it can be taken back', async () => {
    const late = await bet('1')
    const to = new Date(Date.now() + 1_000).toISOString()
    await sql`update bets_bet set accepted_at = accepted_at - interval '1 minute' where id = ${late}`.execute(db.sql)
    const early = await bet('1')
    await sql`update bets_bet set accepted_at = accepted_at - interval '1 hour' where id = ${early}`.execute(db.sql)
    await play()
    await tellResult()
    await work()
    expect(await main()).toBe(3_000n + 4_200n)
    const from = new Date(Date.now() - 600_000).toISOString()
    for (const _ of [1, 2]) {
      await producer.tell({ kind: 'cancel', event: 'match', markets: [named], reason: 'LATE_BET', from, to })
      await work()
      expect(await betOf(db, late)).toMatchObject({ returned: 1_000n, steps: 3 })
      expect(await betOf(db, early)).toMatchObject({ returned: 2_100n, steps: 2 })
    }
    await producer.tell({ kind: 'rollback', event: 'match', what: 'cancel', markets: [named] })
    await work()
    expect(await betOf(db, late)).toMatchObject({ returned: 2_100n })
    expect(await main()).toBe(3_000n + 4_200n)
    await expectZero(db)
  })

  test('without a window all bets are void, where play has not decided them', async () => {
    const id = await bet('1')
    await producer.tell({ kind: 'cancel', event: 'match', markets: [named], reason: 'DUPLICATE_EVENT' })
    await work()
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 1_000n })
    await expectZero(db)
  })
})

describe('what is not played', () => {
  const age = (hours: number) =>
    sql`update sports_event set ended_at = ended_at - make_interval(hours => ${hours}),
      first_starts_at = first_starts_at - make_interval(hours => ${hours}) where id = ${event}`.execute(db.sql)
  const pass = async () => {
    await closeOldEvents(house)
    await work()
  }

  test.each(['cancelled', 'abandoned'] as const)(
    '%s: stakes come back, but its feed may speak first',
    async (state) => {
      const id = await bet('1')
      if (state === 'abandoned') await producer.tell({ kind: 'state', event: 'match', state: 'live' })
      await producer.tell({ kind: 'state', event: 'match', state })
      await pass()
      expect(await betOf(db, id)).toMatchObject({ state: 'open' })
      await age(1)
      await pass()
      expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 1_000n })
      expect(await main()).toBe(5_000n)
      await expectZero(db)
    },
  )

  test('abandoned after play had decided: it stands, and waits for its result', async () => {
    const id = await bet('1')
    await producer.tell(
      { kind: 'state', event: 'match', state: 'live' },
      factsOf('match', 1, ['begin', { period: 'h1' }], ['goal', { side: 1, minute: 12 }], ['end', { period: 'h1' }]),
      factsOf('match', 4, ['begin', { period: 'h2' }], ['end', { period: 'h2' }], ['finish', {}]),
      { kind: 'state', event: 'match', state: 'abandoned' },
    )
    await age(1)
    await pass()
    expect(await betOf(db, id)).toMatchObject({ state: 'open' })
  })

  test('postponed: void after the hours of its rules, not before', async () => {
    const id = await bet('1')
    await producer.tell({ kind: 'state', event: 'match', state: 'postponed' })
    await age(48)
    await pass()
    expect(await betOf(db, id)).toMatchObject({ state: 'open' })
    await age(2)
    await pass()
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 1_000n })
    await expectZero(db)
  })
})

test('a result that the operator takes back opens bets again, which say why; so do those that it decides anew', async () => {
  const id = await bet('2')
  await play()
  await tellResult()
  await work()
  expect(await operate(`sports rollback ${market} the wrong match`)).toMatchObject({ code: 0 })
  await work()
  expect(await betOf(db, id)).toMatchObject({ state: 'open' })
  expect(await operate(`sports result ${market} 2 as the referee wrote`)).toMatchObject({ code: 0 })
  await work()
  const told = (await stepsOf(db, id)).map(({ kind, actor, reason }) => [kind, actor, reason])
  expect(told).toEqual([
    ['held', 'player', ''],
    ['settled', 'settler', ''],
    ['reopened', 'operator', 'the wrong match'],
    ['settled', 'operator', 'as the referee wrote'],
  ])
  // The next word of the feed is its own again.
  await producer.tell({ kind: 'rollback', event: 'match', what: 'result', markets: [named] })
  await work()
  expect((await operate(`bets settle ${market} once more`)).code).toBe(0)
  await work()
  expect(await stepsOf(db, id)).toHaveLength(4)
  await expectZero(db)
})

test('a bet that only a second look settles says who looked, and why', async () => {
  const id = await bet('1')
  await play()
  await tellResult()
  // The word is still on its way to the bets.
  await settleDue(house)
  expect(await betOf(db, id)).toMatchObject({ state: 'open' })
  await operate(`bets settle ${market} the queue lost it`)
  await settleDue(house)
  expect((await stepsOf(db, id)).at(-1)).toMatchObject({
    ...{ kind: 'settled', actor: 'operator', reason: 'the queue lost it', after: 2_100n },
  })
})

test('the operator rules over a leg, looks at a market again, and the player gets a letter', async () => {
  const id = await bet('2')
  await play()
  await tellResult()
  await work()
  expect(await operate('bets stuck')).toEqual({ lines: ['Every bet that is decided is settled.'], code: 0 })
  expect(await operate(`bets ruling ${id} 1 void taken after the goal`)).toEqual({
    lines: [`Bet ${id} is settled and has returned 10.00 EUR.`],
    code: 0,
  })
  expect(await betOf(db, id)).toMatchObject({ returned: 1_000n })
  expect(await operate(`bets ruling ${id} 2 void no such leg`)).toEqual({
    lines: ['The bet has no such leg.'],
    code: 1,
  })
  expect(await operate(`bets ruling ${id} 1 maybe words`)).toMatchObject({ code: 2 })
  expect(await operate('bets ruling 999999 1 void words')).toEqual({ lines: ['There is no such bet.'], code: 1 })
  expect(await operate(`bets ruling ${id} 1 none it was in time`)).toMatchObject({ code: 0 })
  expect(await betOf(db, id)).toMatchObject({ returned: 0n })
  expect(await operate(`bets settle ${market} to be sure`)).toMatchObject({ code: 0 })
  await settleDue(house)
  expect(await betOf(db, id)).toMatchObject({ returned: 0n, steps: 4 })
  await postPromotionLetters(house)
  const letters = await node.letters(login)
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringContaining('it was in time'),
    expect.stringContaining('taken after the goal'),
  ])
  await expectZero(db)
})
