import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { deaths, die } from '../../test/killed.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { addPlayers } from '../../test/world.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { payPrizes } from './pay-prizes.ts'
import { workIn } from './work-in.ts'

/** Two nodes and one database: what comes at the same moment is one thing or the other, never half of both. */

const node = await testApp()
const other = await testApp({ beside: node })
const { db } = node
const houses = [houseOf(node), houseOf(other)] as const
const nodes = [node, other] as const
const rounds = Array.from({ length: effort.cupRaces }, (_, at) => at)

const cookiesOf = async (ids: readonly bigint[]) => Promise.all(ids.map((id) => node.signIn(id)))
const call = (name: string, cookie: string, cup: bigint, at: number) =>
  nodes[at % 2 === 0 ? 0 : 1].as(cookie).post(name, { tournament_id: String(cup) })
const reasonOf = ({ json }: Awaited<ReturnType<typeof call>>): string => json.error?.error_data?.reason ?? 'in'
const entries = (cup: bigint) =>
  db.sql.selectFrom('tournaments_entry').selectAll().where('tournament_id', '=', cup).orderBy('join_no').execute()
const readCup = (cup: bigint) =>
  db.sql.selectFrom('tournaments_tournament').selectAll().where('id', '=', cup).executeTakeFirstOrThrow()
const placed = (cup: bigint) =>
  db.sql.selectFrom('tournaments_result').selectAll().where('tournament_id', '=', cup).orderBy('place').execute()
const freshLimits = () => db.sql.deleteFrom('http_rate_limit').execute()

describe.each(rounds)('round %i', () => {
  test('join × join of the last places: exactly as many as there are, also where one asks twice', async () => {
    await freshLimits()
    const cup = await addCup(db, { most_players: 5 })
    const cookies = await cookiesOf(await addPlayers(db, effort.cupRacers))
    const asked = [...cookies, ...cookies.slice(0, 6)]
    const said = await Promise.all(asked.map((cookie, at) => call('tournaments.participate', cookie, cup, at)))
    const all = await entries(cup)
    expect(all.map(({ join_no }) => join_no)).toEqual([1, 2, 3, 4, 5])
    expect((await readCup(cup)).players).toBe(5)
    expect(new Set(said.map(reasonOf))).toEqual(new Set(['in', 'TOURNAMENT_FULL']))
    expect(said.filter((one) => reasonOf(one) === 'in').length).toBeGreaterThanOrEqual(5)
  })

  test('join × end: who is in joined before the end, by the clock of the database', async () => {
    await freshLimits()
    const cup = await addCup(db)
    const cookies = await cookiesOf(await addPlayers(db, effort.cupRacers))
    await sql`update tournaments_tournament set ends_at = at, join_until = at, cut_at = at
      from (select clock_timestamp() + interval '30 milliseconds' as at) as soon where id = ${cup}`.execute(db.sql)
    const [said] = await Promise.all([
      Promise.all(cookies.map((cookie, at) => call('tournaments.participate', cookie, cup, at))),
      finishDue(houses[1], { waitMs: 0 }),
    ])
    const { join_until, players } = await readCup(cup)
    const all = await entries(cup)
    expect(all).toHaveLength(said.filter((one) => reasonOf(one) === 'in').length)
    expect(all.every(({ joined_at }) => joined_at <= join_until)).toBe(true)
    expect(players).toBe(all.length)
    await finishDue(houses[0], { waitMs: 0 })
    expect(await placed(cup)).toHaveLength(all.length)
  })

  test('leave × end: an entry is in the result or has left, not both', async () => {
    await freshLimits()
    const cup = await addCup(db)
    const ids = await addPlayers(db, 8)
    const cookies = await cookiesOf(ids)
    await Promise.all(cookies.map((cookie, at) => call('tournaments.participate', cookie, cup, at)))
    await sql`update tournaments_tournament set ends_at = at, join_until = at, cut_at = at
      from (select clock_timestamp() + interval '20 milliseconds' as at) as soon where id = ${cup}`.execute(db.sql)
    await Promise.all([
      ...cookies.map((cookie, at) => call('tournaments.leave', cookie, cup, at)),
      finishDue(houses[0], { waitMs: 0 }),
      finishDue(houses[1], { waitMs: 0 }),
    ])
    await sql`select pg_sleep(0.03)`.execute(db.sql)
    await finishDue(houses[0], { waitMs: 0 })
    const staying = (await entries(cup)).filter(({ state }) => state === 'in').map(({ player_id }) => player_id)
    const result = await placed(cup)
    expect(result.map(({ player_id }) => player_id).sort()).toEqual(staying.sort())
    expect((await readCup(cup)).players).toBe(result.length)
  })

  test('rollback × finalisation: in or out by the clock of the database, and the same for ever', async () => {
    const cup = await addCup(db)
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    await call('tournaments.participate', cookie, cup, 0)
    const play = await seat(node, id)
    const spins = [await play.spin({ win: 500n }), await play.spin({ win: 900n }), await play.spin({ win: 300n })]
    await workIn(houses[0], [id])
    await endCup(db, cup)
    await Promise.all([
      ...spins.map(({ round, transaction }) => play.rollback(round, transaction)),
      finishDue(houses[0], { waitMs: 0 }),
      finishDue(houses[1], { waitMs: 0 }),
    ])
    expect((await placed(cup)).map(({ score }) => score)).toEqual([900n])
    const again = await recomputeResult(db.sql, cup)
    expect(again?.hash).toBe(again?.stored)
  })
})

