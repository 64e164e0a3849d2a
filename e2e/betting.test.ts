import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import betting from '../content/messages/en/betting.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, inShort, isAwake, phone, visit } from './browser.ts'
import { type Feed, openFeed, producer, smallWorld } from './feed-steps.ts'
import { startSite } from './global-setup.ts'
import { signIn } from './sign-in.ts'

/** A site of its own, on which nothing happens but what these journeys tell. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string
let feed: Feed
let beating: NodeJS.Timeout

/** A producer says every few seconds that it lives. */
const beat = () => {
  beating = setInterval(() => feed.tell({ kind: 'alive' }).catch(() => undefined), 3_000)
}

beforeAll(async () => {
  dir = await siteFolder()
  site = await startSite(dir, { SPORTS_FEED: producer })
  feed = await openFeed({ url: site.url, dir })
})

afterAll(async () => {
  clearInterval(beating)
  await site.stop()
  await rm(dir, { recursive: true, force: true })
})

const at = (options: object) => visit({ ...options, baseURL: site.url })
const odds = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name }).first()
/** Prices leave the house at most every 200 ms; a busy machine takes longer. */
const soon = { timeout: 30_000 }

describe('an empty book', () => {
  test('says so, and where to look', async () => {
    await using guest = await at({ ...desktop, ...checked })
    const paths = [['/betting'], ['/betting/results'], ['/betting/saved'], ['/betting/live']] as const
    for (const [path] of inShort('/betting/live', paths)) {
      await guest.open(path)
      expect(await guest.page.locator('.bet-main .empty').count()).toBe(1)
      expect(await faultsOf(guest.page, 'main')).toEqual([])
    }
    expect(await guest.page.locator('main').innerText()).toContain(betting.none.live.title)
    const gone = await guest.page.goto('/betting/curling')
    expect(gone?.status()).toBe(404)
  })
})

