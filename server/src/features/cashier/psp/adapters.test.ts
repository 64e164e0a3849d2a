import { Refusal } from '@croupier/contract/refusals'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { NewPayment, NewPayout, PaymentProvider } from '../../../ports/payments.ts'
import { coinsMount } from '../../../sandbox/coins-api.ts'
import { paymentMount } from '../../../sandbox/payment-desk.ts'
import { testApp } from '../../../test/app.ts'
import { freePort } from '../../../test/http-browser.ts'
import { makeTronAddress } from '../../../tron-address.ts'
import { openCoins } from './coins.ts'
import { openHosted } from './hosted.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const { app, secrets, config, db } = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin } })
await app.listen({ port, host: '127.0.0.1' })

const log = pino({ level: 'silent' })
const gateway = {
  name: 'sandbox',
  origin,
  merchant: config.paymentMerchant,
  secret: secrets.paymentSecret,
  webhook: secrets.paymentWebhook,
  log,
}
const hostedAt = (url: string, patienceMs = 10_000) => openHosted({ ...gateway, url, pagesUrl: url, patienceMs })
const coinsAt = (url: string, patienceMs = 10_000) =>
  openCoins({ name: 'coins', url, token: secrets.coinsToken, log, patienceMs })

let entryId = 5_000_000_000n
const nextId = () => {
  entryId += 1n
  return entryId
}
const returnUrls = {
  success: `${origin}/success`,
  fail: `${origin}/fail`,
  cancel: `${origin}/cancel`,
  pending: `${origin}/pending`,
}

type Case = {
  mount: string
  open: (url: string, patienceMs?: number) => PaymentProvider
  payment: () => NewPayment
  payout: () => NewPayout
  kind: string
}

const cases: [string, Case][] = [
  [
    'the gateway with pages',
    {
      mount: paymentMount,
      open: hostedAt,
      kind: 'mobile',
      payment: () => ({
        entryId: nextId(),
        method: 'wallet',
        amount: 9_007_199_254_740_993n,
        currency: 'EUR',
        requisites: { account: 'anna@example.com' },
        locale: 'en',
        returnUrls,
      }),
      payout: () => ({
        entryId: nextId(),
        method: 'wallet',
        amount: 9_007_199_254_740_993n,
        currency: 'JPY',
        requisites: { account: 'anna@example.com' },
      }),
    },
  ],
  [
    'the coin processor',
    {
      mount: coinsMount,
      open: coinsAt,
      kind: 'qr',
      payment: () => ({
        entryId: nextId(),
        method: 'usdt-trc20',
        amount: 9_007_199_254_740_993n,
        currency: 'USDT',
        requisites: {},
        locale: 'en',
        returnUrls,
      }),
      payout: () => ({
        entryId: nextId(),
        method: 'usdt-trc20',
        amount: 25_000_001n,
        currency: 'USDT',
        requisites: { trc20: makeTronAddress('anna') },
      }),
    },
  ],
]

const choose = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
const setMood = (mount: string, mood: string) =>
  fetch(`${origin}${mount}/mood`, { method: 'POST', body: new URLSearchParams({ mood }) })
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (Refusal.is(error) ? error.type : error),
  )

afterEach(async () => {
  await setMood(paymentMount, 'up')
  await setMood(coinsMount, 'up')
})

