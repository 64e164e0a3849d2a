import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bonuses from '../content/messages/en/bonuses.json' with { type: 'json' }
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import notices from '../content/messages/en/notices.json' with { type: 'json' }
import russian from '../content/messages/ru/cashier.json' with { type: 'json' }
import { openBonus } from './bonus-steps.ts'
import { desktop, devices, inLong, longJourney, longJourneys, phone, pressTwice, visit } from './browser.ts'
import { askPayout, callApi, newPayee, operate, payIn } from './cashier-steps.ts'
import { inDatabase, newPlayer, password } from './new-player.ts'

const { withdraw, cancel, timeline, requisites } = cashier
const page0 = '/cashier/withdraw'

const amount = (page: Page) => page.locator('input[name=amount]')
const send = (page: Page) => page.locator('.cash-submit button').click()
const wrong = (page: Page) => page.locator('.cash-fields .hint-bad')
const method = (page: Page, name: string) => page.locator('.method', { hasText: name }).click()
const newDetails = (page: Page) => page.getByText(requisites.new, { exact: true }).click()
const done = (page: Page) => page.locator('.withdraw-done')
const statusOf = async (visitor: Parameters<typeof callApi>[0], id: string) =>
  (await callApi(visitor, 'cashier.getdepositinfo', { id }, 'GET')).data.status

/** Sessions that began so long ago want the password again. */
const growOld = (id: bigint) =>
  inDatabase((sql) =>
    sql
      .updateTable('auth_session')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('player_id', '=', id)
      .execute(),
  )

describe('taking money out', () => {
  test.each(devices('phone'))(
    'on %s goes back to where it came from, and is followed until it is paid',
    async (_where, device) => {
      await using visitor = await visit(device)
      const { page, said } = visitor
      await newPayee(visitor)
      await payIn(visitor, '100')
      await visitor.open(page0)
      await page.locator('.withdraw-available', { hasText: '€99.00' }).waitFor()
      await page.locator('.saved-line', { hasText: requisites.source }).waitFor()
      await amount(page).fill('40')
      await page.locator('.sum-lines', { hasText: '€39.60' }).waitFor()
      await send(page)
      await done(page).waitFor()
      const id = (await done(page).innerText()).match(/#(\d+)/)?.[1] ?? ''
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
      await page.locator('.withdraw-available', { hasText: '€59.00' }).waitFor()
      await operate('withdrawals', 'approve', id)
      // Without a touch the page hears that the payout went on.
      await done(page).locator('.steps > .is-done', { hasText: timeline.marks.paid }).waitFor({ timeout: 30_000 })
      expect(await statusOf(visitor, id)).toBe('paid')
      expect(said).toEqual([])
    },
  )

  longJourney('takes everything to the last cent, and nothing is left', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '25')
    await visitor.open(page0)
    await page.getByRole('button', { name: withdraw.everything, exact: true }).click()
    expect(await amount(page).inputValue()).toBe('24.75')
    await send(page)
    await done(page).waitFor()
    await page.locator('.withdraw-available', { hasText: '€0.00' }).waitFor()
    await page.locator('.withdraw-balance', { hasText: withdraw.held }).waitFor()
  })

  test('says at the amount what is wrong with it, and moves nothing', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(page0)
    await send(page)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
    for (const typed of ['0', '-1', '1e3', '12.5', '1,000', '9', '100', '9'.repeat(40)]) {
      await amount(page).fill(typed)
      await send(page)
      await wrong(page).waitFor()
      expect(await amount(page).inputValue()).toBe(typed)
    }
    await page.reload()
    await page.locator('.withdraw-available', { hasText: '€99.00' }).waitFor()
    expect(await page.locator('.open-payout').count()).toBe(0)
  })

  longJourney('pressed twice is one payout', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(page0)
    await amount(page).fill('20')
    await pressTwice(page.locator('.cash-submit button'))
    await done(page).waitFor()
    const { data } = await callApi(visitor, 'cashier.gethistory', { type: 'withdrawal' }, 'GET')
    expect(data.total).toBe(1)
  })

  test('that got no answer is sent again with the same key, and is still one', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(page0)
    // The first answer is lost on its way back.
    await page.route(
      '**/api/cashier.makewithdrawal*',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await amount(page).fill('20')
    await send(page)
    await page.getByText(withdraw.refusals.unknown).waitFor()
    expect(await amount(page).inputValue()).toBe('20')
    await send(page)
    await done(page).waitFor()
    const { data } = await callApi(visitor, 'cashier.gethistory', { type: 'withdrawal' }, 'GET')
    expect(data.total).toBe(1)
  })
})

