import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { effort } from '../server/src/test/effort.ts'
import { freePort } from '../server/src/test/http-browser.ts'
import { longJourney } from './browser.ts'
import { inherited, startSite } from './global-setup.ts'
import { databaseUrl } from './sign-in.ts'

const root = resolve(import.meta.dirname, '..')
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'croupier-process-'))
})

/** Also what a failed test left behind: a site that runs on would keep the whole run from ending. */
const sites: Awaited<ReturnType<typeof startSite>>[] = []
async function start(name: string) {
  const site = await startSite(join(dir, name))
  sites.push(site)
  return site
}

afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await rm(dir, { recursive: true, force: true })
})

/** What the process says when it cannot start, and its exit code. */
async function failedStart(settings: Record<string, string>) {
  const env = {
    ...inherited(),
    LOG_LEVEL: 'warn',
    DATA_DIR: join(dir, 'other'),
    ...settings,
  }
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env,
    timeout: 80_000,
    killSignal: 'SIGKILL',
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(String(chunk)))
  const code = await new Promise<number | null>((ended) => child.on('exit', ended))
  return { code, said: lines.join('').trim().split('\n') }
}

test('a port in use, a wrong setting, a folder that cannot be written: one line each', async () => {
  const { port } = new URL(inject('siteUrl'))
  const used = inject('siteDir')
  const free = String(await freePort())
  const all: [Record<string, string>, RegExp][] = [
    [{ PORT: port, DATABASE_URL: databaseUrl(used), SECRETS_DIR: join(used, 'secrets') }, /^PORT \d+ is in use/],
    [{ PORT: 'many' }, /^PORT takes/],
    [{ PORT: free, DATA_DIR: '/dev/null/x' }, /^DATA_DIR .* cannot be written/],
    [{ PORT: free, DATA_DIR: used }, /^DATA_DIR .* is in use by another running Croupier/],
    [{ PORT: free, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, /^DATABASE_URL leads to no database/],
  ]
  // What a setting says wrong is told before anything starts: a test of the settings makes that claim in the short form.
  const cases = effort.isLongForm
    ? all
    : all.filter(([settings]) => settings.PORT === port || settings.DATA_DIR === used)
  const ends = await Promise.all(cases.map(([settings]) => failedStart(settings)))
  expect(ends.map(({ said }) => said)).toEqual(cases.map(([, line]) => [expect.stringMatching(line)]))
  expect(ends.filter(({ code }) => code === 0)).toEqual([])
})

longJourney('whatever is killed, the next start works and nothing is lost', async () => {
  const home = join(dir, 'killed')
  const register = async (url: string, name: string) => {
    const body = JSON.stringify({ username: name, email: `${name}@example.com`, password: 'Croupier-1' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/content/auth/local/register`, { method: 'POST', headers, body })).status
  }
  const isKnown = async (url: string, name: string) => {
    const body = JSON.stringify({ identifier: name, password: 'Croupier-1' })
    return (
      await fetch(`${url}/content/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).status
  }
  let site = await start('killed')
  for (const victim of ['app', 'database', 'both']) {
    expect(await register(site.url, victim)).toBe(200)
    const database = Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    if (victim !== 'app') process.kill(database, 'SIGKILL')
    if (victim === 'database') {
      // The site itself must live on and mend it.
      await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
    }
    site.child.kill('SIGKILL')
    await sleep(100)
    site = await start('killed')
    expect(await isKnown(site.url, victim)).toBe(200)
  }
  expect(await site.stop()).toBe(0)
})
