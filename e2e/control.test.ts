import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bonuses from '../content/messages/en/bonuses.json' with { type: 'json' }
import control from '../content/messages/en/control.json' with { type: 'json' }
import game from '../content/messages/en/game.json' with { type: 'json' }
import notices from '../content/messages/en/notices.json' with { type: 'json' }
import profile from '../content/messages/en/profile.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import spanish from '../content/messages/es/control.json' with { type: 'json' }
import russian from '../content/messages/ru/control.json' with { type: 'json' }
import { desktop, devices, inShort, isAwake, longJourney, longJourneys, phone, siteUrl, visit } from './browser.ts'
import { balanceIn, balanceOf, isCalm, isReady, openGame, stageOf } from './game-steps.ts'
import { enter, inDatabase, newPlayer, password } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const { idle, reality, form, change, exclusion } = control
const page0 = '/profile/responsible-game'
const minutes = (count: number) => count * 60_000
const limitMs = minutes(30)
const soon = { timeout: 30_000 }

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)
const meter = (page: Page) => page.getByRole('navigation', { name: shell.meter.label })
const clock = (page: Page) => meter(page).locator('.meter-clock').textContent()
const secondsOf = (text: string | null) => (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** What a player staked and got back, in cents, a moment ago. */
const play = (id: bigint, staked: number, won: number) =>
  inDatabase((sql) =>
    sql
      .insertInto('limits_use')
      .values([
        { player_id: id, kind: 'stake', amount: BigInt(staked), key: `s${Date.now()}` },
        { player_id: id, kind: 'return', amount: BigInt(won), key: `r${Date.now()}` },
      ])
      .execute(),
  )

describe('the meter', () => {
  test.each(devices('phone'))(
    'on %s shows time, the result of the day and the way to the limits, on every page',
    async (_where, device) => {
      await using visitor = await visit({ ...device, timezoneId: 'Pacific/Auckland' })
      const { page, said } = visitor
      const { id } = await newPlayer(visitor)
      await play(id, 11_360, 9_510)
      for (const path of ['/', '/about', '/game/twin-dice#real']) {
        await visitor.open(path)
        await meter(page).getByText('−€18.50').waitFor()
        const before = secondsOf(await clock(page))
        const place = await meter(page).boundingBox()
        await expect.poll(async () => secondsOf(await clock(page)), soon).toBeGreaterThan(before)
        expect(await meter(page).boundingBox()).toEqual(place)
      }
      const colours = await meter(page)
        .locator('.meter-net b')
        .evaluate((net) => [
          getComputedStyle(net).color,
          getComputedStyle(document.body).getPropertyValue('--c-negative'),
        ])
      expect(colours[0]).not.toBe(colours[1])
      expect(await meter(page).locator('[aria-live=off]').count()).toBe(1)
      await meter(page).getByRole('link', { name: shell.meter.limits }).click()
      await page.waitForURL(`**${page0}`)
      await page.getByRole('heading', { level: 2, name: control.kinds.deposit.title }).waitFor()
      expect(said).toEqual([])
    },
  )

  longJourney('stays readable above a sheet', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await newPlayer(visitor)
    await visitor.open(page0)
    await page.getByRole('button', { name: `${control.kinds.deposit.title}, 24 hours` }).click()
    await dialog(page, /./).waitFor()
    const bar = await meter(page).boundingBox()
    const sheet = await dialog(page, /./).boundingBox()
    expect(sheet?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
    const seen = await page.evaluate(
      ({ x, y }) => document.elementsFromPoint(x, y).some((element) => element.className === 'shade'),
      { x: 40, y: (bar?.y ?? 0) + 10 },
    )
    expect(seen).toBe(false)
  })
})

describe('doing nothing', () => {
  test('warns at four fifths of the time, can be put off, and logs out at the end', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    await page.clock.install()
    await visitor.open('/about')
    await page.waitForTimeout(500)
    const warning = dialog(page, idle.title)
    const wait = async (ms: number) => {
      await page.clock.fastForward(ms)
      await page.clock.runFor(1100)
    }
    await wait(limitMs * 0.8 - 5000)
    expect(await warning.count()).toBe(0)
    await wait(6000)
    await warning.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(idle.stay)

    // Walking inside it is not yet an answer.
    await page.keyboard.press('Tab')
    await page.clock.runFor(1100)
    expect(await warning.count()).toBe(1)
    await page.keyboard.press('Escape')
    await warning.waitFor({ state: 'detached' })

    await wait(limitMs * 0.8 + 1000)
    await warning.waitFor()
    for (const left of [60, 30, 10]) {
      await page.clock.runFor(1000)
      const said = await warning.getByRole('timer').getAttribute('aria-label')
      const seconds = secondsOf(said?.split(' ').at(-1) ?? null)
      await page.clock.fastForward((seconds - left) * 1000)
      await page.clock.runFor(1100)
      await expect.poll(() => warning.getByRole('alert').textContent()).toMatch(/^\d+ seconds?/)
    }
    await wait(minutes(1))
    await page.waitForURL(`${siteUrl()}/`)
    await isAwake(page)
    await toast(page, shell.farewell.idleTitle).waitFor()
    await page.getByRole('banner').getByRole('button', { name: shell.logIn }).waitFor()
  })

  test('is seen while a game has the whole screen; playing is not doing nothing, in any tab', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await page.clock.install()
    const other = await page.context().newPage()
    await other.goto('/about')
    await isAwake(other)
    await openGame(visitor, '/game/twin-dice#real')
    await page.getByRole('button', { name: game.fullscreen }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    const warnings = async () => [await dialog(page, idle.title).count(), await dialog(other, idle.title).count()]
    const wait = async (share: number) => {
      await page.clock.fastForward(limitMs * share)
      await page.clock.runFor(1100)
    }
    for (const share of [0.6, 0.6]) {
      await wait(share)
      const before = await balanceIn(page)
      await stageOf(page).locator('.st-main').click()
      await expect.poll(() => balanceIn(page), { timeout: 60_000 }).not.toBe(before)
      // The stake is off before the show ends, and its end is playing too: only after it does waiting begin.
      await isCalm(page)
      await page.waitForTimeout(300)
      expect(await warnings()).toEqual([0, 0])
    }
    await wait(0.81)
    await expect.poll(warnings).toEqual([1, 1])
    // A dialog behind what has the screen could not be pressed.
    await dialog(page, idle.title).getByRole('button', { name: idle.stay }).click()
    await page.clock.runFor(1100)
    await expect.poll(warnings).toEqual([0, 0])
    expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)

    // A game that took the screen for its frame gives it back.
    await page.locator('iframe.game-frame').evaluate((frame) => frame.requestFullscreen())
    await wait(0.81)
    await dialog(page, idle.title).getByRole('button', { name: idle.stay }).click()
  })

  longJourney('a computer that slept is logged out when it wakes', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    await page.clock.install()
    await visitor.open('/about')
    await page.waitForTimeout(500)
    await page.clock.fastForward(minutes(600))
    await page.clock.runFor(1100)
    await page.waitForURL(`${siteUrl()}/`)
  })

  longJourney('in one tab does not matter while the player is busy in another', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    // One clock for all pages of a browser.
    await page.clock.install()
    await visitor.open('/about')
    const other = await page.context().newPage()
    await other.goto('/terms')
    await isAwake(other)
    await other.waitForTimeout(500)
    const warnings = async () => [await dialog(page, idle.title).count(), await dialog(other, idle.title).count()]
    const wait = async (share: number) => {
      await page.clock.fastForward(limitMs * share)
      await page.clock.runFor(1100)
    }
    await wait(0.7)
    await other.mouse.click(5, 400)
    await wait(0.2)
    await page.waitForTimeout(300)
    expect(await warnings()).toEqual([0, 0])
    // From that click on: both still count, and are still signed in.
    await wait(0.61)
    await expect.poll(warnings).toEqual([1, 1])
  })

  longJourney('a game that says nothing is played while money moves and its frame has the focus', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await page.clock.install()
    await page.route('**/platform/game/wheel-of-hours/play*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<button>Spin</button>' }),
    )
    await visitor.open('/game/wheel-of-hours#real')
    await isReady(page)
    const warning = dialog(page, idle.title)
    const wait = async (share: number) => {
      await page.clock.fastForward(limitMs * share)
      await page.clock.runFor(1100)
    }
    const stake = async () => {
      const before = await balanceOf(page)
      await addMoney(id, -1_00n)
      await expect.poll(() => balanceOf(page), soon).not.toBe(before)
    }
    await stageOf(page).getByRole('button').click()
    await wait(0.6)
    await stake()
    await wait(0.6)
    await page.waitForTimeout(300)
    expect(await warning.count()).toBe(0)
    // The same money while the player is not in the game may be play on another device.
    await page.locator('iframe.game-frame').evaluate((frame) => frame.blur())
    await stake()
    await wait(0.21)
    await warning.waitFor()
  })
})

