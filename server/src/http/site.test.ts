import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Boot, Render } from '@croupier/contract/boot'
import { pagePath } from '@croupier/contract/safe-path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'

const asked: { path: string; boot: Boot }[] = []

/** While it is there, pages wait for it. */
let gate: Promise<void> | null = null

/** Stands for the web: says what it was given, so that a mix-up shows. */
const render: Render = async (request, _basename, boot) => {
  const { pathname, search } = new URL(request.url)
  asked.push({ path: pathname, boot })
  await gate
  const words = [boot.locale, boot.theme, boot.account?.login ?? 'guest', boot.fatal ?? 'open', pathname + search]
  const script = `<script nonce="${boot.nonce}">ours()</script>`
  const hole = pathname.includes('hole') ? '<script>evil()</script>' : ''
  const html = `<!DOCTYPE html><html><head></head><body>${words.join(' ')}${hole}${script}</body></html>`
  const status = boot.fatal === 'maintenance' ? 503 : boot.fatal ? 403 : pathname.includes('nothing') ? 404 : 200
  if (pathname.includes('words')) return new Response('{}', { headers: { 'content-type': 'application/json' } })
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const snippet = { isEnabled: true, position: 'head', code: '<script>outside()</script>' }
const contentDir = contentWith({ 'common.json': { customCode: [snippet] } })

const { app, db, lines, send, addPlayer, signIn } = await testApp({ render })
const snippets = await testApp({ render, contentDir })
const alice = await signIn(await addPlayer({ login: 'alice@example.com', locale: 'en' }))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const get = (url: string, headers: Record<string, string> = {}) => send({ method: 'GET', url, headers })

beforeEach(() => {
  asked.length = 0
})

describe('the canonical address of a game', () => {
  const shown = ({ body }: { body: string }) => /<body>([^<]*)/.exec(body)?.[1]

  test.each([
    ['/platform/game/book', {}, 'en auto guest open /game/book'],
    [
      '/platform/game/book',
      { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
      'en auto guest open /game/book',
    ],
    ['/es/platform/game/book', {}, 'es auto guest open /es/game/book'],
    ['/ru/platform/game/book?demo=1', {}, 'ru auto guest open /ru/game/book?demo=1'],
  ])('%s shows its page to a visitor %j', async (url, headers, words) => {
    const page = await get(url, headers)
    expect([page.status, shown(page)]).toEqual([200, words])
    expect(page.headers.location).toBeUndefined()
  })

  test('leads a visitor with another language to its own', async () => {
    const { headers } = await get('/platform/game/book', { cookie: 'locale=es' })
    expect(headers.location).toBe('/es/platform/game/book')
  })

  test('is a game in a frame, and the addresses below it are no pages', async () => {
    const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
    expect((await get('/platform/game/book', framed)).body).not.toContain('guest open')
    expect((await get('/platform/game/book/play')).body).not.toContain('guest open')
  })
})

describe('stored pages', () => {
  test('a page with prices that nobody looked at for an hour is made anew before it is shown', async () => {
    for (const path of ['/betting/live', '/hour']) await get(path)
    const held = Promise.withResolvers<void>()
    gate = held.promise
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const [prices, words] = ['/betting/live', '/hour'].map((path) => get(path).then(() => 'shown'))
    // The other one is shown as it was, while it is made anew.
    const seen = [await Promise.race([prices, setTimeout(200, 'waits')]), await words]
    held.resolve()
    gate = null
    vi.useRealTimers()
    await prices
    expect(seen).toEqual(['waits', 'shown'])
  })

  test('nothing that a stranger sends beside the address changes what others get', async () => {
    const [first, ...others] = [
      await get('/about?utm=1', {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'ftp',
      }),
      await get('/about?redirectUrl=//evil', { cookie: 'theme=<script>; locale=../..; sid=x' }),
      await get('/about?_routes=root&index', { 'user-agent': '<script>', referer: 'http://evil.example' }),
      await get('/about'),
    ]
    expect(others.map(({ body }) => body)).toEqual(Array(3).fill(first?.body))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.boot.origin).toBe('http://localhost:3000')
    expect(first?.body).not.toContain('evil')
  })

  test('themes, languages and the query that pages read have pages of their own', async () => {
    const bodies = [
      await get('/about', { cookie: 'theme=dark' }),
      await get('/about', { cookie: 'theme=light' }),
      await get('/es/about', { cookie: 'theme=dark' }),
      await get('/about?category=a', { cookie: 'theme=dark' }),
    ].map(({ body }) => /<body>([^<]*)/.exec(body)?.[1])
    expect(bodies).toEqual([
      'en dark guest open /about',
      'en light guest open /about',
      'es dark guest open /es/about',
      'en dark guest open /about?category=a',
    ])
  })

  test("a player's page is made for the player alone", async () => {
    const own = await get('/offers', { cookie: alice })
    expect(own.body).toContain('alice@example.com')
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect((await get('/offers')).body).toContain('guest')
    expect((await get('/offers', { cookie: alice })).body).toContain('alice@example.com')
  })

  test('HEAD fills the store with the whole page', async () => {
    const head = await send({ method: 'HEAD', url: '/winners' })
    expect(head.status).toBe(200)
    const whole = await get('/winners')
    expect(whole.body).toContain('/winners')
    expect(whole.headers.etag).toBe(head.headers.etag)
    const known = await get('/winners', { 'if-none-match': `"x", ${String(whole.headers.etag)}` })
    expect(known).toMatchObject({
      status: 304,
      body: '',
      headers: { etag: whole.headers.etag, vary: whole.headers.vary },
    })
    // The browser keeps the policy that came with the page.
    expect(known.headers).not.toHaveProperty('content-security-policy')
  })

  test('guests who ask in the same words get the same answer, each with a number of its own', async () => {
    const browser = { 'accept-encoding': 'br', 'accept-language': 'en', cookie: 'theme=dark' }
    const answers = [await get('/winners', browser), await get('/winners', browser), await get('/winners', browser)]
    const [first, ...others] = answers.map(
      ({ headers: { 'x-request-id': id, date: _date, ...rest }, body, status }) => {
        return { id, body, status, headers: rest }
      },
    )
    expect(first?.headers['content-security-policy']).toContain("default-src 'self'")
    for (const other of others) expect({ ...other, id: first?.id }).toEqual(first)
    expect(new Set([first, ...others].map((answer) => answer?.id)).size).toBe(3)
    const tag = { 'if-none-match': String(first?.headers.etag) }
    expect(await get('/winners', { ...browser, ...tag })).toMatchObject({ status: 304, body: '' })
    expect((await get('/winners', { ...browser, 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get('/winners', { ...browser, cookie: `${alice}; theme=dark` })).body).toContain('alice@example.com')
    expect((await send({ method: 'POST', url: '/winners', headers: browser })).status).toBe(405)
  })

  test('an answer that is no page is not stored as one', async () => {
    await get('/words')
    await get('/words')
    expect(asked.length).toBeGreaterThan(2)
  })

  test('an address that leads nowhere is made once, and costs no room', async () => {
    const lost = await get('/nothing')
    expect(lost).toMatchObject({ status: 404, headers: { 'cache-control': 'private, no-store' } })
    expect(lost.headers.etag).toBeUndefined()
    expect(asked).toHaveLength(1)
    await get('/nothing')
    expect(asked).toHaveLength(2)
    const bot = await get('/nothing', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect(bot).toMatchObject({ status: 404, body: '' })
  })

  test('the policy names our own scripts and none that came in through a hole', async () => {
    const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
    const { body, headers } = await get('/hole')
    expect(body).toContain('<script>evil()</script><script>ours()</script>')
    const [, sources] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    expect(sources).toBe(`'self' ${hash('ours()')}`)
  })

  test('each answer with a snippet has a nonce of its own', async () => {
    const [one, two] = [await snippets.send({ url: '/about' }), await snippets.send({ url: '/about' })]
    const nonces = [one, two].map(({ body }) => /nonce="([^"]+)">outside/.exec(body)?.[1] ?? '')
    expect(new Set(nonces).size).toBe(2)
    for (const [at, { headers }] of [one, two].entries())
      expect(headers['content-security-policy']).toContain(`'nonce-${nonces[at]}'`)
  })
})

test.each(['/Game/x', '/g%61me/x', '/FORMS/sign_in', '/CASHIER/deposit', '/c%61shier/deposit', '/es/Profile'])(
  'no spelling carries a snippet onto a protected page: %s',
  async (url) => {
    expect((await snippets.send({ url })).body).not.toContain('outside()')
  },
)

test.each([
  '/?restore=x',
  '/es?%72estore=x',
  '/?access_token=x',
  '/?a=1&restore',
  '/confirmation?token=x',
  '/es/unsubscribe?token=x',
])('no snippet reads the secret of a letter in the address: %s', async (url) => {
  const locale = url.startsWith('/es') ? 'es' : 'en'
  const playerId = await snippets.addPlayer({ login: `${url.length}@example.com`, locale })
  const player = { cookie: await snippets.signIn(playerId) }
  for (const headers of [{}, player]) {
    const [bare = ''] = url.split('?')
    expect((await snippets.send({ url, headers })).body).not.toContain('outside()')
    expect((await snippets.send({ url: bare, headers })).body).toContain('outside()')
    expect((await snippets.send({ url, headers })).body).not.toContain('outside()')
  }
})

describe('what cannot be read', () => {
  test.each([
    ['broken JSON', 'application/json', '{'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['XML', 'text/xml', '<a/>'],
    ['2 MiB', 'application/json', `"${'x'.repeat(2 ** 21)}"`],
  ])('%s sent to a page is the sender’s mistake, not a fault', async (_name, type, payload) => {
    lines.length = 0
    const answer = await send({ method: 'POST', url: '/about', headers: { 'content-type': type }, payload })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(lines.join()).not.toContain('"level":50')
  })

  test.each(['//evil.example', '/%ff', '/%'])('%s is no address', async (url) => {
    // In the socket's own words: the injector would tidy them.
    const { port } = new URL(address)
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      request({ port, path: url }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
    expect(answer).toBe(400)
  })
})

test('one address cannot have pages made without end; what is stored stays free', async () => {
  const from = (url: string) => app.inject({ url, remoteAddress: '203.0.113.7' })
  await from('/about')
  const answers = await Promise.all(Array.from({ length: 620 }, (_, n) => from(`/nothing/${n}`)))
  const last = answers.at(-1)
  expect(last?.statusCode).toBe(429)
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('/about')).statusCode).toBe(200)
  expect((await get('/nothing/else')).status).toBe(404)
})

test.each([
  '/',
  '/nothing',
  '/es/',
  '/nfx/i18n/locales',
  '/build.json',
  '/robots.txt',
  '/content/pages',
  '/img/x',
  '/healthz',
])('every answer has a request id and is not guessed at: %s', async (url) => {
  const { headers } = await get(url)
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

describe('when something is away', () => {
  const gone = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))

  test('without the database guests go on, players wait, and both are back by themselves', async () => {
    const away = [
      vi.spyOn(db.pool, 'connect').mockImplementation(gone),
      vi.spyOn(db.pool, 'query').mockImplementation(gone),
    ]
    try {
      expect(await get('/support')).toMatchObject({ status: 200 })
      const own = await get('/support', { cookie: alice })
      expect(own).toMatchObject({ status: 503, headers: { 'retry-after': '120' } })
      expect(own.body).toContain('maintenance')
    } finally {
      for (const spy of away) spy.mockRestore()
    }
    expect((await get('/support', { cookie: alice })).body).toContain('alice@example.com')
    expect((await get('/support')).body).not.toContain('maintenance')
  })

  test('a database that goes between the session and its renewal is maintenance too', async () => {
    await db.sql
      .updateTable('auth_session')
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .execute()
    const connect = db.pool.connect.bind(db.pool)
    const away = vi.spyOn(db.pool, 'connect')
    away.mockImplementationOnce((...how: unknown[]) => Reflect.apply(connect, db.pool, how)).mockImplementation(gone)
    try {
      expect(await get('/support', { cookie: alice })).toMatchObject({ status: 503 })
    } finally {
      away.mockRestore()
    }
  })

  test('a blocked player sees the block, and support stays open', async () => {
    const bruno = await addPlayer({ login: 'bruno@example.com' })
    const cookie = await signIn(bruno)
    await db.sql.updateTable('account_player').set({ banned_at: new Date() }).where('id', '=', bruno).execute()
    expect(await get('/offers', { cookie })).toMatchObject({ status: 403, body: expect.stringContaining('userBlock') })
    expect((await get('/support', { cookie })).status).toBe(200)
    expect((await get('/offers')).body).not.toContain('userBlock')
  })

  test('a closed site answers every page and call with 503, in every language', async () => {
    const isClosed = { en: true, es: false, ru: false }
    const closed = await testApp({ render, contentDir: contentWith({ 'site.json': { isClosed } }) })
    for (const url of ['/', '/es/about', '/about.data', '/api/banners.get', '/api/banners.get?locale=es'])
      expect((await closed.send({ url })).status, url).toBe(503)
    expect((await closed.send({ url: '/', headers: { 'user-agent': 'bingbot' } })).body).toBe('')
  })

  test('a site without locales says so, and nothing else', async () => {
    const lost = await testApp({ render, contentDir: contentWith({ 'locales.json': [] }) })
    const answer = await lost.send({ url: '/about' })
    expect(answer).toMatchObject({ status: 500, body: 'PLUGIN:I18N: LOCALES NOT FOUND' })
  })
})

test('the home of a language is the same home when the router asks for its data', async () => {
  const app = await testApp({ render: async (_request, base, { locale }) => new Response(`${locale} ${base}`) })
  expect((await app.send({ url: '/es.data' })).body).toBe('es /es')
  expect((await app.send({ url: '/es/about.data' })).body).toBe('es /es')
  expect((await app.send({ url: '/_.data' })).body).toBe('en /')
})

describe('data that the router asks for', async () => {
  const made: string[] = []
  const data = await testApp({
    async render(request, _base, { account, theme }) {
      const { pathname, search } = new URL(request.url)
      made.push(pathname + search)
      const words = `${account?.login ?? 'guest'} ${theme} ${pathname}${search}`
      const status = pathname.startsWith('/gone') ? 404 : 200
      return new Response(words, { status, headers: { 'content-type': 'text/x-script', 'x-remix-response': 'yes' } })
    },
  })
  const ask = (url: string, headers: Record<string, string> = {}) => data.send({ url, headers })
  beforeEach(() => {
    made.length = 0
  })

  test('is made once for all guests, whatever else they send, and not sent again to one who has it', async () => {
    const first = await ask('/offers.data?utm=1')
    expect(first).toMatchObject({ status: 200, body: 'guest auto /offers.data' })
    expect(first.headers).toMatchObject({
      'content-type': 'text/x-script',
      'x-remix-response': 'yes',
      'cache-control': 'no-cache',
    })
    expect((await ask('/offers.data', { referer: 'http://evil.example' })).body).toBe(first.body)
    expect((await ask('/offers.data', { 'if-none-match': String(first.headers.etag) })).status).toBe(304)
    expect(made).toEqual(['/offers.data'])
  })

  test('the page of the same name, parts, queries and themes are kept apart', async () => {
    const urls = ['/about.data', '/about.data?_routes=root', '/about.data?page=2', '/about.data?page=2&_routes=root']
    for (const url of [...urls, ...urls]) expect((await ask(url)).body).toBe(`guest auto ${url}`)
    expect((await ask('/about.data', { cookie: 'theme=dark' })).body).toBe('guest dark /about.data')
    expect((await ask('/about')).body).toBe('guest auto /about')
    // An answer that is no page is asked for again as one of its own.
    expect(made).toEqual([...urls, '/about.data', '/about', '/about'])
  })

  test('a player gets his own, and what failed is kept for nobody', async () => {
    const player = await data.signIn(await data.addPlayer({ login: 'carla@example.com' }))
    expect((await ask('/winners.data')).body).toContain('guest')
    const own = await ask('/winners.data', { cookie: player })
    expect(own).toMatchObject({ body: 'carla@example.com auto /winners.data' })
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect((await ask('/winners.data')).body).toContain('guest')
    for (const _time of [1, 2]) expect((await ask('/gone.data')).status).toBe(404)
    expect(made.filter((url) => url === '/gone.data').length).toBeGreaterThan(1)
  })
})

test('a limited call that a page makes counts for its own visitor, not for all of them together', async () => {
  const said = async ({ call }: Boot) => {
    await call('campaigns.checkPromocode', { promo_code: 'NONE' })
    return new Response('counted')
  }
  const app = await testApp({ render: (_request, _base, boot) => said(boot).catch(() => new Response('too many')) })
  let page = 0
  const from = async (remoteAddress: string) => {
    page += 1
    return (await app.send({ url: `/offers.data?page=${page}`, remoteAddress })).body
  }
  for (let ask = 0; ask < 60; ask += 1) expect(await from('203.0.113.7')).toBe('counted')
  expect(await from('203.0.113.7')).toBe('too many')
  expect(await from('203.0.113.8')).toBe('counted')
})

test('pages of the cashier may show the gateway’s frame, and no other page may', async () => {
  const gateway = await testApp({ render, env: { PAYMENT_URL: 'https://pay.example/v2' } })
  const player = await gateway.signIn(await gateway.addPlayer({ login: 'bela@example.com' }))
  const policyOf = async (url: string) => {
    const { headers } = await gateway.send({ method: 'GET', url, headers: { cookie: player } })
    return String(headers['content-security-policy'])
  }
  for (const url of ['/cashier/deposit', '/cashier/deposit/card']) {
    expect(await policyOf(url)).toContain("frame-src 'self' https://pay.example; ")
    expect(await policyOf(url)).toContain("form-action 'self' https://pay.example; ")
  }
  for (const url of ['/', '/profile', '/offers/cashier-days', '/cashiers']) {
    expect(await policyOf(url)).not.toContain('pay.example')
  }
})

test('no visitor is led to an address of ours that is no page', () => {
  const routes = [...app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/[^ (*:]*)/gmu)].map(
    ([, path]) => path,
  )
  expect(routes.length).toBeGreaterThan(60)
  expect(routes.filter((path) => pagePath(path) !== null && !['/sitemap-', '/docs/api'].includes(path ?? ''))).toEqual(
    [],
  )
})
