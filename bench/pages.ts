import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { imageUrl } from '@croupier/contract/image'
import { z } from 'zod'
import { accountRow } from './account.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import type { Row } from './figures.ts'
import { type Ask, answerTo, rivalsByCost } from './load.ts'

const file = (name: string) => join(import.meta.dirname, name)
export const browser = { 'accept-encoding': 'br', 'accept-language': 'en-GB,en;q=0.9', 'user-agent': 'bench' }
const told = ({ perSecond, us }: { perSecond: number; us: number }) =>
  `${Math.round(perSecond)}/s, ${us.toFixed(0)} µs of processor`

/** What a visitor's browser asks for, beside a Fastify that answers with the same bytes from memory. */
export async function pageRows({ siteUrl, databaseUrl, dir, workers }: BenchSite): Promise<Row[]> {
  const running: (() => Promise<unknown>)[] = []
  const ask = (path: string, headers: Record<string, string> = {}): Ask => ({
    url: `${siteUrl}${path}`,
    headers: { ...browser, ...headers },
  })
  try {
    const home = await answerTo(ask('/'))
    // Nothing on it moves while it is measured.
    const { etag = '' } = (await answerTo(ask('/about'))).headers
    const bare = { ...(await startBare(home, { dir, running })), headers: browser }
    const pid = workers?.site ?? 0
    const besideFastify = async (name: string, asked: Ask, least?: number): Promise<Row> => {
      const { ours, reference } = await rivalsByCost({ ...asked, pid }, bare, 5, 2)
      const ratio = reference.us / ours.us
      const bar = least && { bar: { text: `≥ ${least.toFixed(2)}`, isMet: ratio >= least } }
      return { name, ours: told(ours), reference: `bare Fastify ${told(reference)}`, ratio, ...bar }
    }
    const picture = imageUrl('/art/fallback.webp', { width: 320, height: 240 })
    return [
      await besideFastify(`stored page, ${Math.round(home.body.length / 1024)} KiB br`, ask('/'), 0.55),
      await besideFastify('stored page, not modified (304)', ask('/about', { 'if-none-match': etag }), 0.8),
      await besideFastify('navigation data (/_.data)', ask('/_.data'), 0.25),
      await besideFastify('API metadata.getgeneralinfo', ask('/api/metadata.getgeneralinfo')),
      await besideFastify('picture in store (/img)', ask(picture), 0.4),
      await accountRow({ siteUrl, databaseUrl, headers: browser, running }),
    ]
  } finally {
    for (const stop of running.reverse()) await stop()
  }
}

type Place = { dir: string; running: (() => Promise<unknown>)[] }

/** The same bytes in both answers, head and body. Resolves with its address. */
async function startBare({ headers, body }: Awaited<ReturnType<typeof answerTo>>, { dir, running }: Place) {
  const { date: _date, connection: _connection, 'keep-alive': _life, 'content-length': _length, ...ours } = headers
  const path = join(dir, 'answer.json')
  writeFileSync(path, JSON.stringify({ headers: ours, body: body.toString('base64') }))
  const child = spawn(process.execPath, [file('bare-server.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = await once(child.stdout, 'data')
  return { url: `${String(line).trim()}/`, pid: child.pid ?? 0 }
}

const times = z.object({ wholeMs: z.number(), packedMs: z.number(), bareMs: z.number(), playerMs: z.number() })

/** In a process of its own over the same database, without a socket: what a page takes that is not in store. */
export async function madeAnewRows({ databaseUrl, dir }: BenchSite): Promise<Row[]> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dir, LOG_LEVEL: 'warn', SPORTS_FEED: 'bench' }
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(process.execPath, [file('uncached.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const { wholeMs, packedMs, bareMs, playerMs } = times.parse(JSON.parse(await text(child.stdout)))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  const reference = `bare React ${ms(bareMs)}`
  const most = (ratio: number, bar: number) => ({ ratio, bar: { text: `≤ ${bar.toFixed(2)}`, isMet: ratio <= bar } })
  return [
    { name: 'page made anew', ours: ms(wholeMs), reference, ...most(wholeMs / bareMs, 1.8) },
    { name: 'page made anew and compressed', ours: ms(packedMs), reference, ratio: packedMs / bareMs },
    {
      name: "a player's page",
      ours: ms(playerMs),
      reference: `a guest's made anew ${ms(wholeMs)}`,
      ...most(playerMs / wholeMs, 1.5),
    },
  ]
}

if (import.meta.main) await benchAlone(async (site) => [...(await pageRows(site)), ...(await madeAnewRows(site))])
