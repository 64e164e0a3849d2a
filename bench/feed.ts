import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../server/src/db/db.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { median, type Row } from './figures.ts'
import { openPlainFeed, type PlainFeed } from './plain-feed.ts'
import { type Message, openProducer, type Producer, writtenOf } from './producer.ts'
import { openWorld } from './wallet-world.ts'

const events = 1_500
const liveEvents = 64
const marketsOf = 60
const marketsTold = 20
/** As many as a request has. */
const marketsOfPortion = 1_740
/** What is aimed at on two quiet cores. A machine is seldom quiet, so the bars go by what it does beside, in the same run. */
const aims = { messages: 2_000, snapshotSeconds: 5, p99Ms: 250 }
const bars = { snapshot: 2, messages: 0.5, p99: 2.5 }
/** The door holds fifty for an address, and this machine has as many addresses as one likes. */
const streamsOfAddress = 50
const streams = Number(process.env.BENCH_STREAMS ?? 1_000)

const names = (en: string) => ({ en, es: `${en} ES`, ru: `${en} RU` })
const refOf = (event: number) => `e${event}`

/** Three prices, or two and a line; `turn` moves them. */
function marketAt(place: number, turn: number) {
  const price = 1_500 + ((place * 37 + turn * 10) % 900)
  const shared = { period: 'ft', state: 'open', is_live: true }
  if (place === 0)
    return {
      ...{ ...shared, type: 'result', line: null, prices: [price, 3_300, 3_400] },
      ...{ wins: [430_000_000, 290_000_000, 280_000_000], backs: [0, 0, 0] },
    }
  const line = `${Math.floor(place / 2)}.5`
  const type = place % 2 === 0 ? 'total' : 'handicap'
  return { ...shared, type, line, prices: [price, 1_900], wins: [500_000_000, 500_000_000], backs: [0, 0] }
}

const pricesOf = (event: number, count: number, turn: number): Message => ({
  ...{ kind: 'prices', event: refOf(event) },
  markets: Array.from({ length: count }, (_, place) => marketAt(place, turn)),
})

function everything(): Message[] {
  const teams = Array.from({ length: events * 2 }, (_, at) => ({
    ...{ ref: `t${at}`, sport: 'football', names: names(`Team ${at}`) },
  }))
  const tree = {
    ...{ kind: 'tree', sports: [{ sysname: 'football', names: names('Football'), position: 1 }] },
    categories: [{ ref: 'land', sport: 'football', names: names('Land'), position: 1 }],
    tournaments: [{ ref: 'league', category: 'land', names: names('League'), position: 1, tier: 'A' }],
  }
  const soon = Date.now() + 3_600_000
  const all = Array.from({ length: events }, (_, at) => at)
  return [
    { kind: 'snapshot_begin' },
    tree,
    ...[0, 1, 2].map((part) => ({ kind: 'tree', competitors: teams.slice(part * 1_000, part * 1_000 + 1_000) })),
    ...all.map((at) => ({
      ...{ kind: 'fixture', event: refOf(at), tournament: 'league', home: `t${at * 2}`, away: `t${at * 2 + 1}` },
      ...{ starts_at: new Date(soon + at * 60_000).toISOString(), has_live: true, format: { minutes: 90 } },
    })),
    ...all.map((at) => pricesOf(at, marketsOf, 0)),
    ...all
      .slice(0, liveEvents)
      .map((at) => ({ kind: 'state', event: refOf(at), state: 'live', score: { ft: [0, 0] } })),
    { kind: 'snapshot_end' },
  ]
}

const plainAt = (event: number, place: number, turn: number) => {
  const { type, period, line, prices, wins, backs } = marketAt(place, turn)
  return { event, type, period, line: line ?? '', prices, wins, backs }
}

/** Seconds for the rows of the snapshot. */
async function plainSnapshot({ add }: PlainFeed): Promise<number> {
  const all = Array.from({ length: events * marketsOf }, (_, at) =>
    plainAt(Math.floor(at / marketsOf), at % marketsOf, 0),
  )
  const begun = performance.now()
  for (let at = 0; at < all.length; at += marketsOfPortion) await add(all.slice(at, at + marketsOfPortion))
  return (performance.now() - begun) / 1_000
}

/** Messages a second, of which only the markets that moved are told. */
async function plainIntake({ move }: PlainFeed, moved: number, seconds: number): Promise<number> {
  const begun = performance.now()
  let count = 0
  for (let turn = 1; performance.now() - begun < seconds * 1_000; turn += 1) {
    await move(Array.from({ length: liveEvents * moved }, (_, at) => plainAt(Math.floor(at / moved), at % moved, turn)))
    count += liveEvents
  }
  return count / ((performance.now() - begun) / 1_000)
}

/** Messages a second, of so many markets of which so many have moved. */
async function intake({ tellWritten }: Producer, moved: number, seconds: number, from: number): Promise<number> {
  const turns = Array.from({ length: 4 }, (_, turn) =>
    writtenOf(
      Array.from({ length: liveEvents }, (_, event) => ({
        ...{ kind: 'prices', event: refOf(event) },
        markets: Array.from({ length: marketsTold }, (_, place) =>
          marketAt(place, place < moved ? from + turn : from - 1),
        ),
      })),
    ),
  )
  const begun = performance.now()
  let count = 0
  for (let turn = 0; performance.now() - begun < seconds * 1_000; turn += 1) {
    await tellWritten(turns[turn % turns.length] ?? [])
    count += liveEvents
  }
  return count / ((performance.now() - begun) / 1_000)
}

type Listening = { frames: number; bytes: number; late: number[]; isCut: boolean }

