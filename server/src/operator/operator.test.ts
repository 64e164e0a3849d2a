import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { playerChannel } from '../db/announce.ts'
import { openListener } from '../db/listener.ts'
import { testApp } from '../test/app.ts'
import { run } from './commands.ts'
import { findDatabase } from './find-database.ts'

const node = await testApp()
const { db, as, addPlayer, signIn, log } = node
const otherNode = await testApp({ beside: node })

const heard: string[] = []
const listener = await openListener(db.url, log)
await listener.listen(playerChannel, { onNotice: (payload) => heard.push(payload), onConnect: () => {} })
afterAll(() => listener.close())

let count = 0
let login = ''
let playerId = 0n
let player = ''
const password = 'Croupier-1'
beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true })
  player = await signIn(playerId)
  heard.length = 0
})

const logIn = () => as(null).post('auth.login', { login, password })
const isHeard = () =>
  expect.poll(() => heard).toContain(JSON.stringify({ playerIds: [String(playerId)], topic: 'session' }))

describe('ban', () => {
  test('ends every session on every node and every way in, at once', async () => {
    const more = await signIn(playerId)
    expect(await run(db, ['ban', login])).toEqual({ lines: [`${login} is banned; 2 sessions ended.`], code: 0 })
    for (const cookie of [player, more]) {
      for (const { as: ask } of [node, otherNode]) expect((await ask(cookie).get('account.getInfo')).status).toBe(401)
    }
    expect((await logIn()).json.error.type).toBe('UserBannedException')
    await isHeard()
  })

  test('a second time changes nothing', async () => {
    await run(db, ['ban', login])
    expect(await run(db, ['ban', login.toUpperCase()])).toEqual({
      lines: [`${login} was banned already; 0 sessions ended.`],
      code: 0,
    })
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
    expect(events.map(({ kind }) => kind)).toEqual(['banned'])
  })

  test('and back', async () => {
    await run(db, ['ban', login])
    expect(await run(db, ['unban', login])).toEqual({ lines: [`${login} may come in again.`], code: 0 })
    expect((await logIn()).status).toBe(200)
    expect((await run(db, ['unban', login])).lines).toEqual([`${login} is not banned.`])
    // What was ended stays ended.
    expect((await as(player).get('account.getInfo')).status).toBe(401)
  })
})

test('sessions end', async () => {
  const stranger = await signIn(await addPlayer({ login: `stranger${count}@example.com` }))
  expect(await run(db, ['sessions', 'end', login])).toEqual({ lines: [`${login}: 1 session ended.`], code: 0 })
  expect((await as(player).get('account.getInfo')).status).toBe(401)
  expect((await as(stranger).get('account.getInfo')).status).toBe(200)
  expect((await logIn()).status).toBe(200)
  await isHeard()
})

describe('who', () => {
  test('tells how a player stands, and nothing that opens a door', async () => {
    const { lines, code } = await run(db, ['who', login])
    expect(code).toBe(0)
    const text = lines.join('\n')
    expect(text).toContain(`login         ${login}`)
    expect(text).toContain('state         open')
    expect(text).toContain('open sessions 1')
    expect(text).not.toMatch(/argon|hash|token/i)
  })

  test('tells of an exclusion', async () => {
    await as(player).post('account.selfExclude', { period: '1y' })
    const text = (await run(db, ['who', login])).lines.join('\n')
    expect(text).toMatch(/state +excluded/)
    expect(text).toMatch(/exclusion +until \d{4}-/)
  })
})

test.each([
  [[]],
  [['ban']],
  [['erase', 'x']],
  [['constructor', 'x']],
  [['sessions', 'x']],
  [['ban', 'a', 'b']],
  [['ban', '']],
])('%o is not understood', async (words: string[]) => {
  expect((await run(db, words)).code).toBe(2)
})

test('nobody is called so', async () => {
  expect(await run(db, ['ban', 'nobody@example.com'])).toEqual({
    lines: ['No player is called nobody@example.com.'],
    code: 1,
  })
})

describe('the command line', () => {
  const main = join(import.meta.dirname, 'main.ts')

  async function call(words: string[], env: Record<string, string>) {
    // The first of them compiles the platform for all.
    const always = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dir, 'compiled'),
    }
    const child = spawn(process.execPath, [main, ...words], { env: { ...always, ...env } })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said.err += chunk.toString()
    })
    const [code]: unknown[] = await once(child, 'close')
    return { ...said, code }
  }

  const dir = mkdtempSync(join(tmpdir(), 'croupier-operator-'))
  afterAll(() => rmSync(dir, { recursive: true }))

  test('works on a database of one’s own', async () => {
    const answer = await call(['sessions', 'end', login], { DATABASE_URL: db.url })
    expect(answer).toEqual({ out: `${login}: 1 session ended.\n`, err: '', code: 0 })
    expect((await as(player).get('account.getInfo')).status).toBe(401)
  })

  test('finds the embedded database of a site that runs, and only of one that runs', () => {
    const place = { databaseUrl: undefined, dataDir: dir }
    const pidFile = (status: string) =>
      writeFileSync(
        join(dir, 'postgres/postmaster.pid'),
        ['1', join(dir, 'postgres'), '0', '54321', '', '127.0.0.1', '0', status, ''].join('\n'),
      )
    mkdirSync(join(dir, 'postgres'))
    writeFileSync(join(dir, 'postgres.password'), 'secret\n')
    expect(() => findDatabase(place)).toThrow('No site runs')
    pidFile('starting')
    expect(() => findDatabase(place)).toThrow('No site runs')
    pidFile('ready   ')
    expect(findDatabase(place)).toBe('postgres://croupier:secret@127.0.0.1:54321/postgres')
  })

  test.each([
    ['no site runs', ['who', 'x'], { DATA_DIR: '/nonexistent/data' }, 1, 'No site runs on /nonexistent/data'],
    ['the database is away', ['who', 'x'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 1, 'cannot be reached'],
    ['a setting is wrong', ['who', 'x'], { PORT: 'x' }, 1, 'PORT takes'],
    ['the words are wrong', ['bam', 'x'], {}, 2, 'npm run operator -- ban'],
  ])('says in one line when %s', async (_what, words, env, code, line) => {
    const answer = await call(words, env)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(line)
    expect(answer.err).not.toContain('    at ')
    expect(answer.out).toBe('')
  })

  test('an unknown player is an answer, not a fault', async () => {
    const answer = await call(['ban', 'nobody@example.com'], { DATABASE_URL: db.url })
    expect(answer).toEqual({ out: '', err: 'No player is called nobody@example.com.\n', code: 1 })
  })
})
