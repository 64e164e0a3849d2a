import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll } from 'vitest'
import { parseConfig } from '../config.ts'
import { createSession, sessionLife } from '../features/auth/auth.ts'
import { openContent } from '../features/content/content.ts'
import { openI18n } from '../features/i18n/i18n.ts'
import { operations } from '../features/methods.ts'
import { serverOptions } from '../http/answer.ts'
import { apiDocs } from '../http/api-docs.ts'
import { createDispatcher } from '../http/dispatch.ts'
import { addOperations } from '../http/operations.ts'
import { openLimits } from '../http/rate-limit.ts'
import { cookieName, openSessions } from '../http/session.ts'
import { testDatabase } from './database.ts'

const keys = { current: 'pepper-of-the-tests-0123456789abcdef', previous: undefined }
export const metricsToken = 'metrics-token-of-the-tests-0123456789'

type Player = { login: string; currency?: string; locale?: string }
type Body = Record<string, string>

type Wanted = {
  /** As an operator would set them. */
  env?: Record<string, string>
  /** Content to read: a folder of the test, or the site's own. */
  contentDir?: string
}

/** The API over a real database and real content, without a socket. Call it at the top of a test file. */
export async function testApp({ env = {}, contentDir = join(import.meta.dirname, '../../../content') }: Wanted = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'croupier-app-'))
  const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env })
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const db = await testDatabase()
  const host = new URL(config.origin).host
  const content = await openContent({ dir: contentDir, url: undefined, token: undefined, cacheDir: dataDir, host, log })
  const i18n = await openI18n({ dir: contentDir, content, log })
  const state = { isClosing: false }
  const isClosing = () => state.isClosing
  const sessions = openSessions({ sql: db.sql, keys, config })
  const limits = openLimits({ pool: db.pool, pepper: keys.current })
  const parts = { operations, config, db, content, i18n, sessions, limits, log, isClosing }
  const dispatcher = createDispatcher(parts)
  const app = Fastify(serverOptions(config))
  const metricsTokens = { current: metricsToken, previous: undefined }
  addOperations(app, { pool: db.pool, metricsToken: metricsTokens, registry: new Registry(), config, isClosing })
  await app.register(apiDocs, { config })
  await app.register(dispatcher.plugin, { prefix: '/api' })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await i18n.close()
    await content.close()
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

  return {
    app,
    db,
    config,
    content,
    i18n,
    keys,
    log,
    lines,
    state,
    parts,
    dispatcher,
    sessions,
    addPlayer,
    signIn,
    send,
    as,
  }
}
