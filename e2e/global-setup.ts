import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { freePort } from '../server/src/test/http-browser.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { chromiumPath } from '../tools/chromium.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    siteDir: string
    /** What a first start leaves behind; without it a journey starts its own sites on empty folders. */
    begunDir: string | undefined
  }
}

const root = resolve(import.meta.dirname, '..')

/** What a process of the platform keeps of our own environment. */
export function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** The site as players meet it: the built web, its own process, its own database. */
export async function startSite(dir: string, settings: Record<string, string> = {}) {
  const port = settings.PORT ?? (await freePort())
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env: {
      ...inherited(),
      PORT: String(port),
      DATA_DIR: dir,
      LOG_LEVEL: 'warn',
      // Matches that are played beside a journey take a core from it: who looks at them asks for them.
      SPORTS_FEED: 'off',
      // What moves by itself beside a journey changes what stands on its pages.
      DEMO_PLAYERS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  try {
    await isReady(url, child)
  } catch (error) {
    // The caller has no handle on it yet, and a run does not end while it lives.
    child.kill('SIGKILL')
    throw error
  }
  return { url, child, log: () => lines.join(''), stop: () => stopChild(child) }
}

async function isReady(url: string, child: ChildProcess) {
  // A busy machine takes its time; a site that ends is noticed at once.
  for (const deadline = performance.now() + 180_000; performance.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('the site did not become ready')
}

function stopChild(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((ended) => {
    child.once('exit', (code) => ended(code))
    child.kill('SIGTERM')
  })
}

/** A site for a whole run, with these settings beside its own. */
export async function provideSite(project: TestProject, dir: string, settings: Record<string, string>) {
  // Workers start at once: only one process may install it.
  await chromiumPath()
  const site = await startSite(dir, settings)
  await tellOfCashback(dir)
  project.provide('siteUrl', site.url)
  project.provide('siteDir', dir)
  return site
}

export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
  const [siteDir, begunDir] = [join(dir, 'site'), join(dir, 'begun')]
  await begin(begunDir)
  await copyFolder(begunDir, siteDir)
  const site = await provideSite(project, siteDir, {})
  project.provide('begunDir', begunDir)
  return async () => {
    await site.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** With owners and modes: the database of a folder has a user of its own. */
export const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/** A folder on which a site was started for the first time, and ended as it should. */
async function begin(dir: string): Promise<void> {
  const first = await startSite(dir)
  const code = await first.stop()
  if (code !== 0) throw new Error(`the first site ended with ${code}`)
  // The port that its sample provider would ask for again, if it came so far: many sites start from here.
  await rm(join(dir, 'sample-provider/port'), { force: true })
}

/** Alice has one to claim, and a popup that says so once would stand over the pages of other journeys. */
async function tellOfCashback(dir: string): Promise<void> {
  const db = openPatient(databaseUrl(dir))
  try {
    await db.pool.query(`insert into account_storage (player_id, key, value)
      select player_id, 'seen_cashback', max(id)::text from cashbacks_cashback group by player_id`)
  } finally {
    await db.close()
  }
}
