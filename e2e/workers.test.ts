import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compare, openLedger, play } from '../prove/books.ts'
import { databaseOf, type House, killSite, openHouse, startAgain } from '../prove/site.ts'
import { commandOf } from '../server/src/db/process.ts'
import { createSession, sessionLife } from '../server/src/features/auth/auth.ts'
import { freePort } from '../server/src/test/http-browser.ts'
import { readLine } from './database-url.ts'
import { siteFolder } from './site-folder.ts'

/** Three processes on one port over one embedded database. */

const count = 3
const workers = Array.from({ length: count }, (_, at) => at + 1)
const soon = { timeout: 120_000, interval: 100 }
let house: House

beforeAll(async () => {
  const dir = await siteFolder()
  // The log says at this level which process is which.
  const settings = { WORKERS: String(count), PORT: String(await freePort()), LOG_LEVEL: 'info' }
  house = await openHouse(dir, settings)
})

afterAll(async () => {
  for (const line of opened) line.close()
  await house.site.stop()
  await rm(house.dir, { recursive: true, force: true })
})

type Asking = { path: string; headers?: Record<string, string>; form?: Record<string, string> }

/** A connection that is kept stays with the process that took it, which each answer names. */
async function openLine() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(house.site.url.replace('localhost', '127.0.0.1'))
  const send = ({ path, headers = {}, form }: Asking) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const typed = form && { 'content-type': 'application/x-www-form-urlencoded' }
      const all = { 'sec-fetch-site': 'same-origin', ...headers, ...typed }
      request({ hostname, port, path, agent, headers: all, method: form ? 'POST' : 'GET' }, resolve)
        .on('error', reject)
        .end(form && new URLSearchParams(form).toString())
    })
  const ask = async (asking: Asking) => {
    const { statusCode, headers, ...answer } = await send(asking).then(async (said) => ({
      statusCode: said.statusCode,
      headers: said.headers,
      body: await text(said),
    }))
    return { ...answer, status: statusCode, cookies: headers['set-cookie'] ?? [], worker: workerOf(headers) }
  }
  const { worker } = await ask({ path: '/healthz' })
  return { worker, send, ask, close: () => agent.destroy() }
}

const workerOf = (headers: IncomingMessage['headers']) => Number(String(headers['x-request-id']).split('-')[0])

type Line = Awaited<ReturnType<typeof openLine>>
const opened: Line[] = []

/** In crowds: a process that is busy with one connection leaves the next one to another. */
async function lineTo(worker: number): Promise<Line> {
  const found: Line[] = []
  const look = async () => {
    const lines = await Promise.all(Array.from({ length: 3 * count }, openLine))
    const own = lines.find((line) => line.worker === worker)
    for (const line of lines) if (line !== own) line.close()
    if (own) found.push(own)
    return found.length
  }
  await expect.poll(look, soon).toBe(1)
  const [line] = found
  if (!line) throw new Error(`worker ${worker} does not answer`)
  opened.push(line)
  return line
}

/** Of the others, by what the first one said when it started them. */
function pidOf(worker: number): number {
  const lines = house.site.log().split('\n')
  const said = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  return Number(said.findLast(({ started }) => started === worker)?.pid)
}

const isAlive = (pid: number) => commandOf(pid)?.includes('workers/main.ts') === true

async function sessionOf(playerId: bigint): Promise<{ cookie: string }> {
  const db = databaseOf(house)
  try {
    const keys = { current: readLine(join(house.dir, 'secrets/session-pepper')), previous: undefined }
    const opening = { playerId, lifeSeconds: sessionLife.short, userAgent: 'journey', address: '127.0.0.1' }
    return { cookie: `sid=${await createSession(db.sql, keys, opening)}` }
  } finally {
    await db.close()
  }
}

test('every process answers, and knows the player who signed in at another one', async () => {
  const lines = await Promise.all(workers.map(lineTo))
  const form = { login: 'alice@example.com', password: 'Croupier-1' }
  const signedIn = await lines[1]?.ask({ path: '/api/auth.login', form })
  const cookie = signedIn?.cookies.find((line) => line.startsWith('sid='))?.split(';')[0] ?? ''
  const asked = lines.map((line) => line.ask({ path: '/api/account.getInfo', headers: { cookie } }))
  const answers = await Promise.all(asked)
  expect(answers.map(({ status, worker }) => [worker, status])).toEqual(workers.map((worker) => [worker, 200]))
})

