import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import {
  desktop,
  devices,
  go,
  isAwake,
  longJourney,
  longJourneys,
  phone,
  siteUrl,
  type Visit,
  visit,
} from './browser.ts'
import { newPayee } from './cashier-steps.ts'
import { enter, inDatabase, newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const opener = (page: Page): Locator => page.getByRole('banner').locator('.wallet-sum')
/** What stands in the header, without the marks that keep figures in order. */
const shownOn = async (page: Page) => (await opener(page).innerText()).replace(/[\u2066\u2069]/g, '').trim()
const seen = (page: Page) => expect.poll(() => shownOn(page), { timeout: 30_000 })
const noteOn = (page: Page) => page.evaluate(() => localStorage.getItem('balances') ?? '')
const noted = (page: Page) => expect.poll(() => noteOn(page), { timeout: 30_000 })
/** The part of a page that listens comes after the page itself. */
const listens = (page: Page) => noted(page).not.toBe('')

/** Questions for the balance that a page asks. */
function questions(page: Page): { count: () => number } {
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/account.getBalance')) count += 1
  })
  return { count: () => count }
}

/** Nothing is pushed: only questions tell the page. */
const withoutStream = (page: Page) => page.route('**/stream', (route) => route.abort())

/** A look at the clock each second, for so long. */
async function wait(page: Page, seconds: number) {
  for (let left = seconds; left > 0; left -= 5) {
    await page.clock.runFor(Math.min(5, left) * 1000)
    // Answers come in real time.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
  }
}

async function clocked(visitor: Visit) {
  await withoutStream(visitor.page)
  await visitor.page.clock.install()
}

describe('my balance is on every page', () => {
  test('it comes with the page, and what happens elsewhere reaches it without a click', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 2500n)
    const answer = await page.request.get('/')
    expect(await answer.text()).toMatch(/wallet-sum[^€]*€25\.00/)
    await visitor.open('/')
    await seen(page).toBe('€25.00')
    await addMoney(id, 1250n)
    await seen(page).toBe('€37.50')
    await go(page, '/promotions')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await shownOn(page)).toBe('€37.50')
    expect(said).toEqual([])
  })

  test.each(devices('phone'))(
    'on %s one tap shows every purse, what is on its way, and the ways on',
    async (_, size) => {
      await using visitor = await visit(size)
      const { page } = visitor
      const { id } = await newPlayer(visitor)
      await addMoney(id, 100_000n)
      await addMoney(id, 1234n, { kind: 'withdrawal_hold' })
      await visitor.open('/')
      await seen(page).toBe('€1,000.00')
      await opener(page).click()
      const menu = page.locator('.purses')
      await menu.waitFor()
      const text = (await menu.innerText()).replace(/[\u2066\u2069]/g, '')
      expect(text).toMatch(new RegExp(`${shell.purses.main}\\s+€1,000\\.00`))
      expect(text).toMatch(new RegExp(`${shell.purses.held}\\s+€12\\.34`))
      expect(text).toMatch(new RegExp(`${shell.purses.bonus}\\s+€0\\.00`))
      expect(text).toMatch(new RegExp(`${shell.purses.fun}\\s+FUN`))
      await page.getByRole('link', { name: shell.purses.wallet }).click()
      await page.waitForURL('**/cashier/wallet')
      await menu.waitFor({ state: 'hidden' })
    },
  )

  longJourney('the longest sum fits the smallest screen, and is said whole', async () => {
    await using visitor = await visit({ viewport: { width: 320, height: 640 } })
    const { page } = visitor
    const { id } = await newPayee(visitor, { currency: 'USDT' })
    await addMoney(id, 12_345_678_901_234n, { currency: 'USDT' })
    await visitor.open('/')
    await seen(page).toBe('₮12.34M')
    expect(await opener(page).getAttribute('aria-label')).toContain('12,345,678.901234')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await opener(page).click()
    expect(await page.locator('.purses').innerText()).toContain('12,345,678.901234')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  longJourney('changes are said to those who listen, but never twice in ten seconds', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await visitor.open('/')
    await listens(page)
    await opener(page).click()
    const words = await page.evaluateHandle(() => {
      const said: { text: string; at: number }[] = []
      const news = document.querySelector('.wallet [role=status]')
      const note = () => said.push({ text: news?.textContent ?? '', at: Date.now() })
      if (news) new MutationObserver(note).observe(news, { childList: true, characterData: true, subtree: true })
      return said
    })
    const heard = () => words.jsonValue()
    const last = async () => (await heard()).at(-1)?.text ?? ''
    await addMoney(id, 500n)
    await expect.poll(last, { timeout: 30_000 }).toContain('€5.00')
    await addMoney(id, [100n, 100n, 100n])
    await expect.poll(last, { timeout: 30_000 }).toContain('€8.00')
    const moments = (await heard()).map(({ at }) => at)
    const gaps = moments.slice(1).map((at, place) => at - (moments[place] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(9_900)
  })
})

longJourneys('when the page asks', () => {
  test('every ten seconds while I am there, not after five minutes without me, and again when I am back', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await clocked(visitor)
    const asked = questions(page)
    await visitor.open('/')
    await listens(page)
    await addMoney(id, 700n)
    await wait(page, 15)
    await expect.poll(asked.count, { timeout: 30_000 }).toBeGreaterThan(0)
    await wait(page, 5)
    await seen(page).toBe('€7.00')
    await wait(page, 330)
    const before = asked.count()
    await wait(page, 120)
    expect(asked.count()).toBe(before)
    await page.keyboard.press('Shift')
    await wait(page, 15)
    await expect.poll(asked.count, { timeout: 30_000 }).toBeGreaterThan(before)
  })

  test('after a click at once, and many clicks are one question a second', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    await clocked(visitor)
    const asked = questions(page)
    await visitor.open('/')
    await listens(page)
    const before = asked.count()
    for (let clicks = 0; clicks < 8; clicks += 1) await page.locator('main').click({ position: { x: 2, y: 2 } })
    await expect.poll(asked.count, { timeout: 30_000 }).toBe(before + 1)
    await wait(page, 3)
    await expect.poll(asked.count, { timeout: 30_000 }).toBe(before + 2)
  })

  test('never while I play, and never without a session', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await clocked(visitor)
    const asked = questions(page)
    await visitor.open('/')
    await wait(page, 30)
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    expect(asked.count()).toBe(0)
    await newPlayer(visitor)
    await visitor.open('/game/twin-dice#real')
    await listens(page)
    await wait(page, 30)
    await page.getByRole('banner').click({ position: { x: 400, y: 5 } })
    await wait(page, 5)
    expect(asked.count()).toBe(0)
  })
})

