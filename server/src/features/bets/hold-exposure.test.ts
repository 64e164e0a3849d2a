import type { AskedBet } from '@croupier/contract/methods/bets'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { betsDesk, single } from '../../test/bets-desk.ts'
import { readAsked } from './open-bets.ts'
import { runBets } from './run-bets.ts'

/** Batches that are open at the same time, each in a lane of its own. */

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, config, secrets } = house
const desk = await betsDesk(house)
beforeEach(() => desk.alive())

type Player = Awaited<ReturnType<typeof desk.player>>

const asked = (bet: Record<string, unknown>) =>
  ({ bankers: [], mode: 'real', policy: 'better', ...bet }) as unknown as AskedBet

/** One bet as a batch; `stay` holds its transaction open. */
const batch = (player: Player, bet: Record<string, unknown>, lane: number, stay: Promise<void> | null = null) =>
  begin(db, async (tx) => {
    const read = readAsked(secrets, asked(bet))
    if (read instanceof Error) throw read
    const job = { kind: 'ask', playerId: player.id, sessionId: 1n, ...read } as const
    const [answer] = await runBets(tx, [job], { jurisdiction: config.jurisdiction, lane })
    if (stay) entered.resolve()
    await stay
    return answer && 'refusal' in answer ? (answer.refusal.reason ?? '') : 'taken'
  })

let entered = Promise.withResolvers<void>()
/** A batch that is decided and not committed; `end` commits it. */
async function openBatch(player: Player, bet: Record<string, unknown>, lane: number) {
  entered = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const said = batch(player, bet, lane, promise)
  await Promise.race([entered.promise, said])
  return { said, end: resolve }
}

/** Locks on the risk of an outcome, of all batches: those that are held, or waited for. */
const locks = async (isHeld: boolean) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from pg_locks where locktype = 'advisory'
      and mode = 'ExclusiveLock' and objsubid = 1 and granted = ${isHeld}
      and database = (select oid from pg_database where datname = current_database())`.execute(db.sql)
  ).rows[0]?.count

const riskOf = async (event: string) =>
  (
    await sql<{ profit: string }>`select sum(profit)::text as profit from bets_exposure
      join sports_market on id = market_id join sports_event as event on event.id = event_id
      where event.ref = ${event}`.execute(db.sql)
  ).rows[0]?.profit

// Of 50,000 units each lane has 25,000; 10,000 at 2.18 is 11,800 of them.
const large = (event: string) => single(desk.pickOf(event), { stake: '10000.00' })

test('while there is room for every lane, none waits for another', async () => {
  await desk.match('far')
  const [one, two] = [await desk.player('1000000.00'), await desk.player('1000000.00')]
  const open = await openBatch(one, large('far'), 0)
  const beside = batch(two, large('far'), 1)
  expect(await beside).toBe('taken')
  open.end()
  expect(await open.said).toBe('taken')
  expect(await riskOf('far')).toBe('2360000')
})

test('a batch locks the outcome in its own lane alone, until a share does not suffice', async () => {
  await desk.match('locks')
  const player = await desk.player('1000000.00')
  for (const [held, lane] of [
    [1, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ] as const) {
    const open = await openBatch(player, large('locks'), lane)
    expect(await locks(true)).toBe(held)
    open.end()
    expect(await open.said).toBe('taken')
  }
})

test('what is under way in the same lane is waited for', async () => {
  await desk.match('same')
  const [one, two] = [await desk.player('1000000.00'), await desk.player('1000000.00')]
  const open = await openBatch(one, large('same'), 0)
  const behind = batch(two, large('same'), 0)
  await expect.poll(() => locks(false), { timeout: 10_000 }).toBe(1)
  open.end()
  expect(await Promise.all([open.said, behind])).toEqual(['taken', 'taken'])
})

test('where the share of a lane does not suffice, the last room is given once', async () => {
  await desk.match('near')
  const players = [await desk.player('1000000.00'), await desk.player('1000000.00'), await desk.player('1000000.00')]
  const [one, two, three] = players as [Player, Player, Player]
  for (const lane of [0, 0, 1]) expect(await batch(one, large('near'), lane)).toBe('taken')
  // 35,400 of 50,000: there is room for one more, in whichever lane.
  const open = await openBatch(two, large('near'), 1)
  const beside = batch(three, large('near'), 0)
  await expect.poll(() => locks(false), { timeout: 10_000 }).toBe(1)
  open.end()
  expect(await Promise.all([open.said, beside])).toEqual(['taken', 'STAKE_LIMIT'])
  expect(await riskOf('near')).toBe('4720000')
})

test('a lane that has given back what another took leaves its room to all', async () => {
  await desk.match('given')
  const player = await desk.player('1000000.00')
  for (const lane of [0, 0, 0, 1]) expect(await batch(player, large('given'), lane)).toBe('taken')
  await sql`update bets_exposure set profit = -1180000 where lane = 1 and market_id = (select market.id
    from sports_market as market join sports_event as event on event.id = event_id
    where event.ref = 'given' and type = 'result')`.execute(db.sql)
  // 35,400 in one lane and less than nothing in the other.
  expect(await batch(player, large('given'), 0)).toBe('taken')
  expect(await batch(player, large('given'), 0)).toBe('taken')
  expect(await batch(player, large('given'), 0)).toBe('STAKE_LIMIT')
})

test('play money neither counts nor waits', async () => {
  await desk.match('fun')
  const [one, two] = [await desk.player('1000000.00'), await desk.player()]
  await house.as(two.cookie).post('bets.place', {
    bets: JSON.stringify([single(desk.pickOf('m1'), { stake: '1.00', currency: 'FUN', mode: 'demo' })]),
  })
  const open = await openBatch(one, large('fun'), 0)
  const beside = batch(two, single(desk.pickOf('fun'), { stake: '1.00', currency: 'FUN', mode: 'demo' }), 0)
  expect(await beside).toBe('taken')
  open.end()
  expect(await open.said).toBe('taken')
})