test('what only the first process has is the same at all of them', async () => {
  const lines = await Promise.all(workers.map(lineTo))
  const settings = await Promise.all(lines.map((line) => line.ask({ path: '/api/support.getsettings' })))
  const [script = '', ...others] = settings.map(({ body }) => String(JSON.parse(body).data.config.freshChat.src))
  expect(others).toEqual(others.map(() => script))
  const page = await (await fetch(new URL('/frame?visitor=77&locale=en', script))).text()
  const conversation = /"fresh":"([0-9a-f]+)"/.exec(page)?.[1] ?? ''
  for (const [at, line] of lines.entries()) {
    const form = { conversation, text: `Said at ${at}` }
    expect((await line.ask({ path: '/sandbox/chat', form })).status).toBe(303)
  }
  for (const line of lines) expect((await line.ask({ path: '/sandbox/chat' })).body).toContain('Said at 1')

  const path = '/metrics'
  expect((await lines[2]?.ask({ path }))?.status).toBe(401)
  const authorization = `Bearer ${readLine(join(house.dir, 'secrets/metrics-token'))}`
  for (const line of lines) {
    const { body } = await line.ask({ path, headers: { authorization } })
    const counted = [...body.matchAll(/^process_cpu_seconds_total{worker="(\d)"} /gm)].map(([, worker]) =>
      Number(worker),
    )
    expect(counted.sort()).toEqual(workers)
  }
})

test('a process is killed under load: every page hears of every balance, nothing that was acknowledged is lost, and it comes back', async () => {
  const ledger = await openLedger(house, 6)
  const [seat] = ledger.seats
  if (!seat) throw new Error('no player')
  const headers = await sessionOf(seat.playerId)
  const victim = pidOf(2)
  const listening = await Promise.all([1, 3].map(lineTo))
  const streams = await Promise.all(listening.map((line) => line.send({ path: '/stream', headers })))
  const heard = streams.map(() => '')
  for (const [at, stream] of streams.entries())
    stream.setEncoding('utf8').on('data', (words: string) => {
      heard[at] += words
    })
  const stop = new AbortController()
  const playing = ledger.seats.map((each) => play(house, ledger, each, stop.signal))
  await expect.poll(() => ledger.counts.acknowledged, soon).toBeGreaterThan(50)
  process.kill(victim, 'SIGKILL')
  const before = ledger.counts.acknowledged
  await expect.poll(() => pidOf(2), soon).not.toBe(victim)
  await lineTo(2)
  await expect.poll(() => ledger.counts.acknowledged, soon).toBeGreaterThan(before + 50)
  stop.abort()
  await Promise.all(playing)
  await compare(house, ledger)
  expect(ledger.faults).toEqual([])
  // Both pages hear what the balance is in the end, whichever process moved it.
  // What else is told, of great wins for one, comes between and after in any order.
  const lastBalance = (words: string) => words.slice(words.lastIndexOf('event: balance')).split('\n\n')[0] ?? ''
  const told = () => heard.map(lastBalance)
  await expect.poll(() => new Set(told()).size, soon).toBe(1)
  const amount = `${seat.balance / 100n}.${String(seat.balance % 100n).padStart(2, '0')}`
  await expect.poll(() => told().filter((words) => words.includes(amount)).length, soon).toBe(2)
})

test('the first process is killed: none survives it; the next start and its end are clean', async () => {
  const before = [2, 3].map(pidOf)
  expect(before.filter(isAlive)).toEqual(before)
  await killSite(house)
  await expect.poll(() => before.filter(isAlive), soon).toEqual([])
  await startAgain(house)
  for (const worker of workers) await lineTo(worker)
  const after = [2, 3].map(pidOf)
  expect(after.filter(isAlive)).toEqual(after)
  expect(await house.site.stop()).toBe(0)
  expect(after.filter(isAlive)).toEqual([])
})
