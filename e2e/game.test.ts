import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import common from '../content/messages/en/common.json' with { type: 'json' }
import words from '../content/messages/en/game.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import blackjack from '../studio/games/blackjack-salon/words/en.json' with { type: 'json' }
import minefold from '../studio/games/minefold/words/en.json' with { type: 'json' }
import stage from '../studio/stage/words/en.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, longJourney, phone, visit } from './browser.ts'
import { callApi, newPayee, payIn } from './cashier-steps.ts'
import { act, balanceIn, balanceOf, isCalm, isReady, launch, openGame, plain, play, stageOf } from './game-steps.ts'
import { newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const roll = async (page: Page) => {
  const before = await balanceIn(page)
  await stageOf(page).locator('.st-main').click()
  await expect.poll(() => balanceIn(page), { timeout: 60_000 }).not.toBe(before)
  await isCalm(page)
}
const rounds = (page: Page) =>
  page.locator('.game-session .facts > div', { hasText: words.session.rounds }).locator('dd')
const banner = (page: Page) => page.getByText(words.offline.title)

describe('a guest', () => {
  test.each(devices('phone'))('on %s tries a game with practice money and reads its rules', async (_where, device) => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await openGame(visitor, '/game/twin-dice#demo')
    // The keys are the game's from the start, and its picture left no gap before it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('game-frame')
    await expect.poll(() => page.locator('.game-wait').isVisible()).toBe(false)
    await roll(page)
    await expect.poll(() => rounds(page).innerText()).toBe('1')
    await stageOf(page).getByRole('button', { name: stage['rules.open'], exact: true }).click()
    const sheet = stageOf(page).getByRole('dialog', { name: stage['rules.title'] })
    await sheet.getByText(stage['rules.rtp'], { exact: true }).waitFor()
    // Of the smallest stake less comes back.
    await sheet.getByText('95.83–98.89%', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: stage.close }).click()
    await sheet.waitFor({ state: 'hidden' })

    // Quiet at first; what is set is there again after the next opening, though the frame keeps nothing.
    const stake = () => stageOf(page).locator('.st-stake b').innerText()
    const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    // The frame tells the page, and the page keeps it: a moment later.
    for (const name of [stage['sound.on'], stage['stake.more']]) {
      const before = await stored()
      await stageOf(page).getByRole('button', { name, exact: true }).click()
      await expect.poll(stored).not.toBe(before)
    }
    const chosen = await stake()
    await page.reload()
    await isReady(page)
    await stageOf(page).getByRole('button', { name: stage['sound.off'], exact: true }).waitFor()
    await expect.poll(stake).toBe(chosen)
    expect(said).toEqual([])
  })

  longJourney('who wants to play for money is asked to join; who does not is led home', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/game/twin-dice#real')
    const dialog = page.getByRole('dialog', { name: popups.auth.registration.title })
    await dialog.waitFor()
    await expect.poll(() => page.locator('iframe.game-frame').count()).toBe(0)
    await dialog.getByRole('button', { name: common.close }).click()
    await page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/en')
  })
})

