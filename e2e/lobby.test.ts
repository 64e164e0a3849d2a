import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import games from '../content/messages/en/games.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, isMarked, longJourney, longJourneys, mark, phone, siteUrl, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { newPlayer } from './new-player.ts'

const { hall, tile, rows, search, categories, sorts } = games

const tiles = (page: Page) => page.getByRole('list', { name: hall.games }).getByRole('listitem')
const names = (page: Page) => tiles(page).locator('.tile-link').allTextContents()
const heart = (page: Page, name: string) =>
  page.getByRole('button', { name: tile.like.replace('{name}', name) }).first()
const isPressed = (page: Page, name: string) => heart(page, name).getAttribute('aria-pressed')
/** A page of games travels while six other things do. */
const patient = { timeout: 30_000 }
const finger = { ...phone, hasTouch: true, isMobile: true }

describe('the hall', () => {
  test('a tab, a reload and the way back show what the address says', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await visitor.open('/gamehall')
    await mark(page)
    const all = await names(page)
    expect(all.length).toBeGreaterThanOrEqual(8)
    const tabs = page.getByRole('navigation', { name: hall.tabs })
    await tabs.getByRole('link', { name: categories.slots }).click()
    await page.waitForURL('**/gamehall?category=slots')
    await page.getByRole('heading', { level: 1, name: categories.slots }).waitFor()
    const slots = await names(page)
    expect(slots).toEqual(expect.arrayContaining(['Fruit Parade', 'Captain’s Share']))
    expect(slots.length).toBeLessThan(all.length)
    expect(await isMarked(page)).toBe(true)

    // Pressed once more it is no step of the way back.
    const steps = await page.evaluate(() => history.length)
    await tabs.getByRole('link', { name: categories.slots }).click()
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => history.length)).toBe(steps)
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(all)
    await visitor.open('/gamehall?category=slots')
    expect(await names(page)).toEqual(slots)
    expect(await tabs.locator('[aria-current=page]').textContent()).toContain(categories.slots)
    expect(said).toEqual([])
  })

  longJourney('studios are chosen together, counted before they are shown, and taken away one by one', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall?providers=orbit')
    const orbit = await names(page)
    expect(orbit).toEqual(expect.arrayContaining(['Liftoff', 'Minefold', 'Plinth', 'Twin Dice']))
    await page.getByRole('button', { name: hall.studios }).click()
    const panel = page.getByRole('dialog', { name: hall.studios })
    expect(await panel.getByRole('checkbox', { name: /Orbit/ }).isChecked()).toBe(true)
    await panel.getByLabel(hall.findStudio).fill('red')
    await panel.getByRole('checkbox', { name: /Red Baize/ }).check()
    await panel.getByRole('button', { name: `Show ${orbit.length + 3} games` }).click()
    await page.waitForURL('**/gamehall?providers=orbit,red-baize')
    await expect.poll(() => tiles(page).count()).toBe(orbit.length + 3)

    await page.getByRole('link', { name: hall.remove.replace('{name}', 'Orbit') }).click()
    await page.waitForURL('**/gamehall?providers=red-baize')
    await expect.poll(() => names(page)).toContain('Blackjack Salon')
    await page.goBack()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(orbit)
    await page.getByRole('link', { name: hall.clearAll }).click()
    await page.waitForURL((url) => url.search === '')
  })

  test('a word is searched in place, mistakes forgiven; what fits nothing says so and leads back', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall')
    const field = page.getByRole('searchbox', { name: hall.find })
    await field.pressSequentially('captans shar', { delay: 20 })
    // The address follows the last letter; a slow machine answers the first ones before.
    await page.waitForURL((url) => url.searchParams.get('search') === 'captans shar')
    await expect.poll(() => names(page)).toEqual(['Captain’s Share'])
    expect(await field.inputValue()).toBe('captans shar')
    await field.fill('qqqqqqqq')
    await page.getByText(hall.none).waitFor()
    expect(await page.getByRole('region', { name: hall.popular }).getByRole('article').count()).toBe(3)
    await page.getByRole('link', { name: hall.clearFilters }).click()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => field.inputValue()).toBe('')
    // The words that followed one another were one step.
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('qqqqqqqq')
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  longJourney('the order and the demo switch stand in the address', async () => {
    // Seen once on a busy machine: a press while the menu rose missed it and closed it.
    await using visitor = await visit({ ...desktop, reducedMotion: 'reduce' })
    const { page } = visitor
    await visitor.open('/gamehall')
    await page.getByRole('button', { name: hall.sort.replace('{chosen}', sorts.popular) }).click()
    await page.getByRole('link', { name: sorts.name, exact: true }).click()
    await page.waitForURL('**/gamehall?sort=name')
    await expect.poll(async () => (await names(page))[0]).toBe('Blackjack Salon')
    await page.getByRole('switch', { name: hall.demo }).check()
    await page.waitForURL('**/gamehall?sort=name&demo=1')
  })

  longJourney('without a connection the hall stays and can try again', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall')
    const fast = page.getByRole('navigation', { name: hall.tabs }).getByRole('link', { name: categories.fast })
    await fast.waitFor()
    await page.context().setOffline(true)
    await fast.click()
    await page.getByRole('alert').getByText(hall.failed).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: hall.retry }).click()
    await expect.poll(() => names(page)).toContain('Liftoff')
  })

  test.each([
    ['', '/gamehall/slots', '/gamehall?category=slots'],
    ['', '/gamehall/casino', '/gamehall?category=tables'],
    ['/es', '/gamehall/orbit', '/es/gamehall?providers=orbit'],
  ])('%s%s is a filter of the one hall: %s', async (base, from, to) => {
    const answer = await fetch(siteUrl() + base + from, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to])
  })

  test('an unknown room is not found', async () => {
    expect((await fetch(`${siteUrl()}/gamehall/nowhere`)).status).toBe(404)
  })

  test('its addresses have one canonical form, and search engines find a list', async () => {
    const html = await (await fetch(`${siteUrl()}/gamehall?category=slots&sort=name`)).text()
    expect(html).toContain(`<link rel="canonical" href="${siteUrl()}/gamehall"`)
    expect(html).toContain('"@type":"ItemList"')
    expect(html).not.toMatch(/name="robots"/)
  })

  longJourney('a studio leads to its games', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/providers')
    await page.getByRole('main').getByRole('link', { name: /Orbit/ }).click()
    await page.waitForURL('**/gamehall?providers=orbit')
    await expect.poll(() => names(page)).toContain('Liftoff')
  })
})

