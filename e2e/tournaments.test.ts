import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import tournaments from '../content/messages/en/tournaments.json' with { type: 'json' }
import spanish from '../content/messages/es/tournaments.json' with { type: 'json' }
import russian from '../content/messages/ru/tournaments.json' with { type: 'json' }
import { field, fillSignIn, submit, toast } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, inShort, siteUrl, visit } from './browser.ts'
import { callApi, newPayee, payIn } from './cashier-steps.ts'
import { endNow, fingerprintOf, newCup, playToScore, tabTo, worded } from './cup-steps.ts'
import { isCalm, isReady, launch, overSeven, plain, play, stageOf } from './game-steps.ts'
import { newPlayer, password } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const { own, joining, leaving, board, joinReasons, rounds, result } = tournaments

const strip = (page: Page, words = own) => page.getByRole('region', { name: words.label })
const button = (page: Page, name: string, words = own) => strip(page, words).getByRole('button', { name, exact: true })

const languages = inShort('en', [
  ['en', tournaments],
  ['es', spanish],
  ['ru', russian],
])
const everywhere = devices('phone').flatMap(([where, device]) =>
  languages.map(([locale, words]) => [where, locale, device, words] as const),
)

test.each(everywhere)(
  'on %s, in %s, a guest reads a tournament, signs in on its page and joins',
  async (_where, locale, device, words) => {
    const cup = await newCup()
    const home = locale === 'en' ? '/tournaments' : `/${locale}/tournaments`
    await using visitor = await visit({ ...device, ...checked })
    const { page } = visitor
    const { login } = await newPlayer(visitor, { hasPassword: true, locale })
    await page.context().clearCookies()
    await visitor.open(home)
    await page.locator('.offer-card .cup-title').first().waitFor()
    expect(await faultsOf(page, 'main')).toEqual([])
    await visitor.open(`${home}/${cup}`)
    await page.getByText(words.board.none).waitFor()
    await page.getByText(words.rules.ties).waitFor()
    expect(await faultsOf(page, 'main')).toEqual([])
    await strip(page, words.own).getByRole('link', { name: words.logIn }).click()
    await field(page, 'login').waitFor()
    await fillSignIn(page, login, password)
    await submit(page)
    await button(page, words.join, words.own).click()
    await toast(page, worded(words.joining.doneText, {}, locale)).waitFor()
    await strip(page, words.own)
      .getByText(worded(words.own.noScore, {}, locale))
      .waitFor()
    await page.locator('tr.is-own').getByText(words.board.you).waitFor()
    expect(visitor.said).toEqual([])
  },
)