describe('a player', () => {
  longJourney('sees a round for money in the head of the page', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await openGame(visitor, '/game/twin-dice#real')
    await expect.poll(() => balanceOf(page)).toBe('€50.00')
    await roll(page)
    const after = plain(await balanceIn(page))
    expect(after).not.toBe('€50.00')
    await expect.poll(() => balanceOf(page)).toBe(after)
    expect(said).toEqual([])
  })

  longJourney(
    'drops many balls at once, each a round of its own, and the balance is right when all have landed',
    async () => {
      await using visitor = await visit(phone)
      const { page, said } = visitor
      const { id } = await newPlayer(visitor)
      await addMoney(id, 50_00n)
      await openGame(visitor, '/game/plinth#real')
      const board = stageOf(page)
      await board.getByRole('radio', { name: '5', exact: true }).check({ force: true })
      await board.locator('.st-main').click()
      const landed = board.locator('.pl-last > li')
      await expect.poll(() => landed.count(), { timeout: 60_000 }).toBe(5)
      await isCalm(page)
      await expect.poll(() => rounds(page).innerText()).toBe('5')
      const shown = plain(await balanceIn(page))
      await expect.poll(() => balanceOf(page)).toBe(shown)
      await page.reload()
      await isReady(page)
      await expect.poll(async () => plain(await balanceIn(page))).toBe(shown)
      expect(said).toEqual([])
    },
  )

  test('pays in, plays until a win and takes the money out', { timeout: 180_000 }, async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    const { account } = await payIn(visitor, '50')
    await openGame(visitor, '/game/twin-dice#real')
    /** In cents. */
    const value = async () => Number((await balanceIn(page)).replace(/\D/g, ''))
    let [before, now] = [await value(), 0]
    for (let tries = 0; tries < 40 && now <= before; tries += 1) {
      before = await value()
      await roll(page)
      now = await value()
    }
    expect(now).toBeGreaterThan(before)
    const wish = { method: 'wallet', amount: '20', 'requisites[account]': account }
    const { result, data } = await callApi(visitor, 'cashier.makewithdrawal', wish)
    expect([result, data.transaction.status]).toEqual([1, 'review'])
    await expect.poll(value, { timeout: 60_000 }).toBe(now - 20_00)
  })

  test('finds an unfinished round of mines after a reload, and takes what it is worth', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await openGame(visitor, '/game/minefold#real')
    const open = () => stageOf(page).getByRole('button', { name: /gem$/ })
    // Three mines in 25 cells: sooner or later the first one is safe.
    for (let tries = 0; tries < 12 && (await open().count()) === 0; tries += 1) {
      await stageOf(page).locator('.st-main').click()
      await stageOf(page).locator('.st-moves:not([hidden])').waitFor()
      await stageOf(page).locator('.mf-cell').nth(tries).click()
      const isOver = () => stageOf(page).locator('.st-main:not([hidden])').count()
      await expect.poll(async () => (await open().count()) + (await isOver()), { timeout: 30_000 }).toBeGreaterThan(0)
      if ((await isOver()) === 0) break
      await isCalm(page)
    }
    await page.reload()
    await isReady(page)
    expect(await open().count()).toBe(1)
    const before = await balanceIn(page)
    await stageOf(page)
      .getByRole('button', { name: new RegExp(minefold.take.replace('{amount}', '')) })
      .click()
    await expect.poll(() => balanceIn(page)).not.toBe(before)
  })

  longJourney('goes on with a hand of blackjack after a reload', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await openGame(visitor, '/game/blackjack-salon#real')
    const stand = () => stageOf(page).getByRole('button', { name: blackjack['move.stand'] })
    for (let tries = 0; tries < 10; tries += 1) {
      await stageOf(page).locator('.st-main').click()
      await expect
        .poll(
          () =>
            stageOf(page)
              .locator(
                '.st-moves:not([hidden]) button:not([aria-disabled]), .st-main:not([aria-disabled]):not([hidden])',
              )
              .count(),
          {
            timeout: 60_000,
          },
        )
        .toBeGreaterThan(0)
      const decline = stageOf(page).getByRole('button', { name: blackjack['move.decline'] })
      if ((await decline.count()) > 0) await decline.click()
      if ((await stand().count()) > 0) break
    }
    await stand().waitFor()
    await visitor.open('/gamehall')
    await page.getByText(words.unfinished.title.replace('{name}', 'Blackjack Salon')).waitFor()
    await page.getByRole('link', { name: words.unfinished.continue }).click()
    await isReady(page)
    await stand().click()
    await stageOf(page).locator('.st-main:not([hidden])').waitFor({ timeout: 60_000 })
  })

  test('who excludes themselves stakes nothing more, but gets what an open round is worth', async () => {
    await using visitor = await visit(desktop)
    const { id } = await newPlayer(visitor, { hasPassword: true })
    await addMoney(id, 50_00n)
    const game = await launch(visitor, 'minefold')
    let round = ''
    let step = 0
    for (let tries = 0; tries < 20 && step < 2; tries += 1) {
      round = randomUUID()
      await play(visitor, game, { mines: 1 }, round)
      const { data } = await act(visitor, game, round, 1, { cell: tries })
      if (!data.is_over) step = data.step
    }
    const excluded = await callApi(visitor, 'account.selfExclude', { period: '1d' })
    expect(excluded.result).toBe(1)
    const won = await act(visitor, game, round, step, { cash: true })
    expect([won.result, won.data.is_over, Number(won.data.won.amount) > 1]).toEqual([1, true, true])
    const refused = await play(visitor, game, { mines: 1 })
    expect(refused.result).not.toBe(1)
  })

  longJourney('without a connection is told that nothing is lost, and no more when it is back', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 50_00n)
    await openGame(visitor, '/game/twin-dice#real')
    const before = await balanceIn(page)
    await page.context().setOffline(true)
    await banner(page).waitFor()
    await stageOf(page).locator('.st-main').click()
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
    // The stake that was on its way is sent again, once.
    await expect.poll(() => balanceIn(page), { timeout: 30_000 }).not.toBe(before)
    await expect.poll(async () => (await callApi(visitor, 'games.getHistory', {}, 'GET')).data.total).toBe(1)
  })
})

longJourney('axe finds nothing on the page of a game, nor inside it', async () => {
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  await openGame(visitor, '/game/twin-dice#demo')
  expect(await faultsOf(page, 'html')).toEqual([])
  const inside = page.frames().find((frame) => frame.url().includes('/platform/game/'))
  if (!inside) throw new Error('no frame')
  expect(await faultsOf(inside, 'html')).toEqual([])
})