describe('the search of the house', () => {
  /** A page hears keys a moment after it is shown. */
  async function openBy(page: Page, key: string) {
    const isOpen = () => page.evaluate(() => document.activeElement?.role === 'combobox')
    await expect
      .poll(async () => {
        if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press(key)
        return isOpen()
      }, patient)
      .toBe(true)
  }

  test('one key, a mistake, Enter: the game is there', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await visitor.open('/about')
    await openBy(page, '/')
    const dialog = page.getByRole('dialog', { name: search.title })
    const field = dialog.getByRole('combobox', { name: search.label })
    await page.keyboard.type('europen roulete', { delay: 20 })
    const best = dialog.getByRole('option', { name: /European Roulette/ })
    await best.waitFor()
    expect(await best.getAttribute('aria-selected')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await best.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/game/european-roulette')
    await dialog.waitFor({ state: 'detached' })
    expect(said).toEqual([])
  })

  longJourney('studios are found too, arrows walk through all, and what was searched is offered again', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await openBy(page, 'Control+k')
    const dialog = page.getByRole('dialog', { name: search.title })
    await dialog.getByRole('option', { name: 'Liftoff' }).waitFor()
    await page.keyboard.type('orbit', { delay: 20 })
    await dialog.getByRole('group', { name: search.groups.studios }).getByRole('option', { name: /Orbit/ }).waitFor()
    await dialog.getByRole('option', { name: /Liftoff/ }).waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await dialog.locator('[aria-selected=true]').textContent()).toMatch(/^OOrbit/)
    await page.keyboard.press('ArrowDown')
    expect(await dialog.locator('[aria-selected=true]').textContent()).toContain('Liftoff')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/gamehall?providers=orbit')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('banner').getByRole('button', { name: search.open }).first().click()
    await dialog
      .getByRole('group', { name: search.groups.recent })
      .getByRole('option', { name: 'orbit', exact: true })
      .click()
    await dialog.getByRole('option', { name: /Minefold/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  longJourney('nothing fits: it says so, and shows what others play; a lost answer can be asked again', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await openBy(page, '/')
    const dialog = page.getByRole('dialog', { name: search.title })
    await dialog.getByRole('combobox').fill('qqqqqqqq')
    await dialog.getByText(search.noneText).waitFor()
    await expect
      .poll(() => dialog.getByRole('group', { name: search.groups.popular }).getByRole('option').count())
      .toBe(3)
    await page.context().setOffline(true)
    await dialog.getByRole('combobox').fill('dice')
    await dialog.getByText(search.failed).waitFor()
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: search.retry }).click()
    await dialog.getByRole('option', { name: /Twin Dice/ }).waitFor()
  })

  longJourney('a slash that is written stays a slash', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall')
    await page.getByRole('searchbox', { name: hall.find }).press('/')
    expect(await page.getByRole('searchbox', { name: hall.find }).inputValue()).toBe('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('favourites', () => {
  test('a heart is kept: after a reload, on home, and until it is pressed again', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await newPlayer(visitor)
    await visitor.open('/gamehall')
    expect(await isPressed(page, 'Minefold')).toBe('false')
    const added = page.waitForResponse('**/api/games.addLike*')
    await tiles(page).filter({ hasText: 'Minefold' }).hover()
    await heart(page, 'Minefold').click()
    await expect.poll(() => isPressed(page, 'Minefold')).toBe('true')
    expect((await added).ok()).toBe(true)
    await visitor.open('/gamehall')
    await expect.poll(() => isPressed(page, 'Minefold')).toBe('true')

    await visitor.open('/')
    const row = page.getByRole('region', { name: rows.titles.likes })
    expect(await row.locator('.tile-link').allTextContents()).toEqual(['Minefold'])
    await row.getByRole('article').hover()
    await row.getByRole('button', { name: tile.like.replace('{name}', 'Minefold') }).click()
    // A row without games is not there.
    await row.waitFor({ state: 'detached' })
    expect(await isPressed(page, 'Minefold')).toBe('false')
    expect(said).toEqual([])
  })

  longJourney('a heart that could not be kept is as it was, and says so', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    await visitor.open('/gamehall')
    await page.route('**/api/games.addLike*', (route) => route.abort())
    await tiles(page).filter({ hasText: 'Plinth' }).hover()
    await heart(page, 'Plinth').click()
    await page.getByText(tile.likeFailed).waitFor()
    expect(await isPressed(page, 'Plinth')).toBe('false')
  })

  longJourney('a guest who presses a heart is asked to join', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall')
    await tiles(page).filter({ hasText: 'Plinth' }).hover()
    await heart(page, 'Plinth').click()
    const dialog = page.getByRole('dialog', { name: popups.auth.registration.title })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await isPressed(page, 'Plinth')).toBe('false')
  })
})