longJourney('who came back only for the money sees it, and no way to pay in', async () => {
  await using visitor = await visit(phone)
  const { page } = visitor
  const { id } = await newPlayer(visitor)
  await addMoney(id, 6600n)
  await inDatabase((sql) =>
    sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', id).execute(),
  )
  await visitor.open('/cashier/withdraw')
  await seen(page).toBe('€66.00')
  await opener(page).click()
  const head = page.getByRole('banner')
  await head.getByRole('link', { name: shell.withdraw }).waitFor()
  expect(await head.getByRole('link', { name: shell.deposit }).count()).toBe(0)
  expect(await head.getByRole('link', { name: shell.purses.wallet }).count()).toBe(0)
})

describe('the pages of one browser agree', () => {
  longJourney('what one is answered the other shows, without a question of its own', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    const other = await page.context().newPage()
    for (const each of [page, other]) await withoutStream(each)
    await other.route('**/api/account.getBalance*', (route) => route.abort())
    await visitor.open('/')
    await other.goto('/')
    await isAwake(other)
    await addMoney(id, 900n)
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    await seen(page).toBe('€9.00')
    await seen(other).toBe('€9.00')
  })

  test('logging out in one leaves nothing of the money in any of them', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id, login } = await newPlayer(visitor)
    await addMoney(id, 4200n)
    await visitor.open('/')
    await noted(page).toContain('42.00')
    const other = await page.context().newPage()
    await other.goto('/promotions')
    await isAwake(other)
    await expect.poll(() => shownOn(other)).toBe('€42.00')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account of/ })
      .click()
    await page.getByRole('button', { name: shell.logOut }).click()
    for (const each of [page, other]) {
      await each.getByRole('banner').getByRole('button', { name: shell.logIn }).waitFor()
      expect(await each.locator('.wallet').count()).toBe(0)
      expect(await noteOn(each)).toBe('')
    }
    await other.goBack()
    await expect.poll(() => other.locator('body').innerText()).not.toContain('€42.00')
    await enter(visitor, login)
    await visitor.open('/')
    await seen(page).toBe('€42.00')
  })

  longJourney('the next player of the browser finds nothing of the last one', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const first = await newPlayer(visitor)
    await addMoney(first.id, 7700n)
    await visitor.open('/')
    await noted(page).toContain('77.00')
    await newPlayer(visitor)
    await visitor.open('/')
    await seen(page).toBe('€0.00')
    await noted(page).not.toContain('77.00')
    await page.context().clearCookies({ name: 'sid' })
    await visitor.open('/')
    await noted(page).toBe('')
  })

  longJourney('a session that ended elsewhere takes the balance off the screen', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 3300n)
    await withoutStream(page)
    await visitor.open('/')
    await seen(page).toBe('€33.00')
    await page.request.get(`${siteUrl()}/api/auth.logout?v=1`, { headers: { 'sec-fetch-site': 'same-origin' } })
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    await page.getByRole('banner').getByRole('button', { name: shell.logIn }).waitFor()
    expect(await noteOn(page)).toBe('')
  })
})