describe.each(cases)('%s', (_name, { mount, open, payment, payout, kind }) => {
  const provider = open(`${origin}${mount}`)

  test('begins a payment, and the same one however often it is asked to', async () => {
    const wish = payment()
    const first = await provider.begin(wish)
    expect(first.action.kind).toBe(kind)
    expect(first.action.url).toContain(`${origin}${mount}/`)
    const more = await Promise.all(Array.from({ length: 32 }, () => provider.begin(wish)))
    expect(more.every((each) => JSON.stringify(each) === JSON.stringify(first))).toBe(true)
  })

  test('tells how a payment stands, by its own name and by ours', async () => {
    const wish = payment()
    const { ref, action } = await provider.begin(wish)
    const known = { direction: 'deposit', entryId: wish.entryId } as const
    const update = { ...known, ref, currency: wish.currency, amount: wish.amount }
    expect(await provider.ask({ ...known, ref })).toMatchObject({ ...update, state: 'pending' })
    expect(await provider.ask({ ...known, ref: null })).toMatchObject({ ...update, state: 'pending' })
    expect((await choose(action.url, 'pending')).status).toBe(303)
    expect(await provider.ask({ ...known, ref })).toMatchObject({ ...update, state: 'pending' })
    expect((await fetch(action.url)).status).toBe(200)
    if (mount === paymentMount) await choose(action.url, 'success')
    else await fetch(action.url, { method: 'POST', body: new URLSearchParams({ sent: 'confirm' }) })
    expect(await provider.ask({ ...known, ref })).toMatchObject({ ...update, state: 'paid', reason: '' })
    // What is over stays over.
    await choose(action.url, 'fail')
    expect(await provider.ask({ ...known, ref })).toMatchObject({ ...update, state: 'paid' })
  })

  test('a payment that fails says why', async () => {
    const wish = payment()
    const { ref, action } = await provider.begin(wish)
    await choose(action.url, 'fail')
    const update = await provider.ask({ direction: 'deposit', entryId: wish.entryId, ref })
    expect(update).toMatchObject({ state: 'failed', reason: mount === paymentMount ? 'DECLINED_BY_BANK' : 'EXPIRED' })
  })

  test('knows nothing of what it never took', async () => {
    for (const direction of ['deposit', 'withdrawal'] as const) {
      expect(await provider.ask({ direction, entryId: nextId(), ref: null })).toBeNull()
      expect(await provider.ask({ direction, entryId: nextId(), ref: 'o0000000000000000' })).toBeNull()
    }
    // A payout under the name of a payment is none.
    const wish = payment()
    const { ref } = await provider.begin(wish)
    expect(await provider.ask({ direction: 'withdrawal', entryId: wish.entryId, ref })).toBeNull()
  })

  test('another answer than the one asked for makes no sense', async () => {
    const { ref } = await provider.begin(payment())
    expect(await refused(provider.ask({ direction: 'deposit', entryId: nextId(), ref }))).toBe('BillingServiceError')
  })

  test('does not take our id again for another sum', async () => {
    const wish = payment()
    await provider.begin(wish)
    const again = await refused(provider.begin({ ...wish, amount: wish.amount + 1n }))
    expect(['BillingServiceError', 'BillingTransactionDeclined']).toContain(again)
    expect(await provider.ask({ direction: 'deposit', entryId: wish.entryId, ref: null })).toMatchObject({
      amount: wish.amount,
    })
  })

  test('pays out once, however often it is asked to', async () => {
    const wish = payout()
    const refs = await Promise.all(Array.from({ length: 32 }, () => provider.pay(wish)))
    expect(new Set(refs.map(({ ref }) => ref)).size).toBe(1)
    const [{ ref } = { ref: '' }] = refs
    const known = { direction: 'withdrawal', entryId: wish.entryId, ref } as const
    const asked = await provider.ask(known)
    expect(asked).toMatchObject({ amount: wish.amount, currency: wish.currency })
    // A company that pays by itself may have done so by now.
    expect(['pending', 'paid']).toContain(asked?.state)
    await choose(`${origin}${mount}${mount === paymentMount ? '' : '/pay'}/${ref}`, 'success')
    if (mount === coinsMount) {
      const form = new URLSearchParams({ sent: 'confirm' })
      await fetch(`${origin}${mount}/pay/${ref}`, { method: 'POST', body: form })
    }
    expect(await provider.ask(known)).toMatchObject({ state: 'paid', amount: wish.amount })
  })

  test('gives a payment back, once, and only one that was paid', async () => {
    const wish = payment()
    const { ref, action } = await provider.begin(wish)
    const back = { entryId: wish.entryId, ref, amount: wish.amount, currency: wish.currency }
    expect(await refused(provider.refund(back))).toBe('BillingTransactionDeclined')
    await choose(action.url, 'success')
    await provider.refund(back)
    await provider.refund(back)
    const update = await provider.ask({ direction: 'deposit', entryId: wish.entryId, ref })
    expect(update).toMatchObject({ state: 'refunded', amount: wish.amount })
  })

  const everyCall: [string, (provider: PaymentProvider) => Promise<unknown>][] = [
    ['begin', (each) => each.begin(payment())],
    ['pay', (each) => each.pay(payout())],
    ['refund', (each) => each.refund({ entryId: 1n, ref: 'x', amount: 1n, currency: payment().currency })],
    ['ask', (each) => each.ask({ direction: 'deposit', entryId: 1n, ref: null })],
    ...(mount === paymentMount
      ? ([
          ['check payee', (each) => each.checkPayee(payout())],
          ['banks', (each) => each.banks({ country: 'DE', currency: 'EUR' })],
        ] satisfies [string, (provider: PaymentProvider) => Promise<unknown>][])
      : []),
  ]

  test.each([
    ['down', 'BillingUnavailable'],
    ['slow', 'BillingUnavailable'],
    ['garbage', 'BillingServiceError'],
  ])('while it is %s, every call ends in %s', async (mood, type) => {
    expect((await setMood(mount, mood)).status).toBe(200)
    const asker = mood === 'slow' ? open(`${origin}${mount}`, 300) : provider
    for (const [name, work] of everyCall) expect([name, await refused(work(asker))]).toEqual([name, type])
    await setMood(mount, 'up')
    expect(await provider.ask({ direction: 'deposit', entryId: 1n, ref: null })).toBeNull()
  })

  test('nobody at its address is unavailable', async () => {
    const nobody = open(`http://127.0.0.1:${await freePort()}`)
    for (const [name, work] of everyCall)
      expect([name, await refused(work(nobody))]).toEqual([name, 'BillingUnavailable'])
  })

  test('does not take a wrong key', async () => {
    const secret = { current: 'another key', previous: undefined }
    const stranger =
      mount === paymentMount
        ? openHosted({ ...gateway, secret, url: `${origin}${mount}`, pagesUrl: origin })
        : openCoins({ name: 'coins', url: `${origin}${mount}`, token: secret, log })
    for (const [name, work] of everyCall) {
      expect([name, await refused(work(stranger))]).toEqual([name, 'BillingServiceError'])
    }
  })

  test('its page exists only for what it took', async () => {
    expect((await fetch(`${origin}${mount}${mount === paymentMount ? '' : '/pay'}/unknown`)).status).toBe(404)
    expect((await setMood(mount, 'sad')).status).toBe(422)
    const wish = payment()
    await provider.begin(wish)
    const book = await fetch(`${origin}${mount}`)
    expect(book.status).toBe(200)
    expect(await book.text()).toContain(String(wish.entryId))
  })
})