longJourneys('a tile', () => {
  test('a pointer finds Play and Try demo on it', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/gamehall')
    const one = tiles(page).filter({ hasText: 'Twin Dice' })
    await one.hover()
    const play = one.getByRole('link', { name: tile.playName.replace('{name}', 'Twin Dice') })
    expect(await play.getAttribute('href')).toBe('/game/twin-dice#real')
    await one.getByRole('link', { name: tile.demoName.replace('{name}', 'Twin Dice') }).click()
    await page.waitForURL('**/game/twin-dice#demo')
  })

  test('a finger opens a sheet with what the game is and both ways into it', async () => {
    await using visitor = await visit({ ...finger, ...checked })
    const { page } = visitor
    await visitor.open('/gamehall')
    await tiles(page).filter({ hasText: 'Twin Dice' }).getByRole('link').tap()
    const sheet = page.getByRole('dialog', { name: 'Twin Dice' })
    await sheet.getByText(/^\d\d\.\d\d%$/).waitFor()
    expect(await faultsOf(page, 'html')).toEqual([])
    await sheet.getByRole('link', { name: tile.demo }).tap()
    await page.waitForURL('**/game/twin-dice#demo')
    await sheet.waitFor({ state: 'detached' })
  })
})

longJourney('home has rows of real games for guests, none that is empty, and none that repeats another', async () => {
  const html = await (await fetch(siteUrl())).text()
  const titles = Object.entries(rows.titles).filter(([, title]) => html.includes(`>${title}</h2>`))
  expect(titles[0]?.[0]).toBe('popular')
  const gamesOf = (title: string) => {
    const [, after = ''] = html.split(`>${title}</h2>`)
    return new Set([...(after.split('</section>')[0] ?? '').matchAll(/\/game\/([\w-]+)"/g)].map(([, name]) => name))
  }
  const shown = titles.map(([, title]) => gamesOf(title))
  for (const [at, games] of shown.entries()) {
    expect(games.size).toBeGreaterThan(0)
    for (const above of shown.slice(0, at)) expect(games.isSubsetOf(above)).toBe(false)
  }
  for (const title of [rows.titles.recent, rows.titles.likes]) expect(html).not.toContain(title)
  expect(html).toContain('/game/captains-share')
})

longJourney('axe finds nothing in the filters and the search, in both themes', async () => {
  for (const device of [finger, desktop]) {
    await using visitor = await visit({ ...device, ...checked })
    const { page } = visitor
    await visitor.open('/gamehall?providers=orbit&search=zzz')
    expect(await faultsOf(page, 'main')).toEqual([])
    await visitor.open('/gamehall?providers=orbit')
    await page.getByRole('button', { name: hall.studios }).click()
    await page.getByRole('dialog', { name: hall.studios }).getByRole('checkbox').first().waitFor()
    expect(await faultsOf(page, 'main')).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('ro')
    await page.getByRole('option').first().waitFor()
    expect(await faultsOf(page, 'html')).toEqual([])
  }
})

longJourneys('a hall of five thousand', () => {
  let dir = ''
  let site: Awaited<ReturnType<typeof startSite>> | undefined

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'croupier-lobby-'))
    site = await startSite(dir)
    const main = resolve(import.meta.dirname, '../server/src/operator/main.ts')
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dir }
    const child = spawn(process.execPath, [main, 'catalogue', 'fill', '5000'], { env, stdio: 'inherit' })
    expect(await new Promise((ended) => child.once('exit', ended))).toBe(0)
  })
  afterAll(async () => {
    await site?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const inside = () => ({ ...desktop, baseURL: site?.url })
  const most = 80

  test('holds only what is near the screen, down to the last tile', async () => {
    await using visitor = await visit(inside())
    const { page, said } = visitor
    await visitor.open('/gamehall')
    const list = page.getByRole('list', { name: hall.games })
    const total = Number(await tiles(page).first().getAttribute('aria-setsize'))
    expect(total).toBeGreaterThanOrEqual(5008)
    const heightBefore = await list.evaluate((element) => element.clientHeight)

    const counts: number[] = []
    for (let part = 1; part <= 10; part += 1) {
      await list.evaluate((element, share) => {
        const top = element.getBoundingClientRect().top + scrollY
        scrollTo({ top: top + element.clientHeight * share - 400, behavior: 'instant' })
      }, part / 10)
      await expect.poll(() => tiles(page).locator('.tile-link').count(), patient).toBeGreaterThan(5)
      counts.push(await tiles(page).count())
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(most)
    const last = list.locator(`[aria-posinset="${total}"]`)
    await last.locator('.tile-link').waitFor()
    expect(await last.isVisible()).toBe(true)
    expect(await list.evaluate((element) => element.clientHeight)).toBe(heightBefore)
    expect(said).toEqual([])
  })

  test('the way back from a game leads to the same tiles, and a reload stays at them', async () => {
    await using visitor = await visit(inside())
    const { page } = visitor
    await visitor.open('/gamehall')
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    const atTop = await names(page)
    await page.evaluate(() => scrollTo({ top: 60_000, behavior: 'instant' }))
    // The tiles of the top may still stand there: those that belong here have other names.
    await expect
      .poll(async () => (await names(page)).filter((name) => !atTop.includes(name)).length, patient)
      .toBeGreaterThan(5)
    const before = [await scrolled(), await names(page)]
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).dispatchEvent('click')
    await page.waitForURL('**/terms')
    await page.goBack()
    await expect.poll(async () => [await scrolled(), await names(page)], patient).toEqual(before)
    await page.reload()
    await expect.poll(async () => [await scrolled(), await names(page)], patient).toEqual(before)
  })

  test('a tile with the focus keeps it, however far the grid is scrolled', async () => {
    await using visitor = await visit(inside())
    const { page } = visitor
    await visitor.open('/gamehall')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await tiles(page).nth(7).locator('.tile-link').focus()
    const name = await focused()
    await page.evaluate(() => scrollTo({ top: 80_000, behavior: 'instant' }))
    await expect.poll(() => tiles(page).locator('.tile-link').count(), patient).toBeGreaterThan(10)
    expect(await focused()).toBe(name)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await tiles(page).nth(3).locator('.tile-link').waitFor()
    expect(await focused()).toBe(name)
    expect(await tiles(page).count()).toBeLessThanOrEqual(most)
  })

  test('pages that did not come are asked for again', async () => {
    await using visitor = await visit(inside())
    const { page } = visitor
    await visitor.open('/gamehall')
    await page.route('**/api/games.get?*', (route) => route.abort())
    await page.evaluate(() => scrollTo({ top: 60_000, behavior: 'instant' }))
    await page.getByText(hall.pageFailed).waitFor()
    await page.unroute('**/api/games.get?*')
    await page.getByRole('button', { name: hall.retry }).click()
    await expect.poll(() => tiles(page).locator('.tile-link').count(), patient).toBeGreaterThan(5)
    await page.getByText(hall.pageFailed).waitFor({ state: 'detached' })
  })
})
