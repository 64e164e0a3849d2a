import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import { effort } from '../server/src/test/effort.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, go, inShort, isAwake, longJourney, phone, siteUrl, visit } from './browser.ts'
import { signIn } from './sign-in.ts'

const words = ['about', 'terms', 'privacy', 'cookies', 'responsible-play', 'fairness', 'help', 'contacts', 'aml']
const house = [
  '/',
  ...words.map((slug) => `/${slug}`),
  '/bonus-terms',
  '/betting-rules',
  '/offers',
  '/offers/welcome-first',
  '/betting',
  '/loyalty',
  '/loyalty/shop',
  '/loyalty/house-club',
  '/support',
  '/winners',
  '/gamehall',
  '/gamehall?category=slots',
  '/jackpots',
  '/jackpots/house',
  '/providers',
  '/promotions',
  '/promotions/join-spins',
  '/tournaments',
  '/tournaments/1',
  '/tournaments/1/gamehall',
  '/unsubscribe',
  '/confirmation',
  '/confirmation/success',
]
const bare = ['/forms/sign_in', '/forms/sign_up', '/game/twin-dice', '/_icons']
const missing = '/nowhere'
/** One page of each kind: what they have in common is looked at once in the short form. */
const kinds = [
  '/',
  '/responsible-play',
  '/support',
  '/gamehall?category=slots',
  '/jackpots/house',
  '/loyalty',
  '/forms/sign_up',
  '/game/twin-dice',
  missing,
]
const pages = effort.isLongForm ? [...house, ...bare, missing] : kinds
/** Of these the short form also looks at the console, at shifts and at other widths. */
const opened = effort.isLongForm ? pages : ['/', '/gamehall?category=slots', '/forms/sign_up', '/game/twin-dice']
const longest = effort.isLongForm
  ? ['', '/terms', '/responsible-play', '/support', '/help', '/gamehall', '/forms/sign_up', missing]
  : ['']
const own = effort.isLongForm
  ? [
      '/cashier/deposit',
      '/cashier/withdraw',
      '/cashier/wallet',
      '/cashier/history',
      '/cashier/paypending/t-1',
      '/profile',
      '/profile/bets/history',
      '/profile/loyalty',
    ]
  : ['/cashier/deposit', '/profile', '/profile/bets/history']
/** Pages whose frame is checked too; on the others only what stands inside it, for the frame is the same. */
const framed = ['/', ...bare, missing, '/cashier/deposit']

/** Layout shifts of the page, counted from its first moment, with what moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: [number, string][] = []
    Object.assign(window, { shifts })
    const nameOf = ({ node }: { node: Element | null }) => `${node?.nodeName}.${node?.className}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          shifts.push([Reflect.get(entry, 'value'), Reflect.get(entry, 'sources').map(nameOf).join()])
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** What moved, where it was more than a visitor should see. */
async function shiftOf(page: Page): Promise<[number, string][]> {
  const shifts: [number, string][] = await page.evaluate(() => Reflect.get(window, 'shifts'))
  return shifts.reduce((sum, [value]) => sum + value, 0) > 0.02 ? shifts : []
}

/** How far something sticks out of the screen to the side, at each width. */
async function overflowsOf(page: Page, widths: number[]): Promise<Record<number, number>> {
  const { height = 800, width: usual = 0 } = page.viewportSize() ?? {}
  const found: Record<number, number> = {}
  for (const width of [usual, ...widths]) {
    if (width !== usual) await page.setViewportSize({ width, height })
    const measure = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    // What is placed by a script may need a moment after the width has changed.
    for (let left = 10; left > 0 && (await measure()) > 0; left -= 1) await page.waitForTimeout(50)
    const over = await measure()
    if (over > 0) found[width] = over
  }
  if (widths.length) await page.setViewportSize({ width: usual, height })
  return found
}

/** The console of a missing page may mention its status, and nothing else. */
const complaints = (said: string[]) => said.splice(0).filter((line) => !line.includes('status of 404'))

const fontsCame = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => undefined))

test.each(devices('phone'))('on %s axe finds nothing on any public page', async (_where, device) => {
  await using visitor = await visit({ ...device, ...checked })
  const { page } = visitor
  const found: Record<string, string[]> = {}
  await visitor.open('/')
  for (const path of pages) {
    await go(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    const faults = await faultsOf(page, framed.includes(path) ? 'html' : 'main', true)
    if (faults.length) found[path] = faults
  }
  expect(found).toEqual({})
})

test.each(devices('desktop'))(
  'on %s every public page leaves the console silent, nothing shifts and nothing sticks out',
  async (_where, device) => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await watchShifts(page)
    const found: Record<string, unknown> = {}
    for (const path of opened) {
      await visitor.open(path)
      await fontsCame(page)
      const seen = {
        said: complaints(said),
        shift: await shiftOf(page),
        over: await overflowsOf(page, [320, 768, 1024, 1920]),
      }
      if (JSON.stringify(seen) !== '{"said":[],"shift":[],"over":{}}') found[path] = seen
    }
    expect(found).toEqual({})
  },
)

