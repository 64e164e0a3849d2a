import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Content } from '../../ports/content.ts'
import { openContent } from './content.ts'

const files: Record<string, unknown> = {
  'locales.json': [
    { code: 'en', isDefault: true, name: 'English' },
    { code: 'es', name: 'Español' },
    { code: '../../etc' },
  ],
  'site.json': { name: { en: 'House', es: 'Casa' }, ageLimit: 21, defaultTheme: 'purple', forceLogoutSeconds: 600 },
  'common.json': { profileLinks: [{ label: { en: 'Wallet', es: 'Cartera' }, url: '/cashier/wallet' }, { url: '/x' }] },
  'robots.txt': 'User-agent: *\nDisallow: /profile\n',
  'collections/pages.json': [
    { id: 1, slug: 'about', title: { en: 'About', es: 'Acerca' }, body: 'Hi' },
    { id: 2, slug: 'terms', title: { en: 'Terms' } },
    { id: 3, slug: 'Broken Slug', title: 'x' },
  ],
  'collections/redirects.json': [
    { id: 1, from_url: '/old', to_url: '/about' },
    { id: 2, from_url: 'bad' },
  ],
  'collections/seos.json': [
    { id: 1, url: '/about', title: { en: 'About us', es: 'Sobre nosotros' } },
    { id: 2, url: '/game/##name##', title: '##name## at ##brand##', replacements: { brand: 'House' } },
    { id: 3, url: '/game/sand', description: 'Sandy' },
    { id: 4, url: '/profile', title: 'Profile', robots: 'index' },
  ],
  'collections/domain-seo-settings.json': [
    { id: 1, host: '*', title: 'Anywhere' },
    { id: 2, host: 'casino.example', title: 'Casino', openGraph: { image: '/og.jpg' } },
  ],
}

