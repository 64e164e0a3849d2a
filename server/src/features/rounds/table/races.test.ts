import { randomUUID } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { balanceOf } from '../../../test/game-provider.ts'
import { testTable } from '../../../test/table.ts'
import { lockSharedForStake } from './store.ts'

/** Two nodes, one database, one table. */

const here = await testApp()
const there = await testApp({ beside: here })
const { db, addPlayer } = here
const [table, other] = [testTable(here), testTable(there)]

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const loop of opened.splice(0)) await loop.close()
})
/** A table at work on one of the nodes. */
const atWork = (node: typeof table, times: Parameters<typeof table.open>[0]) => {
  const loop = node.open(times)
  opened.push(loop)
  loop.start()
  return loop
}

const racers = 32
const times = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: racers }, (_, at) => work(at)))
const crowd = () => times(async (at) => (at % 2 ? table : other).launch(addPlayer, { amount: '10.00' }))
const reasonOf = (error: unknown) => (error instanceof Refusal ? (error.reason ?? error.type) : String(error))
const tally = (words: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
const phase = async () => (await table.round()).phase
const soon = (check: () => Promise<void>, timeout = 60_000) => vi.waitFor(check, { timeout, interval: 20 })
const balances = async (players: { playerId: bigint | null }[]) =>
  Promise.all(players.map(async ({ playerId }) => Math.round(Number(await balanceOf(here, playerId ?? 0n)) * 100)))

describe('thirty-two at once', () => {
  test('stake at the very moment of the start: each is aboard and paid for, or neither', async () => {
    await table.chain((point) => point > 2_000)
    // A start that a busy machine misses is announced again so much later.
    const loop = table.open({ openMs: 2_000 })
    await loop.turn()
    const players = await crowd()
    // The start comes somewhere among them.
    await sql`update rounds_shared set starts_at = clock_timestamp() + interval '60 milliseconds'
      where id = (select max(id) from rounds_shared)`.execute(db.sql)
    const ids = players.map(() => randomUUID())
    const [words] = await Promise.all([
      times(async (at) => {
        await new Promise((resolve) => setTimeout(resolve, at * 5))
        return players[at]?.stake(ids[at] ?? '').then(() => 'aboard', reasonOf) ?? ''
      }),
      soon(async () => {
        await loop.turn()
        expect(await phase()).toBe('running')
      }),
    ])
    const { id } = await table.round()
    const aboard = await db.sql.selectFrom('rounds_play').select('round').where('shared_id', '=', id).execute()
    const counts = tally(words)
    expect((counts.aboard ?? 0) + (counts.TABLE_CLOSED ?? 0)).toBe(racers)
    expect(aboard.map(({ round }) => round).sort()).toEqual(ids.filter((_, at) => words[at] === 'aboard').sort())
    expect(await balances(players)).toEqual(words.map((word) => (word === 'aboard' ? 900 : 1_000)))
    const { rows } = await sql<{ late: number }>`select count(*)::int as late from rounds_play as p
      join rounds_shared as s on s.id = p.shared_id where p.opened_at > s.starts_at + interval '2 seconds'`.execute(
      db.sql,
    )
    expect(rows[0]?.late).toBe(0)
  })

  test('with one id between them: it belongs to one, and the others hear so', async () => {
    await table.chain((point) => point > 2_000)
    await table.open().turn()
    const players = await crowd()
    const id = randomUUID()
    const words = await times(async (at) => players[at]?.stake(id).then(() => 'aboard', reasonOf) ?? '')
    expect(tally(words)).toEqual({ aboard: 1, ROUND_CONFLICT: racers - 1 })
  })

  test('a stake that is under way is waited for: the flight begins with it', async () => {
    await table.chain((point) => point > 2_000)
    const loop = table.open()
    await loop.turn()
    await table.startNow()
    const turning = await table.house.begin(async (tx) => {
      // As a stake holds it.
      await sql`select 1 from rounds_shared where id = (select max(id) from rounds_shared) for share`.execute(tx)
      const turning = loop.turn()
      await soon(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
        expect(rows[0]?.count).toBe(1)
      })
      expect(await phase()).toBe('open')
      return { turning }
    })
    await turning.turning
    expect(await phase()).toBe('running')
  })

  test('stakes that come too late do not hold off the start, however many and however slow', async () => {
    await table.chain((point) => point > 2_000)
    const loop = table.open()
    await loop.turn()
    await table.startNow()
    await table.house.begin(async (tx) => {
      // A batch of them is under way, and takes its time.
      const seen = await lockSharedForStake(tx, 'liftoff')
      expect(seen?.phase).toBe('open')
      await loop.turn()
      expect(await phase()).toBe('running')
    })
  })

  /** How many were in time, and how many late. */
  async function getOffAroundThePoint(): Promise<Record<string, number>> {
    const { point } = await table.chain((at) => at > 105 && at < 115)
    const loop = table.open()
    await loop.turn()
    const players = await crowd()
    const ids = players.map(() => randomUUID())
    await Promise.all(players.map((player, at) => player.stake(ids[at] ?? '')))
    await table.startNow()
    await loop.turn()
    const endsMs = table.game.flight.endMsOf(point)
    const answers = await Promise.all([
      ...players.map(async (player, at) => {
        // From before the point to after it.
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, endsMs - 320 + at * 20)))
        return player.cash(ids[at] ?? '').catch(() => null)
      }),
      soon(async () => {
        await loop.turn()
        expect(await phase()).not.toBe('running')
      }),
    ])
    await loop.turn()
    const ends = await Promise.all(players.map((player, at) => player.look(ids[at] ?? '')))
    expect(ends.every(({ is_over }) => is_over)).toBe(true)
    const rows = await db.sql
      .selectFrom('rounds_play')
      .select(['round', 'choices', 'won'])
      .where('round', 'in', ids)
      .execute()
    for (const { choices, won } of rows) {
      const [, last] = Array.isArray(choices) ? choices : []
      if ('at' in last) expect([last.at <= point, won]).toEqual([true, BigInt(last.at)])
      else expect([last, won]).toEqual([{ end: true }, 0n])
    }
    // What a player heard is what was kept.
    for (const [at, heard] of answers.slice(0, racers).entries()) {
      if (heard?.is_over) expect(heard.won).toEqual(ends[at]?.won)
    }
    expect(await balances(players)).toEqual(ends.map(({ won }) => 900 + Math.round(Number(won.amount) * 100)))
    return tally(rows.map(({ won }) => (won > 0n ? 'inTime' : 'late')))
  }

  test('get off around the point: players who were in time are paid that height, no others, and none twice', {
    timeout: 300_000,
  }, async () => {
    // On a machine that stands still all of them may be late; then they fly again.
    const seen = { inTime: 0, late: 0 }
    for (let flights = 0; flights < 12 && (seen.inTime === 0 || seen.late === 0); flights += 1) {
      const { inTime = 0, late = 0 } = await getOffAroundThePoint()
      seen.inTime += inTime
      seen.late += late
    }
    expect([seen.inTime > 0, seen.late > 0]).toEqual([true, true])
  })

  test('get off by one player on two devices: paid once', async () => {
    await table.chain((point) => point > 2_000)
    const loop = table.open()
    await loop.turn()
    const player = await table.launch(addPlayer, { amount: '10.00' })
    const again = other.seat({ ...player.launch, token: player.token })
    const round = randomUUID()
    await player.stake(round)
    await table.startNow()
    await loop.turn()
    await table.push(10_000)
    const heard = await times((at) => (at % 2 ? player : again).cash(round))
    expect(new Set(heard.map(({ won }) => won.amount)).size).toBe(1)
    expect(await balances([player])).toEqual([900 + Math.round(Number(heard[0]?.won.amount) * 100)])
  })

  test('stake by one player at once: one is taken', async () => {
    await table.chain((point) => point > 2_000)
    await table.open().turn()
    const player = await table.launch(addPlayer, { amount: '10.00' })
    const words = await times(() => player.stake(randomUUID()).then(() => 'aboard', reasonOf))
    expect(tally(words)).toEqual({ aboard: 1, ROUND_OPEN: racers - 1 })
    expect(await balances([player])).toEqual([900])
  })

  test('are the first of a chain: one of them gave the salt, for all', async () => {
    await table.chain(() => true, { salt: null })
    await table.open().turn()
    const players = await crowd()
    await Promise.all(players.map((player) => player.stake(randomUUID())))
    const { id, chain_id } = await table.round()
    const { salt } = await db.sql
      .selectFrom('rounds_chain')
      .select('salt')
      .where('id', '=', chain_id)
      .executeTakeFirstOrThrow()
    expect(salt).toMatch(/^[0-9a-f]{64}$/)
    const used = await db.sql.selectFrom('rounds_play').select('client_seed').where('shared_id', '=', id).execute()
    expect([used.length, new Set(used.map(({ client_seed }) => client_seed))]).toEqual([racers, new Set([salt])])
  })
})