describe('what stands in the way', () => {
  test('is a list with one thing to do at a time', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor, { isConfirmed: false, hasPassword: true })
    const needs = page.locator('.needs')
    const now = needs.locator('[data-state=now]')
    await visitor.open(page0)
    await now.getByText(withdraw.needs.deposit.title).waitFor()
    await now.getByRole('link', { name: withdraw.needs.deposit.link }).waitFor()

    await payIn(visitor, '50')
    await visitor.open(page0)
    await now.getByText(withdraw.needs.contact.title).waitFor()
    // A code is asked for as soon as the dialog opens: what is confirmed before it was would be refused.
    const sent = page.waitForResponse('**/api/account.sendconfirmationtocontact*')
    await now.getByRole('button', { name: withdraw.needs.contact.link }).click()
    await page.getByRole('dialog').waitFor()
    expect((await sent).ok()).toBe(true)

    const set = (values: Record<string, unknown>) =>
      inDatabase((sql) => sql.updateTable('account_player').set(values).where('id', '=', id).execute())
    await set({ email_confirmed_at: new Date() })
    await visitor.open(page0)
    await now.getByText(withdraw.needs.details.title).waitFor()
    await now.getByRole('button', { name: withdraw.needs.details.link }).click()
    await page.getByRole('dialog').getByLabel('First name', { exact: true }).waitFor()

    await set({ first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03' })
    await visitor.open(page0)
    await now.getByText(withdraw.needs.identity.title).waitFor()
    expect(await needs.locator('[data-state=done]').count()).toBe(3)
    await now.getByRole('link', { name: withdraw.needs.identity.link }).click()
    await page.waitForURL('**/profile/verification')
    expect(said).toEqual([])
  })

  longJourney('a large sum asks for one more check, and what was typed stays', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '3000')
    await visitor.open(page0)
    await amount(page).fill('2100')
    await send(page)
    await page.locator('.needs', { hasText: withdraw.needs.source.title }).waitFor()
    expect(await amount(page).inputValue()).toBe('2100')
    await page.getByRole('button', { name: withdraw.needs.source.link }).click()
    await page.getByRole('dialog').waitFor()
  })

  test.each(
    inLong([
      ['required', withdraw.refusals.validation],
      ['fraud', withdraw.refusals.fraudulent],
    ]),
  )('details in the state %s are told at the details', async (mood, text) => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPayee(visitor)
    const account = `${mood}+${id}@example.com`
    await payIn(visitor, '100')
    await visitor.open(page0)
    await method(page, cashier.methods.wallet.title)
    await newDetails(page)
    await page.locator('input[name=account]').fill(account)
    await amount(page).fill('20')
    await send(page)
    await page.locator('.notice-error', { hasText: text }).waitFor()
    expect(await page.locator('input[name=account]').inputValue()).toBe(account)
    await page.locator('.withdraw-available', { hasText: '€99.00' }).waitFor()
  })

  longJourney('details that are being checked keep the payout, and it goes on by itself', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id } = await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(page0)
    await method(page, cashier.methods.wallet.title)
    await newDetails(page)
    await page.locator('input[name=account]').fill(`checking+${id}@example.com`)
    await amount(page).fill('20')
    await send(page)
    await done(page).getByText(withdraw.done.checking).waitFor()
    await page.locator('.withdraw-available', { hasText: '€79.00' }).waitFor()
    const line = (await operate('details', 'list')).split('\n').find((each) => each.includes(`player ${id} `)) ?? ''
    await operate('details', 'accept', line.split(' ')[0] ?? '')
    await done(page).getByText(withdraw.done.text).waitFor()
    await visitor.open('/cashier/history')
    // News are asked for at the first touch.
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByText(notices.payoutAccepted.title).waitFor()
    expect(said).toEqual([])
  })

  longJourney('bonus money that would be lost is listed before, and kept by saying no', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPayee(visitor)
    await payIn(visitor, '100')
    await openBonus(visitor, { playerId: id, amount: 3_000n })
    await visitor.open(page0)
    await page.locator('.cash-form').getByText(bonuses.burns.stays).waitFor()
    await amount(page).fill('20')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await send(page)
    await question.getByText('€30.00').first().waitFor()
    await question.getByText(bonuses.burns.stays).waitFor()
    await question.getByRole('button', { name: bonuses.burns.reject }).click()
    await question.waitFor({ state: 'detached' })
    expect(await amount(page).inputValue()).toBe('20')
    expect(await page.locator('.open-payout').count()).toBe(0)
    await send(page)
    await question.getByRole('button', { name: /Withdraw .€20/ }).click()
    await done(page).waitFor()
    const { data } = await callApi(visitor, 'account.getBalance', {}, 'GET')
    expect(data.balance_bonus.amount).toBe('0.00')
  })

  longJourney('new details ask for the password when the session is old, and keep the form', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { id } = await newPayee(visitor)
    await payIn(visitor, '100')
    await growOld(id)
    await visitor.open(page0)
    await newDetails(page)
    await page.getByText(withdraw.passwordAhead).waitFor()
    await page.locator('input[name=account]').fill(`new-${id}@example.com`)
    await amount(page).fill('20')
    await send(page)
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name=password]').fill('not-the-one-1')
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('.hint-bad').waitFor()
    await dialog.locator('input[name=password]').fill(password)
    await dialog.locator('button[type=submit]').click()
    await done(page).waitFor()
  })

  longJourney('a method that is switched off stays in view and cannot be chosen', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    await payIn(visitor, '100')
    await visitor.open(page0)
    await operate('payments', 'off', 'sandbox', 'withdrawal')
    try {
      await amount(page).fill('20')
      await send(page)
      await page.getByText(withdraw.refusals.closed).waitFor()
      await visitor.open(page0)
      await page.getByText(withdraw.noMethods).waitFor()
      expect(await page.locator('.method input:disabled').count()).toBe(await page.locator('.method').count())
    } finally {
      await operate('payments', 'on', 'sandbox', 'withdrawal')
    }
  })
})

