import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Content } from '../../ports/content.ts'
import { openContent } from './content.ts'
import { openFilesSource } from './files-source.ts'
import { keepSource } from './kept-source.ts'
import { strapiReader } from './strapi-source.ts'

type Form = 'v4' | 'v5'
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

const picture = (form: Form, url: string) => {
  const file = { name: 'a.png', url, mime: 'image/png', width: 10 }
  return form === 'v4' ? { data: { id: 9, attributes: file } } : { id: 9, documentId: 'pic', ...file }
}

/** Strapi's shapes: 4 wraps everything in `attributes`, 5 is flat with a documentId. */
function record(form: Form, id: number, fields: object) {
  return form === 'v4'
    ? { id, attributes: { ...fields, locale: 'en' } }
    : { id, documentId: `doc${id}`, ...fields, locale: 'en' }
}

function answers(form: Form): Record<string, object[]> {
  return {
    pages: Array.from({ length: 130 }, (_, at) =>
      record(form, at + 1, { slug: `page-${at + 1}`, title: `Page ${at + 1}` }),
    ),
    seos: [
      record(form, 1, {
        url: '/about',
        title: 'About',
        openGraph: { id: 3, title: 'OG', image: picture(form, '/uploads/og.png') },
      }),
    ],
    redirects: [record(form, 1, { from_url: '/old', to_url: '/about' })],
  }
}

function singles(form: Form): Record<string, object> {
  return {
    site: record(form, 1, { name: 'Strapi House', ageLimit: 21 }),
    common: record(form, 1, {
      paymentMethods: [{ id: 1, name: 'Card', image: picture(form, 'https://cdn.example/card.png'), url: '/cashier' }],
      menuLinks: [{ id: 1, title: 'Play', links: [{ id: 2, label: 'Games', url: '/gamehall' }] }],
    }),
  }
}

/** A small server with Strapi's REST habits, and bad moods. */
async function fakeStrapi(form: Form, { refusesDeep = false } = {}) {
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
  const refuse = (response: ServerResponse, status: number, name: string) =>
    send(response, status, { data: null, error: { status, name, message: name, details: {} } })

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://x')
    state.asked.push(decodeURIComponent(request.url ?? ''))
    if (state.mood === 'hangs') return
    if (state.mood === 'fails') return refuse(response, 500, 'InternalServerError')
    if (state.mood === 'rubbish') return send(response, 200, '<html>')
    if (state.mood === 'huge') return send(response, 200, `"${'x'.repeat(9 * 1024 * 1024)}"`)
    if (state.mood === 'moves') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (request.headers.authorization !== 'Bearer secret-token') return refuse(response, 403, 'ForbiddenError')
    if (refusesDeep && url.search.includes('populate%5B')) return refuse(response, 400, 'ValidationError')
    if (refusesDeep && url.search.includes('populate[')) return refuse(response, 400, 'ValidationError')
    const name = url.pathname.replace('/api/', '')
    if (name === 'i18n/locales') return send(response, 200, state.locales)
    const single = singles(form)[name]
    if (single) {
      if (url.searchParams.get('locale') === 'es') return refuse(response, 404, 'NotFoundError')
      const data = state.name && name === 'site' ? record(form, 1, { name: state.name }) : single
      return send(response, 200, { data, meta: {} })
    }
    const list = answers(form)[name]
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

async function open(url: string, cacheDir = tempDir()) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const metrics = new Registry()
  const content = await openContent({ dir: embeddedDir, url, token: 'secret-token', cacheDir, host: 'x', log, metrics })
  closers.push(content.close)
  return { content, lines, metrics, cacheDir }
}

async function everything(content: Content, base: string) {
  const texts = JSON.stringify([
    await content.config('en'),
    await content.slugs(),
    await content.redirects('en'),
    await content.seo('/about', 'en'),
    await content.locales(),
  ])
  return JSON.parse(texts.replaceAll(base, 'http://cms'))
}

