import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { imageUrl } from '@croupier/contract/image'
import { z } from 'zod'
import { startSite } from '../e2e/global-setup.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { openLog } from '../server/src/log.ts'
import { accountRow, login, signIn } from './account.ts'
import { betRows } from './bets.ts'
import { bettingPageRows } from './betting-pages.ts'
import { bonusRows } from './bonuses.ts'
import { builderRows } from './builders.ts'
import { cashbackRows } from './cashback.ts'
import { clubRows } from './clubs.ts'
import { crowdRows } from './crowd.ts'
import { feedRows } from './feed.ts'
import { type Row, table } from './figures.ts'
import { historyRows } from './history.ts'
import { type Ask, answerTo, rate, rivals } from './load.ts'
import { lobbyRows } from './lobby.ts'
import { offersRow } from './offers.ts'
import { roundsRow } from './rounds.ts'
import { searchRow } from './search.ts'
import { settleRows } from './settle.ts'
import { walletRows } from './wallet.ts'

const file = (name: string) => join(import.meta.dirname, name)
const dir = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
const browser = { 'accept-encoding': 'br', 'accept-language': 'en-GB,en;q=0.9', 'user-agent': 'bench' }

/** What runs, so that it can be ended in the reverse order. */
const running: (() => Promise<unknown>)[] = []

const database = await startEmbedded({ dir, log: openLog('warn') })
running.push(database.stop)
const settings = {
  DATABASE_URL: database.url,
  DATA_DIR: dir,
  LOG_LEVEL: 'warn',
  SPORTS_FEED: 'bench',
  TRUST_PROXY: '127.0.0.1',
}
try {
  const rows = [...(await overTheWire()), ...(await inProcess())]
  console.log(table(rows))
  process.exitCode = rows.some(({ bar }) => bar?.isMet === false) ? 1 : 0
} finally {
  for (const stop of running.reverse()) await stop()
  rmSync(dir, { recursive: true, force: true })
}

async function overTheWire(): Promise<Row[]> {
  const site = await startSite(dir, settings)
  running.push(site.stop)
  const ask = (path: string, headers: Record<string, string> = {}): Ask => ({
    url: `${site.url.replace('localhost', '127.0.0.1')}${path}`,
    headers: { ...browser, ...headers },
  })
  const home = await answerTo(ask('/'))
  const { ours, reference } = await rivals(ask('/'), { url: await startBare(home), headers: browser }, 5, 2)
  const perSecond = (value: number) => `${Math.round(value)}/s`
  const fastify = `bare Fastify ${perSecond(reference)}`
  /** For information: no bar, so one turn is enough. */
  const informing = async (name: string, asked: Ask): Promise<Row> => {
    const found = await rate(asked, 3)
    return { name, ours: perSecond(found), reference: fastify, ratio: found / reference }
  }
  const workers = { site: site.child.pid ?? 0, database: database.pid() }
  const whole = { siteUrl: ask('').url, databaseUrl: database.url, workers }
  return [
    {
      name: `stored page, ${Math.round(home.body.length / 1024)} KiB br`,
      ours: perSecond(ours),
      reference: fastify,
      ratio: ours / reference,
      bar: { text: '≥ 0.50', isMet: ours / reference >= 0.5 },
    },
    await informing('stored page, not modified (304)', ask('/', { 'if-none-match': home.headers.etag ?? '' })),
    await informing('navigation data (/_.data)', ask('/_.data')),
    await informing('API metadata.getgeneralinfo', ask('/api/metadata.getgeneralinfo')),
    await accountRow({ siteUrl: ask('').url, databaseUrl: database.url, headers: browser, running }),
    await informing('picture in store (/img)', ask(imageUrl('/art/fallback.webp', { width: 320, height: 240 }))),
    ...(await historyRows({ ...whole, headers: browser, login, cookie: await signIn(whole.siteUrl) })),
    await searchRow({ ...whole, headers: browser }),
    ...(await lobbyRows({ ...whole, dir })),
    await offersRow({ ...whole, dir }),
    ...(await walletRows({ ...whole, dir })),
    await roundsRow({ ...whole, dir }),
    ...(await bonusRows({ ...whole, dir })),
    ...(await crowdRows({ ...whole, dir })),
    ...(await cashbackRows({ ...whole, dir })),
    ...(await feedRows({ ...whole, dir })),
    ...(await bettingPageRows({ ...whole, dir })),
    ...(await betRows({ ...whole, dir })),
    ...(await settleRows({ ...whole, dir })),
    ...(await clubRows({ ...whole, dir })),
    ...builderRows(),
  ]
}

/** The same bytes in both answers, head and body. Resolves with its address. */
async function startBare({ headers, body }: Awaited<ReturnType<typeof answerTo>>): Promise<string> {
  const { date: _date, connection: _connection, 'keep-alive': _life, 'content-length': _length, ...ours } = headers
  const path = join(dir, 'answer.json')
  writeFileSync(path, JSON.stringify({ headers: ours, body: body.toString('base64') }))
  const child = spawn(process.execPath, [file('bare-server.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = await once(child.stdout, 'data')
  return `${String(line).trim()}/`
}

async function inProcess(): Promise<Row[]> {
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(process.execPath, [file('uncached.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  const { wholeMs, packedMs, bareMs } = z
    .object({ wholeMs: z.number(), packedMs: z.number(), bareMs: z.number() })
    .parse(JSON.parse(said))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  const reference = `bare React ${ms(bareMs)}`
  return [
    {
      name: 'page made anew',
      ours: ms(wholeMs),
      reference,
      ratio: wholeMs / bareMs,
      bar: { text: '≤ 2.00', isMet: wholeMs / bareMs <= 2 },
    },
    { name: 'page made anew and compressed', ours: ms(packedMs), reference, ratio: packedMs / bareMs },
  ]
}