const opened: { content: Content; dir: string }[] = []
afterEach(async () => {
  for (const { content, dir } of opened.splice(0)) {
    await content.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

async function open(changes: Record<string, unknown> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(dir, 'site', path)), { recursive: true })
    writeFileSync(join(dir, 'site', path), typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [path, value] of Object.entries({ ...files, ...changes })) write(path, value)
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const metrics = new Registry()
  const content = await openContent({
    dir,
    url: undefined,
    token: undefined,
    cacheDir: dir,
    host: 'casino.example',
    log,
    metrics,
  })
  opened.push({ content, dir })
  return { content, write, lines, metrics, dir }
}

const soon = { timeout: 1500, interval: 50 }

test('each reader gets its own language, and the default where a text is not translated', async () => {
  const { content } = await open()
  expect((await content.config('en')).site.name).toBe('House')
  expect((await content.config('es')).site.name).toBe('Casa')
  expect((await content.config('es')).common.profileLinks[0]?.label).toBe('Cartera')
  expect((await content.page('about', 'es'))?.title).toBe('Acerca')
  expect((await content.page('terms', 'es'))?.title).toBe('Terms')
  expect(await content.page('nothing', 'es')).toBeNull()
})

test('only well-formed locales count', async () => {
  const { content } = await open()
  expect((await content.locales()).map(({ code }) => code)).toEqual(['en', 'es'])
})

test('broken fields become defaults and are named in the log', async () => {
  const { content, lines } = await open()
  const { site, games } = await content.config('en')
  expect(site).toMatchObject({ ageLimit: 21, defaultTheme: 'auto' })
  expect(games.pageSize).toBe(18)
  expect(lines.join()).toContain('defaultTheme')
  expect(lines.join()).toContain('profileLinks')
})

test('an edit is seen within a second and a half, and changes the version', async () => {
  const { content, write } = await open()
  await content.config('en')
  const before = content.version()
  const heard = vi.fn()
  content.onChange(heard)
  write('site.json', { name: 'Palace' })
  await vi.waitFor(async () => expect((await content.config('en')).site.name).toBe('Palace'), soon)
  expect(heard).toHaveBeenCalled()
  expect(content.version()).not.toBe(before)
})

test('a file broken by an editor keeps its last good content, is logged and counted, and heals', async () => {
  const { content, write, lines, metrics } = await open()
  write('site.json', '{"name": "Pala')
  await vi.waitFor(() => expect(lines.join()).toContain('content file is broken'), soon)
  expect((await content.config('en')).site.name).toBe('House')
  expect(await metrics.metrics()).toContain('content_source_failures_total{name="site.json"} 1')
  write('site.json', { name: 'Healed' })
  await vi.waitFor(async () => expect((await content.config('en')).site.name).toBe('Healed'), soon)
})

test('a section that is no object at all is all defaults, the others stay', async () => {
  const { content } = await open({ 'games.json': '"nonsense"' })
  const config = await content.config('en')
  expect(config.games.pageSize).toBe(18)
  expect(config.site.name).toBe('House')
})

test('broken records of a collection are left out', async () => {
  const { content } = await open()
  expect(await content.slugs()).toEqual(['about', 'terms'])
  expect(await content.redirects('en')).toEqual([{ from_url: '/old', to_url: '/about' }])
})

test('a page is described by its own record, then its template, then the domain', async () => {
  const { content } = await open()
  expect((await content.seo('/about', 'es')).title).toBe('Sobre nosotros')
  expect((await content.seo('/about/?a=1', 'en')).title).toBe('About us')
  expect((await content.seo('/about', 'en')).openGraph.image).toBe('/og.jpg')
  expect(await content.seo('/game/sand', 'en')).toMatchObject({ title: '##name## at House', description: 'Sandy' })
  expect((await content.seo('/nowhere', 'en')).title).toBe('Casino')
})

test('a path that robots.txt forbids is never indexed, whatever its record says', async () => {
  const { content } = await open()
  expect((await content.seo('/profile/settings', 'en')).robots).toBe('noindex, follow')
  expect((await content.seo('/profile', 'es')).robots).toBe('noindex, follow')
  expect((await content.seo('/about', 'en')).robots).toBe('')
})

test('a missing folder gives a site of defaults', async () => {
  const { content } = await open()
  const dir = mkdtempSync(join(tmpdir(), 'content-none-'))
  const log = pino({ level: 'silent' })
  const empty = await openContent({ dir, url: undefined, token: undefined, cacheDir: dir, host: 'x', log })
  opened.push({ content: empty, dir })
  expect((await empty.config('en')).site.name).toBe('Croupier')
  expect(await empty.locales()).toEqual([])
  expect(await empty.robots()).toContain('User-agent: *')
  expect(content.version()).not.toBe(empty.version())
})

async function openOwn() {
  const dir = mkdtempSync(join(tmpdir(), 'content-own-'))
  cpSync(join(import.meta.dirname, '../../../../content'), dir, { recursive: true })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const open = async () => {
    const content = await openContent({ dir, url: undefined, token: undefined, cacheDir: dir, host: 'x', log })
    opened.push({ content, dir })
    return content
  }
  return { open, lines, dir }
}

test("the site's own content parses without a single replaced field", async () => {
  const { open, lines } = await openOwn()
  const content = await open()
  for (const { code } of await content.locales()) await content.config(code)
  expect(lines).toEqual([])
})

test.each(['en', 'es', 'ru'])('with %s off the list the other languages have all their content', async (off) => {
  const { open, lines, dir } = await openOwn()
  const before = await open()
  const left = (await before.locales()).filter(({ code }) => code !== off)
  writeFileSync(join(dir, 'site/locales.json'), JSON.stringify(left))
  const after = await open()
  expect((await after.locales()).map(({ code }) => code)).toEqual(left.map(({ code }) => code))
  for (const { code } of left) {
    expect(await after.config(code)).toEqual(await before.config(code))
    for (const name of ['pages', 'seos', 'banners', 'promo-codes'])
      expect(await after.collection(name, code)).toEqual(await before.collection(name, code))
  }
  expect(await after.slugs()).toEqual(await before.slugs())
  expect(lines).toEqual([])
})

test('a text that only a language off the list has is shown in English, else left out', async () => {
  const { content } = await open({
    'locales.json': [{ code: 'es' }, { code: 'id' }],
    'site.json': { name: { en: 'House' } },
    'common.json': { profileLinks: [{ label: { ru: 'Кошелёк' }, url: '/x' }] },
    'collections/banners.json': [{ id: 1, url: '/x' }],
  })
  expect((await content.config('es')).site.name).toBe('House')
  expect((await content.config('es')).common.profileLinks).toEqual([])
  // The number of a record is written as Indonesian is.
  expect(await content.collection('banners', 'es')).toEqual([{ id: 1, url: '/x' }])
})
