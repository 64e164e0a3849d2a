import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Render } from '@croupier/contract/boot'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { createSession, sessionLife } from '../features/auth/auth.ts'
import { cookieName } from '../http/session.ts'
import { loadSecrets } from '../secrets.ts'
import { testDatabase } from './database.ts'

export const metricsToken = 'metrics-token-of-the-tests-0123456789'

type Player = { login: string; currency?: string; locale?: string }
type Body = Record<string, string>

type Wanted = {
  /** As an operator would set them. */
  env?: Record<string, string>
  /** Content to read: a folder of the test, or the site's own. */
  contentDir?: string
  /** What makes pages, where a test needs them. */
  render?: Render
}

const ownContent = join(import.meta.dirname, '../../../content')
const noPages: Render = () => Promise.reject(new Error('this test has no pages'))

/** The whole platform over a real database and real content, without a socket. Call it at the top of a test file. */
export async function testApp({ env = {}, contentDir = ownContent, render = noPages }: Wanted = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'croupier-app-'))
  const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env })
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const db = await testDatabase()
  const secrets = {
    ...loadSecrets(config.secretsDir, config),
    metricsToken: { current: metricsToken, previous: undefined },
  }
  const web = { render, buildId: 'test', assetDirs: [join(dataDir, 'public')] }
  mkdirSync(join(dataDir, 'public'))
  const { server: app, close, api: parts, ...rest } = await createApp({ config, secrets, db, log, contentDir, ...web })
  const keys = secrets.sessionPepper
  await app.ready()
  afterAll(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function addPlayer({ login, currency = 'EUR', locale = 'en' }: Player): Promise<bigint> {
    const row = { login, login_key: login.toLowerCase(), email: login, fakename: `fake-${login}`, locale, currency }
    const { id } = await db.sql.insertInto('account_player').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  /** A cookie header of a fresh session. */
  async function signIn(playerId: bigint, lifeSeconds: number = sessionLife.short): Promise<string> {
    const token = await createSession(db.sql, keys, { playerId, lifeSeconds, userAgent: 'test', address: '127.0.0.1' })
    return `${cookieName(config)}=${token}`
  }

  const send = async (options: InjectOptions) => {
    const answer = await app.inject(options)
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== ''
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      json: isJson ? answer.json() : null,
    }
  }

  /** Calls as our own page would: `as(cookie).get(…)`, `as(null).post(…)`. */
  const as = (cookie: string | null) => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }
    return {
      get: (name: string, query: Body = {}) => send({ method: 'GET', url: `/api/${name}`, query, headers }),
      post: (name: string, body: Body = {}) =>
        send({
          method: 'POST',
          url: `/api/${name}`,
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(body).toString(),
        }),
    }
  }

  return { app, db, config, keys, log, lines, parts, ...rest, addPlayer, signIn, send, as }
}
