import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { openContent } from '../features/content/content.ts'
import { testDatabase } from '../test/database.ts'
import { contentApi } from './content-api.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-api-'))
mkdirSync(join(dir, 'site/collections'), { recursive: true })
const write = (path: string, value: unknown) => writeFileSync(join(dir, 'site', path), JSON.stringify(value))
write('locales.json', [
  { code: 'en', isDefault: true, name: 'English' },
  { code: 'es', name: 'Español' },
])
write('site.json', { name: { en: 'House', es: 'Casa' }, ageLimit: 21, apiToken: 'hidden' })
write('common.json', { menuLinks: [{ title: 'Play', links: [{ label: 'Games', url: '/gamehall' }] }] })
write('collections/pages.json', [
  {
    id: 1,
    slug: 'about',
    title: { en: 'About', es: 'Acerca' },
    faq: [{ question: 'Why', answer: 'So' }],
    isHot: true,
    password: 'hidden-1',
  },
  {
    id: 2,
    slug: 'terms',
    title: 'Terms',
    faq: [{ question: 'Who', answer: 'You' }],
    isHot: false,
    password: 'hidden-2',
  },
  { id: 10, slug: 'bonus-terms', title: 'Bonus', note: 'n', author: { name: 'Ann', passwordHash: 'x' } },
])
write('collections/promo-codes.json', [{ id: 1, code: 'SECRET' }])
write('collections/users.json', [{ id: 1, email: 'a@example.com' }])
write(
  'collections/redirects.json',
  Array.from({ length: 120 }, (_, at) => ({ id: at + 1, from_url: `/old-${at}`, to_url: '/' })),
)

const log = pino({ level: 'silent' })
const db = await testDatabase()
const content = await openContent({ dir, url: undefined, token: undefined, cacheDir: dir, host: 'x', log })
const app = fastify()
const keys = { current: 'k'.repeat(40), previous: undefined }
await app.register(contentApi, {
  prefix: '/content',
  config: { isSecure: false },
  content,
  db,
  keys,
  sendMail: async () => {},
  log,
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await content.close()
  rmSync(dir, { recursive: true, force: true })
})

const get = async (path: string) => {
  const answer = await app.inject({ url: `/content/${path}` })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const slugs = async (query: string): Promise<unknown> => {
  const { status, body } = await get(`pages?${query}`)
  return status === 200 ? body.data.map(({ slug }: { slug: string }) => slug) : status
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('records say when they were made, changed and published; what is not written is known from the file', async () => {
  const file = join(dir, 'site/collections/banners.json')
  write('collections/banners.json', [
    { id: 1, title: 'Written', createdAt: '2026-01-02', updatedAt: '2026-02-03T04:05:06Z', publishedAt: '2026-01-09' },
    { id: 2, title: 'Half', updatedAt: '2026-03-04' },
    { id: 3, title: 'Bare', updatedAt: 'soon' },
  ])
  utimesSync(file, new Date('2026-05-06T07:08:09Z'), new Date('2026-05-06T07:08:09Z'))
  const moments = async () =>
    (await get('banners')).body.data.map((each: Record<string, string>) => [
      each.createdAt,
      each.updatedAt,
      each.publishedAt,
    ])
  await vi.waitFor(async () => expect(await moments()).toHaveLength(3), 3000)
  const [half, bare] = ['2026-03-04T00:00:00.000Z', '2026-05-06T07:08:09.000Z']
  expect(await moments()).toEqual([
    ['2026-01-02T00:00:00.000Z', '2026-02-03T04:05:06.000Z', '2026-01-09T00:00:00.000Z'],
    [half, half, half],
    [bare, bare, bare],
  ])
  expect((await get('banners?sort=updatedAt:desc&fields=title')).body.data[0].title).toBe('Bare')
  expect((await get('banners?filters[publishedAt][$lt]=2026-02-01')).body.data).toHaveLength(1)
  expect((await get('site')).body.data.updatedAt).toMatch(moment)
})

test('a failure that has no name is an unknown error', async () => {
  const broken = fastify()
  const failing = { ...content, collection: () => Promise.reject(new Error('a secret of the disk')) }
  const options = { config: { isSecure: false }, content: failing, db, keys, sendMail: async () => {}, log }
  await broken.register(contentApi, { prefix: '/content', ...options })
  const answer = await broken.inject({ url: '/content/pages' })
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { data: null, error: { status: 500, name: 'UnknownError', message: 'Unknown error', details: {} } },
  ])
  await broken.close()
})

