import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, methodNames } from '@croupier/contract/contract'
import { refusals } from '@croupier/contract/refusals'
import { bestTime } from '@croupier/contract/test/best-time'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { begin } from '../db/db.ts'
import { readStanding } from '../features/account/account.ts'
import { testApp } from '../test/app.ts'
import { createDispatcher } from './dispatch.ts'
import { readingVisitor } from './visitor.ts'

const { app, db, dispatcher, parts, lines, state, addPlayer, signIn, send, as } = await testApp()

let alice = ''
let aliceId = 0n
beforeAll(async () => {
  aliceId = await addPlayer({ login: 'alice@example.com' })
  alice = await signIn(aliceId)
})

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const failed = (type: keyof typeof refusals, more: object = {}) => ({
  result: 0,
  error: expect.objectContaining({ type: `${type}Exception`, code: refusals[type].code, ...more }),
})

describe('the address', () => {
  test.each(['metadata.getgeneralinfo', 'METADATA.GETGENERALINFO', 'Metadata.getGeneralInfo'])(
    '%s is found',
    async (name) => {
      const answer = await as(null).get(name)
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({
        result: 1,
        data: expect.objectContaining({ available_locales: expect.arrayContaining(['en', 'es', 'ru']) }),
      })
    },
  )

  test.each([
    '/api/metadata.nothing',
    '/api/',
    '/api',
    '/api/metadata',
    '/api/metadata.get/more',
    '/api/__proto__',
    '/api/constructor',
    '/api/toString',
    `/api/${'a'.repeat(200)}`,
    '/api/metadata.get%00',
    '/api/..%2f..%2fetc%2fpasswd',
  ])('%s is no method', async (url) => {
    const answer = await send({ method: 'GET', url })
    expect(answer.status).toBe(404)
    expect(answer.json).toEqual(failed('MethodNotFound'))
    expect(answer.headers['x-request-id']).toBeTruthy()
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'])(
    '%s of a GET method is 405 with Allow',
    async (method) => {
      const answer = await app.inject({ method: method as 'GET', url: '/api/metadata.get' })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('GET')
      expect(answer.json()).toEqual(failed('InvalidRequest'))
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )

  test('HEAD of a GET method is 405 too, and GET of a POST method', async () => {
    expect((await send({ method: 'HEAD', url: '/api/metadata.get' })).status).toBe(405)
    const answer = await as(alice).get('storage.set', { key: 'a' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST')
  })

  test.each(['/api/%E0%A4%A', '/api/%'])('%s cannot be read', async (url) => {
    const answer = await send({ method: 'GET', url })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual(failed('InvalidRequest'))
  })
})

describe('the version and the locale', () => {
  test.each([
    ['v=1', 200],
    ['', 200],
    ['v=2', 400],
    ['v=', 400],
    ['v=1&v=1', 400],
    ['v[a]=1', 400],
    ['v=1.0', 400],
  ])('?%s answers %i', async (query, status) => {
    const answer = await send({ method: 'GET', url: `/api/metadata.get?${query}` })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.json).toEqual(failed('InvalidRequest'))
  })

  test('a POST may name its version in the query', async () => {
    const answer = await send({
      method: 'POST',
      url: '/api/storage.set?v=7',
      headers: { ...form, cookie: alice },
      payload: 'key=a&value=b',
    })
    expect(answer.status).toBe(400)
  })

  test.each(['../../', 'xx', '', 'en\0', '__proto__', 'EN'])(
    'the unknown locale %j becomes the default one',
    async (locale) => {
      const [asked, standard] = await Promise.all([
        as(null).get('banners.get', { locale }),
        as(null).get('banners.get'),
      ])
      expect(asked.status).toBe(200)
      expect(asked.json).toEqual(standard.json)
    },
  )

  test('a known locale changes the answer', async () => {
    const [es, en] = await Promise.all([as(null).get('banners.get', { locale: 'es' }), as(null).get('banners.get')])
    expect(es.json.data.items.length).toBeGreaterThan(0)
    expect(es.json).not.toEqual(en.json)
  })
})

describe('who may call', () => {
  test.each(methodNames.filter((name) => contract[name].who === 'player'))(
    'a guest is turned away from %s',
    async (name) => {
      const answer = contract[name].verb === 'GET' ? await as(null).get(name) : await as(null).post(name)
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual(failed('Authorization'))
    },
  )

  test.each(['sid=', 'sid=nonsense', `sid=${'a'.repeat(43)}`, 'sid=%00', 'other=1'])(
    'the cookie %s is nobody',
    async (cookie) => {
      expect((await as(cookie).get('account.getInfo')).status).toBe(401)
    },
  )
})

describe('the body', () => {
  const post = (payload: string | Buffer, type: string) =>
    send({
      method: 'POST',
      url: '/api/storage.set',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie: alice },
      payload,
    })
  const multipart = (...fields: [string, string][]) =>
    `${fields.map(([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--B--\r\n`

  test('form data comes in both shapes', async () => {
    expect(
      (await post('key=one&value=Gr%C3%BC%C3%9Fe', 'application/x-www-form-urlencoded; charset=UTF-8')).json,
    ).toEqual({ result: 1, data: null })
    expect(
      (await post(multipart(['key', 'two'], ['value', 'a\r\nb']), 'multipart/form-data; boundary=B')).json,
    ).toEqual({ result: 1, data: null })
    expect((await as(alice).get('storage.get', { keys: 'one,two,three' })).json.data).toEqual({
      one: 'Grüße',
      two: 'a\r\nb',
    })
  })

  test.each<[string, string | Buffer, string, number]>([
    ['JSON', '{"key":"a"}', 'application/json', 415],
    ['broken JSON', '{', 'application/json', 415],
    ['plain text', 'key=a', 'text/plain', 415],
    ['a made-up type', 'key=a', 'application/x', 415],
    ['a broken type', 'key=a', 'nonsense', 415],
    ['2 MiB', `key=a&value=${'x'.repeat(2 * 1_048_576)}`, 'application/x-www-form-urlencoded', 413],
    ['2 MiB of multipart', multipart(['value', 'x'.repeat(2 * 1_048_576)]), 'multipart/form-data; boundary=B', 413],
    ['multipart without a boundary', multipart(['key', 'a']), 'multipart/form-data', 400],
    ['cut multipart', multipart(['key', 'a']).slice(0, -12), 'multipart/form-data; boundary=B', 400],
    [
      'a file',
      '--B\r\nContent-Disposition: form-data; name="key"; filename="x"\r\n\r\nx\r\n--B--\r\n',
      'multipart/form-data; boundary=B',
      400,
    ],
    [
      '10,000 fields',
      Array.from({ length: 10_000 }, (_, i) => `f${i}=1`).join('&'),
      'application/x-www-form-urlencoded',
      400,
    ],
    [
      '10,000 parts',
      multipart(...Array.from({ length: 10_000 }, (_, i): [string, string] => [`f${i}`, '1'])),
      'multipart/form-data; boundary=B',
      400,
    ],
    ['1,000 brackets', `key${'[a]'.repeat(1000)}=1`, 'application/x-www-form-urlencoded', 400],
  ])('%s is refused quickly', async (_what, payload, type, status) => {
    const answer = await post(payload, type)
    expect(answer.status).toBe(status)
    expect(answer.json).toEqual(failed('InvalidRequest'))
    expect(await bestTime(() => post(payload, type))).toBeLessThan(500)
  })

  test('a packed body is not unpacked', async () => {
    const answer = await send({
      method: 'POST',
      url: '/api/storage.set',
      headers: { ...form, cookie: alice, 'content-encoding': 'gzip' },
      payload: Buffer.alloc(1000),
    })
    expect(answer.status).toBe(415)
    expect(answer.json).toEqual(failed('InvalidRequest'))
  })

  test.each([
    ['a repeated field', 'key=a&key=b&value=c', { key: ['FORMAT'] }],
    ['no key', 'value=c', { key: ['REQUIRED'] }],
    ['no body', '', { key: ['REQUIRED'] }],
    ['an impossible key', 'key=a%20b', { key: ['KEY_FORMAT'] }],
    ['a NUL', 'key=a&value=%00', { value: ['FORMAT'] }],
    ['a nested value', 'key=a&value[b]=c', { value: ['FORMAT'] }],
  ])('%s names the field and the reason', async (_what, payload, fields) => {
    const answer = await post(payload, 'application/x-www-form-urlencoded')
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual(failed('InvalidParameter', { invalid_parameters: fields }))
  })

  test('names of the language are only names', async () => {
    const answer = await post(
      'key=safe&value=1&__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__=x',
      'application/x-www-form-urlencoded',
    )
    expect(answer.status).toBe(200)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('parameters', () => {
  const report = (query: string) =>
    send({
      method: 'GET',
      url: `/api/events.handle?${query}`,
      headers: { cookie: alice, 'sec-fetch-site': 'same-origin' },
    })
  const lastParams = async () =>
    (await db.sql.selectFrom('tracking_event').select('params').orderBy('id', 'desc').executeTakeFirstOrThrow()).params

  test.each([
    ['brackets', 'event_params[popup]=reg&event_params[a][b]=1', { popup: 'reg', a: { b: '1' } }],
    ['one JSON string', `event_params=${encodeURIComponent('{"popup":"reg","n":1}')}`, { popup: 'reg', n: 1 }],
    ['nothing', '', {}],
    ['names of the language', 'event_params[constructor]=1&event_params[__proto__]=1', { constructor: '1' }],
    ['names of the language in JSON', `event_params=${encodeURIComponent('{"__proto__":{"x":1},"a":1}')}`, { a: 1 }],
  ])('a nested value as %s', async (_how, query, kept) => {
    expect((await report(`event_name=popup_opened&${query}`)).json).toEqual({ result: 1, data: null })
    expect(await lastParams()).toEqual(kept)
  })

  test.each([
    ['no name', '', { event_name: ['REQUIRED'] }],
    ['a name that is not on the list', 'event_name=pay_me', { event_name: ['UNKNOWN_VALUE'] }],
    ['broken JSON', 'event_name=page_view&event_params={', { event_params: ['FORMAT'] }],
    ['JSON of another kind', 'event_name=page_view&event_params=[1]', { event_params: ['FORMAT'] }],
    [
      'half a character',
      `event_name=page_view&event_params=${encodeURIComponent('{"a":"\\ud800"}')}`,
      { event_params: ['FORMAT'] },
    ],
    [
      'a NUL inside',
      `event_name=page_view&event_params=${encodeURIComponent('{"a":["\\u0000"]}')}`,
      { event_params: ['FORMAT'] },
    ],
    [
      'JSON without end',
      `event_name=page_view&event_params=${'['.repeat(3000)}${']'.repeat(3000)}`,
      { event_params: ['FORMAT'] },
    ],
  ])('%s is named', async (_what, query, fields) => {
    const answer = await report(query)
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual(failed('InvalidParameter', { invalid_parameters: fields }))
  })

  test.each([
    ['count=0', 'TOO_SMALL'],
    ['count=51', 'TOO_LARGE'],
    ['count=ten', 'FORMAT'],
    ['count=1.5', 'FORMAT'],
    ['offset=-1', 'TOO_SMALL'],
  ])('a list does not take %s', async (query, reason) => {
    const answer = await send({ method: 'GET', url: `/api/banners.get?${query}` })
    expect(answer.status).toBe(422)
    expect(answer.json.error.invalid_parameters).toEqual({ [query.split('=')[0] ?? '']: [reason] })
  })

  test('a query of 10 kB is refused, unknown parameters are not', async () => {
    const long = await send({ method: 'GET', url: `/api/metadata.get?x=${'x'.repeat(10_000)}` })
    expect(long.status).toBe(400)
    expect(long.json).toEqual(failed('InvalidRequest'))
    expect((await as(null).get('metadata.get', { nobody: 'knows' })).status).toBe(200)
  })

  test('fields keeps the named fields of each item', async () => {
    const { json } = await as(null).get('banners.get', { fields: 'id,label,nothing,constructor', count: '2' })
    expect(json.data.limit).toBe(2)
    expect(json.data.total).toBeGreaterThan(0)
    for (const item of json.data.items) expect(Object.keys(item).sort()).toEqual(['id', 'label'])
  })
})

describe('the answer', () => {
  test('carries a request id of ours and is kept by nobody', async () => {
    const answer = await send({
      method: 'GET',
      url: '/api/account.getInfo',
      headers: { cookie: alice, 'x-request-id': 'forged' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('that is the same for every guest has a tag, and is not sent twice', async () => {
    const first = await as(null).get('banners.get')
    expect(first.headers['cache-control']).toBe('public, max-age=30')
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    const again = await send({ method: 'GET', url: '/api/banners.get', headers: { 'if-none-match': `"x", W/${tag}` } })
    expect([again.status, again.body]).toEqual([304, ''])
    expect((await send({ method: 'GET', url: '/api/banners.get', headers: { 'if-none-match': '"x"' } })).status).toBe(
      200,
    )
  })

  test('for a signed-in player is never kept', async () => {
    const answer = await as(alice).get('banners.get')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('etag')
  })
})

describe('where a request comes from', () => {
  const post = (headers: Record<string, string>) =>
    send({
      method: 'POST',
      url: '/api/storage.set',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'key=csrf&value=1',
    })

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site', origin: 'http://blog.localhost:3000' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an old browser elsewhere', { origin: 'https://evil.test' }],
    ['nowhere', {}],
  ])('a POST from %s has no effect', async (_where, headers) => {
    const answer = await post({ cookie: alice, ...headers })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual(failed('InvalidRequest', { error_data: { reason: 'CROSS_SITE' } }))
    expect((await as(alice).get('storage.getKeys')).json.data).not.toContain('csrf')
  })

  test('a GET with an effect is guarded too, a plain read is not', async () => {
    const headers = { cookie: alice, 'sec-fetch-site': 'cross-site' }
    const before = await db.sql.selectFrom('tracking_event').select('id').execute()
    expect((await send({ method: 'GET', url: '/api/events.handle?event_name=page_view', headers })).status).toBe(400)
    expect(await db.sql.selectFrom('tracking_event').select('id').execute()).toEqual(before)
    expect((await send({ method: 'GET', url: '/api/metadata.get', headers })).status).toBe(200)
  })

  test('our own page and a program without a session may act', async () => {
    expect((await post({ cookie: alice, origin: 'http://localhost:3000' })).status).toBe(200)
    expect((await send({ method: 'GET', url: '/api/events.handle?event_name=page_view' })).status).toBe(200)
  })
})

describe('when something breaks', () => {
  const broken = (error: unknown) =>
    createDispatcher({ ...parts, operations: { ...parts.operations, 'metadata.get': () => Promise.reject(error) } })
  const guest = { player: null, locale: 'en', visitor: readingVisitor('127.0.0.1'), requestId: 'r-1' }

  test('a fault says nothing but the request id, and the log has the stack', async () => {
    lines.length = 0
    const fault = Object.assign(new Error('select secret from /srv/x'), { detail: 'Key (email)=(alice@example.com)' })
    const refusal = await broken(fault)
      .invoke('metadata.get', {}, guest)
      .catch((error) => error)
    expect(refusal.toWire()).toEqual({
      type: 'InternalServerErrorException',
      code: 6,
      message: 'Internal server error',
      error_data: { request_id: 'r-1' },
    })
    expect(refusal.status).toBe(500)
    expect(lines.join()).toContain('dispatch.test.ts')
    expect(lines.join()).toContain('r-1')
    expect(lines.join()).not.toContain('alice@example.com')
  })

  test('a fault that calls itself a bad request is a fault all the same, also over HTTP', async () => {
    const fault = Object.assign(new Error('of a peer at 10.0.0.5'), { statusCode: 404 })
    const server = Fastify()
    await server.register(broken(fault).plugin, { prefix: '/api' })
    const answer = await server.inject({ url: '/api/metadata.get' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual(
      failed('InternalServerError', { error_data: { request_id: answer.headers['x-request-id'] } }),
    )
    expect(answer.body).not.toContain('10.0.0.5')
  })

  test('an operation that answers nonsense is a fault, and extra fields are dropped', async () => {
    const odd = createDispatcher({
      ...parts,
      operations: {
        ...parts.operations,
        'storage.getKeys': async () => [1 as unknown as string],
        'account.getInfo': async (ctx, input) => ({
          ...(await parts.operations['account.getInfo'](ctx, input)),
          password: 'x',
        }),
      },
    })
    const standing = await readStanding(db.sql, aliceId)
    const player = {
      id: aliceId,
      sessionId: 1n,
      locale: 'en',
      isPayoutOnly: false,
      isFresh: true,
      standing,
      purses: null,
    }
    await expect(odd.invoke('storage.getKeys', {}, { ...guest, player })).rejects.toMatchObject({
      type: 'InternalServerError',
    })
    expect(await odd.invoke('account.getInfo', {}, { ...guest, player })).not.toHaveProperty('password')
  })

  test('a database that went away is 503 with Retry-After', async () => {
    const gone = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
    const away = [
      vi.spyOn(db.pool, 'connect').mockImplementation(gone),
      vi.spyOn(db.pool, 'query').mockImplementation(gone),
    ]
    try {
      const answer = await as(alice).get('account.getInfo')
      expect(answer.status).toBe(503)
      expect(answer.json).toEqual(failed('ApplicationUnavailable'))
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      for (const spy of away) spy.mockRestore()
    }
    expect((await as(alice).get('account.getInfo')).status).toBe(200)
  })

  test.each([
    ['a lock that is not given in time', sql`select 1 from account_player for update nowait`],
    ['a statement that takes too long', sql`select pg_sleep(0.2)`],
  ])('%s is 503: the same question may go through in a moment', async (_what, question) => {
    const busy = createDispatcher({
      ...parts,
      operations: {
        ...parts.operations,
        'metadata.get': (ctx) =>
          ctx.begin(async (tx) => {
            await sql`select set_config('statement_timeout', '50', true)`.execute(tx)
            await question.execute(tx)
            throw new Error('it was not busy')
          }),
      },
    })
    await begin(db, async (tx) => {
      await sql`select 1 from account_player for update`.execute(tx)
      await expect(busy.invoke('metadata.get', {}, guest)).rejects.toMatchObject({
        type: 'ApplicationUnavailable',
        status: 503,
      })
    })
  })

  test('a server that is stopping sends new calls away', async () => {
    state.isClosing = true
    const answer = await as(null).get('metadata.get')
    state.isClosing = false
    expect(answer.status).toBe(503)
    expect(answer.json).toEqual(failed('ApplicationUnavailable'))
    expect(answer.headers['retry-after']).toBeTruthy()
  })
})

describe('in process', () => {
  const guest = { player: null, locale: 'es', visitor: readingVisitor('127.0.0.1'), requestId: 'r-2' }

  test('a loader gets the same answer as a browser', async () => {
    const here = await dispatcher.invoke('banners.get', {}, guest)
    expect(here).toEqual((await as(null).get('banners.get', { locale: 'es' })).json.data)
  })

  test('a loader is refused as a browser is', async () => {
    await expect(dispatcher.invoke('account.getInfo', {}, guest)).rejects.toMatchObject({
      type: 'Authorization',
      status: 401,
    })
    await expect(dispatcher.invoke('banners.get', { count: 1000 }, guest)).rejects.toMatchObject({
      fields: { count: ['TOO_LARGE'] },
    })
  })
})

describe('over a socket', () => {
  let port = 0
  beforeAll(async () => {
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    port = Number(url.port)
  })

  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', (error) => (heard ? resolve(heard) : reject(error)))
      socket.setTimeout(5000, () => socket.destroy())
    })

  test('a 64 KiB header and a request that is no request are answered in the envelope', async () => {
    const large = await raw(`GET /api/metadata.get HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(65_536)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 431 /)
    expect(large).toContain('"type":"InvalidRequestException"')
    const nonsense = await raw('NONSENSE\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
    expect(nonsense).toContain('{"result":0,"error":{"type":"InvalidRequestException","code":5')
  })

  test('a 2 MiB body is answered, not cut off', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/storage.set`, {
      method: 'POST',
      headers: { ...form, cookie: alice },
      body: `key=a&value=${'x'.repeat(2 * 1_048_576)}`,
    })
    expect(answer.status).toBe(413)
  })

  test('a form of a browser arrives', async () => {
    const body = new FormData()
    body.set('key', 'socket')
    body.set('value', '✓')
    const answer = await fetch(`http://127.0.0.1:${port}/api/storage.set?v=1&locale=en`, {
      method: 'POST',
      headers: { cookie: alice, 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(await answer.json()).toEqual({ result: 1, data: null })
  })
})

describe('with content of its own', () => {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-content-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  function siteWith(name: string, changes: object): string {
    const copy = join(dir, name)
    cpSync(join(import.meta.dirname, '../../../content'), copy, { recursive: true })
    const path = join(copy, 'site/site.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }))
    return copy
  }

  test('a closed site answers nothing but the general info', async () => {
    const closed = await testApp({ contentDir: siteWith('closed', { isClosed: true }) })
    const answer = await closed.as(null).get('banners.get')
    expect(answer.status).toBe(503)
    expect(answer.json).toEqual(failed('ApplicationDisabled'))
    expect((await closed.as(null).get('metadata.getgeneralinfo')).json.data.domain_state).toBe('disabled')
  })

  test('behind https, and in a frame that content allows, the cookie changes and nothing else', async () => {
    const env = { PUBLIC_URL: 'https://casino.example', NODE_ENV: 'production' }
    const live = await testApp({ env, contentDir: siteWith('framed', { frameHosts: ['https://partner.example'] }) })
    const id = await live.addPlayer({ login: 'alice@example.com' })
    const renewed = async (query: string) => {
      const cookie = await live.signIn(id, 30 * 86_400)
      await live.db.sql
        .updateTable('auth_session')
        .set({ seen_at: new Date(Date.now() - 120_000) })
        .execute()
      const answer = await live.send({ url: `/api/account.getInfo?${query}`, headers: { cookie } })
      expect(answer.headers['strict-transport-security']).toBeTruthy()
      return String(answer.headers['set-cookie']).replace(/=[\w-]{43}/, '')
    }
    expect(await renewed('')).toMatch(/^__Host-sid; Path=\/; HttpOnly; Max-Age=\d+; Secure; SameSite=Lax$/)
    expect(await renewed('_non_strict=1')).toMatch(/; Secure; SameSite=None; Partitioned$/)

    const headers = { 'sec-fetch-site': 'cross-site', cookie: await live.signIn(id) }
    const report = (query: string, origin: string) =>
      live.send({ url: `/api/events.handle?event_name=page_view&${query}`, headers: { ...headers, origin } })
    expect((await report('_non_strict=1', 'https://partner.example')).status).toBe(400)
    expect((await report('', 'https://partner.example')).status).toBe(400)
    expect((await report('_non_strict=1', 'https://evil.test')).status).toBe(400)
  })
})