longJourneys('leaving', () => {
  test('in one tab leaves every tab', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor)
    await visitor.open('/profile/security')
    const other = await page.context().newPage()
    await other.goto('/about')
    await isAwake(other)
    await other.waitForTimeout(500)
    await page.getByRole('banner').getByRole('button', { name: /Own/ }).click()
    await page.getByRole('button', { name: shell.logOut }).click()
    await page.waitForURL(`${siteUrl()}/`)
    await other.waitForURL(`${siteUrl()}/`)
    await page.getByRole('banner').getByRole('button', { name: shell.logIn }).waitFor()
  })

  longJourney('a session that is ended on another device is over here, with a calm word', async () => {
    await using visitor = await visit(desktop)
    await using elsewhere = await visit(desktop)
    const { page } = visitor
    const { login } = await newPlayer(visitor)
    await enter(elsewhere, login)
    await visitor.open('/about')
    await page.waitForTimeout(1000)
    const answer = await elsewhere.page.request.post('/api/account.closeSession', {
      headers: { origin: siteUrl() },
      form: { others: '1' },
    })
    expect(await answer.json()).toEqual({ result: 1, data: null })
    await page.waitForURL(`${siteUrl()}/`)
    await toast(page, shell.farewell.endedTitle).waitFor()
  })
})

