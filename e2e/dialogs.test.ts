import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import common from '../content/messages/en/common.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import {
  desktop,
  devices,
  go,
  inShort,
  isMarked,
  longJourney,
  longJourneys,
  mark,
  phone,
  siteUrl,
  visit,
} from './browser.ts'
import { signIn } from './sign-in.ts'

const { authorization, registration } = popups.auth
const logIn = (page: Page) => page.getByRole('dialog', { name: authorization.title })
const join = (page: Page) => page.getByRole('dialog', { name: registration.title })
const cross = (page: Page) => page.getByRole('dialog').getByRole('button', { name: common.close })
const address = (page: Page) => page.url().slice(siteUrl().length)
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
/** The edges of a dialog are marked by elements that hand the focus on, a moment later: until then it is nowhere. */
const isInside = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

describe('what an address opens', () => {
  test('show_popup_reg opens the registration; closing it cleans the address and keeps the rest', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await visitor.open('/about?a=1&show_popup_reg=partner7&prevent_close=0#part-1')
    await join(page).waitFor()
    await mark(page)
    expect(await stored(page, 'show_popup_reg')).toBe('partner7')
    await cross(page).click()
    await join(page).waitFor({ state: 'detached' })
    await expect.poll(() => address(page)).toBe('/about?a=1#part-1')
    expect(await isMarked(page)).toBe(true)
    expect(said).toEqual([])
  })

  longJourney('show_popup_auth opens the way in; Escape closes it and cleans the address', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await visitor.open('/es/about?show_popup_auth')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => address(page)).toBe('/es/about')
    expect(await stored(page, 'show_popup_reg')).toBeNull()
  })

  longJourney('prevent_close=1 leaves no way out of the popup', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1&prevent_close=1')
    await join(page).getByRole('button', { name: authorization.switch }).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.waitForTimeout(400)
    expect(await cross(page).count()).toBe(0)
    expect(await join(page).isVisible()).toBe(true)
    expect(address(page)).toBe('/about?show_popup_reg=1&prevent_close=1')
    await join(page).getByRole('button', { name: authorization.switch }).click()
    await logIn(page).waitFor()
  })

  longJourney('a guest who was sent home is asked to log in', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/cashier/history?tab=bonuses')
    await logIn(page).waitFor()
    expect(address(page)).toBe(`/?redirectUrl=${encodeURIComponent('/cashier/history?tab=bonuses')}`)
  })

  test('a guest who wants a game for real is asked to join; closing leads home', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/es/game/twin-dice#real')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${siteUrl()}/es`)
    // Where search engines lead: the page of the game, under its plain address once scripts run.
    await visitor.open('/platform/game/twin-dice#demo')
    await page.waitForTimeout(300)
    expect(address(page)).toBe('/game/twin-dice#demo')
    await page.locator('iframe.game-frame').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(visitor.said).toEqual([])
  })

  longJourney('a promo code and tracking are remembered', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open(
      '/about?promo_code=SPRING&track_id=t1&publisher_id=p1&goal_id=g1&goal_entry_id=e1&link_id=l1&other=x',
    )
    await expect.poll(() => stored(page, 'promo_code')).toBe('SPRING')
    const tracking = { track_id: 't1', publisher_id: 'p1', goal_id: 'g1', goal_entry_id: 'e1', link_id: 'l1' }
    expect(JSON.parse((await stored(page, 'tracking')) ?? '')).toEqual(tracking)
    await visitor.open('/about')
    await page.waitForTimeout(200)
    expect(await stored(page, 'promo_code')).toBe('SPRING')
    expect(JSON.parse((await stored(page, 'tracking')) ?? '')).toEqual(tracking)
  })

  longJourney('a signed-in player is not asked to join', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.context().addCookies([{ name: 'sid', value: await signIn('alice@example.com'), url: siteUrl() }])
    await visitor.open('/about?show_popup_reg=1')
    await page.waitForTimeout(400)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('leaving with a dialog open', () => {
  test.each(
    inShort('/game/twin-dice#real', [
      ['/about?show_popup_reg=1', 'registration'],
      ['/game/twin-dice#real', 'the game'],
    ]),
  )('back from %s leads back, and nowhere else', async (path) => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/terms')
    await go(page, path)
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForTimeout(500)
    expect(address(page)).toBe('/terms')
  })
})

