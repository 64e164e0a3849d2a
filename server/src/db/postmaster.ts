import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { type DataDirectory, program } from './data-directory.ts'
import { commandOf } from './process.ts'

/** A server process: one that we started, or one that a killed parent left behind. */
export type Postmaster = Address & { pid: number; isAdopted: boolean; onGone: (hear: () => void) => void }

/** `socket`: the folder of the file it listens on, where it has one. */
type Address = { port: number; socket: string | undefined }

// The backends of a killed server need a moment to let go of its memory.
const startPatienceMs = 10_000
const recoveryPatienceMs = 120_000
const stopSteps = [
  { signal: 'SIGINT', patienceMs: 8_000 },
  { signal: 'SIGQUIT', patienceMs: 2_000 },
] as const

const settings = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  // A query whose asker is gone must not keep its locks.
  client_connection_check_interval: '2s',
  // Failed statements carry personal data; reporting them is up to the asker.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** The shortest limit of a path among systems that have such files, without its last byte. */
const longestSocket = 103

/** Through a file a small question takes a fifth less of both processors than through the network's way. */
const socketIn = ({ folder }: DataDirectory): string =>
  process.platform !== 'win32' && Buffer.byteLength(socketLock(folder, 65_535)) <= longestSocket ? folder : ''

const socketLock = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}.lock`)

type Wanted = {
  connections: number
  port?: number
  /** Settings beside our own or instead of them: what the server is started with outweighs what it is told later. */
  settings?: Record<string, string>
}

/** Adopts the server of this folder if there is one, else starts it; on `port` if given, else on a free one. */
export async function runPostmaster(data: DataDirectory, { port, ...wanted }: Wanted): Promise<Postmaster> {
  const deadline = performance.now() + startPatienceMs
  for (let socket = socketIn(data); ; ) {
    const settings = { unix_socket_directories: socket, ...wanted.settings }
    const started = { ...wanted, settings, port: port ?? (await findFreePort()) }
    const postmaster = (await adopt(data)) ?? (await launch(data, started))
    if (postmaster) return postmaster
    const said = lastWords(data)
    if (/Unix-domain/.test(said) && socket !== '') {
      // Some disks hold no such files: then it is asked through the network's way.
      socket = ''
      continue
    }
    if (performance.now() > deadline || !/in use|lock file|TCP\/IP sockets/.test(said)) {
      throw new StartError(`PostgreSQL does not start in ${data.dir}: ${said}`)
    }
    await sleep(200)
  }
}

/** Politely first; a server that is ended hard recovers at its next start. */
export async function stopPostmaster(data: DataDirectory, pid: number) {
  for (const { signal, patienceMs } of stopSteps) {
    if (!isServerOf(data, pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + patienceMs
    while (isServerOf(data, pid) && performance.now() < deadline) await sleep(25)
  }
}

/** What the server said last; the log holds only its latest start. */
export function lastWords(data: DataDirectory) {
  const lines = readText(data.logFile)?.trim().split('\n') ?? []
  const line = lines.findLast((text) => /(FATAL|PANIC): /.test(text)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|LOG): +/, '')
}

async function adopt(data: DataDirectory): Promise<Postmaster | undefined> {
  const found = readPidFile(data)
  if (!found) return undefined
  const { pid } = found
  const isAlive = () => isServerOf(data, pid)
  if (!isAlive()) {
    // PostgreSQL clears up after a dead server by itself, but not when a stranger has got its number.
    if (commandOf(pid))
      for (const file of [pidFile(data), socketLock(data.folder, found.port)]) rmSync(file, { force: true })
    return undefined
  }
  const address = await becomeReady(data, pid, isAlive)
  if (!address) return undefined
  const onGone = (hear: () => void) => {
    const timer = setInterval(() => {
      if (isAlive()) return
      clearInterval(timer)
      hear()
    }, 500)
    timer.unref()
  }
  return { pid, ...address, isAdopted: true, onGone }
}

/** Undefined when the server ended before it was ready. */
async function launch(
  data: DataDirectory,
  wanted: Wanted & Required<Pick<Wanted, 'port'>>,
): Promise<Postmaster | undefined> {
  const all = { ...settings, max_connections: wanted.connections, ...wanted.settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data.folder, '-p', String(wanted.port), ...options]
  const logFile = openSync(data.logFile, 'w', 0o600)
  const child = spawn(...data.runAs.command(program('postgres'), args), {
    // Its own group: a Ctrl-C in the terminal is for us, and we end the server in our own time.
    detached: true,
    stdio: ['ignore', logFile, logFile],
    cwd: data.dir,
    env: { PATH: process.env.PATH },
    ...data.runAs.user,
  })
  closeSync(logFile)
  child.unref()
  let isGone = false
  const gone = new Promise<void>((resolve) => child.once('exit', resolve).once('error', () => resolve()))
  void gone.then(() => {
    isGone = true
  })
  const pid = child.pid ?? 0
  const address = await becomeReady(data, pid, () => !isGone)
  if (!address) return undefined
  return { pid, ...address, isAdopted: false, onGone: (hear) => void gone.then(hear) }
}

async function becomeReady(data: DataDirectory, pid: number, isAlive: () => boolean): Promise<Address | undefined> {
  const deadline = performance.now() + recoveryPatienceMs
  while (isAlive()) {
    const found = readPidFile(data)
    if (found?.pid === pid && found.isReady) return { port: found.port, socket: found.socket }
    if (performance.now() > deadline) {
      throw new StartError(`PostgreSQL in ${data.dir} has been recovering for two minutes: ${lastWords(data)}`)
    }
    await sleep(20)
  }
}

function pidFile(data: DataDirectory) {
  return join(data.folder, 'postmaster.pid')
}

function readPidFile(data: DataDirectory) {
  const text = readText(pidFile(data))
  return text === undefined ? undefined : readPids(text)
}

/** As PostgreSQL writes it, line by line; a short one is not finished yet. */
export function readPids(text: string) {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return { pid, port: Number(lines[3]), socket: lines[4] || undefined, isReady: lines[7] === 'ready' }
}

/** Of the embedded database, as its owner asks it. */
export function embeddedUrl({ port, socket }: Address, password: string): string {
  const url = `postgres://croupier:${password}@127.0.0.1:${port}/postgres`
  return socket === undefined ? url : `${url}?host=${encodeURIComponent(socket)}`
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new StartError(`${path} cannot be read: the database belongs to another user of this machine.`)
  }
}

/** Whether this process lives and is the server of this folder, not a stranger that got its number. */
function isServerOf(data: DataDirectory, pid: number) {
  return commandOf(pid)?.includes(`postgres -D ${data.folder} `) === true
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = z.object({ port: z.number() }).parse(server.address())
      server.close(() => resolve(port))
    })
  })
}