test('a collection answers as Strapi 5 does', async () => {
  const { body, headers } = await get('pages')
  expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 25, pageCount: 1, total: 3 } })
  expect(body.data[0]).toEqual({
    id: 1,
    documentId: expect.stringMatching(/^[a-z0-9]{24}$/),
    slug: 'about',
    title: 'About',
    faq: [{ question: 'Why', answer: 'So' }],
    isHot: true,
    createdAt: expect.stringMatching(moment),
    updatedAt: expect.stringMatching(moment),
    publishedAt: expect.stringMatching(moment),
    locale: 'en',
  })
  expect(headers['cache-control']).toBe('public, max-age=30')
  expect((await get('api/pages')).body).toEqual(body)
})

test('one document is found by its documentId, in any language', async () => {
  const { documentId } = (await get('pages')).body.data[0]
  const { body } = await get(`pages/${documentId}?locale=es`)
  expect(body.data).toMatchObject({ id: 1, documentId, title: 'Acerca', locale: 'es' })
  expect((await get('pages/nothing')).status).toBe(404)
})

test('a section is a single type', async () => {
  const { body } = await get('site?locale=es')
  expect(body.data).toMatchObject({ name: 'Casa', ageLimit: 21, locale: 'es' })
  expect(body.data).not.toHaveProperty('apiToken')
  expect((await get('site?sort=name')).status).toBe(400)
  expect((await get('loyalty')).status).toBe(404)
})

test('locales are listed as by the i18n plugin', async () => {
  expect((await get('i18n/locales')).body[1]).toEqual({ id: 2, code: 'es', name: 'Español', isDefault: false })
})

test.each([
  ['filters[slug][$eq]=about', ['about']],
  ['filters[slug]=about', ['about']],
  ['filters[id][$eq]=2', ['terms']],
  ['filters[slug][$ne]=about', ['terms', 'bonus-terms']],
  ['filters[id][$in][0]=1&filters[id][$in][1]=10', ['about', 'bonus-terms']],
  ['filters[id][$notIn]=1', ['terms', 'bonus-terms']],
  ['filters[slug][$contains]=terms', ['terms', 'bonus-terms']],
  ['filters[title][$contains]=TERMS', []],
  ['filters[title][$containsi]=TERMS', ['terms']],
  ['filters[slug][$startsWith]=bonus', ['bonus-terms']],
  ['filters[slug][$endsWith]=terms', ['terms', 'bonus-terms']],
  ['filters[note][$null]=true', ['about', 'terms']],
  ['filters[note][$notNull]=true', ['bonus-terms']],
  ['filters[note][$null]=false', ['bonus-terms']],
  ['filters[id][$lt]=10', ['about', 'terms']],
  ['filters[id][$lte]=2', ['about', 'terms']],
  ['filters[id][$gt]=2', ['bonus-terms']],
  ['filters[id][$gte]=2', ['terms', 'bonus-terms']],
  ['filters[isHot][$eq]=true', ['about']],
  ['filters[faq][question][$eq]=Who', ['terms']],
  ['filters[$or][0][slug]=about&filters[$or][1][id]=10', ['about', 'bonus-terms']],
  ['filters[$and][0][id][$gt]=1&filters[$and][1][id][$lt]=10', ['terms']],
  ['filters[$not][slug][$contains]=terms', ['about']],
  ['filters[slug][$not][$contains]=terms', ['about']],
  ['filters[title]=Acerca&locale=es', ['about']],
  ['filters[author][name]=Ann', ['bonus-terms']],
  ['sort=id:desc', ['bonus-terms', 'terms', 'about']],
  ['sort=title', ['about', 'bonus-terms', 'terms']],
  ['sort[0]=isHot:desc&sort[1]=id:asc', ['about', 'terms', 'bonus-terms']],
  ['pagination[page]=2&pagination[pageSize]=2', ['bonus-terms']],
  ['pagination[start]=1&pagination[limit]=1', ['terms']],
  ['fields=slug&populate=*', ['about', 'terms', 'bonus-terms']],
  ['populate[faq]=true', ['about', 'terms', 'bonus-terms']],
  ['populate=faq,author', ['about', 'terms', 'bonus-terms']],
])('an editor can ask for %s', async (query, expected) => {
  expect(await slugs(query)).toEqual(expected)
})