describe('the keyboard', () => {
  test('reaches everything in a popup, nothing behind it, and returns to where it was', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    const opener = page.getByRole('banner').getByRole('button', { name: shell.logIn })
    await opener.focus()
    await page.keyboard.press('Enter')
    await cross(page).waitFor()
    await logIn(page).getByRole('button', { name: registration.switch }).waitFor()
    await expect.poll(() => isInside(page)).toBe(true)
    const names = new Set<string>()
    // Twice round: what comes late is met then.
    for (let press = 0; press < 24; press += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => isInside(page)).toBe(true)
      names.add(await focused(page))
    }
    expect([...names]).toEqual(expect.arrayContaining([registration.switch, common.close]))
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => isInside(page)).toBe(true)
    await page.keyboard.press('Escape')
    await logIn(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(shell.logIn)
  })

  test('is never behind a popup, however fast one tabs', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      document.addEventListener('focusin', ({ target }) => {
        const isOpen = document.querySelector('.dialog') !== null
        if (isOpen && target instanceof Element && !target.closest('.dialog-portal')) seen.push(target.outerHTML)
      })
    })
    await page.getByRole('banner').getByRole('button', { name: shell.logIn }).click()
    await page.locator('.dialog').waitFor()
    await Promise.all(Array.from({ length: 60 }, () => page.keyboard.press('Tab')))
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([])
  })

  longJourney('goes back to the button of the popup that was closed, the second time too', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    for (const name of [shell.logIn, shell.join, shell.logIn, shell.join]) {
      const opener = page.getByRole('banner').getByRole('button', { name, exact: true })
      await opener.click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    }
  })

  longJourney('opens, walks and closes the language menu', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    const opener = page.getByRole('button', { name: shell.language.replace('{code}', 'en') })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toContain('Español')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Español' }).first().isVisible()).toBe(false)
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  longJourney('stays inside the menu curtain and leaves it with Escape', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await visitor.open('/about')
    const opener = page.getByRole('banner').getByRole('button', { name: shell.menu })
    await opener.focus()
    await page.keyboard.press('Enter')
    const curtain = page.getByRole('dialog', { name: shell.menu })
    await curtain.waitFor()
    await expect.poll(() => isInside(page)).toBe(true)
    const count = await curtain.locator('a, button').count()
    const seen = new Set<string>()
    // Twice around: at the seam the focus is handed on a moment after the key.
    for (let press = 0; press < 2 * count + 2; press += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => isInside(page)).toBe(true)
      seen.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''))
    }
    expect([...seen].filter((html) => /^<(a|button)/.test(html))).toHaveLength(count)
    await page.keyboard.press('Escape')
    await curtain.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})

longJourneys('the mouse and the finger', () => {
  test.each(devices('desktop'))(
    'on %s a press beside the popup closes it, a press inside does not',
    async (_where, device) => {
      await using visitor = await visit(device)
      const { page } = visitor
      await visitor.open('/about')
      await page.getByRole('banner').getByRole('button', { name: shell.join }).click()
      await cross(page).waitFor()
      await join(page)
        .getByText(authorization.switchText)
        .click({ position: { x: 2, y: 4 } })
      await page.waitForTimeout(200)
      expect(await join(page).isVisible()).toBe(true)
      await page.mouse.click(5, 5)
      await join(page).waitFor({ state: 'detached' })
    },
  )

  test('the two views of the popup change places', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about')
    await page.getByRole('banner').getByRole('button', { name: shell.logIn }).click()
    await logIn(page).getByRole('button', { name: registration.switch }).click()
    await join(page).getByRole('button', { name: authorization.switch }).click()
    await logIn(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('the page behind does not move, neither when the popup opens nor when its content comes', async () => {
    for (const [, device] of devices('desktop')) {
      await using visitor = await visit(device)
      const { page } = visitor
      await page.route('**/assets/auth-dialog-*.js', async (route) => {
        await new Promise((later) => setTimeout(later, 400))
        await route.continue()
      })
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await visitor.open('/about?show_popup_reg=1')
      await cross(page).waitFor()
      await page.waitForTimeout(500)
      const total = await page.evaluate(() =>
        Reflect.get(window, 'shifts').reduce((sum: number, each: number) => sum + each, 0),
      )
      expect(total).toBeLessThanOrEqual(0.02)
    }
  })
})

test('a popup that is asked for twice before the code of dialogs has come is one, and the next one opens too', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await page.route('**/assets/dialog-stack-*.js', async (route) => {
    await new Promise((later) => setTimeout(later, 1_000))
    await route.continue()
  })
  await visitor.open('/about')
  await page.getByRole('banner').getByRole('button', { name: shell.logIn }).dblclick()
  await logIn(page).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await cross(page).click()
  await logIn(page).waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('button', { name: shell.join }).click()
  await join(page).waitFor()
  expect(said).toEqual([])
})
