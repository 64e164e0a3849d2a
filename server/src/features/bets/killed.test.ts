import type { AskedBet } from '@croupier/contract/methods/bets'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../context.ts'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { betsDesk, heldOtherwise, single } from '../../test/bets-desk.ts'
import { issueBet } from '../../test/betting.ts'
import { effort } from '../../test/effort.ts'
import { balancesOf, ledgerDir, verifyLedger } from '../wallet/wallet.ts'
import { openBets } from './bets.ts'

/** A node that ends in the middle of a bet, just before or just after its commit, and the one that goes on. */

const house = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, as, config, secrets } = house
const desk = await betsDesk(house)
const { pickOf, producer } = desk

class Killed extends Error {}

/** Its first transaction is its last. */
function dyingNode(isAfter: boolean) {
  let isDead = false
  const once = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    isDead = true
    await begin(db, async (tx) => {
      await work(tx)
      if (!isAfter) throw new Killed()
    })
    throw new Killed()
  }
  return openBets({ sql: db.sql, begin: once, config, keys: secrets })
}

let player: Awaited<ReturnType<typeof desk.player>>
beforeEach(async () => {
  await desk.alive()
  player = await desk.player()
})

/** A bet as the API has read it. */
const read = (bet: Record<string, unknown>) =>
  ({ bankers: [], mode: 'real', policy: 'better', ...bet }) as unknown as AskedBet
const askAt = ({ place }: Pick<ReturnType<typeof openBets>, 'place'>, bet: Record<string, unknown>) =>
  place({ playerId: player.id, sessionId: 1n, bet: read(bet) })
const told = async ({ key }: Record<string, unknown>) =>
  (await as(player.cookie).get('bets.getByKey', { key: String(key) })).json.data.bet
const purses = async () =>
  Object.fromEntries((await balancesOf(db.sql, player.id)).map(({ kind, balance }) => [kind, Number(balance)]))
const dueOf = async (id: bigint) => {
  await sql`update bets_bet set decide_at = clock_timestamp() where id = ${id}`.execute(db.sql)
  const bet = (await house.parts.bets.findDue(100)).find((due) => due.id === id)
  if (!bet) throw new Error('the bet is not due')
  return bet
}

describe.each([false, true])('killed after its commit: %s', (isAfter) => {
  test('a bet whose answer was lost is asked for again, and is there once', async () => {
    const bet = single(pickOf('m1'))
    await expect(askAt(dyingNode(isAfter), bet)).rejects.toBeInstanceOf(Killed)
    expect(await told(bet)).toEqual(isAfter ? expect.objectContaining({ state: 'open' }) : null)
    const id = await askAt(house.parts.bets, bet)
    expect(await askAt(house.parts.bets, bet)).toBe(id)
    expect(await told(bet)).toMatchObject({ id: String(id), number: 1, state: 'open' })
    expect(await purses()).toMatchObject({ main: 9_000, slip_hold: 1_000 })
  })

  test('a free bet is used once, or not at all', async () => {
    const free = String(await issueBet(db, { playerId: player.id }))
    await as(player.cookie).post('BettingBonuses.activate', { bonus_id: free })
    const bet = single(pickOf('m1'), { free_bet: free })
    await expect(askAt(dyingNode(isAfter), bet)).rejects.toBeInstanceOf(Killed)
    expect(await purses()).toMatchObject(isAfter ? { betting_bonus: 0, slip_hold: 1_000 } : { betting_bonus: 1_000 })
    await askAt(house.parts.bets, bet)
    expect(await told(bet)).toMatchObject({ state: 'open', is_free_bet: true })
    expect(await purses()).toMatchObject({ main: 10_000, betting_bonus: 0, slip_hold: 1_000 })
  })

  test('a bet that waits is decided once by the node that is left', async () => {
    const event = `left-${isAfter}`
    await desk.match(event, true)
    const [kept, stopped] = [single(pickOf(event)), single(pickOf(event))]
    const keptId = await askAt(house.parts.bets, kept)
    const due = await dueOf(keptId)
    await expect(dyingNode(isAfter).decide(due)).rejects.toBeInstanceOf(Killed)
    expect(await told(kept)).toMatchObject({ state: isAfter ? 'open' : 'pending' })
    await house.parts.bets.decide(due)
    expect(await told(kept)).toMatchObject({ state: 'open' })

    const stoppedId = await askAt(house.parts.bets, stopped)
    await producer.tell({ kind: 'stop', event, cause: 'GOAL' })
    const again = await dueOf(stoppedId)
    await expect(dyingNode(isAfter).decide(again)).rejects.toBeInstanceOf(Killed)
    await house.parts.bets.decide(again)
    await house.parts.bets.decide(again)
    expect(await told(stopped)).toMatchObject({ state: 'refused', refused: { reason: 'MARKET_SUSPENDED' } })
    expect(await purses()).toMatchObject({ main: 9_000, slip_hold: 1_000 })
    const { rows } =
      await sql`select kind, amount::int as amount from limits_use where player_id = ${player.id}`.execute(db.sql)
    expect(rows).toEqual([{ kind: 'stake', amount: 1_000 }])
  })
})

/** Bets of one trial. */
const crowd = 24

test('however many nodes die over bets that wait, each is decided once by the one that is left', {
  timeout: 60_000 * effort.timeoutFactor,
}, async () => {
  for (let trial = 0; trial < Math.ceil(effort.pendingTrials / crowd); trial += 1) {
    const event = `many-${trial}`
    await desk.match(event, true)
    await desk.alive()
    const bettor = await desk.bettor()
    const asked = Array.from({ length: crowd }, () => single(pickOf(event), { stake: '1.00' }))
    const ids = await Promise.all(
      asked.map((bet) => house.parts.bets.place({ playerId: bettor, sessionId: 1n, bet: read(bet) })),
    )
    await sql`update bets_bet set decide_at = clock_timestamp() where player_id = ${bettor}`.execute(db.sql)
    const due = (await house.parts.bets.findDue(100)).filter(({ playerId }) => playerId === bettor)
    expect(due).toHaveLength(crowd)
    const dying = due.map((bet, at) => dyingNode(at % 2 === 0).decide(bet))
    for (const each of await Promise.allSettled(dying)) expect(each.status).toBe('rejected')
    await Promise.all([...due, ...due].map((bet) => house.parts.bets.decide(bet)))
    const { rows } = await sql<{ state: string; steps: number }>`select distinct state, steps from bets_bet
      where id = any(${`{${ids.join()}}`}::bigint[])`.execute(db.sql)
    expect(rows).toEqual([{ state: 'open', steps: 1 }])
  }
})

test('a bet that nobody decided in time goes back, however late that is found', async () => {
  await desk.match('forgotten', true)
  const bet = single(pickOf('forgotten'))
  const id = await askAt(house.parts.bets, bet)
  await sql`update bets_bet set decide_at = clock_timestamp() - interval '3 hours' where id = ${id}`.execute(db.sql)
  for (const due of await house.parts.bets.findDue(100)) await house.parts.bets.decide(due)
  expect(await told(bet)).toMatchObject({ state: 'refused', refused: { reason: 'TIMED_OUT' } })
  expect(await purses()).toMatchObject({ main: 10_000, slip_hold: 0 })
})

test('nothing was made or lost, and what is held is what runs', async () => {
  expect((await verifyLedger(db.sql, { dir: ledgerDir(config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