describe('two nodes', () => {
  test('run one table: rounds follow each other without a gap and none is run twice', async () => {
    await table.chain((point) => point < 103, { length: 16 })
    await Promise.all([table, other].map(async (node) => atWork(node, { openMs: 50, overMs: 20 })))
    await soon(async () => {
      const { rows } = await sql<{ over: number }>`select count(*)::int as over from rounds_shared
        where chain_id = (select max(id) from rounds_chain) and phase = 'over'`.execute(db.sql)
      expect(rows[0]?.over).toBeGreaterThanOrEqual(1)
    })
    const { rows } = await sql<{ place: number; open: number }>`select place, count(*)::int as open from rounds_shared
      where chain_id = (select max(id) from rounds_chain) group by place order by place`.execute(db.sql)
    expect(rows).toEqual(rows.map((_, at) => ({ place: at + 1, open: 1 })))
    const { rows: holders } = await sql<{
      count: number
    }>`select count(holder)::int as count from rounds_table`.execute(db.sql)
    expect(holders).toEqual([{ count: 1 }])
  })

  test('when the one at work falls silent in the middle of a flight the other goes on with it', async () => {
    const { point } = await table.chain((at) => at > 135 && at < 145)
    // It starts when all are aboard, however long that takes.
    const first = atWork(table, { openMs: 60_000, overMs: 60_000 })
    const players = await Promise.all(Array.from({ length: 3 }, () => table.launch(addPlayer, { amount: '10.00' })))
    const [auto, never, late] = players
    await soon(async () => expect(await phase()).toBe('open'))
    const ids = players.map(() => randomUUID())
    await auto?.stake(ids[0] ?? '', '1.00', 130)
    await never?.stake(ids[1] ?? '')
    await late?.stake(ids[2] ?? '', '1.00', point + 1)
    await sql`update rounds_shared set starts_at = clock_timestamp() + interval '1 second'
      where id = (select max(id) from rounds_shared)`.execute(db.sql)
    await soon(async () => expect(await phase()).toBe('running'))
    const { id } = await table.round()
    atWork(other, { openMs: 300, overMs: 60_000 })
    await first.drop()
    await soon(async () => expect(await phase()).toBe('over'), 12_000)
    const ended = await table.round()
    expect([ended.id, ended.point, ended.is_interrupted]).toEqual([id, BigInt(point), false])
    await soon(async () => expect(await balances(players)).toEqual([900 + 130, 900, 900]))
  })
})