test('the reality check interrupts, cannot be waved away, and is answered once for all tabs', async () => {
  await using visitor = await visit(phone)
  const { page, said } = visitor
  const { id } = await newPlayer(visitor)
  await visitor.open('/about')
  const set = await page.request.post('/api/account.setRealityCheck', {
    headers: { origin: siteUrl() },
    form: { minutes: '15' },
  })
  expect(await set.json()).toEqual({ result: 1, data: null })
  await inDatabase(async (sql) => {
    const earlier = new Date(Date.now() - minutes(20))
    await sql.updateTable('limits_visit').set({ started_at: earlier }).where('player_id', '=', id).execute()
    await sql.updateTable('limits_setting').set({ reality_seen_at: earlier }).where('player_id', '=', id).execute()
  })
  await play(id, 11_360, 9_510)
  const other = await page.context().newPage()
  await other.goto('/terms')
  await dialog(other, reality.title).waitFor()
  await page.bringToFront()
  await visitor.open('/about')
  const check = dialog(page, reality.title)
  await check.waitFor()
  for (const figure of ['€113.60', '€95.10', '−€18.50']) await check.getByText(figure).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 200)
  await page.waitForTimeout(300)
  expect(await check.count()).toBe(1)
  expect(await check.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/profile/bets/history',
    page0,
  ])
  await check.getByRole('button', { name: reality.goOn }).click()
  await check.waitFor({ state: 'detached' })
  await dialog(other, reality.title).waitFor({ state: 'detached' })
  expect(said).toEqual([])
})