test.each([
  'where[slug]=about',
  'q=about',
  'filter[slug]=about',
  'filters=about',
  'filters[slug][$regex]=.*',
  'filters[slug][$EQ]=about',
  'filters[nothing]=1',
  'filters[password][$startsWith]=h',
  'filters[$or][0][password][$contains]=1',
  'filters[author][passwordHash][$startsWith]=x',
  'filters[createdBy][email]=a',
  'filters[__proto__][x]=1',
  'filters[constructor][name]=1',
  'filters[slug][$eq][0]=about',
  'filters[slug][$null]=maybe',
  'filters[$eq]=1',
  'filters[$or]=1',
  `filters${'[$not]'.repeat(20)}[slug]=a`,
  `filters[id][$in]${Array.from({ length: 150 }, (_, at) => `[${at}]=1&filters[id][$in]`).join('')}[150]=1`,
  'sort=nothing',
  'sort=password',
  'sort=slug:sideways',
  'fields=password',
  'fields=nothing',
  'populate=createdBy',
  'populate[nothing]=true',
  'populate[faq][filters][question]=Why',
  'locale=xx',
  'locale=../../etc',
  'locale=en&locale=es',
  'locale=*',
  'pagination[page]=0',
  'pagination[page]=-1',
  'pagination[page]=1e9',
  'pagination[size]=1',
  'pagination[page]=1&pagination[start]=0',
  '__proto__[x]=1',
])('a query that is not understood is refused, never ignored: %s', async (query) => {
  const { status, body } = await get(`pages?${query}`)
  expect(status).toBe(400)
  expect(body).toEqual({ data: null, error: expect.objectContaining({ status: 400, name: 'ValidationError' }) })
})

test('a page has at most a hundred records', async () => {
  const { body } = await get('redirects?pagination[pageSize]=5000')
  expect(body.data).toHaveLength(100)
  expect(body.meta.pagination).toEqual({ page: 1, pageSize: 100, pageCount: 2, total: 120 })
  expect((await get('redirects?pagination[withCount]=false')).body.meta.pagination).toEqual({ page: 1, pageSize: 25 })
})

test.each([
  'users',
  'users/1',
  'users?filters[email][$startsWith]=a',
  'promo-codes',
  'locales',
  'robots',
  'x/y/z',
  '..%2fsite',
  'api/users',
])('there is no way to read %s', async (path) => {
  const { status, body } = await get(path)
  expect(status).toBe(404)
  expect(body).toEqual({ data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } })
})

test('a site can read its content from another one through this API', async () => {
  const mirrorDir = mkdtempSync(join(tmpdir(), 'content-mirror-'))
  const mirror = await openContent({
    dir: mirrorDir,
    url: `${address}/content`,
    token: undefined,
    cacheDir: mirrorDir,
    host: 'x',
    log,
  })
  expect(await mirror.config('es')).toEqual(await content.config('es'))
  expect(await mirror.slugs()).toEqual(await content.slugs())
  expect(await mirror.redirects('en')).toHaveLength(120)
  await mirror.close()
  rmSync(mirrorDir, { recursive: true, force: true })
})
