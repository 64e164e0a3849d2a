import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { effort } from '../test/effort.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { commandOf } from './process.ts'

const log = pino({ level: 'silent' })
// Kills and recoveries on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let dir: string
let writers: ChildProcess[]

/** A folder as the first start leaves it. To make one is dear, so whatever is not about the first start gets a copy. */
const used = mkdtempSync(join(tmpdir(), 'croupier-embedded-used-'))
const useFolder = () => cpSync(used, dir, { recursive: true })
beforeAll(async () => (await startEmbedded({ dir: used, log })).stop())
afterAll(() => rmSync(used, { recursive: true, force: true }))

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'croupier-embedded-'))
  writers = []
})

afterEach(async () => {
  for (const writer of writers) end(writer, 'SIGKILL')
  const pid = serverPid()
  if (pid && isAlive(pid)) process.kill(pid, 'SIGQUIT')
  while (pid && isAlive(pid)) await sleep(20)
  rmSync(dir, { recursive: true, force: true })
})

test('the database keeps its data from one start to the next, and ends with us', async () => {
  useFolder()
  const first = await startEmbedded({ dir, log })
  await query(first, 'create table kept (n int); insert into kept values (7)')
  const pid = first.pid()
  await first.stop()
  expect(isAlive(pid)).toBe(false)

  const second = await startEmbedded({ dir, log })
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('the database is private, durable and in UTF-8', async () => {
  const server = await startEmbedded({ dir: used, log })
  expect(statSync(join(used, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(used, 'postgres.password')).mode & 0o777).toBe(0o600)
  const names = ['listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'server_encoding']
  const rows = await query(
    server,
    `select setting from pg_settings where name in ('${names.join(`','`)}') order by name`,
  )
  const folder = join(used, 'postgres')
  expect(rows).toEqual(['on', '127.0.0.1', 'UTF8', 'on', folder].map((setting) => ({ setting })))
  const throughFile = 'select inet_client_addr() is null as is_local'
  expect(await query(server, throughFile)).toEqual([{ is_local: true }])
  const stranger = new Client({ connectionString: server.url.replace(/:[^:@]+@/, ':wrong@') })
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  await server.stop()
})

test('below a long path, where no file to listen on has room, it is asked through the network', async () => {
  const long = join(dir, 'long'.repeat(25))
  const server = await startEmbedded({ dir: long, log })
  expect(await query(server, 'select inet_client_addr() is null as is_local')).toEqual([{ is_local: false }])
  await server.stop()
})

test('when only we are killed, the next start adopts the database and loses nothing', async () => {
  useFolder()
  const writer = await startWriter()
  await writer.keeps(50)
  end(writer.process, 'SIGKILL')
  await once(writer.process, 'exit')
  expect(isAlive(writer.serverPid)).toBe(true)

  const next = await startEmbedded({ dir, log })
  expect(next.pid()).toBe(writer.serverPid)
  expect(await lost(next, writer.kept)).toEqual([])
  await next.stop()
  expect(isAlive(writer.serverPid)).toBe(false)
})

test('when the database is killed, it comes back by itself, nothing is lost, and it keeps its owner', async () => {
  useFolder()
  const writer = await startWriter()
  for (const goal of [50, 100, 150].slice(0, Math.max(2, effort.repeats))) {
    await writer.keeps(goal)
    const killed = serverPid() ?? 0
    process.kill(killed, 'SIGKILL')
    // What the writer had said before may be read only now: it is no sign that the database is back.
    await vi.waitFor(() => expect([undefined, null, killed]).not.toContain(serverPid()), { timeout: 30_000 })
  }
  await writer.keeps(writer.kept.length + 50)
  expect(writer.process.exitCode).toBeNull()
  expect(serverPid()).not.toBe(writer.serverPid)

  await expect(startEmbedded({ dir, log })).rejects.toThrow(`DATA_DIR ${dir} is in use by another running Croupier.`)
  await writer.keeps(writer.kept.length + 20)
  end(writer.process, 'SIGTERM')
  await once(writer.process, 'exit')
  expect(writer.process.exitCode).toBe(0)
  const next = await startEmbedded({ dir, log })
  expect(await lost(next, writer.kept)).toEqual([])
  await next.stop()
})

test('when both are killed, the next start works and nothing is lost', async () => {
  useFolder()
  for (let round = 0; round < Math.min(3, effort.repeats); round++) {
    const writer = await startWriter()
    await writer.keeps(30)
    process.kill(writer.serverPid, 'SIGKILL')
    end(writer.process, 'SIGKILL')
    await once(writer.process, 'exit')
    const next = await startEmbedded({ dir, log })
    expect(await lost(next, writer.kept)).toEqual([])
    await next.stop()
  }
})

test('an adopted database that dies comes back by itself', async () => {
  useFolder()
  const writer = await startWriter()
  end(writer.process, 'SIGKILL')
  await once(writer.process, 'exit')
  const next = await startEmbedded({ dir, log })
  process.kill(next.pid(), 'SIGKILL')
  await expect.poll(() => query(next, 'select 1 as one').catch(() => []), { timeout: 30_000 }).toEqual([{ one: 1 }])
  expect(next.pid()).not.toBe(writer.serverPid)
  await next.stop()
})

test('two first starts at once: one gets the folder, the other is refused', async () => {
  const starts = await Promise.allSettled([startWriter(), startWriter()])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a start that is killed while it makes the folder does no harm', async () => {
  for (const afterMs of [150, 300, 450]) {
    const writer = spawnWriter()
    await sleep(afterMs)
    end(writer, 'SIGKILL')
    await once(writer, 'exit')
  }
  const next = await startEmbedded({ dir, log })
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a stale pid file whose number now belongs to a stranger does not stop the start', async () => {
  useFolder()
  const first = await startEmbedded({ dir, log })
  const pidFile = readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8')
  await first.stop()
  writeFileSync(join(dir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)), { mode: 0o600 })
  const second = await startEmbedded({ dir, log })
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('a folder that cannot be written and a database that is damaged are one clear line', async () => {
  writeFileSync(join(dir, 'file'), '')
  const below = startEmbedded({ dir: join(dir, 'file/data'), log })
  await expect(below).rejects.toThrow(/^DATA_DIR \S+ cannot be written \(ENOTDIR\): [^\n]+$/)

  useFolder()
  rmSync(join(dir, 'postgres/global/pg_control'))
  await expect(startEmbedded({ dir, log })).rejects.toThrow(/^PostgreSQL does not start in \S+: [^\n]+$/)
})

type Writer = { process: ChildProcess; serverPid: number; kept: number[]; keeps: (count: number) => Promise<void> }

/** A Croupier of its own that writes numbers; `kept` are those that the database has acknowledged. */
async function startWriter(): Promise<Writer> {
  const child = spawnWriter()
  const kept: number[] = []
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line')
  lines.on('line', (line) => line.startsWith('kept ') && kept.push(Number(line.slice('kept '.length))))
  const said = String(await first)
  const [word, pid] = said.split(' ')
  if (word !== 'ready') throw new Error(said)
  const keeps = (count: number) =>
    expect.poll(() => kept.length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(count)
  return { process: child, serverPid: Number(pid), kept, keeps }
}

function spawnWriter() {
  const script = join(import.meta.dirname, '../test/writer.ts')
  // A group of its own, so that it can be killed as a terminal does it.
  const child = spawn(process.execPath, [script, dir], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  writers.push(child)
  return child
}

/** Ends the whole process group, which must not reach the database. */
function end(writer: ChildProcess, signal: NodeJS.Signals) {
  if (writer.pid && writer.exitCode === null && writer.signalCode === null) process.kill(-writer.pid, signal)
}

async function lost(server: Embedded, kept: number[]): Promise<unknown[]> {
  expect(kept.length).toBeGreaterThan(0)
  return query(server, `select n from unnest(array[${kept}]::bigint[]) as n where n not in (select n from kept)`)
}

async function query(server: Embedded, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

function serverPid(): number | undefined {
  const path = join(dir, 'postgres/postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : undefined
}

function isAlive(pid: number) {
  return commandOf(pid) !== undefined
}
