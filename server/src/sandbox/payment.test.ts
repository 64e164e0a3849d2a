import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { addPayer } from '../test/cashier.ts'
import { freePort } from '../test/http-browser.ts'
import { allRows } from '../test/rows.ts'
import { isTronAddress } from '../tron-address.ts'
import { openPaymentCards } from './payment-cards.ts'
import { checkOf, pixCode } from './pix-code.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const node = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin, LOG_LEVEL: 'trace' } })
const { app, db, as, secrets, config, lines, send } = node
await app.listen({ port, host: '127.0.0.1' })
const closed = await testApp({ env: { SANDBOX: 'off' } })

const secret = secrets.paymentSecret.current
const sign = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex')

async function deposit(wish: Record<string, string>, wished: Parameters<typeof addPayer>[1] = {}) {
  const payer = await addPayer(node, wished)
  await sql`delete from http_rate_limit`.execute(db.sql)
  const { json } = await as(payer.cookie).post('cashier.makedeposit', { amount: '20', ...wish })
  const { transaction, action } = json.data
  const look = async () => (await as(payer.cookie).get('cashier.getdepositinfo', { id: transaction.id })).json.data
  return { payer, id: String(transaction.id), action, look }
}
const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const frameUrl = new URL(node.parts.payments.get('sandbox')?.frameUrl ?? '')
const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', holder: 'ANNA PAYER' }
const tokenOf = async (number: string) => (await (await post(frameUrl.href, { ...card, number })).json()).token

describe('the API', () => {
  type Change = { merchant?: string; key?: string; path?: string; body?: string; timestamp?: string; method?: string }
  const ask = (change: Change = {}) => {
    const [path, body] = ['/payees/check', '{"method":"wallet","currency":"EUR","details":{}}']
    const timestamp = change.timestamp ?? String(Math.floor(Date.now() / 1000))
    const text = `${change.method ?? 'POST'}\n${change.path ?? path}\n${timestamp}\n${change.body ?? body}`
    const headers = {
      'content-type': 'application/json',
      'x-merchant': change.merchant ?? config.paymentMerchant,
      'x-timestamp': timestamp,
      'x-signature': sign(text, change.key),
    }
    return send({ method: 'POST', url: `/sandbox/payment${path}`, payload: body, headers })
  }

  test('takes what is signed', async () => {
    expect(await ask()).toMatchObject({ status: 200, json: { verdict: 'ok' } })
  })

  const ago = String(Math.floor(Date.now() / 1000) - 3_600)
  test.each<[string, Change]>([
    ['another merchant', { merchant: 'somebody' }],
    ['another key', { key: 'another' }],
    ['the signature of another path', { path: '/payouts' }],
    ['the signature of another body', { body: '{}' }],
    ['the signature of another verb', { method: 'GET' }],
    ['an old signature', { timestamp: ago }],
    ['no time', { timestamp: '' }],
  ])('does not take %s', async (_what, change) => {
    expect((await ask(change)).status).toBe(401)
  })

  test('every address of it wants a proof', async () => {
    for (const [method, url] of [
      ['POST', '/sandbox/payment/payments'],
      ['GET', '/sandbox/payment/payments'],
      ['GET', '/sandbox/payment/payments/x'],
      ['POST', '/sandbox/payment/payouts'],
      ['GET', '/sandbox/payment/payouts/x'],
      ['POST', '/sandbox/payment/refunds'],
      ['POST', '/sandbox/payment/payees/check'],
      ['GET', '/sandbox/payment/banks?currency=EUR'],
    ] as const) {
      expect([url, (await send({ method, url })).status]).toEqual([url, 401])
    }
    expect((await send({ url: '/sandbox/coins/v1/orders/x' })).status).toBe(403)
  })

  test('nothing of it exists while the sandbox is off', async () => {
    for (const url of [
      '/sandbox/payment/frame',
      '/sandbox/payment/mood',
      '/sandbox/coins/mood',
      '/hooks/payment/sandbox',
    ]) {
      const answer = await closed.send({ method: 'POST', url, payload: 'x' })
      expect([404, 405]).toContain(answer.status)
    }
    expect([...closed.parts.payments.keys()]).toEqual([])
  })
})

test('an operator’s own providers take the place of the stand-ins, under names of their own', async () => {
  const env = { SANDBOX: 'off', PAYMENT_URL: 'https://pay.example/v2/', COINS_URL: 'https://coins.example' }
  const { parts } = await testApp({ env, beside: node })
  expect([...parts.payments.keys()]).toEqual(['gateway', 'coins'])
  expect(parts.payments.get('gateway')?.frameUrl).toMatch(/^https:\/\/pay\.example\/v2\/frame\?/)
})

