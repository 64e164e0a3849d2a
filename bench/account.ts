import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Row } from './figures.ts'
import { type Ask, rivals } from './load.ts'

type Parts = {
  siteUrl: string
  databaseUrl: string
  headers: Record<string, string>
  /** For what has to be ended afterwards. */
  running: (() => Promise<unknown>)[]
}

const bar = 0.65

/** Who am I, as every page of a signed-in player asks it: session, player and answer, against one query by primary key. */
export async function accountRow({ siteUrl, databaseUrl, headers, running }: Parts): Promise<Row> {
  const cookie = await signIn(siteUrl)
  const ask: Ask = { url: `${siteUrl}/api/account.getInfo`, headers: { ...headers, cookie } }
  const bareUrl = await startBare(databaseUrl, running)
  const { ours, reference } = await rivals(ask, { url: bareUrl, headers }, 5, 2)
  const perSecond = (value: number) => `${Math.round(value)}/s`
  return {
    name: 'session check and account.getInfo',
    ours: perSecond(ours),
    reference: `bare Fastify, one query ${perSecond(reference)}`,
    ratio: ours / reference,
    bar: { text: `≥ ${bar.toFixed(2)}`, isMet: ours / reference >= bar },
  }
}

export const login = 'alice@example.com'

/** As a player of the demo world does it. */
export async function signIn(siteUrl: string): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/auth.login`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ login, password: 'Croupier-1' }),
  })
  const [sid] = answer.headers.getSetCookie().filter((line) => line.startsWith('sid='))
  if (!sid) throw new Error(`signing in was answered with ${await answer.text()}`)
  return sid.split(';')[0] ?? ''
}

async function startBare(databaseUrl: string, running: Parts['running']): Promise<string> {
  const pool = new Pool({ connectionString: databaseUrl })
  const { rows } = await pool.query('select id from account_player where login_key = $1', [login])
  await pool.end()
  const path = join(import.meta.dirname, 'bare-account.ts')
  const child = spawn(process.execPath, [path, databaseUrl, String(rows[0].id)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = await once(child.stdout, 'data')
  return `${String(line).trim()}/`
}