describe('limits', () => {
  test.each(
    inShort('es', [
      ['en', '', control, desktop],
      ['es', '/es', spanish, phone],
      ['ru', '/ru', russian, phone],
    ] as const),
  )('in %s a first one holds at once and a higher one waits', async (locale, base, text, device) => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { locale })
    await visitor.open(`${base}${page0}`)
    const slot = page.locator('#limit-deposit .limit-slot').nth(1)
    const open = async () => {
      await slot.click()
      await dialog(page, new RegExp(text.kinds.deposit.title)).waitFor()
      return dialog(page, new RegExp(text.kinds.deposit.title))
    }
    const first = await open()
    await first.getByRole('button', { name: text.form.save }).click()
    await first.getByText(text.form.wrongAmount).waitFor()
    await first.getByRole('textbox').fill('300')
    await first.getByRole('button', { name: text.form.save }).click()
    await first.waitFor({ state: 'detached' })
    await slot.getByText(/300/).waitFor()

    const second = await open()
    await second.getByRole('textbox').fill('500')
    await second.getByText(text.form.higher).waitFor()
    await second.getByRole('button', { name: text.form.ask, exact: true }).click()
    await second.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: text.change.cancel, exact: true }).waitFor()
    expect(await slot.textContent()).toMatch(/300/)
    await page.getByRole('button', { name: text.change.cancel, exact: true }).click()
    await toast(page, text.change.dropped).waitFor()
    await expect.poll(() => page.locator('.change-note').count()).toBe(0)
    expect(said).toEqual([])
  })

  longJourney('a raise whose day is over needs a second yes', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    const ask = (amount: string) =>
      page.request.post('/api/account.setLimit', {
        headers: { origin: siteUrl() },
        form: { kind: 'session', period: '1', amount },
      })
    await ask('60')
    expect(await (await ask('90')).json()).toMatchObject({ data: { is_pending: true } })
    await inDatabase((sql) =>
      sql
        .updateTable('limits_change')
        .set({ ready_at: new Date(Date.now() - 1000) })
        .where('player_id', '=', id)
        .execute(),
    )
    await visitor.open(page0)
    const slot = page.locator('#limit-session .limit-slot').first()
    expect(await slot.locator('b').textContent()).toBe('1 h')
    await page.getByRole('button', { name: change.confirm }).click()
    await expect.poll(() => slot.locator('b').textContent(), soon).toBe('1 h 30 min')
  })
})

describe('stopping', () => {
  test('a break is one question; the way back is closed at once, on every tab', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { login } = await newPlayer(visitor, { hasPassword: true })
    const other = await page.context().newPage()
    await other.goto('/about')
    await isAwake(other)
    await visitor.open(`${page0}#break`)
    await page.locator('#break').getByRole('button', { name: '7 days' }).click()
    await dialog(page, /7 days/)
      .getByRole('button', { name: exclusion.takeBreak })
      .click()
    await page.waitForURL(/\?excluded=1/)
    await page.getByRole('heading', { name: control.excluded.title }).waitFor()
    // The page after it invites to nothing, neither around the page nor behind the popup of the way in.
    const offers = page.locator('.carousel, .pot-card, .winner-card, .tile, .searchbox, a[href^="/gamehall"]')
    expect(await offers.count()).toBe(0)
    expect(await page.getByRole('button', { name: shell.join }).count()).toBe(0)
    await page.getByRole('link', { name: control.excluded.withdraw }).click()
    await page.getByRole('dialog').waitFor()
    expect(await offers.count()).toBe(0)
    await other.waitForURL(`${siteUrl()}/`)

    const enterBy = (more: Record<string, string>) =>
      page.request.post('/api/auth.login', { headers: { origin: siteUrl() }, form: { login, password, ...more } })
    expect((await (await enterBy({})).json()).error.error_data).toMatchObject({ reason: 'SELF_EXCLUDED' })
    expect(await (await enterBy({ payout_only: '1' })).json()).toMatchObject({ data: { is_payout_only: true } })
    for (const path of ['/cashier/deposit', '/gamehall', '/profile/loyalty', '/game/twin-dice']) {
      await visitor.open(path)
      expect(new URL(page.url()).pathname).toBe('/cashier/withdraw')
    }
    // Home offers nothing: no posters, no pots, no winners, no games.
    await visitor.open('/')
    expect(await page.locator('.carousel, .pot-card, .winner-card, .tile').count()).toBe(0)
    // Bonuses may be looked at, and nothing can be done with them.
    await visitor.open('/profile/bonuses')
    await page.getByText(bonuses.readOnly).waitFor()
    const banner = page.getByRole('complementary', { name: control.payout.breakLabel })
    expect(await banner.textContent()).toMatch(/on a break until \d\d\.\d\d\.\d{4}/)
    await banner.getByRole('link', { name: control.payout.help }).waitFor()
    // Beside the profile nothing is offered that could not be done.
    const aside = page.getByRole('complementary', { name: control.aside.label })
    await aside.getByText(control.aside.closed).waitFor()
    expect(await aside.getByRole('link').count()).toBe(1)
    await visitor.open('/profile')
    await page.getByRole('main').getByRole('link', { name: profile.overview.withdraw, exact: true }).waitFor()
    await visitor.open(page0)
    expect(await page.locator('.limit-slot:enabled').count()).toBe(0)
    await page.getByText(control.frozen).waitFor()
    expect(await page.locator('.control-card').first().getAttribute('id')).toBe('exclusion')
  })

  longJourney('a long exclusion takes two steps and a word typed by hand', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await newPlayer(visitor)
    await visitor.open(page0)
    const card = page.locator('#exclusion')
    await card.getByRole('button', { name: exclusion.open }).click()
    await card.getByText(exclusion.choose).waitFor()
    await card.getByRole('combobox').click()
    await page.getByRole('option', { name: control.length.permanent }).click()
    await card.getByRole('button', { name: exclusion.open }).click()
    const steps = dialog(page, new RegExp(exclusion.title))
    await steps.getByText(exclusion.factForGood).waitFor()
    expect(await steps.getByRole('link', { name: 'GamCare' }).count()).toBe(1)
    // Nothing in it pulls: no ember.
    expect(await steps.locator('.btn-primary').count()).toBe(0)
    await steps.getByRole('button', { name: exclusion.next }).click()
    await steps.getByRole('textbox').fill('exclude')
    await page.keyboard.press('Enter')
    await steps.getByText(exclusion.typeAgain.replace('{word}', exclusion.word)).waitFor()
    await steps.getByRole('textbox').fill(exclusion.word)
    await steps.getByRole('button', { name: exclusion.exclude }).click()
    await page.waitForURL(/\?excluded=1&until=never/)
    await page.getByText(control.excluded.forGood).waitFor()
    expect(said).toEqual([])
  })
})

