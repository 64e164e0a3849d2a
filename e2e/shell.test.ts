import { describe, expect, test } from 'vitest'
import common from '../content/messages/en/common.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import system from '../content/messages/en/system.json' with { type: 'json' }
import spanish from '../content/messages/es/shell.json' with { type: 'json' }
import russian from '../content/messages/ru/shell.json' with { type: 'json' }
import {
  desktop,
  go,
  inLong,
  isAwake,
  isMarked,
  longJourney,
  longJourneys,
  mark,
  phone,
  siteUrl,
  visit,
} from './browser.ts'
import { signIn } from './sign-in.ts'

describe('menus', () => {
  test('on a phone the menu is a curtain: it opens, closes, and leads on without a full load', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    await visitor.open('/')
    await mark(page)
    const opener = page.getByRole('banner').getByRole('button', { name: shell.menu })
    const curtain = page.getByRole('dialog', { name: shell.menu })
    await opener.click()
    await curtain.waitFor()
    await page.keyboard.press('Escape')
    await curtain.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await opener.click()
    await curtain.getByRole('navigation', { name: shell.mainMenu }).getByRole('link', { name: 'Tournaments' }).click()
    await page.waitForURL('**/tournaments')
    await curtain.waitFor({ state: 'detached' })
    expect(await isMarked(page)).toBe(true)
    expect(said).toEqual([])
  })

  longJourney('on a phone the quick menu shows at most five places and marks the current one', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await visitor.open('/promotions')
    const quick = page.getByRole('navigation', { name: shell.bottomMenu })
    expect(await quick.isVisible()).toBe(true)
    const count = await quick.getByRole('link').count()
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThanOrEqual(5)
    await quick.getByRole('link').first().click()
    await expect.poll(() => quick.locator('[aria-current=page]').count()).toBe(1)
  })

  longJourney('on a desk the menu stands beside the page, and the phone parts are away', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/tournaments')
    const side = page.getByRole('navigation', { name: shell.mainMenu })
    expect(await side.isVisible()).toBe(true)
    expect(await side.locator('[aria-current=page]').textContent()).toBe('Tournaments')
    expect(await page.getByRole('navigation', { name: shell.bottomMenu }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: shell.menu, exact: true }).isVisible()).toBe(false)
    const product = page.getByRole('navigation', { name: shell.product })
    // This house has no sports: there is nothing to switch to, and nothing leads there.
    expect(await product.count()).toBe(0)
    expect(await page.locator('a[href="/betting"]').count()).toBe(0)
  })

  longJourney('a player sees the balance and a menu of one’s own instead of the doors', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.context().addCookies([{ name: 'sid', value: await signIn('alice@example.com'), url: siteUrl() }])
    // Where no popup comes in between: Alice has a cashback that she has not seen.
    await visitor.open('/cashier/deposit')
    const head = page.getByRole('banner')
    expect(await head.getByRole('button', { name: shell.join }).count()).toBe(0)
    await head.getByRole('button', { name: /^Balance .*\d/ }).waitFor()
    await head.getByRole('button', { name: /LuckyAlice/ }).click()
    await head.getByRole('link', { name: 'Bonuses' }).click()
    await page.waitForURL('**/profile/bonuses')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  longJourney('the footer names the age, the law and every page of rules', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/')
    const footer = page.getByRole('contentinfo')
    expect(await footer.textContent()).toMatch(/18\+[\s\S]*demonstration house/)
    const links = await footer.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(expect.arrayContaining(['/terms', '/privacy', '/responsible-play']))
    const own = [...new Set(links.filter((link) => link?.startsWith('/')))]
    for (const link of own) expect([link, (await fetch(siteUrl() + link)).status]).toEqual([link, 200])
  })
})

describe('language', () => {
  test('choosing one leads to the same page in it, and is kept for a year', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await visitor.open('/support')
    await visitor.open('/about?from=mail')
    const english = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('button', { name: shell.language.replace('{code}', 'en') }).click()
    await page.getByRole('link', { name: 'Español' }).first().click()
    await page.waitForURL('**/es/about?from=mail')
    await isAwake(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe(english)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale')
    expect(cookie).toMatchObject({ value: 'es', path: '/', sameSite: 'Lax' })
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)

    // One step back is the page before, not this one again.
    await page.goBack()
    expect(new URL(page.url()).pathname).toMatch(/support$/)

    await visitor.open('/gamehall')
    expect(new URL(page.url()).pathname).toBe('/es/gamehall')
    expect(await page.getByRole('banner').getByRole('button', { name: spanish.join }).count()).toBe(1)
    expect(said).toEqual([])
  })

  longJourney('links stay in it', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/ru')
    await mark(page)
    await page.getByRole('navigation', { name: russian.mainMenu }).locator('a[href="/ru/promotions"]').click()
    await page.waitForURL('**/ru/promotions')
    expect(await isMarked(page)).toBe(true)
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')

    await page.getByRole('banner').locator('a[href="/ru"]').first().click()
    await page.waitForURL('**/ru')
    await page.getByRole('navigation', { name: russian.mainMenu }).locator('a[href="/ru"][aria-current]').waitFor()
    expect(await page.locator('.system').count()).toBe(0)
    expect(await isMarked(page)).toBe(true)
  })
})

