import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { begin, type Database } from '../server/src/db/db.ts'
import { sweepCups } from '../server/src/features/tournaments/feed.ts'
import { recomputeResult } from '../server/src/features/tournaments/finish.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { boardRows } from './boards.ts'
import { addCup } from './cup-world.ts'
import { median, type Row } from './figures.ts'
import { costOf, costText } from './processor.ts'
import { openStatements } from './statements.ts'
import { type Ask, openLoad } from './wallet.ts'
import { addGamblers, type Gambler, openWorld } from './wallet-world.ts'

const players = Number(process.env.BENCH_PLAYERS ?? 2_000)
const turns = 3
const turnSeconds = Number(process.env.BENCH_SECONDS ?? 5)
/** As long as the feed of points has patience with a crowd, so that each turn has what it works in then. */
const besideSeconds = Number(process.env.BENCH_SECONDS ?? 11)
/** Rounds of a result: each that was played, and copies of it. A few thousand say nothing of five million. */
const copies = 15
/** What is aimed at on two quiet cores. A machine is seldom quiet, so the bars go by what it does beside, in the same run. */
const aims = { feed: 4_000, recompute: 83_000 }
const bars = { beside: 0.95, worked: 0.02, recomputed: 0.1 }

const perSecond = (value: number) => `${Math.round(value)}/s`

/** What the clubs cost those who stake, and how fast they read what was played. */
export async function clubRows({ siteUrl, databaseUrl, dir, workers }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    return [
      ...(await besideRows(db, load, { what: 'own rounds', isOwn: true, dir, workers })),
      ...(await besideRows(db, load, { what: 'wallet calls', isOwn: false, dir, workers })),
      ...(await readingRows(db, load, dir)),
      ...(await boardRows(db, { siteUrl, dir })),
    ]
  } finally {
    await db.close()
  }
}

/** While the bench has the lease no node works. */
async function hold(db: Database): Promise<void> {
  await db.pool.query(
    `insert into tournaments_lease (name, holder, beat_at) values ('feed', 'bench', now() + interval '1 day')
    on conflict (name) do update set holder = 'bench', beat_at = excluded.beat_at`,
  )
  await sleep(1_500)
}

const behind = z.array(z.object({ left: z.coerce.number() })).length(1)
const mostWaitMs = 120_000

/** The site's own worker goes on, and has caught up. */
async function release(db: Database): Promise<void> {
  await db.pool.query(`delete from tournaments_lease where holder = 'bench'`)
  const since = performance.now()
  for (;;) {
    await sleep(500)
    const { rows } = await db.pool.query(
      `select count(*) as left from tournaments_cursor as c join wallet_purse as p on p.id = c.purse and p.seq > c.seq`,
    )
    if (behind.parse(rows)[0]?.left === 0) return
    if (performance.now() - since > mostWaitMs) throw new Error('the worker does not catch up')
  }
}

const idsOf = (gamblers: readonly Gambler[]) => gamblers.map(({ playerId }) => BigInt(playerId))

/** The same players, with the workers at work and without. */
async function besideRows(
  db: Database,
  load: Ask,
  { what, isOwn, dir, workers }: { what: string; isOwn: boolean } & Pick<BenchSite, 'dir' | 'workers'>,
): Promise<Row[]> {
  const mark = what.replace(' ', '-')
  const gamblers = await addGamblers(db, players, `club-${mark}`, isOwn ? 'twin-dice' : undefined)
  await addCup(db, `bench-${mark}`, idsOf(gamblers))
  await db.pool.query('vacuum analyze')
  await load({ gamblers, seconds: 8, isOwn })
  const statements = openStatements(dir)
  const measure = async (beside: string) => {
    statements.forget()
    const done = await costOf(workers, () => load({ gamblers, seconds: besideSeconds, isOwn }))
    statements.say(`${what}, ${beside}`, done.calls)
    return done
  }
  const done: Record<'with' | 'without', Awaited<ReturnType<typeof measure>>[]> = { with: [], without: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    await hold(db)
    done.without.push(await measure('without the workers'))
    await release(db)
    done.with.push(await measure('with the workers'))
  }
  const side = (all: Awaited<ReturnType<typeof measure>>[]) => {
    const siteMs = median(all.map((each) => each.siteMs))
    const databaseMs = median(all.map((each) => each.databaseMs))
    return {
      pace: median(all.map(({ calls, seconds }) => calls / seconds)),
      cost: costText({ siteMs, databaseMs }),
    }
  }
  const [beside, quiet] = [side(done.with), side(done.without)]
  const [ours, reference] = [beside.pace, quiet.pace]
  return [
    {
      name: `${what}: tournaments and points are worked in`,
      ours: `${perSecond(ours)}${beside.cost}`,
      reference: `without the workers ${perSecond(reference)}${quiet.cost}`,
      ratio: ours / reference,
      bar: { text: `≥ ${bars.beside.toFixed(2)}`, isMet: ours / reference >= bars.beside },
    },
  ]
}

