import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import tournaments from '../content/messages/en/tournaments.json' with { type: 'json' }
import russian from '../content/messages/ru/tournaments.json' with { type: 'json' }
import { field, fillSignIn, submit, toast } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, phone, siteUrl, visit } from './browser.ts'
import { callApi, newPayee, payIn } from './cashier-steps.ts'
import { newCup, resultHash, winCup } from './cup-steps.ts'
import { launch, overSeven, plain, play } from './game-steps.ts'
import { newPlayer, password } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const { own, joining, leaving, board, joinReasons, rounds, result } = tournaments

const strip = (page: Page) => page.getByRole('region', { name: own.label })
const button = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true })

test('a guest reads a tournament, signs in on its page and joins', async () => {
  const cup = await newCup()
  await using visitor = await visit({ ...phone, ...checked })
  const { page } = visitor
  const { login } = await newPlayer(visitor, { hasPassword: true })
  await page.context().clearCookies()
  await visitor.open('/tournaments')
  await page.getByRole('heading', { level: 2, name: 'Ember Cup' }).getByRole('link').waitFor()
  expect(await faultsOf(page, 'main')).toEqual([])
  await visitor.open(`/tournaments/${cup}`)
  await page.getByText(board.none).waitFor()
  await page.getByText(tournaments.rules.ties).waitFor()
  expect(await faultsOf(page, 'main')).toEqual([])
  await strip(page).getByRole('link', { name: tournaments.logIn }).click()
  await field(page, 'login').waitFor()
  await fillSignIn(page, login, password)
  await submit(page)
  await button(page, tournaments.join).click()
  await toast(page, joining.doneText).waitFor()
  await strip(page).getByText(own.noScore).waitFor()
  await page.getByRole('row', { name: board.you }).waitFor()
  expect(visitor.said).toEqual([])
})

test('a round moves the board by itself; one that does not count says why; a payout says what it resets; one leaves', async () => {
  const cup = await newCup({ min_units: 5, reset_on_cashout: true })
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  await newPayee(visitor)
  await payIn(visitor, '100')
  await visitor.open(`/tournaments/${cup}`)
  await button(page, tournaments.join).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(joining.resets).waitFor()
  await question.getByRole('button', { name: joining.agree, exact: true }).click()
  await strip(page).getByText(own.noScore).waitFor()

  await using guest = await visit(desktop)
  await guest.open(`/tournaments/${cup}`)
  const dice = await launch(visitor, 'twin-dice')
  const standsOn = async () =>
    (await callApi(visitor, 'tournaments.getRounds', { tournament_id: cup }, 'GET')).data.stands_on
  for (let tries = 0; tries < 60 && (await standsOn()) === null; tries += 1) await play(visitor, dice, overSeven)
  await play(visitor, dice, overSeven, undefined, '0.20')
  const { multiple } = await standsOn()
  // Nothing is pressed: the stream says that the board is another one.
  const row = page.getByRole('row', { name: board.you })
  await expect.poll(async () => plain(await row.innerText()), { timeout: 30_000 }).toContain(`×${multiple}`)
  await guest.page.locator('.cup-board').getByText(`×${multiple}`).waitFor()
  const list = page.getByRole('list', { name: 'Your rounds: what counted' })
  await list.getByText(rounds.makes).first().waitFor()
  await list.getByText(/^The stake is below \W*€1\W*$/).waitFor()
  expect(await faultsOf(page, 'main')).toEqual([])

  await visitor.open('/game/twin-dice#real')
  await page.locator('.game-side').getByText(`×${multiple}`).waitFor()
  await visitor.open('/cashier/withdraw')
  await page.getByText(tournaments.cashout.title).waitFor()
  await page.getByText(`×${multiple}`).waitFor()

  await visitor.open(`/tournaments/${cup}`)
  await button(page, own.leave).click()
  await question.getByText(leaving.running).waitFor()
  await question.getByRole('button', { name: leaving.agree, exact: true }).click()
  await strip(page).getByText(own.left).waitFor()
  await strip(page).getByText(joinReasons.LEFT).waitFor()
  await row.waitFor({ state: 'detached' })
  await guest.page.getByText(board.none).waitFor()
})

test('the last place that another took is said in words, and what joining costs is asked about and paid once', async () => {
  const [small, paid] = [await newCup({ most_players: 1 }), await newCup({ fee_points: 500 })]
  await using visitor = await visit(desktop)
  const { page } = visitor
  const { id } = await newPlayer(visitor)
  await visitor.open(`/tournaments/${small}`)
  await button(page, tournaments.join).waitFor()
  {
    await using quicker = await visit(desktop)
    await newPlayer(quicker)
    await callApi(quicker, 'tournaments.participate', { tournament_id: small })
  }
  await button(page, tournaments.join).click()
  await strip(page).getByText(joinReasons.FULL).waitFor()

  await visitor.open(`/tournaments/${paid}`)
  await strip(page).getByText('It costs 500 points. You have 0.').waitFor()
  await strip(page).getByRole('link', { name: tournaments.ways.points }).waitFor()
  await addMoney(id, 700n, { kind: 'points', currency: 'PTS' })
  await visitor.open(`/tournaments/${paid}`)
  await button(page, tournaments.join).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(joining.back).waitFor()
  await question.getByRole('button', { name: 'Join for 500 points' }).dblclick()
  await toast(page, joining.doneText).waitFor()
  await button(page, own.leave).waitFor()
  const { data } = await callApi(visitor, 'loyalty.getinfo', {}, 'GET')
  expect(data.points).toBe(200)
})

test('an answer that was lost leaves no doubt: the page looks how things stand', async () => {
  const cup = await newCup()
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open(`/tournaments/${cup}`)
  await page.route('**/api/tournaments.participate*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, tournaments.join).click()
  await button(page, own.leave).waitFor()
  await strip(page).getByText(own.noScore).waitFor()
})

test('a finished one shows podium, prize and a result to check, also without a script', async () => {
  const cup = await newCup()
  await using winner = await visit(phone)
  const { id } = await newPlayer(winner)
  await callApi(winner, 'tournaments.participate', { tournament_id: cup })
  await winCup(cup, id)
  await winner.open(`/tournaments/${cup}`)
  await strip(winner.page).getByText(tournaments.prizeStates.paid.cash).waitFor()
  expect(winner.said).toEqual([])

  await using reader = await visit({ ...desktop, javaScriptEnabled: false })
  const { page } = reader
  await page.goto(`/ru/tournaments/${cup}`)
  const podium = page.getByRole('list', { name: russian.podium })
  expect(plain(await podium.innerText())).toContain('×123.40')
  expect(await page.locator('.cup-hash').innerText()).toBe(resultHash)
  const file = await page.getByRole('link', { name: russian.result.file }).getAttribute('href')
  expect(await (await fetch(siteUrl() + file)).text()).toMatch(/^1\tOwn\w+\t12340\t\d{13}\n$/)
  expect(await page.getByText(result.how).count()).toBe(0)
  await page.goto('/tournaments/999999999')
  expect(await page.title()).not.toContain('999999999')
})
