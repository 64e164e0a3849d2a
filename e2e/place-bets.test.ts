import type { JointQuestion } from '@croupier/sportsbook/feed'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import english from '../content/messages/en/placing.json' with { type: 'json' }
import slip from '../content/messages/en/slip.json' with { type: 'json' }
import russian from '../content/messages/ru/placing.json' with { type: 'json' }
import russianSlip from '../content/messages/ru/slip.json' with { type: 'json' }
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { fillSignIn, submit } from './auth-steps.ts'
import { faultsOf } from './axe.ts'
import { desktop, phone, pressTwice } from './browser.ts'
import {
  type Book,
  bar,
  betsOf,
  column,
  heard,
  odds,
  openBook,
  password,
  pick,
  placeButton,
  sheet,
  soon,
  stakeOf,
  textOf,
} from './place-steps.ts'

let book: Book
beforeAll(async () => {
  book = await openBook()
})
afterAll(() => book.close())

const { receipt, deciding, button, no, quick } = english
const placedOne = 'Bet placed'
const double = ['Marina FC to win, 1.72', 'K. Lindqvist to win, 1.55']
const balance = (page: Page) => page.getByRole('banner').innerText()

async function atToday(visitor: Awaited<ReturnType<Book['visit']>>, path = '/betting?view=today') {
  await book.derbyAt(2100)
  await book.coastAt(1720)
  await visitor.open(path)
}