longJourneys('what a new player is told', () => {
  test('hints stand above the page without pushing it, one at a time, and stay away once put away', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { id } = await newPlayer(visitor, { isConfirmed: false })
    const shown = () => page.locator('.frame-note:visible')
    await visitor.open('/about')
    expect(await shown().count()).toBe(1)
    await page.getByRole('button', { name: shell.hints.sendCode }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate((key) => localStorage.getItem(key), `confirm_sent_${id}`)).toBe('1')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await shown().getByRole('link', { name: shell.hints.setLimits }).waitFor()
    await shown().getByRole('button', { name: shell.hints.close }).click()
    expect(await shown().count()).toBe(0)
    await visitor.open('/terms')
    expect(await shown().count()).toBe(0)
    // The first of them is gone for good, the second until the next sign-in.
    await inDatabase((sql) =>
      sql
        .updateTable('account_player')
        .set({ reg_time: new Date(Date.now() - minutes(121)) })
        .where('id', '=', id)
        .execute(),
    )
    await page.evaluate(() => localStorage.removeItem('registration_hint_hidden'))
    await visitor.open('/about')
    expect(await shown().count()).toBe(0)
  })

  test('notices come with the first touch, are shown once, and an unknown one waits', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await inDatabase((sql) =>
      sql
        .insertInto('account_notice')
        .values([
          { player_id: id, kind: 'limitReady' },
          { player_id: id, kind: 'fromTheFuture' },
        ])
        .execute(),
    )
    await visitor.open('/about')
    await page.waitForTimeout(500)
    expect(await toast(page, notices.limitReady.title).count()).toBe(0)
    await page.mouse.click(700, 500)
    await toast(page, notices.limitReady.title).waitFor()
    const waiting = () =>
      inDatabase((sql) =>
        sql
          .selectFrom('account_notice')
          .select('kind')
          .where('player_id', '=', id)
          .where('seen_at', 'is', null)
          .execute(),
      )
    await expect.poll(waiting, soon).toEqual([{ kind: 'fromTheFuture' }])
    expect(said).toEqual([])
  })
})

longJourney('forms of limits say what will happen before the button is pressed', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open(page0)
  await page.locator('#limit-wager .limit-slot').first().click()
  const shown = dialog(page, new RegExp(control.kinds.wager.title))
  await shown.getByText(form.lower).waitFor()
  await shown.getByRole('button', { name: form.cancel }).click()
  await shown.waitFor({ state: 'detached' })
})