test('a traveller who is busy elsewhere keeps the house waiting, but not silent: no stake goes back for it', async () => {
  await table.chain((at) => at > 105 && at < 112)
  const loop = table.open({ overMs: 60_000 })
  await loop.turn()
  const [busy, hand] = await Promise.all([table.launch(addPlayer), table.launch(addPlayer)])
  const [first, second] = [randomUUID(), randomUUID()]
  await busy.stake(first, '1.00', 101)
  await hand.stake(second)
  await table.startNow()
  await loop.turn()
  const beat = async () =>
    (await db.sql.selectFrom('rounds_table').select('beat_at').executeTakeFirstOrThrow()).beat_at.getTime()
  await table.house.begin(async (tx) => {
    await sql`select 1 from account_player where id = ${busy.playerId} for update`.execute(tx)
    atWork(table, { overMs: 60_000 })
    await loop.close()
    await soon(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
      expect(rows[0]?.count).toBe(1)
    })
    const before = await beat()
    await soon(async () => expect((await beat()) - before).toBeGreaterThan(2_500))
  })
  await soon(async () => expect((await hand.look(second)).is_over).toBe(true))
  expect((await table.round()).is_interrupted).toBe(false)
  expect((await hand.look(second)).won.amount).toBe('0.00')
  await soon(async () => expect((await busy.look(first)).won.amount).toBe('1.01'))
})

