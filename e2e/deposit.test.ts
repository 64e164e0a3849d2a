import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import system from '../content/messages/en/system.json' with { type: 'json' }
import spanish from '../content/messages/es/cashier.json' with { type: 'json' }
import russian from '../content/messages/ru/cashier.json' with { type: 'json' }
import { desktop, devices, inShort, longJourney, phone, siteUrl, type Visit, visit } from './browser.ts'
import { callApi, operate, payIn } from './cashier-steps.ts'
import { newPlayer } from './new-player.ts'

const { deposit, outcome, problems, amount, limitPrompt, barriers, qr } = cashier
const home = '/cashier/deposit'

/** Amounts are isolated by invisible signs. */
const withAmount = (text: string, figures: string) =>
  new RegExp(`^${text.replace(/\{\w+\}/g, `.?${figures.replace(/[$.]/g, '\\$&')}.?`)}$`)
const button = (page: Page, figures: string) => page.getByRole('button', { name: withAmount(deposit.submit, figures) })
const fill = (page: Page, sum: string) => page.locator('input[name=amount]').fill(sum)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const later = (page: Page) => page.getByRole('button', { name: limitPrompt.notNow }).click()

/** What the player decides at the provider, without its page. */
const decide = ({ page }: Visit, url: string, word: string) =>
  page.request.post(new URL(url, siteUrl()).href, { form: { outcome: word }, maxRedirects: 0 })

const historyOf = async (visitor: Visit) =>
  (await callApi(visitor, 'cashier.gethistory', { type: 'deposit', count: '50' }, 'GET')).data.items
const infoOf = async (visitor: Visit, id: number) =>
  (await callApi(visitor, 'cashier.getdepositinfo', { id: String(id) }, 'GET')).data

/** An unpaid deposit by card, made without the page. */
async function begin(visitor: Visit, sum = '20') {
  const { data } = await callApi(visitor, 'cashier.makedeposit', { method: 'card', amount: sum })
  return { id: Number(data.transaction.id), url: String(data.action.url) }
}

describe.each(devices('phone'))('on %s', (_where, device) => {
  test('I pay by card, close the page of the provider, find the deposit again and finish it', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { country: 'DE' })
    await visitor.open(home)
    await page.getByRole('button', { name: /€20\W*$/ }).click()
    await button(page, '€20').click()
    await page.getByRole('dialog', { name: limitPrompt.title }).waitFor()
    await later(page)
    await page.waitForURL(/\/sandbox\/payment\//)

    await visitor.open(home)
    await page.getByText(withAmount(deposit.unfinished, '€20.00')).waitFor()
    await page.getByRole('link', { name: deposit.continue }).click()
    await heading(page, outcome.unfinished.title)
    await page.getByRole('link', { name: outcome.action.go }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(/\/cashier\/paysuccess\/\d+/)
    await heading(page, system.paySuccess.header)
    const facts = page.locator('.outcome-facts')
    expect(await facts.textContent()).toMatch(/€20\.00.*€20\.00/)
    await page.getByText(outcome.secondFactor.text).waitFor()
    expect(await page.getByRole('link', { name: system.paySuccess.button }).getAttribute('href')).toBe('/gamehall')

    await visitor.open(home)
    expect(await page.getByText(withAmount(deposit.unfinished, '€20.00')).count()).toBe(0)
    // Asked once in a life.
    await fill(page, '10')
    await button(page, '€10').click()
    await page.waitForURL(/\/sandbox\/payment\//)
    expect(said).toEqual([])
  })

  longJourney('I confirm on my phone in yen; a failure keeps the method and the amount', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { currency: 'JPY' })
    await visitor.open(`${home}/wallet`)
    await fill(page, '3000')
    await page.locator('input[name=account]').fill('mine@example.com')
    expect(await page.locator('.sum-lines').textContent()).toMatch(/¥3,000.*¥30.*¥2,970/)
    await button(page, '¥3,000').click()
    await later(page)
    await page.waitForURL(/\/cashier\/paymobile\?transaction=\d+/)
    await heading(page, system.payMobile.header)
    await page.locator('img.qr').waitFor()
    const url = await page.getByRole('link', { name: outcome.action.here }).getAttribute('href')
    await decide(visitor, url ?? '', 'fail')
    await heading(page, system.payFail.header)
    await page.getByText(cashier.reasons.DECLINED_BY_BANK).waitFor()
    await page.getByRole('link', { name: outcome.again }).click()
    await page.waitForURL(/\/cashier\/deposit\/wallet/)
    expect(await page.locator('input[name=amount]').inputValue()).toBe('3000')
    expect(await page.locator('.method :checked').getAttribute('value')).toBe('wallet')
    expect(said).toEqual([])
  })

  test('I pay in coins with six decimals by a code, and the page goes on by itself', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { currency: 'USDT' })
    await visitor.open(`${home}?backUrl=%2Fabout`)
    await fill(page, '25')
    await button(page, '₮25').click()
    await later(page)
    await page.getByRole('img', { name: qr.code }).waitFor()
    const [entry] = await historyOf(visitor)
    const { action } = await infoOf(visitor, entry.id)
    expect(await page.locator('.qr-text code').textContent()).toBe(action.code)
    await decide(visitor, action.url, 'success')
    await page.waitForURL(/\/cashier\/paysuccess\//)
    expect(await page.locator('.outcome-facts').textContent()).toContain('₮25.000000')
    // The way back is this payment's alone: it is offered here, and the next payment has none.
    expect(await page.getByRole('link', { name: outcome.back }).getAttribute('href')).toBe('/about')
    expect(await page.evaluate(() => sessionStorage.getItem('backUrl'))).toBeNull()
    expect(said).toEqual([])
  })

  longJourney('my bank opens in a window of its own, and this page follows', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { country: 'DE' })
    await visitor.open(`${home}/bank`)
    await fill(page, '40')
    await button(page, '€40').click()
    // The bank is missing, and nothing was sent.
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
    await page.getByRole('combobox', { name: cashier.requisites.bank.label, exact: true }).click()
    await page.getByRole('option').first().click()
    const opened = page.context().waitForEvent('page')
    await button(page, '€40').click()
    await later(page)
    const bank = await opened
    await page.waitForURL(/\/cashier\/paynewwindow/)
    await heading(page, system.payNewWindow.header)
    await bank.getByRole('button', { name: 'Pay' }).click()
    await heading(page, system.paySuccess.header)
    expect(said).toEqual([])
  })
})