describe('the card frame', () => {
  test('stands in our own pages and nobody else’s', async () => {
    const page = await fetch(frameUrl)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(page.status).toBe(200)
    expect(policy).toContain(`frame-ancestors ${origin};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(`const to="${origin}"`)
    expect(html).not.toMatch(/postMessage\([^)]*,\s*['"]\*/)
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['everybody', { origin: '*' }],
    ['another merchant', { merchant: 'somebody' }],
    ['another signature', { signature: sign('frame\nhttps://evil.example', 'x') }],
    ['a signed rule of its own', { origin: "'self' *", signature: sign("frame\n'self' *") }],
  ])('is not there for %s', async (_what, change) => {
    const url = new URL(frameUrl)
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
    expect((await fetch(url)).status).toBe(404)
    expect((await post(url.href, card)).status).toBe(404)
  })

  test('makes the same token of the same card, and no number can be read from it', async () => {
    const answer = await (await post(frameUrl.href, card)).json()
    expect(answer).toEqual({ token: expect.stringMatching(/^[\w-]{8,200}$/), mask: '424242...4242' })
    expect(await tokenOf('4242-4242-4242-4242')).toBe(answer.token)
    expect(await tokenOf('5555555555554444')).not.toBe(answer.token)
    expect(Buffer.from(answer.token, 'base64url').toString('latin1')).not.toContain('4242424242')
    expect(openPaymentCards('another secret').read(answer.token)).toBeNull()
    expect(openPaymentCards(secret).read(answer.token)).toMatchObject({ mask: '424242...4242', outcome: 'ok' })
  })

  test.each<[string, Record<string, string>, string]>([
    ['a number that no card has', { number: '4242424242424241' }, 'number'],
    ['the word new', { number: 'new' }, 'number'],
    ['a mask', { number: '424242...4242' }, 'number'],
    ['no number', { number: '' }, 'number'],
    ['a month that is over', { expiry: '01/20' }, 'expiry'],
    ['a month that is none', { expiry: '13/34' }, 'expiry'],
    ['a short code', { cvc: '12' }, 'cvc'],
    ['a name with digits', { holder: 'R2 D2' }, 'holder'],
  ])('%s is refused at its field', async (_what, change, field) => {
    const answer = await post(frameUrl.href, { ...card, ...change })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ field, message: expect.any(String) })
  })

  test('a token pays, one that is none is refused at once, and bad cards pay nothing', async () => {
    const token = await tokenOf(card.number)
    const good = await deposit({ method: 'card', 'requisites[card_token]': token })
    expect(await (await fetch(good.action.url)).text()).toContain('424242...4242')
    await post(good.action.url, { outcome: 'success' })
    expect(await good.look()).toMatchObject({ status: 'paid', requisites: { card_token: '424242...4242' } })

    const payer = await addPayer(node)
    const { json } = await as(payer.cookie).post('cashier.makedeposit', {
      method: 'card',
      amount: '20',
      'requisites[card_token]': 'not-a-token-of-theirs',
    })
    expect(json.error).toMatchObject({
      type: 'BillingTransactionDeclinedException',
      error_data: { reason: 'WRONG_DETAILS' },
    })

    for (const [number, reason] of [
      ['4000000000000002', 'DECLINED_BY_BANK'],
      ['4000000000009995', 'INSUFFICIENT_FUNDS'],
    ] as const) {
      const bad = await deposit({ method: 'card', 'requisites[card_token]': await tokenOf(number) })
      await post(bad.action.url, { outcome: 'success' })
      expect(await bad.look()).toMatchObject({ status: 'failed', reason })
    }
  })

  test('each payment is offered a card of its own, so that two who only press the button do not own the same', async () => {
    const offered: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const { action, look } = await deposit({ method: 'card' })
      const [, number = ''] = /name="number"[^>]*value="(\d+)"/.exec(await (await fetch(action.url)).text()) ?? []
      expect(openPaymentCards(secret).tokenOf(number)).toMatchObject({ outcome: 'ok' })
      await post(action.url, { outcome: 'success', number })
      expect(await look()).toMatchObject({ status: 'paid', requisites: { card_token: `424242...${number.slice(-4)}` } })
      offered.push(number)
    }
    const hint = async () => /use (\d+),/.exec(await (await fetch(frameUrl)).text())?.[1]
    expect(new Set([...offered, await hint(), await hint()]).size).toBe(5)
  })

  test('newcomers who only press the buttons take their money out to the card that they paid from', async () => {
    for (let newcomer = 0; newcomer < 2; newcomer += 1) {
      const { payer, action, look } = await deposit({ method: 'card', amount: '50' })
      await post(action.url, { outcome: 'success' })
      await expect.poll(async () => (await look()).status).toBe('paid')
      const { json } = await as(payer.cookie).get('cashier.getwithdrawsettings')
      const way = json.data.methods.find(({ sysname }: { sysname: string }) => sysname === 'card')
      const wish = { method: 'card', amount: '20', requisite_id: String(way.saved[0].id) }
      const asked = await as(payer.cookie).post('cashier.makewithdrawal', wish)
      expect(asked.json.data?.transaction).toMatchObject({ status: 'review', reason: '' })
    }
  })

  test('without a token the page asks for the card', async () => {
    const { action, look } = await deposit({ method: 'card' })
    expect(await (await fetch(action.url)).text()).toContain('name="number"')
    expect((await post(action.url, { outcome: 'success', number: '1234' })).status).toBe(422)
    await post(action.url, { outcome: 'success', number: '5555555555554444' })
    expect(await look()).toMatchObject({ status: 'paid', requisites: { card_token: '555555...4444' } })
  })
})

describe('every way to go on', () => {
  test.each<[string, Record<string, string>, Parameters<typeof addPayer>[1], string]>([
    ['redirect', { method: 'card' }, {}, 'Pay by card'],
    ['new_window', { method: 'bank', 'requisites[bank]': 'first-test' }, {}, 'Your bank'],
    ['mobile', { method: 'wallet', 'requisites[account]': 'anna@example.com' }, {}, 'Confirm on your phone'],
    [
      'form',
      { method: 'iban', 'requisites[iban]': 'DE89370400440532013000', 'requisites[name]': 'Anna Payer' },
      {},
      'Bank transfer',
    ],
    [
      'qr',
      { method: 'pix', amount: '50', 'requisites[cpf]': '529.982.247-25' },
      { currency: 'BRL', country: 'BR' },
      'Pay by PIX',
    ],
    ['qr', { method: 'usdt-trc20' }, { currency: 'USDT' }, 'Pay with coins'],
  ])('%s', async (kind, wish, wished, title) => {
    const { action, look } = await deposit(wish, wished)
    expect(action.kind).toBe(kind)
    if (kind === 'form') {
      expect(action.fields).toEqual({ ref: expect.any(String) })
      expect(await (await post(action.url, action.fields)).text()).toContain(title)
    }
    if (wish.method === 'usdt-trc20') expect(isTronAddress(action.code)).toBe(true)
    const page = await fetch(action.url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const html = await page.text()
    expect(html).toContain(title)
    expect(html).toMatch(/Test (provider|processor)/)
    if (kind === 'qr') expect(html).toContain('<svg')
    if (kind === 'qr') expect(html).toContain(action.code.slice(0, 20))
    expect((await post(action.url, { outcome: 'maybe' })).status).toBe(422)
    expect((await post(action.url, { outcome: 'pending' })).status).toBe(303)
    expect((await look()).status).toBe('pending')
  })

  test('what was left open can be ended later, once', async () => {
    const { action, look, id } = await deposit({ method: 'card' })
    await post(action.url, { outcome: 'pending' })
    await post(action.url, { outcome: 'success' })
    expect((await look()).status).toBe('paid')
    const late = await post(action.url, { outcome: 'cancel' })
    expect(late.headers.get('location')).toBe(`${origin}/cashier/paysuccess/${id}`)
    expect((await look()).status).toBe('paid')
  })

  test('racing outcomes have one end, the same on both sides', async () => {
    const { action, look, id } = await deposit({ method: 'card' })
    const words = ['success', 'fail', 'cancel', 'pending']
    await Promise.all(Array.from({ length: 32 }, (_, at) => post(action.url, { outcome: words[at % 4] ?? '' })))
    const { status: theirs } = await db.sql
      .selectFrom('sandbox_payment')
      .select('status')
      .where('merchant_ref', '=', id)
      .executeTakeFirstOrThrow()
    const same: Record<string, string> = { succeeded: 'paid', failed: 'failed', canceled: 'cancelled' }
    expect((await look()).status).toBe(same[theirs])
  })
})

test('a PIX code ends with its check', () => {
  expect(checkOf('123456789')).toBe('29B1')
  expect(pixCode({ key: 'pay_1', amount: '50.00' })).toMatch(/^000201.*5303986540550\.005802BR.*6304[0-9A-F]{4}$/)
})

test('no number of a card is in any table or line, though it was typed', async () => {
  const canary = '6011000990139424'
  const token = await tokenOf(canary)
  expect(token).toBeTruthy()
  const typed = await deposit({ method: 'card', 'requisites[card_token]': token })
  await post(typed.action.url, { outcome: 'success' })
  const other = await deposit({ method: 'card' })
  await post(other.action.url, { outcome: 'success', number: canary })
  await post(frameUrl.href, { ...card, number: canary, cvc: 'x' })
  expect(await other.look()).toMatchObject({ status: 'paid' })
  const rows = JSON.stringify(await allRows(db), (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(rows).toContain('601100...9424')
  expect(rows).not.toContain(canary)
  expect(lines.join('')).not.toContain(canary)
  expect(lines.join('')).not.toContain('4242424242424242')
})
