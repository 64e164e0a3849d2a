import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bets from '../content/messages/en/bets.json' with { type: 'json' }
import common from '../content/messages/en/common.json' with { type: 'json' }
import fairness from '../content/messages/en/fairness.json' with { type: 'json' }
import game from '../content/messages/en/game.json' with { type: 'json' }
import stage from '../studio/stage/words/en.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, longJourney, phone, siteUrl, type Visit, visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { launch, overSeven, play } from './game-steps.ts'
import { newPlayer, password } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const { history, round, exports } = bets
const home = '/profile/bets/history'
const verifier = resolve(import.meta.dirname, '../studio/build/verify-round.mjs')

const rows = (page: Page) => page.locator('.bets tbody tr')
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** A player with so many rounds behind them. */
async function newGambler(visitor: Visit, played: { dice?: number; plinth?: number } = {}) {
  const player = await newPlayer(visitor)
  await addMoney(player.id, 100_00n)
  const dice = await launch(visitor, 'twin-dice')
  for (let left = played.dice ?? 1; left > 0; left -= 1) await play(visitor, dice, overSeven)
  if (played.plinth) {
    const plinth = await launch(visitor, 'plinth')
    for (let left = played.plinth; left > 0; left -= 1) await play(visitor, plinth, { rows: 8, risk: 'low' })
  }
  return player
}

describe('my rounds', () => {
  test.each(devices('desktop'))(
    'on %s are listed, twenty on a page, and narrowed by game and day',
    async (_where, device) => {
      await using visitor = await visit(device)
      const { page, said } = visitor
      await newGambler(visitor, { dice: 21, plinth: 2 })
      await visitor.open(home)
      expect(await rows(page).count()).toBe(20)
      expect(await overflow(page)).toBe(0)
      await page.getByRole('link', { name: common.pages.next }).click()
      await page.waitForURL(`**${home}?page=2`)
      await expect.poll(() => rows(page).count()).toBe(3)

      await visitor.open(`${home}?game=plinth`)
      expect(await rows(page).count()).toBe(2)
      await page.getByLabel('From').fill('01.01.2020')
      await page.getByLabel('To', { exact: true }).fill('31.01.2020')
      await page.getByRole('button', { name: history.apply, exact: true }).click()
      await page.getByText(history.none.filtered, { exact: true }).waitFor()
      await page.getByRole('main').getByRole('link', { name: history.none.clear }).last().click()
      await expect.poll(() => rows(page).count()).toBe(20)
      await page.getByRole('link', { name: history.modes.demo }).click()
      await page.getByText(history.none.demo, { exact: true }).waitFor()
      expect(said).toEqual([])
    },
  )

  longJourney('one that waits for me is named, and leads back into its game', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newGambler(visitor)
    await play(visitor, await launch(visitor, 'minefold'), { mines: 3 })
    for (const path of [home, '/gamehall']) {
      await visitor.open(path)
      await page.getByText(game.unfinished.title.replace('{name}', 'Minefold')).waitFor()
    }
    // Home shows the newest of them large, under its own name.
    await visitor.open('/')
    const large = page.getByRole('article').filter({ hasText: game.unfinished.open })
    await large.getByRole('heading', { name: 'Minefold' }).waitFor()
    await page.getByRole('link', { name: game.unfinished.continue }).click()
    await page.waitForURL('**/game/minefold#real')
  })

  longJourney('one that waits for an excluded player is told of, and calls back to no game', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    const { id, login } = await newPlayer(visitor, { hasPassword: true })
    await addMoney(id, 100_00n)
    await play(visitor, await launch(visitor, 'minefold'), { mines: 3 })
    await callApi(visitor, 'account.selfExclude', { period: '7d' })
    await callApi(visitor, 'auth.login', { login, password, payout_only: '1' })
    for (const path of [home, '/']) {
      await visitor.open(path)
      await page.getByText(game.unfinished.closed).waitFor()
      expect(await page.locator('main a[href*="/game/"]').count()).toBe(0)
    }
    await page.getByRole('main').getByRole('link', { name: game.unfinished.support }).click()
    await page.waitForURL('**/support')
    expect(said).toEqual([])
  })

  longJourney('another player’s is not there', async () => {
    await using one = await visit(desktop)
    await newGambler(one)
    const { data } = await callApi(one, 'games.getHistory', {}, 'GET')
    await using other = await visit(desktop)
    await newPlayer(other)
    const answer = await other.page.goto(`${home}?round=${data.items[0].round}`)
    expect(answer?.status()).toBeGreaterThanOrEqual(400)
  })
})