const isWaiting = async () =>
  (
    await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db.sql,
    )
  ).rows.length > 0

test('worker × worker: the second goes on from what the first has written', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await freshLimits()
  await call('tournaments.participate', cookie, cup, 0)
  const play = await seat(node, id)
  await play.spin({ win: 900n })
  const second: Promise<void>[] = []
  await workIn(
    {
      begin: (work) =>
        houses[0].begin(async (tx) => {
          const done = await work(tx)
          // All is written and nothing committed: now the player goes on, and another node hears of it.
          if (second.length === 0) {
            await play.spin({ win: 100n })
            second.push(workIn(houses[1], [id]))
            await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
          }
          return done
        }),
    },
    [id],
  )
  await Promise.all(second)
  expect(await entries(cup)).toMatchObject([{ score: 900n, rounds: 2 }])
})

/** Held between the look at the clock and the entry, until the cup is over; null where it was over before the look. */
async function joinHeldUp(seconds: number) {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 1_000n })
  await freshLimits()
  await sql`update tournaments_tournament set ends_at = at, join_until = at, cut_at = at
    from (select clock_timestamp() + make_interval(secs => ${seconds}) as at) as soon where id = ${cup}`.execute(db.sql)
  const joining: { said: Promise<unknown>; isOver: boolean } = { said: Promise.resolve(), isOver: false }
  const held = new Error('let go')
  await begin(db, async (tx) => {
    // Without a look at what the row refers to: that would hold the account, for which the join waits first.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into tournaments_cursor (player_id, purse, seq)
      select ${id}, id, seq from wallet_purse where player_id = ${id} and kind = 'main'`.execute(tx)
    joining.said = call('tournaments.participate', cookie, cup, 0)
    void joining.said.finally(() => {
      joining.isOver = true
    })
    await expect.poll(async () => joining.isOver || (await isWaiting()), { timeout: 60_000 }).toBe(true)
    await sql`select pg_sleep_until(join_until + interval '20 milliseconds') from tournaments_tournament
      where id = ${cup}`.execute(tx)
    throw held
  }).catch((error: unknown) => {
    if (error !== held) throw error
  })
  await joining.said
  const [entry] = await entries(cup)
  return entry ? { joinedAt: entry.joined_at, until: (await readCup(cup)).join_until } : null
}

test('a join that is held up counts from when the cup was found open', async () => {
  let found: Awaited<ReturnType<typeof joinHeldUp>> = null
  for (let seconds = 0.5; found === null && seconds < 40; seconds *= 3) found = await joinHeldUp(seconds)
  if (!found) throw new Error('no join was in time')
  expect(found.joinedAt.getTime()).toBeLessThan(found.until.getTime())
})

describe('prizes', () => {
  async function finishedCup() {
    const cup = await addCup(db, { prizes: [{ from: 1, to: 4, kind: 'cash', amount: { EUR: '5' } }] })
    const ids: bigint[] = []
    for (let at = 0; at < 4; at += 1) {
      const { id, cookie } = await addPayer(node, { main: 1_000n })
      await freshLimits()
      await call('tournaments.participate', cookie, cup, at)
      await (await seat(node, id)).spin({ win: BigInt(500 + at) })
      ids.push(id)
    }
    await endCup(db, cup)
    return { cup, ids }
  }

  async function expectPaidOnce(cup: bigint, ids: readonly bigint[]) {
    const { rows } = await sql<{ playerId: bigint; keys: string[] }>`select p.player_id as "playerId",
        array_agg(t.key) as keys
      from wallet_transfer t join wallet_purse p on p.id = t.to_purse
      where t.ref = ${`tournament:${cup}`} group by 1 order by 1`.execute(db.sql)
    const inOrder = ids.toSorted((one, next) => Number(one - next))
    // By player and not by place: whatever became of places, nothing is given to a player twice.
    expect(rows).toEqual(inOrder.map((playerId) => ({ playerId, keys: [`tournament:${cup}:${playerId}`] })))
    await expectZero(db)
  }

  test('go by the books, also where the board is behind', async () => {
    const prizes = [1, 2, 3].map((place) => ({
      from: place,
      to: place,
      kind: 'cash',
      amount: { EUR: String(40 - place) },
    }))
    const cup = await addCup(db, { prizes })
    const ids: bigint[] = []
    for (const win of [700n, 500n, 900n]) {
      const { id, cookie } = await addPayer(node, { main: 1_000n })
      await freshLimits()
      await call('tournaments.participate', cookie, cup, 0)
      const play = await seat(node, id)
      await play.spin({ win: 600n })
      // The board stops here, with all of them equal.
      await workIn(houses[0], [id])
      await play.spin({ win })
      ids.push(id)
    }
    await endCup(db, cup)
    await finishDue(houses[0], { waitMs: 0 })
    const [first, second, third] = ids
    expect((await placed(cup)).map(({ player_id, score }) => [player_id, score])).toEqual([
      [third, 900n],
      [first, 700n],
      [second, 600n],
    ])
    const paid = await db.sql
      .selectFrom('tournaments_prize')
      .select(['player_id', 'amount', 'state'])
      .where('tournament_id', '=', cup)
      .orderBy('place')
      .execute()
    expect(paid.map(({ player_id, amount, state }) => [player_id, amount, state])).toEqual([
      [third, 3_900n, 'paid'],
      [first, 3_800n, 'paid'],
      [second, 3_700n, 'paid'],
    ])
  })

  test('by two nodes at once', async () => {
    const { cup, ids } = await finishedCup()
    await Promise.all([0, 1, 0, 1].map((at) => finishDue(houses[at === 0 ? 0 : 1], { waitMs: 0 })))
    await Promise.all([0, 1].map((at) => payPrizes(houses[at === 0 ? 0 : 1], {})))
    await expectPaidOnce(cup, ids)
  })

  test.each(deaths)('killed at transaction $at, after its commit: $isAfter: each is paid once', async (death) => {
    const { cup, ids } = await finishedCup()
    await die(houses[0], (ctx) => finishDue(ctx, { waitMs: 0 }), death)
    await Promise.all(houses.map((house) => finishDue(house, { waitMs: 0 })))
    await expectPaidOnce(cup, ids)
  })
})
