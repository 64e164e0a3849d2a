import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import control from '../content/messages/en/control.json' with { type: 'json' }
import words from '../content/messages/en/my-bets.json' with { type: 'json' }
import english from '../content/messages/en/placing.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { field, fillQuick, fillSignIn, isPlayer, newEmail, submit } from './auth-steps.ts'
import { faultsOf } from './axe.ts'
import { desktop, inShort, phone, type Visit } from './browser.ts'
import {
  type Book,
  bar,
  betsOf,
  column,
  heard,
  openBook,
  password,
  pick,
  placeButton,
  sheet,
  soon,
  stakeOf,
  textOf,
} from './place-steps.ts'

/** What comes between a slip and its bet. */

let book: Book
beforeAll(async () => {
  book = await openBook()
  await book.coastAt(1720)
})
afterAll(() => book.close())

const { button, no, purse, receipt } = english
const { registration } = popups.auth
const placedOne = 'Bet placed'
const home = 'Marina FC to win, 1.72'
const double = 'K. Lindqvist to win, 1.55'
const treble = ['Real Alameda to win, 2.10', home, double]

async function filled(visitor: Visit, stake: string, names: readonly string[] = [home]) {
  const { page } = visitor
  await visitor.open('/betting?view=today')
  await pick(page, ...names)
  // The bar follows a pick, not in its frame.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1280
  if (isNarrow) await bar(page).click()
  await stakeOf(isNarrow ? sheet(page) : column(page)).fill(stake)
}

/** What a journey makes the house refuse is a line of the browser, and no fault. */
const quiet = (said: readonly string[]) =>
  expect(heard(said).filter((text) => !/status (of )?4\d\d|ERR_ABORTED/.test(text))).toEqual([])

describe('a guest who joins with a filled slip', () => {
  // That the full form opens an account is a journey of its own.
  const ways = [
    ['quickly, on a phone', phone, 'fast'],
    ['with everything, at a desk', desktop, 'form'],
  ] as const
  test.each(inShort('quickly, on a phone', ways))('%s: comes back to it', async (_, device, way) => {
    await using guest = await book.visit(device)
    const { page } = guest
    const part = device === phone ? sheet(page) : column(page)
    await filled(guest, '7.50')
    await part.getByRole('button', { name: button.logIn }).click()
    await page.getByRole('button', { name: registration.switch }).click()
    if (way === 'form') {
      await page.getByText(registration.form, { exact: true }).click()
      await field(page, 'phone').fill(`7400${String(Date.now()).slice(-6)}`)
      await field(page, 'first_name').fill('Mira')
      await field(page, 'last_name').fill('Sol')
      await field(page, 'birth_date').fill('14.06.1991')
    }
    await fillQuick(page, newEmail())
    await submit(page)
    await expect.poll(() => isPlayer(page), soon).toBe(true)
    await page.waitForURL(/\/betting/, soon)
    // The question for the code of the letter may stand above it.
    await guest.open('/betting?view=today')
    if (device === phone) {
      await bar(page).waitFor(soon)
      await page.keyboard.press('Escape')
      await bar(page).click()
    }
    await expect.poll(() => part.locator('.slip-pick').count(), soon).toBe(1)
    expect(await part.locator('input[name=stake]').inputValue()).toBe('7.50')
  })
})

test('a session that ends while a bet is placed: in again, with slip and stake, and one bet', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  const { id, login } = await book.person(100_00n)
  const enter = async () => {
    await column(page).getByRole('button', { name: button.logIn }).click()
    await fillSignIn(page, login, password)
    await submit(page)
    await expect.poll(() => placeButton(column(page)).innerText(), soon).toMatch(/^Place bet .*10\.00/)
  }
  await filled(visitor, '10')
  await enter()
  await page.route('**/api/bets.place*', async (route) => {
    await book.inDatabase(({ sql }) => sql.deleteFrom('auth_session').where('player_id', '=', id).execute())
    await route.continue()
  })
  await placeButton(column(page)).click()
  // The page lets go of everything of a player who is no longer known.
  await page.waitForURL(`${book.url}/`, { ...soon, waitUntil: 'commit' })
  await page.locator('.toasts').getByText(shell.farewell.endedTitle).waitFor(soon)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visitor.open('/betting?view=today')
  expect(await column(page).locator('.slip-pick').count()).toBe(0)
  await pick(page, double)
  await enter()
  expect(await column(page).locator('.slip-pick').count()).toBe(2)
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)
  expect(await betsOf(page)).toMatchObject([{ kind: 'multiple', stake: { amount: '10.00' } }])
  quiet(visitor.said)
})

