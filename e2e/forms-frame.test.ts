import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import { desktop, isMarked, longJourney, mark, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl } from './sign-in.ts'
import { languages, type Site, startStrapi } from './strapi.ts'

const { auth } = popups

/** For a browser `localhost` is near the site, and 127.0.0.1 is another site: only the first may frame the forms. */
const near = (origin: string) => origin.replace('127.0.0.1', 'localhost')

const house = (partner: string): Site => ({
  locales: languages,
  singles: {
    site: { name: 'Framed House', frameHosts: [partner] },
    common: {
      customCode: [{ id: 1, isEnabled: true, position: 'bodyEnd', code: '<script>window.ran = true</script>' }],
    },
    auth: { types: [{ id: 1, __component: 'fast', label: 'Quick', field: 'email' }], hasTerms: true },
    forms: {
      fields: [
        { id: 1, sysname: 'email', type: 'input', isRequired: true, isRegistration: true },
        { id: 2, sysname: 'password', type: 'password', isRequired: true, isRegistration: true },
        { id: 3, sysname: 'country_code', type: 'country_code', isRequired: true, isRegistration: true },
      ],
    },
  },
  collections: { pages: [{ slug: 'about', title: 'About' }] },
})

let strapi: Awaited<ReturnType<typeof startStrapi>>
let site: Awaited<ReturnType<typeof startSite>>
let dir = ''

beforeAll(async () => {
  strapi = await startStrapi((origin) => ({ house: house(near(origin)) }))
  dir = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
  const own = inject('siteDir')
  const shared = { DATABASE_URL: databaseUrl(own), SECRETS_DIR: join(own, 'secrets') }
  site = await startSite(dir, { ...shared, CONTENT_URL: strapi.urlOf('house') })
})

afterAll(async () => {
  await site.stop()
  strapi.stop()
  await rm(dir, { recursive: true, force: true })
})

type Said = { origin: string; data: { type: string; to?: string; path?: string; backUrl?: string } }

/** A page of another origin around a form; it writes down what it is told. */
async function frame(
  page: Page,
  path: string,
  around = near(strapi.origin),
): Promise<{ form: Frame; said: () => Promise<Said[]> }> {
  await page.addInitScript(() => {
    if (window.self !== window.top) return
    const said: unknown[] = []
    Object.assign(window, { said })
    window.addEventListener('message', ({ origin, data }) => said.push({ origin, data }))
  })
  await page.goto(`${around}/frame?of=${encodeURIComponent(site.url + path)}`)
  const form = page.frames()[1]
  if (!form) throw new Error('no frame')
  return { form, said: () => page.evaluate(() => Reflect.get(window, 'said')) }
}

describe('a form in the frame of a site that content allows', () => {
  test('tells where it is, leads to the other form, and says who came in', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page } = visitor
    const { form, said } = await frame(page, '/forms/sign_in?backUrl=%2Fpromotions')
    await form.locator('[name=login]').waitFor()
    await expect.poll(said).toContainEqual({ origin: site.url, data: { type: 'checkIframe', path: '/forms/sign_in' } })
    await form.getByRole('button', { name: auth.registration.switch }).click()
    await form.locator('[name=email]').waitFor()
    await expect.poll(said).toContainEqual({
      origin: site.url,
      data: { type: 'redirect', to: 'registration', backUrl: '/promotions' },
    })
    await form.getByRole('button', { name: auth.authorization.switch }).click()
    await form.locator('[name=login]').fill('alice@example.com')
    await form.locator('[name=password]').fill('Croupier-1')
    await form.locator('button[type=submit]').click()
    await expect.poll(said).toContainEqual({ origin: site.url, data: { type: 'refresh_user' } })
    await form.getByText(auth.framed).waitFor()
    expect(page.url()).toContain('/frame?')
  })

  longJourney('drops a way back that leads away', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { form, said } = await frame(visitor.page, '/forms/sign_in?backUrl=%2F%2Fevil.test')
    await form.getByRole('button', { name: auth.registration.switch }).click()
    await expect.poll(said).toContainEqual({
      origin: site.url,
      data: { type: 'redirect', to: 'registration', backUrl: '/forms/sign_in' },
    })
  })

  test('obeys only the page around it, and only what it knows', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page } = visitor
    const { form, said } = await frame(page, '/forms/sign_in')
    await form.locator('[name=login]').waitFor()
    const send = (message: unknown) =>
      page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message)
    for (const word of [
      'redirect',
      { type: 'redirect', to: '//evil.test' },
      { type: 'refresh_user' },
      { type: 'eval' },
      null,
    ])
      await send(word)
    await page.waitForTimeout(300)
    expect(new URL(form.url()).pathname).toBe('/forms/sign_in')
    // The frame itself is of the right origin, but it is not the page around.
    await form.evaluate(() => window.postMessage({ type: 'redirect', to: 'registration' }, '*'))
    await page.waitForTimeout(300)
    expect(new URL(form.url()).pathname).toBe('/forms/sign_in')
    const before = (await said()).length
    await send({ type: 'checkIframe' })
    await expect.poll(async () => (await said()).length).toBe(before + 1)
    await send({ type: 'redirect', to: 'registration' })
    await expect.poll(() => new URL(form.url()).pathname).toBe('/forms/sign_up')
  })

  longJourney('offers no other services, whose word could not reach it, and reports no visit', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page } = visitor
    const hits: string[] = []
    page.on('request', (request) => request.url().includes('/hit?') && hits.push(request.url()))
    const { form } = await frame(page, '/forms/sign_up')
    await form.locator('[name=email]').waitFor()
    await page.waitForTimeout(3500)
    expect(await form.locator('.auth-social').count()).toBe(0)
    expect(hits).toEqual([])
  })
})

test('another site cannot frame the forms, and hears nothing', async () => {
  await using visitor = await visit({ ...desktop, baseURL: site.url })
  const { page } = visitor
  const { said } = await frame(page, '/forms/sign_in', strapi.origin)
  await page.waitForTimeout(800)
  expect(await said()).toEqual([])
  expect(visitor.said.join()).toContain('frame-ancestors')
})

longJourney('the form on its own page signs in and goes home', async () => {
  await using visitor = await visit({ ...desktop, baseURL: site.url })
  const { page } = visitor
  await visitor.open('/forms/sign_in')
  await page.locator('[name=login]').fill('alice@example.com')
  await page.locator('[name=password]').fill('Croupier-1')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(`${site.url}/`)
  await page.goto('/forms/sign_up')
  await page.getByText(auth.framed).waitFor()
})

longJourney('a page with outside snippets becomes a player’s page by a full load', async () => {
  await using visitor = await visit({ ...desktop, baseURL: site.url })
  const { page } = visitor
  await visitor.open('/about?a=1&show_popup_auth=1')
  expect(await page.evaluate(() => 'ran' in window)).toBe(true)
  await page.locator('[name=login]').fill('alice@example.com')
  await page.locator('[name=password]').fill('Croupier-1')
  await mark(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(`${site.url}/about?a=1`)
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  await expect.poll(() => page.locator('.head').textContent()).toContain('€')
})
