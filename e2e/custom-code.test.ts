import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ask, headOf } from './ask.ts'
import { desktop, go, inLong, isAwake, isMarked, longJourney, longJourneys, mark, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl, signIn } from './sign-in.ts'
import { languages, type Site, startStrapi } from './strapi.ts'

const snippet = (position: string, code: string, isEnabled = true) => ({ id: 1, isEnabled, position, code })
const note = (place: string) => `<script>window.ran = [...(window.ran ?? []), '${place}']</script>`

const houseOf = (partner: string): Site => ({
  locales: languages,
  singles: {
    site: { name: 'Strapi House', frameHosts: [partner] },
    common: {
      menuLinks: [
        {
          id: 1,
          title: '',
          links: [
            { id: 1, label: 'A game', url: '/game/twin-dice' },
            { id: 2, label: 'About', url: '/about' },
          ],
        },
      ],
      customCode: [
        snippet('head', note('head')),
        snippet('bodyStart', note('bodyStart')),
        snippet('bodyEnd', note('bodyEnd')),
        snippet('bodyEnd', note('switched off'), false),
        snippet('bodyEnd', `<script>window.ran.push('broken')`),
      ],
    },
  },
  collections: { pages: [{ slug: 'about', title: 'About the Strapi House' }] },
})

const sitesOf = (partner: string) => ({
  house: houseOf(partner),
  closed: { ...houseOf(partner), singles: { site: { name: 'Strapi House', isClosed: true } } },
  mute: { ...houseOf(partner), locales: [] },
})

type Running = Awaited<ReturnType<typeof startSite>>
const running: { strapi?: Awaited<ReturnType<typeof startStrapi>>; dirs: string[]; sites: Running[] } = {
  dirs: [],
  sites: [],
}

/** A site that reads this Strapi. It shares the database and the keys with the first one, so sessions count here too. */
async function open(name: string): Promise<Running> {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-e2e-'))
  running.dirs.push(dir)
  const own = inject('siteDir')
  const shared = { DATABASE_URL: databaseUrl(own), SECRETS_DIR: join(own, 'secrets') }
  const site = await startSite(dir, { ...shared, CONTENT_URL: running.strapi?.urlOf(name) ?? '' })
  running.sites.push(site)
  return site
}

let site: Running
let cookie = ''

beforeAll(async () => {
  running.strapi = await startStrapi(sitesOf)
  site = await open('house')
  cookie = `sid=${await signIn('alice@example.com')}`
})

afterAll(async () => {
  for (const each of running.sites) await each.stop()
  running.strapi?.stop()
  for (const dir of running.dirs) await rm(dir, { recursive: true, force: true })
})

const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1]

test('the site shows what Strapi says', async () => {
  const { status, body } = await ask('/about', { origin: site.url })
  expect(status).toBe(200)
  expect(headOf(body).title).toBe('About the Strapi House')
  expect(headOf(body).alternates).toEqual({
    en: `${site.url}/about`,
    es: `${site.url}/es/about`,
    'x-default': `${site.url}/about`,
  })
})