describe('an excluded player', () => {
  test('comes back for the balance alone: it is taken out, and nothing else is offered', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    const { login } = await newPayee(visitor)
    await payIn(visitor, '100')
    await callApi(visitor, 'account.selfExclude', { period: '7d' })
    await callApi(visitor, 'auth.login', { login, password, payout_only: '1' })
    await visitor.open(page0)
    await page.locator('.withdraw-available', { hasText: '€99.00' }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: cashier.deposit.title }).count()).toBe(0)
    await page.getByRole('button', { name: withdraw.everything, exact: true }).click()
    await send(page)
    await done(page).getByRole('link', { name: withdraw.done.receipt }).click()
    await page.locator('.receipt').waitFor()
    await page.getByRole('link', { name: cashier.receipt.history }).click()
    await page.locator('.open-payout').waitFor()
    expect(await page.locator('.sums').count()).toBe(0)
    expect(said).toEqual([])
  })
})

longJourneys('a payout that waits', () => {
  test('can be taken back by a quiet button, after one question', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    const { account } = await payIn(visitor, '100')
    await askPayout(visitor, '30', account)
    await visitor.open(page0)
    await page.locator('.open-payout').getByRole('button', { name: cancel.button }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByText(cancel.title).waitFor()
    await question.getByRole('button', { name: cancel.agree }).click()
    await page.locator('.open-payout').waitFor({ state: 'detached' })
    await page.locator('.withdraw-available', { hasText: '€99.00' }).waitFor()
  })

  test('reads in Russian without breaking the page at 320 pixels', async () => {
    await using visitor = await visit({ viewport: { width: 320, height: 700 } })
    const { page } = visitor
    await newPayee(visitor, { locale: 'ru' })
    await payIn(visitor, '100')
    await visitor.open(`/ru${page0}`)
    await page.locator('#content').getByText(russian.withdraw.available).waitFor()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over).toBe(0)
  })
})
