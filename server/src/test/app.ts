import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Render } from '@croupier/contract/boot'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { openListener } from '../db/listener.ts'
import { createSession, sessionLife } from '../features/auth/auth.ts'
import { cookieName } from '../http/session.ts'
import type { Payments } from '../ports/payments.ts'
import { readLetters } from '../sandbox/outbox.ts'
import { loadSecrets, type Secrets } from '../secrets.ts'
import { testDatabase } from './database.ts'
import { pretendStudio } from './pretend-studio.ts'
import { addPerson } from './world.ts'

export const metricsToken = 'metrics-token-of-the-tests-0123456789'

type Player = {
  login: string
  currency?: string
  locale?: string
  /** Without one the player has no password. */
  password?: string
  emailConfirmed?: boolean
}
type Body = Record<string, string>

type Wanted = {
  /** As an operator would set them. */
  env?: Record<string, string>
  /** Content to read: a folder of the test, or the site's own. */
  contentDir?: string
  /** What makes pages, where a test needs them. */
  render?: Render
  /** Hears notices of other nodes, as streams need. */
  isListening?: boolean
  /** Runs jobs by itself, as the real process does; it listens then. */
  hasWorkers?: boolean
  /** A second node on the database of another app. */
  beside?: { db: Database & { url: string }; secrets: Secrets }
  /** Another build of the studio than the pretended one. */
  studioDir?: string
  /** Other payment providers than those of the sandbox. */
  payments?: Payments
  /** Longer than a player would wait for producers of sports data. */
  producerPatienceMs?: number
}

const ownContent = join(import.meta.dirname, '../../../content')
const noPages: Render = () => Promise.reject(new Error('this test has no pages'))

/** The whole platform over a real database and real content, without a socket. Call it at the top of a test file. */
export async function testApp(wanted: Wanted = {}) {
  const { env = {}, contentDir = ownContent, render = noPages, hasWorkers = false, beside } = wanted
  const isListening = wanted.isListening || hasWorkers
  const dataDir = mkdtempSync(join(tmpdir(), 'croupier-app-'))
  const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env })
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const db = beside?.db ?? (await testDatabase())
  const secrets = beside?.secrets ?? {
    ...loadSecrets(config.secretsDir, config),
    metricsToken: { current: metricsToken, previous: undefined },
  }
  const listener = isListening ? await openListener(db.url, log) : undefined
  const web = { render, buildId: 'test', assetDirs: [join(dataDir, 'public')] }
  mkdirSync(join(dataDir, 'public'))
  const studioDir = wanted.studioDir ?? pretendStudio(join(dataDir, 'studio'))
  const {
    server: app,
    close: closeApp,
    api: parts,
    runJobs: runAll,
    ...rest
  } = await createApp({
    config,
    secrets,
    db,
    log,
    contentDir,
    studioDir,
    ...(listener && { listener }),
    hasWorkers,
    ...(wanted.payments && { payments: wanted.payments }),
    ...(wanted.producerPatienceMs && { producerPatienceMs: wanted.producerPatienceMs }),
    ...web,
  })
  const keys = secrets.sessionPepper
  await app.ready()
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= closeApp().then(() => listener?.close())
    return closing
  }
  afterAll(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** A cookie header of a fresh session. */
  async function signIn(playerId: bigint, lifeSeconds: number = sessionLife.short): Promise<string> {
    const token = await createSession(db.sql, keys, { playerId, lifeSeconds, userAgent: 'test', address: '127.0.0.1' })
    return `${cookieName(config)}=${token}`
  }

  /** Runs everything that is queued until nothing is left; a job that fails fails the test, unless it may. */
  async function runJobs({ mayFail = false }: { mayFail?: boolean } = {}): Promise<unknown[]> {
    const faults = await runAll()
    if (faults.length > 0 && !mayFail) throw faults[0]
    return faults
  }

  return {
    app,
    db,
    config,
    secrets,
    keys,
    log,
    lines,
    parts,
    ...rest,
    addPlayer: (player: Player) => addPlayer(db, player),
    signIn,
    ...callersOf(app),
    runJobs,
    letters: (to: string) => lettersTo(db, to),
    close,
  }
}

function addPlayer(db: Pick<Database, 'sql'>, player: Player): Promise<bigint> {
  const { login, currency = 'EUR', locale = 'en', password, emailConfirmed = false } = player
  return addPerson(db.sql, {
    login,
    email: login,
    email_key: login.toLowerCase(),
    email_confirmed_at: emailConfirmed ? sql<Date>`now()` : null,
    fakename: `fake-${login}`,
    locale,
    currency,
    ...(password !== undefined && { password }),
  })
}

/** Calls of the API without a socket. */
function callersOf(app: Pick<FastifyInstance, 'inject'>) {
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

  return { send, as }
}

/** Letters to an address, newest first: those that were sent as the sandbox got them, and those that wait. */
async function lettersTo(db: Pick<Database, 'sql'>, to: string) {
  const waiting = await db.sql
    .selectFrom('mail_letter')
    .select(['channel', 'subject', 'text', 'html'])
    .where('recipient', '=', to)
    .where('sent_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const arrived = await readLetters(db.sql, to)
  return [...waiting, ...arrived].map(({ channel, subject, text, html }) => ({
    channel,
    subject,
    text: text ?? '',
    html: html ?? '',
  }))
}

/** The real web, as `npm test` builds it. */
export async function builtWeb(): Promise<Render> {
  const file = join(import.meta.dirname, '../../../web/build/server/index.js')
  const { render }: { render: Render } = await import(pathToFileURL(file).href)
  return render
}