describe('what accounts ask of the gateway', () => {
  const provider = hostedAt(`${origin}${paymentMount}`)
  const hasty = hostedAt(`${origin}${paymentMount}`, 300)
  const wallet = (account: string) => ({
    entryId: nextId(),
    method: 'wallet',
    amount: 1_000n,
    currency: 'EUR' as const,
    requisites: { account },
    locale: 'en',
    returnUrls,
  })

  test.each([
    ['down@example.com', 'BillingUnavailable'],
    ['timeout@example.com', 'BillingUnavailable'],
    ['error@example.com', 'BillingServiceError'],
    ['refuse@example.com', 'BillingTransactionDeclined'],
  ])('%s: %s', async (account, type) => {
    const asker = account.startsWith('timeout') ? hasty : provider
    expect(await refused(asker.begin(wallet(account)))).toBe(type)
    expect(await refused(asker.pay(wallet(account)))).toBe(type)
  })

  test('a clear no has a reason of our list', async () => {
    await expect(provider.begin(wallet('decline@example.com'))).rejects.toMatchObject({
      type: 'BillingTransactionDeclined',
      reason: 'DECLINED_BY_BANK',
    })
  })

  test.each([
    ['checking@example.com', 'checking'],
    ['required@example.com', 'required'],
    ['fraud@example.com', 'fraudulent'],
    ['anna@example.com', 'ok'],
    ['declines@example.com', 'ok'],
  ])('%s is %s', async (account, verdict) => {
    expect(await provider.checkPayee(wallet(account))).toBe(verdict)
  })

  test('payouts are paid or declined by themselves, slow ones wait', async () => {
    const wishes = ['anna@example.com', 'decline@example.com', 'slow@example.com'].map(wallet)
    for (const wish of wishes) await provider.pay(wish)
    await db.sql
      .updateTable('sandbox_payment')
      .set({ updated_at: new Date(Date.now() - 60_000) })
      .execute()
    const updates = await Promise.all(
      wishes.map((wish) => provider.ask({ direction: 'withdrawal', entryId: wish.entryId, ref: null })),
    )
    expect(updates.map((update) => [update?.state, update?.reason])).toEqual([
      ['paid', ''],
      ['failed', 'DECLINED_BY_BANK'],
      ['pending', ''],
    ])
  })

  test('banks are those of the country and the currency', async () => {
    const germany = await provider.banks({ country: 'DE', currency: 'EUR' })
    expect(germany.map(({ value }) => value)).toEqual(['first-test', 'northern'])
    expect(await provider.banks({ country: 'DE', currency: 'UAH' })).toEqual([])
    expect(await provider.banks({ country: null, currency: 'UAH' })).toHaveLength(1)
  })
})

