import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import texts from '../content/messages/en/support.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, go, isAwake, isMarked, mark, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl } from './sign-in.ts'
import { languages, startStrapi } from './strapi.ts'

const { chat, consent } = texts
const soon = { timeout: 60_000 }
const counter = 'https://stat.example/x.js'
const agent = 'https://check.example/agent.js'

const house = {
  locales: languages,
  singles: {
    site: { name: 'Counted House', analytic: { scripts: [counter] }, isSeonEnabled: true, seonScript: agent },
  },
  collections: { pages: [{ slug: 'about', title: 'About it' }] },
}

let strapi: Awaited<ReturnType<typeof startStrapi>> | undefined
let site: Awaited<ReturnType<typeof startSite>> | undefined
let dir = ''

beforeAll(async () => {
  strapi = await startStrapi(() => ({ house }))
  dir = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
  const own = inject('siteDir')
  const shared = { DATABASE_URL: databaseUrl(own), SECRETS_DIR: join(own, 'secrets') }
  site = await startSite(dir, { ...shared, CONTENT_URL: strapi.urlOf('house') })
})

afterAll(async () => {
  await site?.stop()
  strapi?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** The outside services, and what was asked of them. */
async function outside(page: Page): Promise<string[]> {
  const asked: string[] = []
  const script = (code: string) => ({ contentType: 'text/javascript', body: code })
  await page.context().route('https://*.example/**', (route) => {
    asked.push(route.request().url())
    const isCounter = route.request().url() === counter
    const session = 'window.seon = { init: () => undefined, getSession: async () => "session-of-the-agent" }'
    return route.fulfill(script(isCounter ? 'window.isCounted = true' : session))
  })
  return asked
}

const bar = (page: Page) => page.getByRole('region', { name: consent.label })
const isCounted = (page: Page) => page.evaluate(() => 'isCounted' in window)

test.each(devices('phone'))('on %s a visitor who says no is asked once and never counted', async (_, device) => {
  await using visitor = await visit({ ...device, ...checked, baseURL: site?.url ?? '' })
  const { page, said } = visitor
  const asked = await outside(page)
  await visitor.open('/about')
  await bar(page).waitFor(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  const [no, yes] = await Promise.all(
    [consent.no, consent.yes].map((name) => bar(page).getByRole('button', { name }).boundingBox()),
  )
  // No answer is larger than the other.
  expect([no?.width, no?.height]).toEqual([yes?.width, yes?.height])
  await bar(page).getByRole('button', { name: consent.no }).click()
  await expect.poll(() => bar(page).count()).toBe(0)
  await visitor.open('/support')
  expect(await bar(page).count()).toBe(0)
  expect(await isCounted(page)).toBe(false)
  expect(asked).toEqual([])
  expect(said).toEqual([])
})

test('who says yes is counted from the next page on, except in games, and may take it back', async () => {
  await using visitor = await visit({ ...desktop, baseURL: site?.url ?? '' })
  const { page, said } = visitor
  const asked = await outside(page)
  const sessions: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/hit') sessions.push(url.searchParams.get('seon_session'))
  })
  await visitor.open('/about')
  await bar(page).getByRole('button', { name: consent.yes }).click()
  expect(asked).toEqual([])
  await go(page, '/support')
  await expect.poll(() => isCounted(page).catch(() => false), soon).toBe(true)
  await expect.poll(() => [...asked].sort(), soon).toEqual([agent, counter])
  // On a machine that stands still both hits of this page may be too early for it; those of the next one bring it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('seon_session')), soon).toBe('session-of-the-agent')

  await isAwake(page)
  await mark(page)
  await go(page, '/game/twin-dice')
  await expect.poll(() => isMarked(page).catch(() => true), soon).toBe(false)
  await isAwake(page)
  expect(await isCounted(page)).toBe(false)

  await visitor.open('/support')
  await expect.poll(() => asked.filter((address) => address === agent).length, soon).toBe(2)
  await expect.poll(() => sessions.at(-1), soon).toBe('session-of-the-agent')
  const before = asked.length
  await page.getByRole('switch', { name: consent.allow }).click()
  await expect.poll(() => isCounted(page).catch(() => true), soon).toBe(false)
  await isAwake(page)
  expect(asked.slice(before)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('seon_session'))).toBeNull()
  expect(said).toEqual([])
})

test('beside a chat a yes to counting holds from the next page on, and so does a no to the chat in another tab', async () => {
  await using visitor = await visit({ ...desktop, baseURL: site?.url ?? '' })
  const { page, said } = visitor
  const asked = await outside(page)
  const hasChat = () => page.evaluate(() => 'fcWidget' in window).catch(() => null)
  await visitor.open('/support')
  await page.getByRole('button', { name: chat.start }).click()
  await expect.poll(hasChat, soon).toBe(true)
  await isAwake(page)
  await bar(page).getByRole('button', { name: consent.yes }).click()
  expect(asked).toEqual([])
  await go(page, '/about')
  await expect.poll(() => isCounted(page).catch(() => false), soon).toBe(true)
  await expect.poll(() => [...asked].sort(), soon).toEqual([agent, counter])
  await expect.poll(hasChat, soon).toBe(true)

  const other = await page.context().newPage()
  await other.goto('/support')
  await isAwake(other)
  await other.getByRole('button', { name: chat.leave }).click()
  await other.getByRole('button', { name: chat.start }).waitFor(soon)
  await isAwake(page)
  await go(page, '/support')
  await expect.poll(hasChat, soon).toBe(false)
  await expect.poll(() => isCounted(page).catch(() => false), soon).toBe(true)
  expect(said).toEqual([])
})