describe('a small book', () => {
  beforeAll(async () => {
    await feed.tell(...smallWorld())
    beat()
    // Pages for guests are stored: the empty ones have to go first.
    const isTold = async (path: string) => expect(await (await fetch(site.url + path)).text()).toContain('Real Alameda')
    await vi.waitFor(() => Promise.all(['/betting', '/betting/live'].map(isTold)), { ...soon, interval: 500 })
  })

  test.each(devices('phone'))('on %s prices move in their place, goals are shown, a stop locks', async (_, device) => {
    await using guest = await at({ ...device, ...checked })
    await feed.tell(pricesOf('derby', resultMarket([2100, 3250, 3550])))
    await guest.open('/betting/live')
    const home = odds(guest.page, /^Real Alameda to win, 2\.10$/)
    await home.waitFor(soon)
    const before = await home.boundingBox()

    await feed.tell(pricesOf('derby', resultMarket([2020, 3300, 3700])))
    const moved = odds(guest.page, /^Real Alameda to win, 2\.02$/)
    await moved.waitFor(soon)
    expect(await moved.boundingBox()).toEqual(before)
    expect(await moved.getAttribute('class')).toContain('odds-down')

    await feed.tell({ kind: 'state', event: 'derby', state: 'live', reason: '', score: { ft: [1, 0], h1: [1, 0] } })
    await expect.poll(() => guest.page.locator('.event-row').first().innerText(), soon).toMatch(/Real Alameda\s+1\s/)

    await feed.tell({ kind: 'stop', event: 'derby', cause: 'GOAL' })
    const locked = odds(guest.page, `Real Alameda to win, ${betting.odds.locks.paused}`)
    await locked.waitFor(soon)
    await locked.click({ force: true })
    expect(await locked.getAttribute('aria-pressed')).toBe('false')

    await feed.tell(pricesOf('derby', resultMarket([1500, 4000, 6500])))
    await odds(guest.page, /^Real Alameda to win, 1\.50$/).waitFor(soon)
    expect(await faultsOf(guest.page, 'html')).toEqual([])
    expect(guest.said).toEqual([])
  })

  test('is the other product of the house, also under the name that it has in the catalogue', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await guest.open('/')
    const product = page.getByRole('navigation', { name: shell.product })
    await product.getByRole('link', { name: shell.sports }).click()
    await page.waitForURL('**/betting')
    await expect.poll(() => product.locator('[aria-current=page]').textContent()).toBe(shell.sports)
    for (const base of ['', '/es']) {
      await page.goto(`${base}/game/dgt_sportsbook`)
      expect(new URL(page.url()).pathname).toBe(`${base}/betting`)
    }
    expect(guest.said).toEqual([])
  })

  /** Whatever another journey left of it. */
  const openDerby = () => feed.tell(pricesOf('derby', resultMarket([2100, 3250, 3550])))

  test('by keyboard alone: one stop of the Tab key, arrows inside, Enter chooses, the slip is one link away', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await openDerby()
    await guest.open('/betting/football')
    await odds(page, 'Real Alameda to win, 2.10').waitFor(soon)
    const first = page.locator('main [data-odds]').first()
    const stops = await page
      .locator('main [data-odds]')
      .evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length)
    expect(stops).toBe(1)
    await first.focus()
    const name = () => page.evaluate(() => document.activeElement?.querySelector('.sr')?.textContent)
    await page.keyboard.press('ArrowRight')
    expect(await name()).toMatch(/draw/i)
    await page.keyboard.press('ArrowDown')
    expect(await name()).toContain('3.12')
    await page.keyboard.press('End')
    expect(await name()).toMatch(/^Pico Norte to win/)
    await page.keyboard.press('Home')
    expect(await name()).toMatch(/^Real Alameda to win/)
    const isPressed = () => page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))
    await page.keyboard.press('Enter')
    await expect.poll(isPressed).toBe('true')
    await page.keyboard.press('Space')
    await expect.poll(isPressed).toBe('false')
    await page.getByRole('link', { name: betting.skipToSlip }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('slip')
    expect(guest.said).toEqual([])
  })

  test('without JavaScript every page is whole: prices to read, links that lead on', async () => {
    await using guest = await at({ ...phone, javaScriptEnabled: false })
    const { page } = guest
    await page.goto('/betting')
    // Rows out of sight are not laid out: a reader scrolls to them.
    const price = page.getByText('2.74', { exact: true }).first()
    await price.scrollIntoViewIfNeeded()
    await price.waitFor(soon)
    await page
      .getByRole('link', { name: /Liga Primera/ })
      .first()
      .click()
    await page.waitForURL(/\/betting\/football\/\d+-liga-primera$/)
    expect(await page.locator('main').innerText()).toContain('Marina FC')
    await page.goto('/betting/today?market=total')
    expect(await page.getByRole('link', { name: betting.rowMarkets.names.total }).getAttribute('aria-current')).toBe(
      'true',
    )
    const wrong = await page.goto('/ru/betting/football/1-another-name')
    expect(new URL(page.url()).pathname).toBe('/ru/betting/football/1-liga-primera')
    expect(wrong?.status()).toBe(200)
    expect(await page.locator('h1').innerText()).toBe('Liga Primera')
  })

  test('prices are written as the visitor reads them, from the first byte of the next page on', async () => {
    await using guest = await at(desktop)
    await guest.open('/betting/football')
    await guest.page.getByRole('combobox', { name: betting.formats.label }).selectOption('american')
    await odds(guest.page, /^Pico Norte to win, \+242$/).waitFor(soon)
    const next = await guest.page.request.get('/betting/football')
    expect(await next.text()).toContain('+242')
    expect(guest.said).toEqual([])
  })

  test('a star keeps a match for its player, on every page and after a reload; a guest is asked in', async () => {
    const star = (page: Page) => page.getByRole('button', { name: 'Add to favourites: Marina FC v Valdoro' }).first()
    await using guest = await at(phone)
    await guest.open('/betting/football')
    await star(guest.page).click()
    await guest.page.getByRole('dialog').waitFor()

    await using player = await at({ ...desktop, ...checked })
    const token = await signIn('chika@example.com', dir)
    await player.page.context().addCookies([{ name: 'sid', value: token, url: site.url }])
    await player.open('/betting/football')
    const saved = player.page.waitForResponse(/sports\.addFavourite/)
    await star(player.page).click()
    expect(await star(player.page).getAttribute('aria-pressed')).toBe('true')
    expect((await saved).ok()).toBe(true)
    await player.open('/betting/saved')
    expect(await star(player.page).getAttribute('aria-pressed')).toBe('true')
    expect(await player.page.locator('.event-row').count()).toBe(1)
    expect(await faultsOf(player.page, 'main')).toEqual([])
    expect([...guest.said, ...player.said]).toEqual([])
  })

  test('the pages of lists bring at most 40 KB of scripts of their own, compressed', async () => {
    const scriptsOf = async (path: string) => {
      await using guest = await at(phone)
      const sizes = new Map<string, number>()
      guest.page.on('requestfinished', async (request) => {
        if (request.resourceType() !== 'script') return
        sizes.set(request.url(), (await request.sizes()).responseBodySize)
      })
      await guest.page.goto(path, { waitUntil: 'load' })
      await isAwake(guest.page)
      return sizes
    }
    const [hall, lists] = [await scriptsOf('/about'), await scriptsOf('/betting/football')]
    const own = [...lists].filter(([address]) => !hall.has(address))
    expect(own.length).toBeGreaterThan(0)
    const bytes = own.reduce((sum, [, size]) => sum + size, 0)
    console.log(`scripts of the lists of the book: ${(bytes / 1000).toFixed(1)} KB`)
    expect(bytes).toBeLessThanOrEqual(40_000)
  })

  test('teams and leagues are found by the search of the house', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await guest.open('/betting')
    const dialog = page.getByRole('dialog')
    // A key that is pressed before the page listens is pressed again.
    await vi.waitFor(async () => {
      if ((await dialog.count()) === 0) await page.keyboard.press('/')
      expect(await dialog.count()).toBe(1)
    }, soon)
    await dialog.getByRole('combobox').fill('valdor')
    await dialog.getByRole('option', { name: /Marina FC v Valdoro/ }).waitFor(soon)
    expect(guest.said).toEqual([])
  })

  test('a line that is dead shows after twelve seconds, and is mended by itself', async () => {
    await using guest = await at({ ...phone, ...checked })
    const { page } = guest
    await openDerby()
    await page.route('**/platform/sports/stream**', (route) => route.abort())
    await guest.open('/betting/live')
    const notice = page.getByRole('alert').getByText(betting.silent.title)
    await notice.waitFor({ timeout: 30_000 })
    expect(await page.locator('.odds-stale').count()).toBeGreaterThan(0)
    await page.unroute('**/platform/sports/stream**')
    await notice.waitFor({ state: 'detached', timeout: 30_000 })
    expect(await page.locator('.odds-stale').count()).toBe(0)
  })

  test('a producer that falls silent locks its odds, and says so', async () => {
    clearInterval(beating)
    await using guest = await at({ ...desktop, ...checked })
    await guest.open('/betting/live')
    await feed.fallSilent()
    const locked = odds(guest.page, new RegExp(betting.odds.locks.silent))
    await locked.waitFor({ timeout: 60_000 })
    await expect
      .poll(() => guest.page.locator('main').innerText(), { timeout: 60_000 })
      .toContain(betting.silent.producer)
    expect(await faultsOf(guest.page, 'main')).toEqual([])
    expect(guest.said).toEqual([])
  })
})

import { siteFolder } from './site-folder.ts'