/** How far things have moved by themselves, as browsers measure it: the worst five seconds of a visit. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen: { at: number; value: number }[] = []
    Reflect.set(window, 'shifts', seen)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          seen.push({ at: entry.startTime, value: Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift' })
  })
  return () =>
    page.evaluate(() => {
      const seen: { at: number; value: number }[] = Reflect.get(window, 'shifts')
      const sums = seen.map(({ at }) =>
        seen.filter((each) => each.at >= at && each.at < at + 5_000).reduce((sum, { value }) => sum + value, 0),
      )
      return Math.max(0, ...sums)
    })
}

test('a guest builds a slip, signs in with it and places it', async () => {
  await using guest = await book.visit(desktop)
  const { page } = guest
  await atToday(guest)
  await pick(page, ...double)
  await stakeOf(column(page)).fill('10')
  await column(page).getByRole('button', { name: button.logIn }).click()
  const { login } = await book.person(100_00n)
  await fillSignIn(page, login, password)
  await submit(page)
  await placeButton(column(page)).waitFor(soon)
  expect(await stakeOf(column(page)).inputValue()).toBe('10')
  await expect.poll(() => textOf(column(page)), soon).toContain('€26.66')
  expect(await faultsOf(page, 'html')).toEqual([])
  const before = await balance(page)
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  for (const text of ['€10.00', '2.666', '€26.66']) expect(await textOf(column(page))).toContain(text)
  expect(await faultsOf(page, 'html')).toEqual([])
  expect(await page.locator('.slip-pick').count()).toBe(0)
  const [bet] = await betsOf(page)
  expect(bet).toMatchObject({ state: 'open', kind: 'multiple', stake: { amount: '10.00' } })
  const link = column(page).getByRole('link', { name: receipt.see })
  expect(await link.getAttribute('href')).toMatch(/\/profile\/bets\/history\?product=sports&bet=\d+$/)
  await expect.poll(() => balance(page), soon).not.toBe(before)
  await expect.poll(async () => (await page.locator('.slip-voice').allInnerTexts()).join()).toContain(placedOne)
  // The receipt is there after a reload, and the picks can be had again.
  await page.reload()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  await column(page).getByRole('button', { name: receipt.keep }).click()
  await expect.poll(() => page.locator('.slip-pick').count()).toBe(2)
  expect(await stakeOf(column(page)).inputValue()).toBe('')
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page))).toContain(english.stake.EMPTY)
  expect(await betsOf(page)).toHaveLength(1)
  expect(heard(guest.said)).toEqual([])
})

test('on a phone, in Russian: a treble, then a Trixie', async () => {
  await using visitor = await book.visit({ ...phone, locale: 'ru-RU' })
  const { page } = visitor
  await book.player(visitor, 100_00n, { locale: 'ru' })
  await atToday(visitor, '/ru/betting?view=today')
  for (const name of [/Real Alameda.*2\.10/, /Marina FC.*1\.72/, /Lindqvist.*1\.55/]) await odds(page, name).click(soon)
  await bar(page).click()
  await stakeOf(sheet(page)).fill('10')
  await expect.poll(() => textOf(sheet(page)), soon).toContain('5.598')
  expect(await faultsOf(page, 'html')).toEqual([])
  await placeButton(sheet(page)).click()
  await expect.poll(() => textOf(sheet(page)), soon).toContain(russian.deciding.title)
  await sheet(page).getByRole('heading', { name: 'Ставка принята' }).waitFor(soon)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize(phone.viewport)
  await sheet(page).getByRole('button', { name: russian.receipt.keep }).click()
  await sheet(page).getByText(russianSlip.kinds.system).click()
  await sheet(page).getByText(russianSlip.systems.trixie).click()
  await stakeOf(sheet(page)).fill('4')
  await placeButton(sheet(page)).click()
  await sheet(page).getByRole('heading', { name: 'Ставка принята' }).waitFor(soon)
  expect(await betsOf(page)).toMatchObject([
    { kind: 'system', state: 'open', stake: { amount: '4.00' } },
    { kind: 'multiple', state: 'open', stake: { amount: '10.00' } },
  ])
  expect(heard(visitor.said)).toEqual([])
})

describe('a live bet', () => {
  test('is decided after its delay: taken; sent back by a goal; offered again when its price falls', async () => {
    await using visitor = await book.visit(desktop)
    const { page } = visitor
    await book.player(visitor, 100_00n)
    await atToday(visitor)
    const shifted = await watchShifts(page)
    const slipPart = column(page)
    const live = 'Real Alameda to win, 2.10'
    const again = async () => {
      await book.derbyAt(2100)
      if ((await page.locator('.slip-pick').count()) === 0) await pick(page, live)
      await stakeOf(slipPart).fill('10')
      await expect.poll(() => placeButton(slipPart).innerText(), soon).toContain('Place bet')
      await placeButton(slipPart).click()
      await expect.poll(() => textOf(slipPart), soon).toContain(deciding.title)
    }
    await pick(page, live)
    await expect.poll(() => textOf(slipPart), soon).toContain('Live: decided 6 s after you place it.')
    await again()
    expect(await slipPart.locator('.slip-x').count()).toBe(0)
    expect(await faultsOf(page, 'html')).toEqual([])
    await expect.poll(() => textOf(slipPart), soon).toContain(placedOne)

    await again()
    await book.tell({ kind: 'stop', event: 'derby', cause: 'GOAL' })
    await expect.poll(() => textOf(slipPart), soon).toContain('Your €10.00 has been returned.')
    expect(await textOf(slipPart)).toContain(slip.paused.GOAL)
    expect(await faultsOf(page, 'html')).toEqual([])
    expect(await page.locator('.slip-pick').count()).toBe(1)
    expect(await stakeOf(slipPart).inputValue()).toBe('10')
    expect(await placeButton(slipPart).innerText()).toBe(button.paused)

    await again()
    await book.derbyAt(2000)
    await expect.poll(() => textOf(slipPart), soon).toContain(no.reasons.ODDS_CHANGED)
    await slipPart.getByRole('button', { name: 'Accept 2.00 and place' }).click()
    await expect.poll(() => textOf(slipPart), soon).toContain(placedOne)
    expect(await textOf(slipPart)).toContain('2.00')
    const bets = await betsOf(page)
    expect(bets.map(({ state }) => state)).toEqual(['open', 'refused', 'refused', 'open'])
    expect(await shifted()).toBeLessThanOrEqual(0.02)
    expect(heard(visitor.said)).toEqual([])
  })
})

test('a builder is placed at the price of the house', async () => {
  const chances = [1e9, 436_774_000, 496_101_000, 261_804_000]
  const bits: Record<string, number> = { result: 1, total: 2 }
  book.joint.answer = ({ parts }: JointQuestion) => ({
    facts: 0,
    chances: Array.from({ length: 1 << parts.length }, (_, set) => {
      const chosen = parts.filter((__, place) => set & (1 << place))
      return chances[chosen.reduce((sum, { type }) => sum | (bits[type] ?? 0), 0)]
    }),
  })
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  await book.player(visitor, 100_00n)
  const total = {
    ...resultMarket([1, 1, 1]),
    type: 'total',
    line: '2.5',
    prices: [1900, 1910],
    wins: [496_101_000, 503_899_000],
    backs: [0, 0],
  }
  await book.tell(pricesOf('coast', resultMarket([1720, 3120, 2740]), total))
  await visitor.open('/betting?view=today')
  await pick(page, 'Marina FC to win, 1.72')
  await page
    .locator('.bet-main')
    .getByRole('link', { name: /Marina FC/ })
    .first()
    .click()
  await page.locator('.match-board').waitFor(soon)
  await page
    .locator('.bet-main')
    .getByRole('link', { name: /^All \d/ })
    .click()
  await odds(page, /Over 2\.5, 1\.90/).click(soon)
  await stakeOf(column(page)).fill('10')
  await expect.poll(() => textOf(column(page)), soon).toContain('€35.20')
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  for (const text of ['3.52', '€35.20', receipt.builder]) expect(await textOf(column(page))).toContain(text)

  // Beside a pick of another match it is one leg of two.
  await column(page).getByRole('button', { name: receipt.keep }).click()
  await visitor.open('/betting?view=today')
  await pick(page, double[1] ?? '')
  await stakeOf(column(page)).fill('10')
  // 3.520 × 1.550.
  await expect.poll(() => textOf(column(page)), soon).toContain('€54.56')
  expect(await faultsOf(page, 'html')).toEqual([])
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  for (const text of ['5.456', '€54.56', receipt.builder, 'Lindqvist'])
    expect(await textOf(column(page))).toContain(text)
  expect(await betsOf(page)).toMatchObject([{ kind: 'multiple', state: 'open' }, { kind: 'single' }])
  await column(page).getByRole('link', { name: receipt.see }).click()
  const card = page.locator('.my-bet').first()
  await expect.poll(() => textOf(card), soon).toContain('Over 2.5')
  for (const text of ['Marina FC', 'Lindqvist', '3.52']) expect(await textOf(card)).toContain(text)
  expect(heard(visitor.said).filter((text) => !/422|bets\.quoteBuilder/.test(text))).toEqual([])
})

describe('a bet is never made twice', () => {
  test('when its answer is lost, when the page is loaded anew, by two presses, by two tabs', async () => {
    await using visitor = await book.visit(desktop)
    const { page } = visitor
    await book.player(visitor, 100_00n)
    await atToday(visitor)
    const ready = async (on: Page) => {
      await pick(on, double[0] ?? '')
      await stakeOf(column(on)).fill('3')
      await expect.poll(() => placeButton(column(on)).innerText(), soon).toContain('Place bet')
    }
    // The house has taken it, and the page never hears of it.
    await page.route('**/api/bets.place*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await ready(page)
    await placeButton(column(page)).click()
    await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
    expect(await betsOf(page)).toHaveLength(1)
    await page.unroute('**/api/bets.place*')

    await column(page).getByRole('button', { name: receipt.close }).click()
    await page.route('**/api/bets.place*', async (route) => {
      await route.fetch()
    })
    await ready(page)
    await placeButton(column(page)).click()
    await expect.poll(() => betsOf(page).then(({ length }) => length), soon).toBe(2)
    expect(await textOf(column(page))).toContain(deciding.sending)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
    expect(await page.locator('.slip-pick').count()).toBe(0)

    await column(page).getByRole('button', { name: receipt.close }).click()
    await ready(page)
    const other = await page.context().newPage()
    await other.goto(`${book.url}/betting/live`)
    await expect.poll(() => placeButton(column(other)).innerText(), soon).toContain('Place bet')
    await Promise.all([
      pressTwice(placeButton(column(page))),
      pressTwice(placeButton(column(other)), 3_000).catch(() => undefined),
    ])
    await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
    await expect.poll(() => textOf(column(other)), soon).toContain(placedOne)
    expect(await betsOf(page)).toHaveLength(3)
    expect(heard(visitor.said).filter((text) => !/bets\.place|ERR_FAILED|Failed to fetch/.test(text))).toEqual([])
  })
})