test('Strapi 4 and Strapi 5 give the same site', async () => {
  const [four, five] = [await fakeStrapi('v4'), await fakeStrapi('v5')]
  const fromFour = await everything((await open(four.url)).content, four.url)
  const fromFive = await everything((await open(five.url)).content, five.url)
  expect(fromFour).toEqual(fromFive)
  const [config, slugs, redirects, seo] = fromFive
  expect(config.site).toMatchObject({ name: 'Strapi House', ageLimit: 21 })
  expect(config.common.paymentMethods[0]).toEqual({
    name: 'Card',
    image: 'https://cdn.example/card.png',
    url: '/cashier',
  })
  expect(config.common.menuLinks[0].links[0]).toMatchObject({ label: 'Games', url: '/gamehall' })
  expect(slugs).toHaveLength(130)
  expect(redirects).toEqual([{ from_url: '/old', to_url: '/about' }])
  expect(seo.openGraph.image).toBe('http://cms/uploads/og.png')
})

test('a section or a translation that Strapi lacks is shown in defaults or in the default language', async () => {
  const { url } = await fakeStrapi('v5')
  const { content } = await open(url)
  expect((await content.config('en')).games.pageSize).toBe(18)
  expect((await content.config('es')).site.name).toBe('Strapi House')
  expect(await content.collection('banners', 'en')).toEqual([])
})

test('components inside components are asked for; a content type that refuses is asked again in the simple way', async () => {
  const deep = await fakeStrapi('v5')
  await (await open(deep.url)).content.config('en')
  expect(deep.state.asked.join()).toContain('populate[menuLinks][populate][links]=true')
  const plain = await fakeStrapi('v5', { refusesDeep: true })
  const { content } = await open(plain.url)
  expect((await content.config('en')).common.menuLinks).toHaveLength(1)
  expect(plain.state.asked.join()).toContain('populate=*')
})

const moods: Mood[] = ['fails', 'rubbish', 'huge', 'moves']
test.each(moods)('when Strapi %s, the last good content stays, and operators can see it', async (mood) => {
  const { url, state } = await fakeStrapi('v5')
  const cacheDir = tempDir()
  const failures: string[] = []
  const log = pino({ level: 'silent' })
  const embedded = await openFilesSource({ dir: embeddedDir, log, onFailure: () => {} })
  closers.push(embedded.close)
  const onFailure = (name: string) => failures.push(name)
  const reader = strapiReader(url, 'secret-token')
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
  const { url, stop } = await fakeStrapi('v5')
  const before = await open(url)
  const seen = await everything(before.content, url)
  await before.content.close()
  await stop()
  const { content, lines, metrics } = await open(url, before.cacheDir)
  expect(await everything(content, url)).toEqual(seen)
  expect(lines.join()).toContain('content source failed')
  expect(await metrics.metrics()).toMatch(/content_source_failures_total\{name="[\w.-]+"\} 1/)
  expect(await metrics.metrics()).toContain('content_last_good_age_seconds')
})

test('a start during an outage without anything kept shows the embedded content, and does not wait for each name', async () => {
  const { url, state } = await fakeStrapi('v5')
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
  const first = await fakeStrapi('v5')
  const { content, cacheDir } = await open(first.url)
  await content.config('en')
  const second = await fakeStrapi('v5')
  await second.stop()
  const other = await open(second.url, cacheDir)
  expect((await other.content.config('en')).site.name).not.toBe('Strapi House')
})

test('an empty list of locales is an answer, not a failure', async () => {
  const { url, state } = await fakeStrapi('v5')
  state.locales = []
  const { content } = await open(url)
  expect(await content.locales()).toEqual([])
})

test('the token never reaches the log', async () => {
  const { url, state } = await fakeStrapi('v5')
  state.mood = 'fails'
  const { content, lines } = await open(url)
  await content.config('en')
  expect(lines.join()).not.toContain('secret-token')
})