longJourneys('theme', () => {
  test('a choice is kept, and the server sends the next page in it', async () => {
    await using visitor = await visit({ ...desktop, colorScheme: 'dark' })
    const { page } = visitor
    const themeShown = () => page.locator('html').getAttribute('data-theme')
    await visitor.open('/')
    expect(await themeShown()).toBe('dark')
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.getByRole('button', { name: shell.theme }).click()
    expect(await themeShown()).toBe('light')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'theme')
    expect(cookie).toMatchObject({ value: 'light', path: '/' })
    const answer = await page.reload()
    expect(await answer?.text()).toContain('data-theme="light"')
    await isAwake(page)
    expect(await themeShown()).toBe('light')
  })

  test.each(['dark', 'light'] as const)(
    'without a choice it is the system’s %s, before anything is painted',
    async (colorScheme) => {
      await using visitor = await visit({ ...desktop, colorScheme })
      const { page, said } = visitor
      // Nothing can be painted before there is a body.
      await page.addInitScript(() => {
        const watcher = new MutationObserver(() => {
          if (!document.body) return
          watcher.disconnect()
          Object.assign(window, { themeAtBody: document.documentElement.dataset.theme })
        })
        watcher.observe(document, { childList: true, subtree: true })
      })
      await visitor.open('/')
      expect(await page.evaluate('themeAtBody')).toBe(colorScheme)
      expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme)
      expect(said).toEqual([])
    },
  )
})

describe('moving about', () => {
  test('a link changes the page, its title and description without a full load; back restores all, and the scroll', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await visitor.open('/terms')
    await mark(page)
    const description = () => page.locator('meta[name=description]').getAttribute('content')
    const before = [await page.title(), await description()]
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.waitForURL('**/privacy')
    await expect.poll(() => page.title()).toContain('Privacy')
    expect(await description()).not.toBe(before[1])
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${siteUrl()}/privacy`)
    expect(await page.locator('meta[name=description]').count()).toBe(1)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()
    await page.waitForURL('**/terms')
    await expect.poll(async () => [await page.title(), await description()]).toEqual(before)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    expect(await isMarked(page)).toBe(true)
    expect(said).toEqual([])
  })

  longJourney('from a page that is not there the button leads home, and home says its own name', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/')
    const home = await page.title()
    await go(page, '/no-such-page')
    await page.getByRole('heading', { level: 1, name: system.notFound.header }).waitFor()
    expect(await page.title()).toContain(system.notFound.header)
    expect(await page.locator('code').textContent()).toBe('/no-such-page')
    await page.getByRole('main').getByRole('link', { name: system.notFound.button }).click()
    await page.waitForURL(`${siteUrl()}/`)
    await expect.poll(() => page.title()).toBe(home)
    expect(await page.locator('meta[name=robots]').count()).toBe(0)
  })

  test.each(
    inLong([
      ['/', '/profile#data', '/?redirectUrl=%2Fprofile#data'],
      ['/es', '/cashier?a=1', '/es?redirectUrl=%2Fes%2Fcashier%3Fa%3D1'],
      ['/', '/casino?a=1', '/gamehall?a=1'],
      ['/ru', '/rules#fees', '/ru/terms#fees'],
      ['/ru', '/gamehall/slots', '/ru/gamehall?category=slots'],
    ]),
  )('from %s a way inside the site to %s ends at %s, as a full load does', async (from, to, end) => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open(from)
    await mark(page)
    await go(page, to)
    await expect.poll(() => page.url()).toBe(siteUrl() + end)
    expect(await isMarked(page)).toBe(true)
  })

  longJourney('the keyboard can skip to the page', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(shell.skip)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })
})

describe('a new version', () => {
  test('is told once, without pressing, and loaded when the visitor wants it', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.clock.install()
    await visitor.open('/about')
    await mark(page)
    const toast = page.getByText(common.newVersion.title)
    await page.clock.fastForward(61_000)
    await page.waitForTimeout(200)
    expect(await toast.count()).toBe(0)

    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'next' } }))
    await page.clock.fastForward(61_000)
    await toast.waitFor()
    await page.clock.fastForward(300_000)
    expect(await toast.count()).toBe(1)
    const header = await page.getByRole('banner').boundingBox()
    const place = await toast.boundingBox()
    expect(place?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    await page.getByRole('button', { name: common.newVersion.reload }).click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  })

  longJourney('reloads a page whose parts are gone, but never twice within ten seconds', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.clock.install()
    await visitor.open('/about')
    const lose = () => page.evaluate(() => void dispatchEvent(new Event('vite:preloadError')))
    // The page hears of it a moment after it is shown.
    const isLeft = async () => {
      await lose().catch(() => undefined)
      return !(await isMarked(page).catch(() => true))
    }
    await mark(page)
    await expect.poll(isLeft).toBe(true)
    await isAwake(page)
    await mark(page)
    for (let tries = 0; tries < 5; tries += 1) {
      await page.waitForTimeout(80)
      await lose()
    }
    expect(await isMarked(page)).toBe(true)
    await page.clock.fastForward(11_000)
    await expect.poll(isLeft).toBe(true)
  })

  longJourney('a lost part is fetched by a reload, not by an endless wait', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await mark(page)
    // Lost until the page was loaded again: newer browsers ask a second time by themselves.
    let isLost = true
    page.once('framenavigated', () => {
      isLost = false
    })
    await page.route('**/assets/auth-dialog-*.js', (route) => (isLost ? route.abort() : route.continue()))
    await page.getByRole('banner').getByRole('button', { name: shell.join }).click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await isAwake(page)
    await page.getByRole('banner').getByRole('button', { name: shell.join }).click()
    await page.getByRole('dialog', { name: popups.auth.registration.title }).waitFor()
  })
})