describe('a payee of the coin processor', () => {
  const provider = coinsAt(`${origin}${coinsMount}`)
  const payee = (trc20: string) => ({ method: 'usdt-trc20', currency: 'USDT' as const, requisites: { trc20 } })

  test('an address with a wrong sum is refused at its field', async () => {
    const good = makeTronAddress('anna')
    expect(await provider.checkPayee(payee(good))).toBe('ok')
    const bad = good.slice(0, -1) + (good.endsWith('a') ? 'b' : 'a')
    await expect(provider.checkPayee(payee(bad))).rejects.toMatchObject({
      type: 'InvalidParameter',
      fields: { 'requisites[trc20]': ['FORMAT'] },
    })
    const wish = { entryId: nextId(), amount: 20_000_000n, ...payee(bad) }
    await expect(provider.pay(wish)).rejects.toMatchObject({ reason: 'WRONG_DETAILS' })
  })

  test('too little waits for the rest, too much is told with what came', async () => {
    const begin = (amount: bigint) =>
      provider.begin({
        entryId: nextId(),
        method: 'usdt-trc20',
        amount,
        currency: 'USDT',
        requisites: {},
        locale: 'en',
        returnUrls,
      })
    const sent = (url: string, what: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ sent: what }) })
    const less = await begin(10_000_000n)
    const lessId = entryId
    await sent(less.action.url, 'less')
    const asked = () => provider.ask({ direction: 'deposit', entryId: lessId, ref: less.ref })
    expect(await asked()).toMatchObject({ state: 'pending', reason: 'UNDERPAID' })
    await sent(less.action.url, 'exact')
    await sent(less.action.url, 'confirm')
    expect(await asked()).toMatchObject({ state: 'paid', amount: 10_000_000n })
    const more = await begin(10_000_000n)
    await sent(more.action.url, 'more')
    expect(await provider.ask({ direction: 'deposit', entryId, ref: more.ref })).toMatchObject({
      state: 'paid',
      amount: 10_000_001n,
    })
  })
})
