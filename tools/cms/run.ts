import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../sources.ts'

const cmsDir = join(root, 'cms')
const cmsData = () => process.env.CMS_DATA_DIR ?? join(cmsDir, 'data')

/** With the Node of the host: its native parts are made for it. That of the platform must not come first. */
const hostPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))
    .join(delimiter)

type Settings = Record<string, string>

const start = (command: string, args: string[], settings: Settings, isShown: boolean): ChildProcess =>
  spawn(command, args, {
    cwd: cmsDir,
    env: { ...process.env, NODE_ENV: 'development', STRAPI_TELEMETRY_DISABLED: 'true', ...settings, PATH: hostPath() },
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  })

/** What it says is shown only if it fails. */
function finished(child: ChildProcess, complaint: string): Promise<void> {
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
  return new Promise((done, failed) => {
    const fail = () => failed(new Error(`${Buffer.concat(said).toString().trim()}\n${complaint}`))
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done() : fail()))
  })
}

const strapi = () => join(cmsDir, 'node_modules/.bin/strapi')
const stampOf = (name: string) => join(cmsDir, 'node_modules', `.croupier-${name}`)

async function once(name: string, work: () => Promise<void>) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(cmsDir, 'package.json')))
    .digest('hex')
  if (existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === wanted) return
  await work()
  writeFileSync(stampOf(name), wanted)
}

/** Strapi is no part of the platform: it is fetched from the registry when it is first wanted. */
export const installCms = (say: (line: string) => void) =>
  once('installed', async () => {
    say('Installing Strapi, some minutes …')
    const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await finished(start('npm', args, {}, false), 'Cannot install Strapi: npm install failed.')
  })

export const buildPanel = (say: (line: string) => void) =>
  once('panel', async () => {
    say('Building the panel of Strapi, some minutes …')
    await finished(start(strapi(), ['build'], {}, false), 'Cannot build the panel of Strapi.')
  })

type Start = { port: number; settings?: Settings; isShown?: boolean; patienceMs?: number }

/** Answers when it answers. */
export async function startCms({ port, settings = {}, isShown = false, patienceMs = 300_000 }: Start) {
  const url = `http://127.0.0.1:${port}`
  const child = start(strapi(), ['start'], { HOST: '127.0.0.1', PORT: String(port), ...settings }, isShown)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const endsAt = Date.now() + patienceMs
  while (Date.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`Strapi ended:\n${Buffer.concat(said).toString()}`)
    const isWell = await fetch(`${url}/_health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isWell) return { url, child, stop, ended }
    await sleep(250)
  }
  await stop()
  throw new Error(`Strapi does not answer:\n${Buffer.concat(said).toString()}`)
}

export const readToken = (name: 'site' | 'import', dataDir = cmsData()) =>
  readFileSync(join(dataDir, 'tokens', name), 'utf8').trim()