describe('limits', () => {
  test('are told before the press: the most that is taken, what is missing, and singles each with their own', async () => {
    await using visitor = await book.visit(phone)
    const { page } = visitor
    await book.player(visitor, 1_000_000_00n)
    await atToday(visitor)
    await pick(page, double[0] ?? '')
    await bar(page).click()
    await stakeOf(sheet(page)).fill('90000')
    await expect.poll(() => placeButton(sheet(page)).innerText(), soon).toMatch(/^Place .*58,139\.54.* instead$/)
    expect(await faultsOf(page, 'html')).toEqual([])
    await stakeOf(sheet(page)).fill('0.1')
    await expect.poll(() => textOf(sheet(page))).toContain('Minimum €0.20.')
    await stakeOf(sheet(page)).fill('2000000')
    await page.keyboard.press('Escape')

    await using poor = await book.visit(desktop)
    await book.player(poor, 5_00n)
    await atToday(poor)
    await pick(poor.page, ...double)
    await stakeOf(column(poor.page)).fill('9')
    await expect.poll(() => textOf(column(poor.page)), soon).toContain('You need €4.00 more for this bet.')
    expect(await column(poor.page).getByRole('link', { name: no.deposit }).getAttribute('href')).toContain(
      '/cashier/deposit',
    )
    await column(poor.page).getByText('Singles').click()
    await stakeOf(column(poor.page)).fill('')
    await column(poor.page)
      .getByRole('textbox', { name: /Marina FC/ })
      .fill('1')
    await column(poor.page)
      .getByRole('textbox', { name: /Lindqvist/ })
      .fill('2.50')
    await expect.poll(() => placeButton(column(poor.page)).innerText()).toContain('Place 2 bets')
    expect(await faultsOf(poor.page, 'html')).toEqual([])
    await placeButton(column(poor.page)).click()
    await expect.poll(() => textOf(column(poor.page)), soon).toContain('2 bets placed')
    expect((await betsOf(poor.page)).map(({ stake }) => stake.amount).sort()).toEqual(['1.00', '2.50'])
    expect(heard([...visitor.said, ...poor.said])).toEqual([])
  })
})