const addressOf = (at: number) =>
  `127.0.${1 + Math.floor(at / streamsOfAddress / 250)}.${1 + (Math.floor(at / streamsOfAddress) % 250)}`

function listen(url: string, at: number, sentAt: () => number): Promise<{ heard: Listening; answer: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { localAddress: addressOf(at), agent: false }, (answer) => {
      const heard: Listening = { frames: 0, bytes: 0, late: [], isCut: false }
      answer.on('data', (chunk: Buffer) => {
        heard.bytes += chunk.length
        if (sentAt() === 0 || !chunk.includes('event: frame')) return
        heard.frames += 1
        heard.late.push(performance.now() - sentAt())
      })
      answer.once('close', () => {
        heard.isCut = true
      })
      answer.on('error', () => {})
      resolve({ heard, answer })
    })
    asked.once('error', reject)
  })
}

const turns = 20

/** From before something is posted to the socket of every page; the post itself is a part of it. */
async function fanOut(url: string, post: (turn: number) => Promise<unknown>) {
  let sent = 0
  const pages: Awaited<ReturnType<typeof listen>>[] = []
  for (let at = 0; at < streams; at += 100)
    pages.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, streams - at) }, (_, one) => listen(url, at + one, () => sent)),
      )),
    )
  // What was told before is over.
  await sleep(1_000)
  for (let turn = 0; turn < turns; turn += 1) {
    sent = performance.now()
    await post(turn)
    await sleep(Math.max(0, 500 - (performance.now() - sent)))
  }
  const late = pages.flatMap(({ heard }) => heard.late).sort((one, other) => one - other)
  const cut = pages.filter(({ heard }) => heard.isCut).length
  const bytes = pages.reduce((sum, { heard }) => sum + heard.bytes, 0)
  for (const { answer } of pages) answer.destroy()
  return { late, cut, frames: late.length / pages.length, bytesOfFrame: Math.round(bytes / late.length) }
}

const siteFanOut = ({ siteUrl }: BenchSite, { tell }: Producer) =>
  fanOut(`${siteUrl}/platform/sports/stream?topics=live`, (turn) =>
    tell(Array.from({ length: 10 }, (_, event) => pricesOf(event, 1, 50_000 + turn))),
  )

/** The same bytes to as many by a bare server. */
async function bareFanOut(bytes: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-stream.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(child.stdout, 'data')
    const url = String(line).trim()
    const body = `event: frame\ndata: ${'x'.repeat(bytes)}\n\n`
    return await fanOut(url, async () => (await fetch(url, { method: 'POST', body })).arrayBuffer())
  } finally {
    child.kill('SIGTERM')
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

/** A round trip of one small message: what the network, the signature and a transaction cost by themselves. */
async function alive({ tell }: Producer): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const begun = performance.now()
    await tell([{ kind: 'alive' }])
    took.push(performance.now() - begun)
  }
  return median(took)
}

/** As long as it takes: nothing waits for it. */
async function tidy({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze sports_market, sports_event, sports_price, bench_market, bench_price')
  client.release(true)
}

export async function feedRows(site: BenchSite): Promise<Row[]> {
  const told = openProducer(site)
  const db = openWorld(site.databaseUrl)
  const plain = await openPlainFeed(db)
  const all = writtenOf(everything())
  const begun = performance.now()
  await told.tellWritten(all)
  const seconds = (performance.now() - begun) / 1_000
  const plainSeconds = await plainSnapshot(plain)
  await tidy(db)
  const quick = await alive(told)
  const some = await intake(told, 5, 5, 100)
  const plainSome = await plainIntake(plain, 5, 3)
  const wholly = await intake(told, marketsTold, 5, 10_000)
  const plainAll = await plainIntake(plain, marketsTold, 3)
  await plain.close()
  await db.close()
  const ours = await siteFanOut(site, told)
  const bare = await bareFanOut(ours.bytesOfFrame)
  const [p99, bareP99] = [at(ours.late, 0.99), at(bare.late, 0.99)]
  return [
    {
      name: `snapshot of ${events} events, ${events * marketsOf} markets (aim: ${aims.snapshotSeconds} s)`,
      ours: `${seconds.toFixed(1)} s`,
      reference: `the same rows inserted plainly ${plainSeconds.toFixed(1)} s`,
      ratio: seconds / plainSeconds,
      bar: { text: `≤ ${bars.snapshot.toFixed(2)}`, isMet: seconds <= bars.snapshot * plainSeconds },
    },
    {
      name: `feed messages of ${marketsTold} markets, 5 of them moved (aim: ${aims.messages}/s)`,
      ours: `${Math.round(some)}/s`,
      reference: `what moved updated plainly ${Math.round(plainSome)}/s`,
      ratio: some / plainSome,
      bar: { text: `≥ ${bars.messages.toFixed(2)}`, isMet: some >= bars.messages * plainSome },
    },
    {
      name: 'the same, all of them moved',
      ours: `${Math.round(wholly)}/s, one alive ${quick.toFixed(1)} ms`,
      reference: `what moved updated plainly ${Math.round(plainAll)}/s`,
      ratio: wholly / plainAll,
    },
    {
      name: `${streams} streams, ${ours.frames.toFixed(0)} of ${turns} frames each, ${ours.cut} cut (aim: ${aims.p99Ms} ms)`,
      ours: `p50 ${at(ours.late, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms from post to page`,
      reference: `bare stream p50 ${at(bare.late, 0.5).toFixed(0)} ms, p99 ${bareP99.toFixed(0)} ms`,
      ratio: p99 / bareP99,
      bar: { text: `≤ ${bars.p99.toFixed(2)}`, isMet: p99 <= bars.p99 * bareP99 && ours.cut === 0 },
    },
  ]
}

if (import.meta.main) await benchAlone(feedRows)