describe('one round', () => {
  longJourney('is shown again by its game', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    await newGambler(visitor)
    await visitor.open(home)
    await rows(page).first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Twin Dice' }).waitFor()
    await page.getByRole('button', { name: round.replay.show }).click()
    await page.frameLocator('iframe.round-frame').getByText(stage['replay.title']).first().waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: round.back }).click()
    await rows(page).first().waitFor()
    expect(said).toEqual([])
  })

  test('is sealed until I change my seed; then the browser and the offline verifier find it right', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newGambler(visitor)
    await visitor.open(home)
    await rows(page).first().getByRole('link').click()
    await page.getByRole('button', { name: fairness.verify.button }).click()
    await page.getByText(fairness.verdict.trouble.sealed).waitFor()

    await visitor.open('/fairness')
    const hash = await page.locator('#seeds code').first().innerText()
    const next = await page.locator('#seeds code').nth(2).innerText()
    await page.getByRole('textbox', { name: fairness.seeds.new }).fill('a:b')
    await page.getByRole('button', { name: fairness.seeds.change }).click()
    await page.getByText(fairness.seeds.invalid).waitFor()
    await page.getByRole('textbox', { name: fairness.seeds.new }).fill('my own seed')
    await page.getByRole('button', { name: fairness.seeds.change }).click()
    await page.getByRole('button', { name: fairness.seeds.agree, exact: true }).click()
    await page.locator('#seeds .notice-success').waitFor()
    expect(await page.locator('#seeds .notice-success code').nth(1).innerText()).toBe(hash)
    await expect.poll(() => page.locator('#seeds code').first().innerText()).toBe(next)

    await visitor.open(home)
    await rows(page).first().getByRole('link').click()
    await page.getByRole('button', { name: fairness.verify.button }).click()
    await page.getByText(fairness.verdict.right).waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: fairness.verify.download }).click()
    const file = await (await coming).path()
    const { stdout } = await promisify(execFile)(process.execPath, [verifier, file])
    expect(stdout).toContain('RIGHT: all 1 steps')
    for (const path of ['/studio/verify-round.mjs', '/studio/vectors.json'])
      expect((await page.request.get(`${siteUrl()}${path}`)).status()).toBe(200)
  })

  longJourney('that is pasted is checked by a guest too', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const vectors = await (await page.request.get(`${siteUrl()}/studio/vectors.json`)).json()
    await visitor.open('/fairness')
    const record = page.getByRole('textbox', { name: fairness.verify.paste })
    const check = page.getByRole('button', { name: fairness.verify.button })
    await record.fill(JSON.stringify(vectors[0]))
    await check.click()
    await page.getByText(fairness.verdict.right).waitFor()
    const forged = { ...vectors[0], play: { ...vectors[0].play, hash: '0'.repeat(64) } }
    await record.fill(JSON.stringify(forged))
    await check.click()
    await page.getByText(fairness.verdict.wrong).waitFor()
    await record.fill('nothing')
    await check.click()
    await page.getByText(fairness.verdict.trouble.unreadable).waitFor()
    expect(await overflow(page)).toBe(0)
  })
})

longJourney('a file of my rounds is made, fetched by me, and refused to another', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await newGambler(visitor, { dice: 3 })
  await visitor.open('/profile/bets/exports')
  await page.getByText(exports.none, { exact: true }).waitFor()
  await page.getByRole('button', { name: exports.send }).click()
  const link = page.getByRole('link', { name: exports.download })
  await link.waitFor({ timeout: 30_000 })
  const coming = page.waitForEvent('download')
  await link.click()
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
  const address = new URL((await link.getAttribute('href')) ?? '', siteUrl()).href
  const mine = await page.request.get(address)
  expect([mine.status(), (await mine.text()).trim().split('\n').length]).toEqual([200, 4])
  await using other = await visit(desktop)
  await newPlayer(other)
  expect((await other.page.request.get(address)).status()).toBe(404)
  expect((await other.page.request.get(`${siteUrl()}/exports/${randomUUID()}.csv`)).status()).toBe(404)
  expect(said).toEqual([])
})

longJourney('axe finds nothing on the pages of rounds and fairness', async () => {
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  await newGambler(visitor, { dice: 2 })
  const { data } = await callApi(visitor, 'games.getHistory', {}, 'GET')
  for (const path of [home, `${home}?round=${data.items[0].round}`, '/profile/bets/exports', '/fairness']) {
    await visitor.open(path)
    expect(await faultsOf(page, 'main')).toEqual([])
  }
})