describe('killed in the middle of a flight', () => {
  /** Players with a height in advance, and one who wanted to decide by hand; the house dies under them. */
  async function interrupted(silentSeconds: number, pushedMs: number) {
    await table.chain((at) => at > 150 && at < 300)
    const loop = table.open()
    await loop.turn()
    const players = await Promise.all(Array.from({ length: 3 }, () => table.launch(addPlayer, { amount: '10.00' })))
    const ids = players.map(() => randomUUID())
    await Promise.all(players.map((player, at) => player.stake(ids[at] ?? '', '1.00', [120, null, 300][at] ?? null)))
    await table.startNow()
    await loop.turn()
    // Nothing more is heard of it; later another process begins.
    await table.push(pushedMs)
    await sql`update rounds_table set beat_at = beat_at - make_interval(secs => ${silentSeconds})`.execute(db.sql)
    const next = other.open()
    await next.turn()
    const looks = await Promise.all(players.map((player, at) => player.look(ids[at] ?? '')))
    return { players, looks, shared: await table.round() }
  }

  test('and back after its end: heights in advance are paid, every other stake goes back', async () => {
    const { players, looks, shared } = await interrupted(60, 60_000)
    expect([shared.phase, shared.is_interrupted]).toEqual(['over', true])
    expect(looks.map(({ won, view }) => [won.amount, view])).toEqual([
      ['1.20', { auto: 120, cashedAt: 120, point: null, isReturned: false }],
      ['1.00', { auto: null, cashedAt: null, point: null, isReturned: true }],
      ['1.00', { auto: 300, cashedAt: null, point: null, isReturned: true }],
    ])
    expect(await balances(players)).toEqual([1_020, 1_000, 1_000])
  })

  test('and back while it still flies: it just goes on', async () => {
    const { looks, shared } = await interrupted(60, 3_000)
    expect([shared.phase, shared.is_interrupted]).toEqual(['running', false])
    expect(looks.map(({ is_over }) => is_over)).toEqual([true, false, false])
  })

  test('between the end and the payments: they are paid by the node that comes next', async () => {
    await table.chain((at) => at > 150 && at < 300)
    const loop = table.open()
    await loop.turn()
    const player = await table.launch(addPlayer, { amount: '10.00' })
    const round = randomUUID()
    await player.stake(round, '1.00', 120)
    const { id } = await table.round()
    // It is written that it is over; no player was paid, and no visitor has looked on since.
    await sql`update rounds_shared set phase = 'over', point = 200, hash = '\\x00', ended_at = now() - interval '1 hour',
      starts_at = now() - interval '1 hour' where id = ${id}`.execute(db.sql)
    await sql`update rounds_table set watched_at = now() - interval '1 hour', holder = null`.execute(db.sql)
    await other.open().turn()
    expect(await player.look(round)).toMatchObject({ is_over: true, won: { amount: '1.20' } })
  })

  test('before the start: it is announced again, stakes stay', async () => {
    await table.chain((at) => at > 150 && at < 300)
    const loop = table.open()
    await loop.turn()
    const player = await table.launch(addPlayer, { amount: '10.00' })
    const round = randomUUID()
    await player.stake(round)
    await sql`update rounds_shared set starts_at = now() - interval '30 seconds'
      where id = (select max(id) from rounds_shared)`.execute(db.sql)
    await loop.turn()
    const { phase: now, starts_at } = await table.round()
    expect([now, (starts_at?.getTime() ?? 0) > Date.now()]).toEqual(['open', true])
    expect(await player.look(round)).toMatchObject({ is_over: false })
  })
})

test('no visitor looks on: the next round waits for one', async () => {
  await table.chain((point) => point < 103)
  const loop = table.open()
  await loop.turn()
  await table.startNow()
  await loop.turn()
  await table.push(60_000)
  await loop.turn()
  const before = await table.round()
  await sql`update rounds_table set watched_at = now() - interval '1 hour'`.execute(db.sql)
  for (let at = 0; at < 3; at += 1) await loop.turn()
  expect((await table.round()).id).toBe(before.id)
  await sql`update rounds_table set watched_at = now()`.execute(db.sql)
  await loop.turn()
  expect((await table.round()).id).not.toBe(before.id)
})