const timed = async (work: () => Promise<unknown>) => {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

const counted = z.array(z.object({ count: z.coerce.number() })).length(1)

/** Rounds that wait are worked in, then computed anew; beside it the database adds up the same calls by itself. */
async function readingRows(db: Database, load: Ask, dir: string): Promise<Row[]> {
  const gamblers = await addGamblers(db, players, 'club-read', 'twin-dice')
  const ids = idsOf(gamblers)
  const cup = await addCup(db, 'bench-read', ids)
  await hold(db)
  await load({ gamblers, seconds: 2 * turnSeconds, isOwn: true })
  await db.pool.query('vacuum analyze')
  const { rows } = await db.pool.query('select count(*) from rounds_round where player_id = any($1::bigint[])', [ids])
  const rounds = counted.parse(rows)[0]?.count ?? 0
  const plain = await timed(() => addUp(db, ids))
  const ctx = { sql: db.sql, begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
  const statements = openStatements(dir)
  const told = async (name: string, work: () => Promise<unknown>) => {
    statements.forget()
    const seconds = await timed(work)
    statements.say(name, rounds)
    return seconds
  }
  const worked = await told('rounds worked in', () => sweepCups({ ...ctx, log: pino({ level: 'silent' }) }))
  await release(db)
  for (let copy = 1; copy <= copies; copy += 1) await copyRounds(db, ids, copy)
  await db.pool.query('vacuum analyze')
  await db.pool.query(
    `update tournaments_tournament set state = 'finished', ends_at = now(), cut_at = now(), result_hash = '' where id = $1`,
    [cup],
  )
  const many = rounds * (copies + 1)
  const added = await timed(() => addUp(db, ids))
  const anew = await told('rounds computed anew', () => recomputeResult(db.sql, cup))
  const row = (name: string, own: number, plain: number, { aim, bar }: { aim: number; bar: number }): Row => ({
    name: `${name} (to reach ${perSecond(aim)})`,
    ours: perSecond(own),
    reference: `added up by the database ${perSecond(plain)}`,
    ratio: own / plain,
    bar: { text: `≥ ${bar.toFixed(2)}`, isMet: own / plain >= bar },
  })
  return [
    row(`${rounds} rounds worked in by the feed`, rounds / worked, rounds / plain, {
      aim: aims.feed,
      bar: bars.worked,
    }),
    row(`${many} rounds of a result computed anew`, many / anew, many / added, {
      ...{ aim: aims.recompute, bar: bars.recomputed },
    }),
  ]
}

/** What the database takes to go over the same calls once. */
const addUp = (db: Database, ids: readonly bigint[]) =>
  db.pool.query(
    `select r.player_id, max(c.won * 100 / nullif(c.staked, 0)) from rounds_round as r cross join lateral (
      select sum(a.staked) as staked, sum(a.won) as won from rounds_action as a
      where a.round = r.round and a.provider = r.provider and not a.is_rolled_back) as c
    where r.player_id = any($1::bigint[]) group by 1`,
    [ids],
  )

/** The rounds that these players played, once more under other names. */
async function copyRounds(db: Database, ids: readonly bigint[], copy: number): Promise<void> {
  const named = `jsonb_build_object('round', r.round || '-' || $2::text)`
  const own = `r.player_id = any($1::bigint[]) and r.round not like '%-copy%'`
  await db.pool.query(
    `insert into rounds_action select (jsonb_populate_record(a, ${named} ||
      jsonb_build_object('action', a.action || '-' || $2::text))).*
    from rounds_round as r join rounds_action as a on a.round = r.round and a.provider = r.provider where ${own}`,
    [ids, `copy${copy}`],
  )
  await db.pool.query(
    `insert into rounds_round select (jsonb_populate_record(r, ${named})).* from rounds_round as r where ${own}`,
    [ids, `copy${copy}`],
  )
}

if (import.meta.main) await benchAlone(clubRows)
