import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchSite, benchAlone } from './alone.ts'
import { median, type Row } from './figures.ts'
import { type Message, openProducer, type Producer } from './producer.ts'
import { openWorld } from './wallet-world.ts'

const events = 1_500
const liveEvents = 64
const marketsOf = 60
const marketsTold = 20
const barMessages = 2_000
const barSnapshotSeconds = 5
const barP99Ms = 250
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

/** Messages a second, of so many markets of which so many have moved. */
async function intake({ tell }: Producer, moved: number, seconds: number, from: number): Promise<number> {
  const begun = performance.now()
  let count = 0
  for (let turn = from; performance.now() - begun < seconds * 1_000; turn += 1) {
    const messages = Array.from({ length: liveEvents }, (_, event) => ({
      ...{ kind: 'prices', event: refOf(event) },
      markets: Array.from({ length: marketsTold }, (_, place) => marketAt(place, place < moved ? turn : from - 1)),
    }))
    await tell(messages)
    count += messages.length
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

/** From before a price is posted to the socket of every page; the post itself is a part of it. */
async function fanOut(site: BenchSite, { tell }: Producer) {
  let sent = 0
  const url = `${site.siteUrl}/platform/sports/stream?topics=live`
  const pages: Awaited<ReturnType<typeof listen>>[] = []
  for (let at = 0; at < streams; at += 100)
    pages.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, streams - at) }, (_, one) => listen(url, at + one, () => sent)),
      )),
    )
  // What was told before is over.
  await sleep(1_000)
  const turns = 20
  for (let turn = 0; turn < turns; turn += 1) {
    sent = performance.now()
    await tell(Array.from({ length: 10 }, (_, event) => pricesOf(event, 1, 50_000 + turn)))
    await sleep(Math.max(0, 500 - (performance.now() - sent)))
  }
  const late = pages.flatMap(({ heard }) => heard.late).sort((one, other) => one - other)
  const cut = pages.filter(({ heard }) => heard.isCut).length
  for (const { answer } of pages) answer.destroy()
  return { late, cut, frames: late.length / pages.length, turns }
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

export async function feedRows(site: BenchSite): Promise<Row[]> {
  const told = openProducer(site)
  const begun = performance.now()
  await told.tell(everything())
  const seconds = (performance.now() - begun) / 1_000
  const db = openWorld(site.databaseUrl)
  await db.pool.query('vacuum analyze sports_market, sports_event, sports_price')
  await db.close()
  const quick = await alive(told)
  const some = await intake(told, 5, 5, 100)
  const all = await intake(told, marketsTold, 5, 10_000)
  const { late, cut, frames, turns } = await fanOut(site, told)
  const p99 = at(late, 0.99)
  return [
    {
      name: `snapshot of ${events} events, ${events * marketsOf} markets`,
      ours: `${seconds.toFixed(1)} s`,
      reference: `${barSnapshotSeconds} s`,
      ratio: seconds / barSnapshotSeconds,
      bar: { text: '≤ 1.00', isMet: seconds <= barSnapshotSeconds },
    },
    {
      name: `feed messages of ${marketsTold} markets, 5 of them moved`,
      ours: `${Math.round(some)}/s`,
      reference: `${barMessages}/s`,
      ratio: some / barMessages,
      bar: { text: '≥ 1.00', isMet: some >= barMessages },
    },
    {
      name: 'the same, all of them moved',
      ours: `${Math.round(all)}/s`,
      reference: `${barMessages}/s; one alive ${quick.toFixed(1)} ms`,
      ratio: all / barMessages,
    },
    {
      name: `${streams} streams, ${frames.toFixed(0)} of ${turns} frames each, ${cut} cut`,
      ours: `p50 ${at(late, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms from post to page`,
      reference: `${barP99Ms} ms`,
      ratio: p99 / barP99Ms,
      bar: { text: '≤ 1.00', isMet: p99 <= barP99Ms && cut === 0 },
    },
  ]
}

if (import.meta.main) await benchAlone(feedRows)