test.each(devices('desktop'))('on %s one joins, stays and leaves by the keyboard alone', async (_where, device) => {
  const cup = await newCup({ reset_on_cashout: true })
  await using visitor = await visit(device)
  const { page } = visitor
  const { keyboard } = page
  await newPlayer(visitor)
  await visitor.open(`/tournaments/${cup}`)
  // The first stop is the way past the head of the page.
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  const answer = async (name: string) => {
    await tabTo(visitor, question.getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
  }
  await tabTo(visitor, button(page, tournaments.join))
  await keyboard.press('Enter')
  await answer(joining.agree)
  const leave = button(page, own.leave)
  await tabTo(visitor, leave)
  await keyboard.press('Enter')
  await question.waitFor()
  await keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  // The focus is where it was: nothing has to be looked for again.
  await expect.poll(() => leave.evaluate((element) => element === document.activeElement)).toBe(true)
  await keyboard.press('Enter')
  await answer(leaving.agree)
  await strip(page).getByText(own.left).waitFor()
})

test.each(devices('desktop'))(
  'on %s a round moves the board by itself; one that does not count says why; a payout says what it resets; one leaves',
  async (_where, device) => {
    const cup = await newCup({ min_units: 5, reset_on_cashout: true })
    await using visitor = await visit({ ...device, ...checked })
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(`/tournaments/${cup}`)
    await button(page, tournaments.join).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(joining.resets).waitFor()
    await question.getByRole('button', { name: joining.agree, exact: true }).click()
    await strip(page).getByText(worded(own.noScore)).waitFor()

    await using guest = await visit(desktop)
    await guest.open(`/tournaments/${cup}`)
    const dice = await launch(visitor, 'twin-dice')
    const multiple = await playToScore(visitor, cup, dice)
    await play(visitor, dice, overSeven, undefined, '0.20')
    // Nothing is pressed: the stream says that the board is another one.
    const row = page.getByRole('row', { name: board.you })
    await expect.poll(async () => plain(await row.innerText()), { timeout: 30_000 }).toContain(`×${multiple}`)
    await guest.page.locator('.cup-board').getByText(`×${multiple}`).waitFor()
    const list = page.getByRole('list', { name: 'Your rounds: what counted' })
    await list.getByText(rounds.makes).first().waitFor()
    await list.getByText(/^The stake is below \W*€1\W*$/).waitFor()
    expect(await faultsOf(page, 'main')).toEqual([])

    // The frame of a game plays: it asks for nothing of any club.
    const asked: string[] = []
    page.on('request', (request) => {
      if (!request.isNavigationRequest() && request.frame() !== page.mainFrame()) asked.push(request.url())
    })
    await visitor.open('/game/twin-dice#real')
    await page.locator('.game-side').getByText(`×${multiple}`).waitFor({ state: 'attached' })
    await isReady(page)
    await isCalm(page)
    await stageOf(page).locator('.st-main').click()
    await expect.poll(() => asked.filter((url) => url.includes('/api/rounds.')).length).toBeGreaterThan(0)
    await isCalm(page)
    expect(asked.filter((url) => /loyalty|tournament/i.test(url))).toEqual([])
    await visitor.open('/cashier/withdraw')
    await page.getByText(tournaments.cashout.title).waitFor()
    await page.getByText(`×${multiple}`).waitFor()

    await visitor.open(`/tournaments/${cup}`)
    await button(page, own.leave).click()
    await question.getByText(worded(leaving.running, { fee: 'no' })).waitFor()
    await question.getByRole('button', { name: leaving.agree, exact: true }).click()
    await strip(page).getByText(own.left).waitFor()
    await strip(page).getByText(joinReasons.LEFT).waitFor()
    await row.waitFor({ state: 'detached' })
    await guest.page.getByText(board.none).waitFor()
  },
)

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
  await toast(page, worded(joining.doneText)).waitFor()
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
  await strip(page).getByText(worded(own.noScore)).waitFor()
})

test.each(devices('phone'))(
  'on %s a finished one shows podium, prize and a result to check, also without a script',
  async (_where, device) => {
    const cup = await newCup()
    await using winner = await visit({ ...device, ...checked })
    const { id } = await newPlayer(winner)
    await addMoney(id, 100_00n)
    await callApi(winner, 'tournaments.participate', { tournament_id: cup })
    const multiple = await playToScore(winner, cup, await launch(winner, 'twin-dice'))
    await endNow(cup)
    await winner.open(`/tournaments/${cup}`)
    await strip(winner.page).getByText(tournaments.prizeStates.paid.cash).waitFor()
    expect(await faultsOf(winner.page, 'main')).toEqual([])
    expect(winner.said).toEqual([])

    await using reader = await visit({ ...device, javaScriptEnabled: false })
    const { page } = reader
    await page.goto(`/ru/tournaments/${cup}`)
    const podium = page.getByRole('list', { name: russian.podium })
    expect(plain(await podium.innerText())).toContain(`×${multiple}`)
    const link = await page.getByRole('link', { name: russian.result.file }).getAttribute('href')
    const file = await (await fetch(siteUrl() + link)).text()
    const [, name = '', score] = /^1\t(Own\w+)\t(\d+)\t\d{13}\n$/.exec(file) ?? []
    expect(score).toBe(multiple.replace('.', ''))
    // The page promises that the fingerprint is of these lines, with account numbers.
    expect(await page.locator('.cup-hash').innerText()).toBe(fingerprintOf(file, { [name]: id }))
    expect(await page.getByText(result.how).count()).toBe(0)
    await page.goto('/tournaments/999999999')
    expect(await page.title()).not.toContain('999999999')
  },
)
