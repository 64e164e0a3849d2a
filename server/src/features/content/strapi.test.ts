import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promoCode } from '@croupier/contract/content'
import { fieldsOf } from '@croupier/contract/content-model'
import { bannerRecord } from '@croupier/contract/content-records'
import { seo } from '@croupier/contract/seo'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Content } from '../../ports/content.ts'
import { openContent } from './content.ts'
import { openFilesSource } from './files-source.ts'
import { keepSource } from './kept-source.ts'
import { recordFrom } from './strapi-shape.ts'
import { strapiReader } from './strapi-source.ts'

type Mood = 'well' | 'hangs' | 'fails' | 'rubbish' | 'huge' | 'moves'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function tempDir() {
  const dir = mkdtempSync(join(tmpdir(), 'strapi-'))
  closers.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const picture = (url: string, updatedAt = '2026-11-17T10:00:00.000Z') => ({
  ...{ id: 9, documentId: 'pic', name: 'a.png', url, mime: 'image/png', width: 10, updatedAt },
})

const record = (id: number, fields: object) => ({ id, documentId: `doc${id}`, ...fields, locale: 'en' })

const redirects = [
  record(7, { documentId: 'a', from_url: '/old', to_url: '/about', place: 20 }),
  record(3, { documentId: 'b', from_url: '/old*', to_url: '/help', place: 10 }),
]

const lists: Record<string, object[]> = {
  pages: Array.from({ length: 130 }, (_, at) => record(at + 1, { slug: `page-${at + 1}`, title: `Page ${at + 1}` })),
  seos: [
    record(1, { url: '/about', title: 'About', openGraph: { id: 3, title: 'OG', image: picture('/uploads/og.png') } }),
  ],
  redirects,
  'promo-codes': [record(1, { code: 'EMBER50', title: 'Half', startsAt: null, endsAt: null })],
  banners: [
    record(1, { label: 'Shown', isExist: null, image_735_240: null, description: { id: 5, position: null } }),
    record(2, { label: 'Hidden', isExist: false, description: {} }),
  ],
}

const spanish: Record<string, object[]> = {
  pages: [{ ...record(900, { slug: 'page-2', title: 'Página 2' }), documentId: 'doc2', locale: 'es' }],
}

const singles: Record<string, object> = {
  site: record(1, { name: 'Strapi House', ageLimit: 21, legal: null, innerNote: 'never shown', owner_password: 'x' }),
  common: record(1, {
    paymentMethods: [{ id: 1, name: 'Card', image: picture('https://cdn.example/card.png'), url: '/cashier' }],
    menuLinks: [{ id: 1, title: 'Play', links: [{ id: 2, label: 'Games', url: '/gamehall' }] }],
  }),
  auth: record(1, {
    types: [
      { __component: 'auth.fast', id: 31, label: 'Quick', isFast: true, field: 'email' },
      { __component: 'auth.form', id: 4, label: 'Full', isFast: false, field: null },
    ],
    characters: [{ id: 12, key: 'fox', name: 'Fox', image: null, text: null, boosts: null }],
  }),
}

/** A small server with Strapi's REST habits, and bad moods. */
async function fakeStrapi({ lacks = '', around = '', mayListLocales = true } = {}) {
  const state: { mood: Mood; asked: string[]; name: string; locales: unknown } = {
    mood: 'well',
    asked: [],
    name: '',
    locales: [
      { id: 1, code: 'en', name: 'English (en)', isDefault: true },
      { id: 2, code: 'es', name: 'Spanish (es)', isDefault: false },
    ],
  }
  const send = (response: ServerResponse, status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  const refuse = (response: ServerResponse, status: number, name: string, details = {}) =>
    send(response, status, { data: null, error: { status, name, message: name, details } })

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://x')
    state.asked.push(decodeURIComponent(request.url ?? ''))
    if (state.mood === 'hangs') return
    if (state.mood === 'fails') return refuse(response, 500, 'InternalServerError')
    if (state.mood === 'rubbish') return send(response, 200, '<html>')
    if (state.mood === 'huge') return send(response, 200, `"${'x'.repeat(9 * 1024 * 1024)}"`)
    if (state.mood === 'moves') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (request.headers.authorization !== 'Bearer secret-token') return refuse(response, 401, 'UnauthorizedError')
    const within = around ? `[${around}][populate][${lacks}]` : `[${lacks}]`
    if (lacks && decodeURIComponent(url.search).includes(within))
      return refuse(response, 400, 'ValidationError', { key: lacks, path: around || null, param: 'populate' })
    const name = url.pathname.replace('/api/', '')
    if (name === 'i18n/locales' && !mayListLocales) return refuse(response, 403, 'ForbiddenError')
    if (name === 'i18n/locales') return send(response, 200, state.locales)
    const single = singles[name]
    if (single) {
      if (url.searchParams.get('locale') === 'es') return refuse(response, 404, 'NotFoundError')
      const data = state.name && name === 'site' ? record(1, { name: state.name }) : single
      return send(response, 200, { data, meta: {} })
    }
    const list = url.searchParams.get('locale') === 'es' ? (spanish[name] ?? []) : lists[name]
    if (!list) return refuse(response, 404, 'NotFoundError')
    const page = Number(url.searchParams.get('pagination[page]'))
    const pageSize = Number(url.searchParams.get('pagination[pageSize]'))
    const pagination = { page, pageSize, pageCount: Math.ceil(list.length / pageSize), total: list.length }
    send(response, 200, { data: list.slice((page - 1) * pageSize, page * pageSize), meta: { pagination } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  closers.push(stop)
  return { url: `http://127.0.0.1:${port}`, state, stop }
}

const embeddedDir = join(import.meta.dirname, '../../../../content')

async function open(url: string, cacheDir = tempDir(), token = 'secret-token') {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const metrics = new Registry()
  const content = await openContent({ dir: embeddedDir, url, token, cacheDir, host: 'x', log, metrics })
  closers.push(content.close)
  return { content, lines, metrics, cacheDir }
}

async function everything(content: Content) {
  const all = [
    await content.config('en'),
    await content.slugs(),
    await content.redirects('en'),
    await content.seo('/about', 'en'),
    await content.locales(),
  ]
  return JSON.parse(JSON.stringify(all))
}

test("Strapi's answers become the site", async () => {
  const { url } = await fakeStrapi()
  const [config, slugs, found, about] = await everything((await open(url)).content)
  expect(config.site).toMatchObject({ name: 'Strapi House', ageLimit: 21, legal: '' })
  expect(config.common.paymentMethods[0]).toEqual({
    name: 'Card',
    image: 'https://cdn.example/card.png',
    url: '/cashier',
  })
  expect(config.common.menuLinks[0].links[0]).toMatchObject({ label: 'Games', url: '/gamehall' })
  expect(slugs).toHaveLength(130)
  expect(found).toEqual([
    { from_url: '/old*', to_url: '/help' },
    { from_url: '/old', to_url: '/about' },
  ])
  expect(about.openGraph.image).toMatch(/^\/uploads\/og\.png\?v=\w+$/)
})

test('a part is known by what stands after the dot, a record by its own key, whatever numbers Strapi gives', async () => {
  const { url } = await fakeStrapi()
  const { auth } = await (await open(url)).content.config('en')
  expect(auth.types.map(({ __component, id }) => [__component, id])).toEqual([
    ['fast', 31],
    ['form', 4],
  ])
  expect(auth.characters).toMatchObject([{ id: 'fox', name: 'Fox', boosts: {} }])
})

test('an empty field is one that was not written', async () => {
  const { url } = await fakeStrapi()
  const { content } = await open(url)
  const [code] = await content.collection('promo-codes', 'en')
  expect(promoCode.parse(code)).toMatchObject({ code: 'EMBER50', startsAt: '', endsAt: '' })
  const banners = (await content.collection('banners', 'en')).map((banner) => bannerRecord.parse(banner))
  expect(banners.map(({ label, isExist }) => [label, isExist])).toEqual([
    ['Shown', true],
    ['Hidden', false],
  ])
})

test('what the contract does not know is not taken over', async () => {
  const { url } = await fakeStrapi()
  const site = await (await open(url)).content.single('site', 'en')
  expect(site).toMatchObject({ name: 'Strapi House' })
  expect(JSON.stringify(site)).not.toMatch(/innerNote|owner_password/)
})

test('a replaced file has another address, and an upload is one of our own', async () => {
  const { url } = await fakeStrapi()
  const [record] = await (await open(url)).content.collection('seos', 'en')
  const address = (updatedAt: string) =>
    JSON.stringify(
      recordFrom(
        { openGraph: { image: picture(`${url}/uploads/a b.png`, updatedAt) } },
        { fields: fieldsOf(seo) },
        url,
      ),
    )
  expect(JSON.stringify(record)).not.toContain(url)
  expect(address('2026-11-17T10:00:00.000Z')).toContain('"/uploads/')
  expect(address('2026-11-17T10:00:00.000Z')).not.toBe(address('2026-11-17T11:00:00.000Z'))
})

test('a section or a translation that Strapi lacks is shown in defaults or in the default language', async () => {
  const { url } = await fakeStrapi()
  const { content, lines } = await open(url)
  expect((await content.config('en')).games.pageSize).toBe(18)
  expect((await content.config('es')).site.name).toBe('Strapi House')
  expect(await content.collection('campaigns', 'en')).toEqual([])
  expect(lines.join()).toMatch(/"section":"games".*missing or not published/)
  expect(lines.join()).toMatch(/"type":"campaigns"/)
  // Rules for robots are never simply gone.
  expect(await content.robots()).toContain('Disallow: /cashier')
})

test('one translated record does not hide those that are not', async () => {
  const { url } = await fakeStrapi()
  const { content } = await open(url)
  const pages = await content.collection('pages', 'es')
  expect(pages).toHaveLength(130)
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]))
  expect([titles.get('page-1'), titles.get('page-2')]).toEqual(['Page 1', 'Página 2'])
})

test('a part that a type does not have takes no other part with it, and is named', async () => {
  const { url, state } = await fakeStrapi({ lacks: 'ratingSites' })
  const { content, lines } = await open(url)
  expect((await content.config('en')).common.menuLinks[0]?.links).toHaveLength(1)
  expect(state.asked.join()).toContain('populate[menuLinks][populate][links]=true')
  expect(lines.join()).toMatch(/"type":"common","field":"ratingSites"/)
})

test('of a part inside a part only the inner one is left out', async () => {
  const { url, state } = await fakeStrapi({ lacks: 'image', around: 'paymentMethods' })
  const { content, lines } = await open(url)
  await content.config('en')
  const last = state.asked.filter((path) => path.startsWith('/api/common?')).at(-1)
  expect(last).toContain('populate[paymentMethods]=true')
  expect(last).toContain('populate[socialItemsList][populate][image]=true')
  expect(lines.join()).toMatch(/"type":"common","field":"paymentMethods.image"/)
})

test('a token that may not list locales is no outage, and one that is refused is said at the start', async () => {
  const { url } = await fakeStrapi({ mayListLocales: false })
  const { content, lines, metrics } = await open(url)
  expect((await content.locales()).map(({ code }) => code)).toEqual(['en', 'es', 'ru'])
  expect(lines.join()).toContain('may not list locales')
  expect(await metrics.metrics()).toContain('content_last_good_age_seconds 0')
  const refused = await open((await fakeStrapi()).url, tempDir(), 'another-token')
  await vi.waitFor(() => expect(refused.lines.join()).toContain('CONTENT_TOKEN is refused'), { timeout: 30_000 })
})

test('an edit that Strapi tells of is looked at at once, and only there', async () => {
  const { url, state } = await fakeStrapi()
  const { content } = await open(url)
  await everything(content)
  state.name = 'Renamed'
  state.asked = []
  await content.hear('redirect')
  expect((await content.config('en')).site.name).toBe('Strapi House')
  expect(state.asked.every((path) => path.startsWith('/api/redirects'))).toBe(true)
  await content.hear('site')
  expect((await content.config('en')).site.name).toBe('Renamed')
  state.name = 'Renamed again'
  await content.hear(null)
  expect((await content.config('en')).site.name).toBe('Renamed again')
})

const moods: Mood[] = ['fails', 'rubbish', 'huge', 'moves']
test.each(moods)('when Strapi %s, the last good content stays, and operators can see it', async (mood) => {
  const { url, state } = await fakeStrapi()
  const cacheDir = tempDir()
  const failures: string[] = []
  const log = pino({ level: 'silent' })
  const embedded = await openFilesSource({ dir: embeddedDir, log, onFailure: () => {} })
  closers.push(embedded.close)
  const onFailure = (name: string) => failures.push(name)
  const reader = strapiReader({ url, token: 'secret-token', log })
  const source = keepSource({ reader, embedded, url, cacheDir, log, onFailure, refreshMs: 100_000 })
  closers.push(source.close)
  expect((await source.single('site', 'en'))?.name).toBe('Strapi House')
  const version = source.version()
  state.mood = mood
  await source.refresh()
  expect((await source.single('site', 'en'))?.name).toBe('Strapi House')
  expect(failures).toContain('single.site.en')
  expect(source.version()).toBe(version)

  state.mood = 'well'
  state.name = 'Renamed'
  const heard = vi.fn()
  source.onChange(heard)
  await source.refresh()
  expect((await source.single('site', 'en'))?.name).toBe('Renamed')
  expect(heard).toHaveBeenCalledTimes(1)
  expect(source.version()).not.toBe(version)
})

test('a start during an outage shows the last good content', async () => {
  const { url, stop } = await fakeStrapi()
  const before = await open(url)
  const seen = await everything(before.content)
  await before.content.close()
  await stop()
  const { content, lines, metrics } = await open(url, before.cacheDir)
  expect(await everything(content)).toEqual(seen)
  expect(lines.join()).toContain('content source failed')
  expect(await metrics.metrics()).toMatch(/content_source_failures_total\{name="[\w.-]+"\} 1/)
  expect(await metrics.metrics()).toContain('content_last_good_age_seconds')
})

test('a start during an outage without anything kept shows the embedded content, and does not wait for each name', async () => {
  const { url, state } = await fakeStrapi()
  state.mood = 'hangs'
  const { content } = await open(url)
  const startedAt = performance.now()
  expect((await content.locales()).length).toBeGreaterThan(0)
  expect((await content.config('en')).common.menuLinks.length).toBeGreaterThan(0)
  await content.seo('/', 'en')
  await content.redirects('en')
  expect(performance.now() - startedAt).toBeLessThan(14_000)
})

test("another Strapi's kept answers are not mistaken for this one's", async () => {
  const first = await fakeStrapi()
  const { content, cacheDir } = await open(first.url)
  await content.config('en')
  const second = await fakeStrapi()
  await second.stop()
  const other = await open(second.url, cacheDir)
  expect((await other.content.config('en')).site.name).not.toBe('Strapi House')
})

test('an empty list of locales is an answer, not a failure', async () => {
  const { url, state } = await fakeStrapi()
  state.locales = []
  const { content } = await open(url)
  expect(await content.locales()).toEqual([])
})

test('the token never reaches the log', async () => {
  const { url, state } = await fakeStrapi()
  state.mood = 'fails'
  const { content, lines } = await open(url)
  await content.config('en')
  expect(lines.join()).not.toContain('secret-token')
})