test('play money pays where the player says so', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  await book.player(visitor, 5_00n)
  await atToday(visitor)
  await pick(page, double[0] ?? '')
  await column(page).getByRole('button', { name: english.purse.label }).click()
  await column(page).getByText(english.purse.fun).last().click()
  await stakeOf(column(page)).fill('50')
  expect(await faultsOf(page, 'html')).toEqual([])
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  expect(await textOf(column(page))).toContain(receipt.practice)
  expect(await betsOf(page)).toEqual([])
  expect(await betsOf(page, 'demo')).toMatchObject([{ state: 'open', stake: { amount: '50.00' } }])
  expect(heard(visitor.said)).toEqual([])
})

test('a bet that the house stakes pays its profit, and leaves the purse as it is', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  const id = await book.player(visitor, 5_00n)
  await book.bettingBonus(visitor, id, 10_00n)
  await atToday(visitor)
  await pick(page, double[0] ?? '')
  await column(page).getByRole('button', { name: english.purse.label }).click()
  await column(page).getByRole('radiogroup', { name: english.purse.label }).getByRole('radio').nth(1).check(soon)
  // 10.00 × 1.72 − 10.00.
  await expect.poll(() => textOf(column(page)), soon).toContain('€7.20')
  expect(await stakeOf(column(page)).count()).toBe(0)
  expect(await faultsOf(page, 'html')).toEqual([])
  await placeButton(column(page)).click()
  await column(page).getByRole('heading', { name: placedOne }).waitFor(soon)
  for (const text of ['€7.20', receipt.free]) expect(await textOf(column(page))).toContain(text)
  expect(await betsOf(page)).toMatchObject([{ state: 'open', stake: { amount: '10.00' } }])
  expect(await balance(page)).toContain('5.00')
  expect(heard(visitor.said)).toEqual([])
})