test('a reality check is answered first; an exclusion in another tab ends it', async () => {
  await using visitor = await book.visit(desktop)
  const { page } = visitor
  const id = await book.player(visitor, 100_00n)
  const post = (method: string, form: Record<string, string>) =>
    page.request.post(`${book.url}/api/${method}?v=1`, { headers: { origin: book.url }, form })
  await filled(visitor, '10')
  await post('account.setRealityCheck', { minutes: '15' })
  await book.inDatabase(async ({ sql }) => {
    const earlier = new Date(Date.now() - 20 * 60_000)
    await sql.updateTable('limits_visit').set({ started_at: earlier }).where('player_id', '=', id).execute()
    await sql.updateTable('limits_setting').set({ reality_seen_at: earlier }).where('player_id', '=', id).execute()
  })
  await placeButton(column(page)).click()
  const check = page.getByRole('dialog', { name: control.reality.title })
  await check.getByRole('button', { name: control.reality.goOn }).click(soon)
  await check.waitFor({ state: 'detached' })
  expect(await textOf(column(page))).toContain(no.reasons.REALITY_CHECK)
  expect(await stakeOf(column(page)).inputValue()).toBe('10')
  await placeButton(column(page)).click()
  await expect.poll(() => textOf(column(page)), soon).toContain(placedOne)

  // The bet is on its way when the other tab says so.
  await column(page).getByRole('button', { name: receipt.keep }).click()
  await stakeOf(column(page)).fill('5')
  await page.route('**/api/bets.place*', async (route) => {
    await post('account.selfExclude', { period: '1d' })
    await route.continue()
  })
  await placeButton(column(page)).click()
  await page.waitForURL(`${book.url}/`, { ...soon, waitUntil: 'commit' })
  const { rows } = await book.inDatabase(({ pool }) =>
    pool.query<{ stake: string }>(`select stake::text from bets_bet where player_id = ${id}`),
  )
  expect(rows).toEqual([{ stake: '1000' }])
  quiet(visitor.said)
})

test('a wagering bonus pays, and a boost of the house adds to a treble', async () => {
  await using visitor = await book.visit(phone)
  const { page } = visitor
  const id = await book.player(visitor, 5_00n)
  const wagering = { type: 'wagering', wagering: { times: 2 }, order: 'bonus_first' }
  await book.bettingBonus(visitor, id, 20_00n, wagering)
  await book.bettingBonus(visitor, id, 0n, {
    ...{ type: 'combo_boost', min_leg_odds: 1.2, min_legs: 3 },
    boosts: [{ legs: 3, percent: 10 }],
  })
  const payWith = async (text: string | RegExp) => {
    await sheet(page).getByRole('button', { name: purse.label }).click()
    await sheet(page).getByRole('radiogroup', { name: purse.label }).getByText(text).click(soon)
  }
  await filled(visitor, '12')
  await payWith(/20\.00.* of bonus money/)
  await expect.poll(() => placeButton(sheet(page)).innerText(), soon).toContain('€12.00')
  expect(await faultsOf(page, 'html')).toEqual([])
  await placeButton(sheet(page)).click()
  await expect.poll(() => textOf(sheet(page)), soon).toContain(placedOne)
  await page.keyboard.press('Escape')

  await book.derbyAt(2100)
  await filled(visitor, '2', treble)
  await payWith(purse.combo_boost)
  await placeButton(sheet(page)).click()
  await expect.poll(() => textOf(sheet(page)), soon).toContain(placedOne)
  const bets = await betsOf(page)
  expect(bets.map(({ stake }) => stake.amount)).toEqual(['2.00', '12.00'])
  quiet(visitor.said)
})

test('a value that falls under the finger is said, and the new one is taken with one press', async () => {
  await using visitor = await book.visit(phone)
  const { page } = visitor
  await book.player(visitor, 20_00n)
  await filled(visitor, '10')
  await placeButton(sheet(page)).click()
  await sheet(page).getByRole('heading', { name: placedOne }).waitFor(soon)
  await visitor.open('/profile/bets/history?product=sports')
  const cash = page.getByRole('button', { name: /^Cash out/ })
  await cash.click(soon)
  await page.route(
    '**/api/bets.cashOut*',
    async (route) => {
      const wins = [200_000_000, 300_000_000, 500_000_000]
      await book.tell(pricesOf('coast', resultMarket([4500, 3120, 2740], { wins })))
      await route.continue()
    },
    { times: 1 },
  )
  await cash.click(soon)
  await page.getByText(words.cash.changed).waitFor(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  await page.getByRole('button', { name: /^Now/ }).click(soon)
  await page.getByText(words.none.open).waitFor(soon)
  expect(await betsOf(page)).toMatchObject([{ state: 'cashed' }])
  quiet(visitor.said)
  await book.coastAt(1720)
})
