import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyOf, PageCache, storePage } from './page-cache.ts'

const page = (html: string, status = 200) => storePage({ status, html, headers: {}, hasNonce: false }, 0)

test('a page is made once, however many ask for it at once', async () => {
  const cache = new PageCache({ most: 10, mostBytes: 1_000_000 })
  let made = 0
  const make = async () => {
    made += 1
    return page('x')
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.make('/', make)))
  expect(made).toBe(1)
  expect(new Set(answers).size).toBe(1)
  expect(cache.get('/')).toBe(answers[0])
})

test('a page ages', () => {
  const cache = new PageCache({ most: 10, mostBytes: 1_000_000 })
  expect(cache.isFresh(page('x'), 10, 9)).toBe(true)
  expect(cache.isFresh(page('x'), 10, 10)).toBe(false)
})

test('a page that was being made while content changed is answered but not kept', async () => {
  const cache = new PageCache({ most: 10, mostBytes: 1_000_000 })
  const making = cache.make('/', async () => {
    cache.clear()
    return page('old')
  })
  expect((await making)?.html).toBe('old')
  expect(cache.get('/')).toBeUndefined()
})

test('what cannot be kept is not kept, and a failed making can be tried again', async () => {
  const cache = new PageCache({ most: 10, mostBytes: 1_000_000 })
  expect(await cache.make('/gone', async () => null)).toBeNull()
  expect(cache.get('/gone')).toBeUndefined()
  await expect(cache.make('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.make('/', async () => page('yes')))?.html).toBe('yes')
})

test('strangers cannot fill the memory: the oldest page leaves', async () => {
  const cache = new PageCache({ most: 3, mostBytes: 1_000_000 })
  for (let n = 0; n < 10; n += 1) await cache.make(`/${n}`, async () => page(String(n)))
  expect([6, 7, 8, 9].map((n) => cache.get(`/${n}`)?.html)).toEqual([undefined, '7', '8', '9'])
})

test('few large pages cannot fill it either: the oldest leave until the rest fits', async () => {
  const cache = new PageCache({ most: 10, mostBytes: 900 })
  for (const name of ['a', 'b', 'c']) await cache.make(name, async () => page(name.repeat(100)))
  await cache.make('b', async () => page('B'.repeat(100)))
  await cache.make('d', async () => page('d'.repeat(200)))
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name)?.html.length)).toEqual([undefined, 100, undefined, 200])
  await cache.make('huge', async () => page('h'.repeat(301)))
  expect(['b', 'd', 'huge'].map((name) => cache.get(name))).toEqual([undefined, undefined, undefined])
})

test('strangers cannot make up pages to keep: neither what was not found nor an endless address', async () => {
  const cache = new PageCache({ most: 10, mostBytes: 1_000_000 })
  expect((await cache.make('/nothing', async () => page('not here', 404)))?.html).toBe('not here')
  expect(cache.get('/nothing')).toBeUndefined()
  const long = `/?category=${'x'.repeat(1000)}`
  expect((await cache.make(long, async () => page('x')))?.html).toBe('x')
  expect(cache.get(long)).toBeUndefined()
})

test('a page is compressed once for each encoding, to the same bytes', async () => {
  const stored = page('<p>words</p>'.repeat(100))
  const [first, again] = await Promise.all([bodyOf(stored, 'br'), bodyOf(stored, 'gzip')])
  expect(brotliDecompressSync(first).toString()).toBe(stored.html)
  expect(gunzipSync(again).toString()).toBe(stored.html)
  expect(await bodyOf(stored, 'br')).toBe(first)
  expect((await bodyOf(stored, 'identity')).toString()).toBe(stored.html)
})

test('a page whose policy has changed is another page, though its text is the same', () => {
  const under = (policy: string) =>
    storePage({ status: 200, html: 'x', headers: { 'content-security-policy': policy }, hasNonce: false }, 0).etag
  expect(under("default-src 'self'")).toBe(under("default-src 'self'"))
  expect(under("default-src 'self'")).not.toBe(under("default-src 'none'"))
})