test.each(inShort('ru', [['es'], ['ru']]))('in %s the longest pages are as good', async (locale) => {
  await using visitor = await visit({ ...phone, ...checked })
  const { page, said } = visitor
  await watchShifts(page)
  for (const path of longest) {
    await visitor.open(`/${locale}${path}`)
    await fontsCame(page)
    // Before the window changes its size: what moves then is no shift that a visitor meets.
    if (path === '') expect(await shiftOf(page)).toEqual([])
    const seen = [path, complaints(said), await overflowsOf(page, [320, 1024, 1440]), await faultsOf(page, 'main')]
    expect(seen).toEqual([path, [], {}, []])
  }
})

test('the pages of a player are as good', async () => {
  const value = await signIn('alice@example.com')
  await using visitor = await visit({ ...phone, ...checked })
  const { page, said } = visitor
  await page.context().addCookies([{ name: 'sid', value, url: siteUrl() }])
  await watchShifts(page)
  for (const path of own) {
    await visitor.open(path)
    await fontsCame(page)
    expect([path, await shiftOf(page)]).toEqual([path, []])
    const where = framed.includes(path) ? 'html' : 'main'
    const seen = [path, complaints(said), await overflowsOf(page, [320, 1440]), await faultsOf(page, where, true)]
    expect(seen).toEqual([path, [], {}, []])
  }
})

longJourney('axe finds nothing in an open dialog, in both themes', async () => {
  for (const [, device] of devices('phone')) {
    await using visitor = await visit({ ...device, ...checked })
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1')
    await page.getByRole('dialog', { name: popups.auth.registration.title }).waitFor()
    expect(await faultsOf(page, 'html')).toEqual([])
  }
})

longJourney('moving about keeps the console silent', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await visitor.open('/')
  for (const path of ['/gamehall', '/about', '/support', '/tournaments', '/']) {
    await page.locator(`a[href="${path}"]`).first().click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  }
  await isAwake(page)
  expect(said).toEqual([])
})

test('what was faultless is looked at again once it differs, or what stands around it', async () => {
  await using visitor = await visit({ ...phone, ...checked })
  const { page } = visitor
  const rows = Array.from({ length: 20 }, (_, row) => `<li><p><a href="/${row}">Row ${row}</a></p></li>`).join('')
  const show = (list: string, main = '') =>
    page.setContent(`<html lang="en"><title>Rows</title><main ${main}><h1>Rows</h1><ul>${list}</ul></main></html>`)
  const faults = async () => (await faultsOf(page, 'main')).map((fault) => fault.split(':')[0])
  for (const _ of ['first', 'again']) {
    await show(rows)
    expect(await faults()).toEqual([])
  }
  await show(rows.replace('<p>', '<p><img src="data:,">'))
  expect(await faults()).toEqual(['image-alt'])
  await show(rows, 'style="background: #0000e0"')
  expect(await faults()).toContain('color-contrast')
})

test('without JavaScript home is a page: a heading, banners, tiles, and links that lead on', async () => {
  await using visitor = await visit({ ...desktop, javaScriptEnabled: false })
  const { page } = visitor
  await page.goto('/')
  const main = page.getByRole('main')
  expect((await page.getByRole('heading', { level: 1 }).textContent())?.length).toBeGreaterThan(5)
  expect(await main.locator('.slide-title').first().textContent()).toMatch(/\w{4}/)
  expect(await main.locator('.tile img').count()).toBeGreaterThan(5)
  expect(await main.getByRole('link').count()).toBeGreaterThan(8)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click()
  await page.waitForURL('**/terms')
  expect((await main.textContent())?.length).toBeGreaterThan(1000)
})

test.each(
  inShort('ru on a phone', [
    ['en', '/about', desktop],
    ['es', '/es/about', desktop],
    ['ru', '/ru/about', desktop],
    ['ru on a phone', '/ru/about', phone],
  ]),
)(
  'a first visit in %s, with nothing in the browser yet, does not shift when the letters arrive',
  async (_locale, path, size) => {
    await using visitor = await visit(size)
    await watchShifts(visitor.page)
    await visitor.open(path)
    await fontsCame(visitor.page)
    await visitor.page.waitForTimeout(500)
    expect(await shiftOf(visitor.page)).toEqual([])
  },
)

longJourney('the page about the API fits a phone', async () => {
  await using visitor = await visit(phone)
  await visitor.page.goto('/docs/api')
  expect(await overflowsOf(visitor.page, [320, 375])).toEqual({})
  expect(visitor.said).toEqual([])
})
