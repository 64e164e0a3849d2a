import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bonuses from '../content/messages/en/bonuses.json' with { type: 'json' }
import russian from '../content/messages/ru/bonuses.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { grantBonus, half, openBonus } from './bonus-steps.ts'
import { desktop, devices, go, longJourney, visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { isCalm, openGame, plain, stageOf } from './game-steps.ts'
import { newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const home = '/profile/bonuses'
const title = half?.title.en ?? ''
const asked = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const press = (page: Page) => stageOf(page).locator('.st-main').click()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

describe('a bonus', () => {
  test.each(devices('phone'))('on %s is taken, played by its rules, and removed', async (_where, device) => {
    await using visitor = await visit({ ...device, ...checked })
    const { page, said } = visitor
    const { id: playerId } = await newPlayer(visitor)
    await visitor.open(home)
    await page.getByText(bonuses.none.title, { exact: true }).waitFor()

    // It comes without a reload, and nothing happens before the yes.
    await grantBonus({ playerId, amount: 3_000n, terms: { max_bet: { EUR: '0.60' }, asks_first: true } })
    await page.getByRole('button', { name: bonuses.issued.take }).click()
    const question = asked(page)
    await question.getByText('€900.00').waitFor()
    expect(await faultsOf(page, 'html')).toEqual([])
    await question.getByRole('button', { name: bonuses.activate.agree }).click()
    await page.locator('.bonus-money').getByText('€30.00').waitFor()
    expect(await faultsOf(page, 'main')).toEqual([])
    expect(await overflow(page)).toBe(0)

    await openGame(visitor, '/game/twin-dice#real')
    await page.locator('.bonus-strip').getByText(bonuses.strip.bonus).waitFor()
    await press(page)
    await question.waitFor()
    expect(plain(await question.innerText())).toContain(bonuses.refused.mostTitle.replace('{amount}', '€0.60'))
    await question.getByRole('button', { name: bonuses.refused.about }).waitFor()
    await question.getByRole('button', { name: /€0\.60/ }).click()
    await question.waitFor({ state: 'detached' })
    expect(plain(await stageOf(page).locator('.st-stake b').innerText())).toBe('€0.60')

    // Own money is used up: the first stake of bonus money is asked for, and then goes by itself.
    await press(page)
    await question.getByText(bonuses.playOn.title).waitFor()
    await question.getByRole('button', { name: bonuses.playOn.agree }).click()
    await question.waitFor({ state: 'detached' })
    const wagers = async () => (await callApi(visitor, 'bonuses.get', {}, 'GET')).data.items[0].wagering.done.amount
    await expect.poll(wagers).toBe('0.30')
    await isCalm(page)

    await visitor.open(home)
    const row = page.locator('.bonus-table tbody tr')
    expect(await row.count()).toBe(1)
    expect(plain(await row.innerText())).toContain('€0.30')
    const [open] = (await callApi(visitor, 'bonuses.get', {}, 'GET')).data.items
    await page.getByRole('button', { name: bonuses.remove, exact: true }).click()
    await question.getByText(`€${open.removal.lost.amount}`).first().waitFor()
    await question.getByText(bonuses.removal.sum).waitFor()
    await question.getByRole('button', { name: bonuses.removal.agree }).click()
    await page.getByText(bonuses.none.title, { exact: true }).waitFor()
    const ended = page.locator('.bonus-lines li').filter({ hasText: title })
    expect(plain(await ended.innerText())).toContain(`€${open.removal.lost.amount}`)
    expect(await ended.innerText()).toContain(bonuses.endReasons.player)
    // The browser says of each refused stake that it was refused.
    expect(said.filter((line) => !line.includes('422'))).toEqual([])
  })

  test('that is kept apart pays or waits, as its player says', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id: playerId } = await newPlayer(visitor)
    await addMoney(playerId, 10_00n)
    await openBonus(visitor, { playerId, amount: 2_000n, terms: { mode: 'isolated' } })
    await grantBonus({ playerId, amount: 500n })
    await visitor.open(home)
    const state = async () => (await callApi(visitor, 'bonuses.get', {}, 'GET')).data.items[0].status
    await page.getByText(/Own money .€10\.00/).click()
    await expect.poll(state).toBe('paused')
    await page.locator('.bonus-head').getByText(bonuses.states.paused, { exact: true }).waitFor()
    await page.getByText(/Bonus .€20\.00/).click()
    await expect.poll(state).toBe('active')
    await page.locator('.bonus-head').getByText(bonuses.states.active, { exact: true }).waitFor()

    // A second one waits behind it.
    await page.getByRole('button', { name: bonuses.issued.take }).click()
    await asked(page).getByRole('button', { name: bonuses.activate.agree }).click()
    await page.getByRole('heading', { name: bonuses.queue.title }).waitFor()

    // Own money stands first and largest in the header, the bonus beside it with its edge.
    await page.locator('.head .wallet-sum').click()
    const menu = page.locator('.head .wallet .menu')
    expect(plain(await menu.locator('.purses-main dd').innerText())).toBe('€10.00')
    await menu.locator('.purse-bonus progress').waitFor()
    expect(said).toEqual([])
  })

  test('that comes while its page is on the way stands on it', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id: playerId } = await newPlayer(visitor)
    await visitor.open('/profile')
    await page.evaluate(
      () =>
        new Promise<void>((open) => {
          const stream = new EventSource('/stream')
          stream.addEventListener('hello', () => open())
          const heard = new Promise((done) => stream.addEventListener('bonuses', done))
          Object.assign(window, { heard })
        }),
    )
    // What the house knew before, told late.
    await page.route(
      '**/profile/bonuses.data*',
      async (route) => {
        const before = await route.fetch()
        await grantBonus({ playerId, amount: 2_000n })
        await page.evaluate(async () => Boolean(await Reflect.get(window, 'heard')))
        await route.fulfill({ response: before })
      },
      { times: 1 },
    )
    await go(page, home)
    await page.getByRole('button', { name: bonuses.issued.take }).waitFor()
  })

  longJourney('of the other tab is on its way: its boxes stand there, in every language', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPlayer(visitor, { locale: 'ru' })
    await visitor.open(`/ru${home}?tab=sports`)
    const answered = Promise.withResolvers<void>()
    await page.route('**/*.data*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.getByRole('link', { name: russian.tabs.casino, exact: true }).last().click()
    await page.locator('.bonus-open[aria-busy=true]').waitFor()
    answered.resolve()
    await page.getByText(russian.none.title, { exact: true }).waitFor()
    expect(await page.locator('.bonus-open').count()).toBe(0)
  })

  longJourney('whose amount changed meanwhile is asked about again', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id: playerId } = await newPlayer(visitor)
    await openBonus(visitor, { playerId, amount: 2_000n })
    await visitor.open(home)
    const question = asked(page)
    // As if the page had shown another amount than there is.
    await page.route(
      '**/api/bonuses.remove*',
      (route) => route.continue({ postData: (route.request().postData() ?? '').replace('20.00', '19.00') }),
      { times: 1 },
    )
    await page.getByRole('button', { name: bonuses.remove, exact: true }).click()
    await question.getByRole('button', { name: bonuses.removal.agree, exact: true }).click()
    await question.getByText(bonuses.removal.changed).waitFor()
    await question.getByRole('button', { name: /Give up .€20\.00/ }).click()
    await page.getByText(bonuses.none.title, { exact: true }).waitFor()
  })
})