test.each(
  inShort('ru', [
    ['en', '', cashier, '/sandbox/payment/'],
    ['es', '/es', spanish, '/sandbox/payment/'],
    ['ru', '/ru', russian, '/sandbox/payment/'],
  ] as const),
)('I pay from an account by a form in %s, and cancel there', async (locale, base, text, address) => {
  await using visitor = await visit({ viewport: { width: 320, height: 640 } })
  const { page, said } = visitor
  await newPlayer(visitor, { locale })
  await visitor.open(`${base}${home}/iban`)
  await fill(page, '50')
  await page.locator('input[name=iban]').pressSequentially('de89370400440532013001')
  await page.locator('input[name=name]').fill('Ana Gil')
  await page.locator('.hint-bad').first().waitFor()
  await page.locator('input[name=iban]').fill('DE89370400440532013000')
  expect(await page.locator('input[name=iban]').inputValue()).toBe('DE89 3704 0044 0532 0130 00')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.locator('.cash-submit button').click()
  await page.getByRole('button', { name: text.limitPrompt.notNow }).click()
  await page.waitForURL((url) => url.pathname.startsWith(address))
  await page.getByRole('button', { name: /Cancel/ }).click()
  await page.waitForURL(/\/cashier\/paycancel\?transaction=\d+/)
  await page.getByRole('link', { name: text.outcome.again }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(said).toEqual([])
})

test('every bad amount is told at its field, and nothing is sent', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await newPlayer(visitor)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('makedeposit') && sent.push(request.url()))
  await visitor.open(home)
  const { errors } = amount
  const cases = [
    ['', errors.REQUIRED],
    ['0', errors.FORMAT],
    ['-1', errors.FORMAT],
    ['1e3', errors.FORMAT],
    ['0.001', errors.FORMAT],
    ['1,000', errors.FORMAT],
    ['9', errors.TOO_SMALL],
    ['9'.repeat(40), errors.TOO_LARGE],
  ] as const
  for (const [typed, text] of cases) {
    await fill(page, typed)
    await page.locator('.cash-submit button').click()
    await page.locator('.amount .hint-bad').getByText(withAmount(text, '€[\\d,]+')).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount')
  }
  expect(sent).toEqual([])
  expect(said).toEqual([])
})

test('an address that claims success is not believed', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await newPlayer(visitor)
  const { id, url } = await begin(visitor)
  await visitor.open(`/cashier/paysuccess/${id}`)
  await heading(page, outcome.unfinished.title)
  await visitor.open(`/cashier/payfail/${id}`)
  await heading(page, outcome.unfinished.title)
  await decide(visitor, url, 'success')
  await heading(page, system.paySuccess.header)

  await using other = await visit(desktop)
  await newPlayer(other)
  await other.open(`/cashier/paysuccess/${id}`)
  await heading(other.page, outcome.unknown.title)
  await other.open('/cashier/paypending/999999999')
  await heading(other.page, outcome.unknown.title)
  expect(await other.page.getByRole('link', { name: outcome.unknown.go }).getAttribute('href')).toBe('/cashier/history')
  expect([...said, ...other.said]).toEqual([])
})

longJourney('two tabs agree: what is paid in one is known in the other', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  const { id, url } = await begin(visitor)
  await visitor.open(home)
  await page.getByText(withAmount(deposit.unfinished, '€20.00')).waitFor()
  const second = await page.context().newPage()
  await second.goto(`/cashier/paypending/${id}`)
  await heading(second, outcome.unfinished.title)
  await decide(visitor, url, 'success')
  await heading(second, system.paySuccess.header)
  await page.getByText(withAmount(deposit.unfinished, '€20.00')).waitFor({ state: 'detached' })
})