describe('snippets of the operator', () => {
  test('run at their three places, under the policy of the page', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page, said } = visitor
    await visitor.open('/about')
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toEqual(['head', 'bodyStart', 'bodyEnd'])
    const places = await page.evaluate(() =>
      [...document.scripts].flatMap((script) =>
        script.text.includes('window.ran') ? [script.parentElement?.localName] : [],
      ),
    )
    expect(places).toEqual(['head', 'body', 'body'])
    expect(said).toEqual([])
  })

  test('stay after moving about, and the console stays silent', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page, said } = visitor
    await visitor.open('/support')
    await mark(page)
    await page.getByRole('link', { name: 'About' }).first().click()
    await page.waitForURL('**/about')
    expect(await isMarked(page)).toBe(true)
    expect(said).toEqual([])
  })

  test('get a nonce that no other answer has, and no page is kept with one', async () => {
    const answers = [await ask('/about', { origin: site.url }), await ask('/about', { origin: site.url })]
    const nonces = answers.map(({ headers }) => nonceOf(headers['content-security-policy']))
    expect(new Set(nonces).size).toBe(2)
    for (const [at, { body, headers }] of answers.entries()) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.etag).toBeUndefined()
      expect(new Set([...body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce))).toEqual(new Set([nonces[at]]))
      expect(body).not.toMatch(/nonce-[0-9a-f]{32}/)
    }
  })

  const bare = ['/forms/sign_in', '/forms/sign_up', '/game/twin-dice', '/es/game/twin-dice']
  test.each(bare)('are not on %s', async (path) => {
    const { status, body, headers } = await ask(path, { origin: site.url })
    expect(status).toBe(200)
    expect(body).not.toContain('window.ran')
    expect(nonceOf(headers['content-security-policy'])).toBeUndefined()
  })

  test.each(['/cashier/deposit', '/cashier/history', '/profile', '/profile/security'])(
    'are not on %s of a player',
    async (path) => {
      const { status, body } = await ask(path, { origin: site.url, headers: { cookie } })
      expect(status).toBe(200)
      expect(body).not.toContain('window.ran')
    },
  )

  test('are left behind by a full load on the way to a game', async () => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page } = visitor
    await visitor.open('/')
    await mark(page)
    await page.getByRole('link', { name: 'A game' }).first().click()
    await page.waitForURL('**/game/twin-dice')
    // A click that comes before the part of the page that looks after this goes by the router, and the load follows it.
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await isAwake(page)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })

  test.each(
    inLong([
      ['/responsible-game', '/profile/responsible-game'],
      ['/cashier/billing', '/cashier/deposit'],
      ['/game/twin-dice', '/game/twin-dice'],
    ]),
  )('are left behind also when a way without a click, %s, ends at %s', async (to, end) => {
    await using visitor = await visit({ ...desktop, baseURL: site.url })
    const { page } = visitor
    await page.context().addCookies([{ name: 'sid', value: cookie.slice(4), url: site.url }])
    await visitor.open('/about')
    await mark(page)
    await go(page, to)
    await page.waitForURL(`**${end}`)
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await isAwake(page)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })

  test('that are broken are left out, and the log names their place', async () => {
    const { body } = await ask('/about', { origin: site.url })
    expect(body).not.toContain('broken')
    expect(body).not.toContain('switched off')
    const line =
      site
        .log()
        .split('\n')
        .find((each) => each.includes('custom code was left out')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ position: 'bodyEnd' })
  })
})

describe('frames', () => {
  const policyOf = async (path: string) => {
    const { headers } = await ask(path, { origin: site.url })
    const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    return [ancestors, headers['x-frame-options']]
  }

  test('only the forms may be framed, and only by the hosts that content names', async () => {
    const allowed = [`'self' ${running.strapi?.origin}`, undefined]
    expect(await policyOf('/forms/sign_in')).toEqual(allowed)
    expect(await policyOf('/es/forms/sign_up')).toEqual(allowed)
    for (const path of ['/', '/about', '/game/twin-dice', '/nowhere'])
      expect(await policyOf(path)).toEqual(["'none'", 'DENY'])
  })

  test.each([
    ['a partner', 'origin', '/forms/sign_in', true],
    ['a stranger', 'stranger', '/forms/sign_in', false],
    ['a partner', 'origin', '/about', false],
  ] as const)('for a visitor of %s (%s) a frame with %s opens: %s', async (_who, host, path, isShown) => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.goto(`${running.strapi?.[host]}/frame?of=${site.url}${path}`)
    const frame = page.frames()[1]
    await frame?.waitForLoadState()
    // A browser says in a page of its own, with a heading too, that a frame was refused.
    const shown = await frame?.evaluate(() => document.querySelector('h1') !== null && location.origin)
    expect(shown === site.url).toBe(isShown)
  })
})

longJourneys('a closed house', () => {
  let shut: Running
  beforeAll(async () => {
    shut = await open('closed')
  })

  test.each(['/', '/es', '/gamehall', '/cashier/deposit', '/forms/sign_in', '/no/such/page'])(
    'says so on %s, and when to come back',
    async (path) => {
      const { status, headers, body } = await ask(path, { origin: shut.url, headers: { cookie } })
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('120')
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headOf(body).robots).toBe('noindex, follow')
      expect(body).toContain('system-title')
      expect(body).not.toContain('<footer')
    },
  )

  test('gives a search engine the status and no page', async () => {
    const { status, body } = await ask('/', { origin: shut.url, headers: { 'user-agent': 'bingbot/2.0' } })
    expect([status, body]).toEqual([503, ''])
  })
})

longJourney('without any language the site says only that', async () => {
  const silent = await open('mute')
  const { status, body } = await ask('/', { origin: silent.url })
  expect(status).toBe(500)
  expect(body).toContain('PLUGIN:I18N: LOCALES NOT FOUND')
  expect(body).not.toMatch(/\.ts:\d|node_modules/)
})
