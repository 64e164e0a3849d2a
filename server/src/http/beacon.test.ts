import Fastify from 'fastify'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/db.ts'
import { testApp } from '../test/app.ts'
import { contentWith, ownContent } from '../test/content.ts'
import { beacon } from './beacon.ts'

const contentDir = contentWith({ 'site.json': { ...ownContent('site.json'), isSeonEnabled: true } })
const { app, db, secrets } = await testApp({ contentDir })
const { app: closed } = await testApp({ beside: { db, secrets } })

const visit = '0123456789abcdef'
const isSeonEnabled = async () => false
const hits = () => db.sql.selectFrom('tracking_hit').selectAll().orderBy('id').execute()
beforeEach(() => db.sql.deleteFrom('tracking_hit').execute())

/** The picture comes before the row is written. */
async function written(rows: number) {
  for (let i = 0; i < 200 && (await hits()).length < rows; i += 1) await new Promise((done) => setTimeout(done, 10))
  return hits()
}
const own = { 'sec-fetch-site': 'same-origin' }
const ask = (query: Record<string, string> = {}, headers: Record<string, string> = own, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/hit', query, headers, remoteAddress })

test('answers with one pixel that nobody keeps, and sets no cookie', async () => {
  const answer = await ask({ visit })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(answer.rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
  expect(answer.rawPayload.readUInt16LE(6)).toBe(1)
  await written(1)
})

test('keeps where the visitor came from, at once and after three seconds', async () => {
  const query = { visit, referer: 'https://partner.example/?a=1', track_id: 't1', seon_session: 's1' }
  await ask(query)
  await written(1)
  await ask({ ...query, late: '1' })
  expect(await written(2)).toMatchObject([
    { visit, referer: query.referer, track_id: 't1', seon_session: 's1', is_late: false, player_id: null },
    { visit, is_late: true },
  ])
})

test('the session of a fraud check is kept only where content wants one', async () => {
  for (const [node, address] of [
    [closed, '127.0.0.2'],
    [app, '127.0.0.3'],
  ] as const) {
    await node.inject({ url: '/hit', query: { visit, seon_session: 's1' }, headers: own, remoteAddress: address })
    await written(node === closed ? 1 : 2)
  }
  expect(await hits()).toMatchObject([{ seon_session: '' }, { seon_session: 's1' }])
})

test('a session too long for an address comes in a body, whole', async () => {
  const session = `${'s+/='.repeat(5000)}`
  const body = (more: object) => new URLSearchParams({ visit, seon_session: session, ...more }).toString()
  const send = (payload: string, headers: Record<string, string> = own) =>
    app.inject({
      ...{ method: 'POST', url: '/hit', payload },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await send(body({}))).statusCode).toBe(200)
  await send(body({}), { 'sec-fetch-site': 'cross-site' })
  expect(await written(1)).toMatchObject([{ visit, seon_session: session, is_late: false }])
  await send(body({ late: '1', seon_session: `${session}s` }))
  expect(await written(2)).toMatchObject([{ seon_session: session }, { seon_session: '', is_late: true }])
})

test.each(['cross-site', 'same-site', 'none'])(
  'a page that is not ours (%s) gets its picture and is not heard',
  async (site) => {
    const answer = await ask({ visit }, { 'sec-fetch-site': site })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif'])
    await ask({ visit, track_id: 'after' })
    expect(await written(1)).toMatchObject([{ track_id: 'after' }])
  },
)

test('a browser that does not say where it stands is heard', async () => {
  await ask({ visit, track_id: 'old' }, {})
  expect(await written(1)).toMatchObject([{ track_id: 'old' }])
})

test.each([
  ['/hit?referer=%00%ff&track_id[]=x&visit[a]=b'],
  [`/hit?referer=${'x'.repeat(5000)}`],
  ['/hit?__proto__[x]=1&constructor=2'],
  ['/hit'],
])('%s is answered and stored as far as it can be', async (url) => {
  expect((await app.inject({ url, headers: own })).statusCode).toBe(200)
  const [row] = await written(1)
  expect(row?.referer.length).toBeLessThanOrEqual(1000)
  expect(row?.visit).toBe('')
})

test('one address is not recorded without end', async () => {
  await Promise.all(Array.from({ length: 320 }, (_, i) => ask({ track_id: String(i) }, own, '203.0.113.9')))
  await ask({ track_id: 'other' }, own, '203.0.113.10')
  const rows = await written(200)
  expect(rows.length).toBeLessThanOrEqual(301)
})

test('while the database is away the picture comes all the same', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', pino({ level: 'silent' }))
  const server = Fastify()
  const lost: unknown[] = []
  await server.register(beacon, { isSeonEnabled, db: away, log: { warn: (about: unknown) => lost.push(about) } })
  const answers = await Promise.all(Array.from({ length: 250 }, () => server.inject({ url: '/hit', headers: own })))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await server.close()
  expect(lost.length).toBeGreaterThan(0)
  expect(lost.length).toBeLessThanOrEqual(250)
  await away.close()
})

test('a process that stops writes what it has answered', async () => {
  const server = Fastify()
  await server.register(beacon, { isSeonEnabled, db, log: { warn: () => {} } })
  await Promise.all(Array.from({ length: 20 }, () => server.inject({ url: '/hit', headers: own })))
  await server.close()
  expect(await hits()).toHaveLength(20)
})
