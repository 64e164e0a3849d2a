import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sections } from '@croupier/contract/content'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { openContent } from '../features/content/content.ts'
import { openI18n } from '../features/i18n/i18n.ts'
import { hashOf, nfx } from './nfx.ts'

const dir = mkdtempSync(join(tmpdir(), 'nfx-'))
cpSync(join(import.meta.dirname, '../../../content'), dir, { recursive: true })
const log = pino({ level: 'silent' })
const content = await openContent({ dir, url: undefined, token: undefined, cacheDir: dir, host: 'x', log })
const i18n = await openI18n({ dir, content, log })
const app = fastify()
await app.register(nfx, { content, i18n, log })
afterAll(async () => {
  await app.close()
  await i18n.close()
  await content.close()
  rmSync(dir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('the browser learns the locales and the default one', async () => {
  const answer = await get('/nfx/i18n/locales')
  expect(answer.json().defaultLocale).toBe('en')
  expect(answer.json().locales).toContainEqual({ code: 'es', isDefault: false })
  expect(answer.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600')
})

test('an unknown locale has no messages and no content', async () => {
  for (const locale of ['xx', '..%2f..%2fetc', 'EN', '__proto__'])
    for (const address of ['i18n/messages', 'cms-config']) {
      const answer = await get(`/nfx/${address}/${locale}`)
      expect(answer.statusCode, locale).toBe(404)
      expect(answer.json()).toMatchObject({ result: 0, error: { type: 'MethodNotFoundException' } })
    }
})

test('the content of a locale has every section, the SEO of the domain and the redirects', async () => {
  const config = (await get('/nfx/cms-config/es')).json()
  expect(Object.keys(config).sort()).toEqual([...Object.keys(sections), 'redirects', 'seo'].sort())
  expect(config.seo.title).toBe((await content.domainSeo('es')).title)
  expect(config.redirects).toEqual(await content.redirects('es'))
  expect(config.redirects.length).toBeGreaterThan(0)
})

test('every form of an answer has the same content and its own tag', async () => {
  const plain = await get('/nfx/cms-config/es')
  const br = await get('/nfx/cms-config/es', { 'accept-encoding': 'gzip, br' })
  const gzip = await get('/nfx/cms-config/es', { 'accept-encoding': 'gzip, br;q=0' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
})

test('what the browser has is not sent again', async () => {
  const { headers } = await get('/nfx/i18n/messages/en')
  const again = await get('/nfx/i18n/messages/en', { 'if-none-match': `"other", W/${String(headers.etag)}` })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect((await get('/nfx/i18n/messages/en', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('an address that names its content is kept for ever, a wrong name is not', async () => {
  const hash = hashOf(await i18n.messages('en'))
  const named = await get(`/nfx/i18n/messages/en?h=${hash}`)
  expect(named.headers['cache-control']).toContain('immutable')
  expect((await get('/nfx/i18n/messages/en?h=old')).headers['cache-control']).not.toContain('immutable')
})

test('an edit reaches the browser', async () => {
  const before = (await get('/nfx/cms-config/en')).headers.etag
  writeFileSync(join(dir, 'site/site.json'), JSON.stringify({ name: 'Edited' }))
  await vi.waitFor(async () => {
    const answer = await get('/nfx/cms-config/en')
    expect(answer.json().site.name).toBe('Edited')
    expect(answer.headers.etag).not.toBe(before)
  }, 1500)
})

test('when messages cannot be read the browser gets none, and the log tells', async () => {
  const lines: string[] = []
  const loud = pino({}, { write: (line: string) => lines.push(line) })
  const broken = fastify()
  const failing = { ...i18n, messages: () => Promise.reject(new Error('disk gone')) }
  await broken.register(nfx, { content, i18n: failing, log: loud })
  const answer = await broken.inject('/nfx/i18n/messages/en')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({})
  expect(lines.join()).toContain('disk gone')
  await broken.close()
})