test('by keyboard alone a bet is placed, and the keyboard goes on at the receipt', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  await book.player(visitor, 20_00n)
  await atToday(visitor)
  await odds(page, double[0] ?? '').focus()
  await page.keyboard.press('Enter')
  await stakeOf(column(page)).focus()
  await page.keyboard.type('2')
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.classList.contains('slip-place'))) break
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(placedOne)
  expect(heard(visitor.said)).toEqual([])
})

test('a quick bet is made with one tap once the player has typed a stake and switched it on', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  await book.player(visitor, 20_00n)
  await atToday(visitor)
  await column(page).getByRole('button', { name: quick.label }).click()
  await column(page).getByRole('switch').click()
  await expect.poll(() => textOf(column(page))).toContain(quick.needs)
  await column(page).getByRole('textbox', { name: quick.stake }).fill('1.50')
  await column(page).getByRole('switch').check()
  expect(await faultsOf(page, 'html')).toEqual([])
  await odds(page, double[0] ?? '').dblclick()
  await page.locator('.toasts').getByRole('button', { name: quick.see }).waitFor(soon)
  expect(await betsOf(page)).toMatchObject([{ state: 'open', stake: { amount: '1.50' } }])
  expect(await page.locator('.slip-pick').count()).toBe(0)
  expect(heard(visitor.said)).toEqual([])
})

describe('under the rules of the United Kingdom', () => {
  let house: Book
  beforeAll(async () => {
    house = await openBook({ JURISDICTION: 'uk' })
  })
  afterAll(() => house.close())

  test('a quick bet asks for a yes once in a session, and an identity is confirmed before the first bet', async () => {
    await using visitor = await house.visit(desktop)
    const { page } = visitor
    await house.player(visitor, 20_00n)
    await house.coastAt(1720)
    await visitor.open('/betting?view=today')
    await column(page).getByRole('button', { name: quick.label }).click()
    await column(page).getByRole('textbox', { name: quick.stake }).fill('1')
    await column(page).getByRole('switch').check()
    await page.waitForLoadState('networkidle')
    const price = odds(page, double[0] ?? '')
    const question = page.getByRole('alertdialog', { name: quick.ask.title })
    // On a machine that stood still a price may be locked, as the feed was silent; and a tap before the code of quick bets
    // came is one for the slip.
    await vi.waitFor(async () => {
      await price.click()
      await question.waitFor({ timeout: 5_000 })
    }, soon)
    expect(await faultsOf(page, 'html')).toEqual([])
    await question.getByRole('button', { name: quick.ask.no }).click()
    await question.waitFor({ state: 'detached' })
    await page.waitForTimeout(2_100)
    await price.click()
    await question.getByRole('button', { name: quick.ask.yes }).click()
    await page.locator('.toasts').getByText(no.reasons.identity, { exact: false }).waitFor(soon)
    await page.waitForTimeout(2_100)
    await price.click()
    expect(await question.count()).toBe(0)

    if ((await page.locator('.slip-pick').count()) > 0) await column(page).locator('.slip-x').click()
    const row = column(page).getByRole('button', { name: quick.label })
    await row.waitFor()
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
    await column(page).getByRole('switch').uncheck()
    await pick(page, double[0] ?? '')
    await stakeOf(column(page)).fill('1')
    await placeButton(column(page)).click()
    const way = column(page).getByRole('link', { name: no.identity })
    await way.waitFor(soon)
    expect(await way.getAttribute('href')).toBe('/profile/verification')
    expect(await page.locator('.slip-pick').count()).toBe(1)
    expect(await betsOf(page)).toEqual([])
    for (const name of [slip.place.rules, slip.place.limits])
      expect(await column(page).getByRole('link', { name }).count()).toBe(1)
    expect(heard(visitor.said)).toEqual([])
  })
})