longJourney('an answer that got lost is asked for again with the same key: one deposit', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open(`${home}/wallet`)
  await fill(page, '20')
  await page.locator('input[name=account]').fill('lost@example.com')
  await page.route(
    /cashier\.makedeposit/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button(page, '€20').click()
  await later(page)
  await page.getByText(problems.sameAgain).waitFor()
  expect(await page.locator('input[name=account]').inputValue()).toBe('lost@example.com')
  await button(page, '€20').click()
  await page.waitForURL(/\/cashier\/paymobile/)
  expect(await historyOf(visitor)).toHaveLength(1)
})

test.each(
  inShort('a provider that is down', [
    ['a provider that says no', 'decline@example.com', problems.declined],
    ['a provider that is down', 'down@example.com', problems.silence],
  ]),
)('%s: nothing was taken, and the form is as I left it', async (_, account, text) => {
  await using visitor = await visit(phone)
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open(`${home}/wallet`)
  await fill(page, '20')
  await page.locator('input[name=account]').fill(account)
  await button(page, '€20').click()
  await later(page)
  await page.getByRole('alert').getByText(text).waitFor()
  expect(await page.locator('input[name=amount]').inputValue()).toBe('20')
  expect(await page.locator('input[name=account]').inputValue()).toBe(account)
})

longJourney(
  'my own limit: set before the first deposit, told when it is passed, and closed when it is used up',
  async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await newPlayer(visitor)
    await visitor.open(home)
    await fill(page, '50')
    await button(page, '€50').click()
    await page.getByRole('button', { name: limitPrompt.set }).click()
    await page.getByRole('dialog').locator('input[inputmode=decimal]').fill('60')
    await page.getByRole('button', { name: 'Set limit' }).click()
    await page.locator('.limit-box').waitFor()
    expect(await historyOf(visitor)).toHaveLength(0)
    await fill(page, '70')
    await button(page, '€70').click()
    await page.getByRole('alert').getByText(barriers.limit.over).waitFor()
    await page.locator('.amount .hint-bad').getByText(amount.errors.OVER_LIMIT).waitFor()
    await fill(page, '60')
    await button(page, '€60').click()
    await page.waitForURL(/\/sandbox\/payment\//)
    await visitor.open(home)
    await page.getByText(barriers.limit.title).waitFor()
    await page.locator('.empty time').waitFor()
  },
)

test('card details stay in the frame of the provider; a page that only claims to be it is not heard', async () => {
  await using visitor = await visit(desktop)
  const { page, said } = visitor
  await newPlayer(visitor)
  await visitor.open(`${home}/card`)
  await fill(page, '20')
  await page.getByRole('button', { name: cashier.requisites.card_token.here }).click()
  const frame = page.frameLocator('iframe')
  await frame.locator('input[name=number]').waitFor()
  await page.evaluate(() => window.postMessage({ type: 'card', token: 'stolen_token_1', mask: '999999...9999' }, '*'))
  await frame.locator('input[name=number]').fill('4242424242424242')
  await frame.locator('input[name=expiry]').fill('12/40')
  await frame.locator('input[name=cvc]').fill('123')
  await frame.locator('input[name=holder]').fill('Ana Gil')
  await frame.getByRole('button').click()
  await page.getByText('•••• 4242').waitFor()
  expect(await page.getByText('•••• 9999').count()).toBe(0)
  await page.getByRole('button', { name: cashier.requisites.card_token.change }).click()
  await frame.locator('input[name=number]').waitFor()
  expect(said).toEqual([])
})

longJourney('details I have used before are offered first', async () => {
  await using visitor = await visit(phone)
  const { page } = visitor
  await newPlayer(visitor)
  const { account } = await payIn(visitor, '20')
  await visitor.open(`${home}/wallet`)
  const saved = page.getByRole('radio', { name: new RegExp(`@|${account.slice(0, 1)}`) }).first()
  await saved.waitFor()
  expect(await page.locator('.saved :checked').count()).toBe(1)
  expect(await page.locator('input[name=account]').count()).toBe(0)
  await fill(page, '30')
  await button(page, '€30').click()
  await page.waitForURL(/\/cashier\/paymobile/)
})

test('a method that does not exist, or is not for my currency, has no page', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  expect((await page.goto(`${home}/nothing`))?.status()).toBe(404)
  expect((await page.goto(`${home}/pix`))?.status()).toBe(404)
})

longJourney('a provider that was switched off stays in view and cannot be chosen', async () => {
  await using visitor = await visit(phone)
  const { page } = visitor
  await newPlayer(visitor, { currency: 'USDT' })
  await operate('payments', 'off', 'coins', 'deposit')
  try {
    await visitor.open(home)
    await page.getByText(cashier.methodAway).waitFor()
    expect(await page.locator('.method input:disabled').count()).toBe(1)
    await page.getByText(deposit.allAway).waitFor()
  } finally {
    await operate('payments', 'on', 'coins', 'deposit')
  }
})
