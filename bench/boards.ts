import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../server/src/db/db.ts'
import { addPlayers } from '../server/src/test/world.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { addSignedIn } from './bets.ts'
import { addCup, atOnce } from './cup-world.ts'
import { median, type Row } from './figures.ts'
import { type Ask, answerTo, rate } from './load.ts'
import { openWorld } from './wallet-world.ts'

const entries = Number(process.env.BENCH_ENTRIES ?? 100_000)
const turns = 3
const [pacePerSecond, pacedSeconds] = [200, 10]
const [wanted, places] = [1_000, 500]
/** What the design aims at on two quiet cores, in milliseconds. */
const aims = { fresh: 500, page: 50, age: 2_000, joins: 3_000 }
const bars = { standings: 0.05 }

const perSecond = (value: number) => `${Math.round(value)}/s`
const browser = { 'accept-encoding': 'br', 'user-agent': 'bench' }

const timed = async (work: () => Promise<unknown>) => {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

/** A great board, of which any page is asked for while scores change. */
export async function boardRows(db: Database, { siteUrl, dir }: Pick<BenchSite, 'siteUrl' | 'dir'>): Promise<Row[]> {
  const ids: bigint[] = []
  while (ids.length < entries) ids.push(...(await addPlayers(db, Math.min(atOnce, entries - ids.length))))
  const cup = await addCup(db, 'bench-board', ids)
  for (let from = 0; from < entries; from += atOnce) {
    await db.pool.query(
      `update tournaments_entry set score = join_no * 7919 % 100003, reached_at = now(), version = 1
      where tournament_id = $1 and join_no > $2 and join_no <= $2 + $3::int`,
      [cup, from, atOnce],
    )
  }
  await db.pool.query('update tournaments_tournament set version = 1 where id = $1', [cup])
  await db.pool.query('vacuum analyze tournaments_entry')
  const page = (offset: number) => ({
    url: `${siteUrl}/api/tournaments.getStandings?tournament_id=${cup}&count=50&offset=${offset}`,
    headers: browser,
  })
  const first = await timed(() => answerTo(page(0)))
  const plain = { url: `${siteUrl}/api/metadata.getgeneralinfo`, headers: browser }
  const stop = new AbortController()
  const changing = changeScores(db, cup, stop.signal)
  const found: { ours: number[]; reference: number[] } = { ours: [], reference: [] }
  let paced: Paced = { p99Ms: Number.NaN, oldestMs: Number.NaN }
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      found.reference.push(await rate(plain, 2))
      found.ours.push(await rate(page(Math.floor((entries / turns) * turn)), 2))
    }
    paced = await askEvenly((asked) => page((asked * 50) % entries))
  } finally {
    stop.abort()
    await changing
  }
  const [ours, reference] = [median(found.ours), median(found.reference)]
  return [
    {
      name: `tournaments.getStandings, ${entries} entries, 2,000 changes a second`,
      ours: perSecond(ours),
      reference: `metadata.getgeneralinfo ${perSecond(reference)}`,
      ratio: ours / reference,
      bar: { text: `≥ ${bars.standings.toFixed(2)}`, isMet: ours / reference >= bars.standings },
    },
    {
      name: 'the same, the first answer of a node',
      ...against(first * 1000, aims.fresh),
    },
    { name: `the same, 99 of 100 at ${pacePerSecond} a second`, ...against(paced.p99Ms, aims.page) },
    { name: 'the same, age of 99 of 100 boards', ...against(paced.oldestMs, aims.age) },
    {
      name: `${wanted} join at once for ${places} places`,
      ...(await joinAtOnce(db, { siteUrl, dir })),
    },
  ]
}

/** A time that the design names: for information, because a machine is seldom quiet. */
const against = (ms: number, aimMs: number) => ({
  ours: `${Math.round(ms)} ms`,
  reference: `${aimMs} ms`,
  ratio: ms / aimMs,
})

type Paced = { p99Ms: number; oldestMs: number }

const answered = z.object({ data: z.object({ as_of: z.coerce.date() }) })

/** Whatever the answers, so many questions a second. */
async function askEvenly(next: (asked: number) => Ask): Promise<Paced> {
  const took: number[] = []
  const ages: number[] = []
  const asking: Promise<void>[] = []
  const begun = performance.now()
  for (let asked = 0; asked < pacePerSecond * pacedSeconds; asked += 1) {
    await sleep(Math.max(0, begun + (asked * 1_000) / pacePerSecond - performance.now()))
    const ask = async () => {
      const since = performance.now()
      const { url, headers } = next(asked)
      const answer = await fetch(url, { headers })
      const text = await answer.text()
      took.push(performance.now() - since)
      ages.push(Date.now() - answered.parse(JSON.parse(text)).data.as_of.getTime())
    }
    asking.push(ask())
  }
  await Promise.all(asking)
  return { p99Ms: highest(took), oldestMs: highest(ages) }
}

/** Of a hundred all but one are below it. */
const highest = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN

/** How long the last of all waits for its answer; as many as there are places are in. */
async function joinAtOnce(db: Database, { siteUrl, dir }: Pick<BenchSite, 'siteUrl' | 'dir'>) {
  const players = await addSignedIn(db, dir, wanted)
  const cup = await addCup(db, 'bench-joins', [], places)
  await db.pool.query('vacuum analyze account_player, wallet_purse, auth_session')
  const since = performance.now()
  const answers = await Promise.all(
    players.map(async ({ playerId, token }, at) => {
      const answer = await fetch(`${siteUrl}/api/tournaments.participate`, {
        method: 'POST',
        headers: { cookie: token, 'x-forwarded-for': `10.${at >> 8}.${at & 255}.1`, origin: siteUrl },
        body: new URLSearchParams({ tournament_id: String(cup) }),
      })
      return { playerId, status: answer.status, text: await answer.text() }
    }),
  )
  const tookMs = performance.now() - since
  const inside = answers.filter(({ status }) => status === 200).length
  const busy = answers.filter(({ status }) => status === 503).length
  const full = answers.filter(({ text }) => text.includes('TOURNAMENT_FULL')).length
  if (inside !== places || inside + full + busy !== wanted)
    throw new Error(`${inside} of ${places} are in, ${full} were told that it is full, ${busy} to come again`)
  const row = against(tookMs, aims.joins)
  return { ...row, ours: `${row.ours}, ${busy} told to come again` }
}

async function changeScores(db: Database, cup: bigint, stop: AbortSignal): Promise<void> {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const since = performance.now()
    await db.pool.query(
      `with moved as (
        update tournaments_tournament set version = version + 1 where id = $1 returning version
      )
      update tournaments_entry as e set score = score + 1, version = moved.version from moved
      where tournament_id = $1 and join_no between $2::int and $2::int + 1999`,
      [cup, (turn * 2_000) % entries],
    )
    await sleep(Math.max(0, 1_000 - (performance.now() - since)))
  }
}

if (import.meta.main)
  await benchAlone(async (site) => {
    const db = openWorld(site.databaseUrl)
    try {
      return await boardRows(db, site)
    } finally {
      await db.close()
    }
  })
