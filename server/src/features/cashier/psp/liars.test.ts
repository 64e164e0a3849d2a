import http from 'node:http'
import { Refusal } from '@croupier/contract/refusals'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../../ports/payments.ts'
import { makeTronAddress } from '../../../tron-address.ts'
import { openCoins } from './coins.ts'
import { openHosted } from './hosted.ts'

type Said = { status: number; headers: Record<string, string>; body: string }

let said: Said = { status: 200, headers: {}, body: '{}' }
const asked: { path: string; headers: http.IncomingHttpHeaders }[] = []
const server = http.createServer((request, response) => {
  asked.push({ path: request.url ?? '', headers: request.headers })
  request.resume()
  response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
const keys = (current: string) => ({ current, previous: undefined })
const hosted = openHosted({
  name: 'gateway',
  url,
  pagesUrl: url,
  origin: 'https://casino.example',
  merchant: 'croupier',
  secret: keys('signing-secret-canary'),
  webhook: keys('webhook-secret'),
  log,
  patienceMs: 1_000,
})
const coins = openCoins({ name: 'coins', url, token: keys('bearer-canary'), log, patienceMs: 1_000 })

const returnUrls = { success: 'https://a', fail: 'https://b', cancel: 'https://c', pending: 'https://d' }
const begin = (provider: PaymentProvider) =>
  provider.begin({
    entryId: 7n,
    method: 'iban',
    amount: 1_000_000n,
    currency: provider === coins ? 'USDT' : 'EUR',
    requisites: { iban: 'DE89370400440532013000' },
    locale: 'en',
    returnUrls,
  })
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => (Refusal.is(error) ? error.type : error),
  )
const answer = (value: unknown, status = 200) => {
  said = { status, headers: {}, body: typeof value === 'string' ? value : JSON.stringify(value) }
}

beforeEach(() => asked.splice(0))

const payment = {
  ref: 'pay_1',
  merchant_ref: '7',
  status: 'new',
  amount: '1000000',
  currency: 'EUR',
  reason: null,
  action: { kind: 'form', url: `${url}/pay_1`, fields: { a: 'b' } },
}
const order = {
  id: 'o1',
  order_id: '7',
  address: makeTronAddress('x'),
  asset: 'USDT.TRC20',
  amount: '1.000000',
  received: '0',
  state: 'waiting',
  pay_url: `${url}/o1`,
}

describe('a gateway that lies', () => {
  test('an honest answer is taken', async () => {
    answer(payment)
    expect(await begin(hosted)).toEqual({ ref: 'pay_1', action: payment.action })
  })

  test.each<[string, unknown]>([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['another thing', []],
    ['no name', { ...payment, ref: '' }],
    ['a name that is a path', { ...payment, ref: '../payouts' }],
    ['another merchant’s payment', { ...payment, merchant_ref: '8' }],
    ['an id that no column holds', { ...payment, merchant_ref: '9'.repeat(19) }],
    ['an amount with a dot', { ...payment, amount: '1.5' }],
    ['an amount below zero', { ...payment, amount: '-1' }],
    ['an amount as a number', { ...payment, amount: 1000 }],
    ['a state that nobody knows', { ...payment, status: 'maybe' }],
    ['no way to go on', { ...payment, action: null }],
    ['a script for the browser', { ...payment, action: { kind: 'redirect', url: 'javascript:alert(1)' } }],
    ['a file for the browser', { ...payment, action: { kind: 'redirect', url: 'file:///etc/passwd' } }],
    ['a form for somebody else', { ...payment, action: { kind: 'form', url: 'https://elsewhere.example/x' } }],
    ['an endless text', { ...payment, more: 'x'.repeat(300_000) }],
  ])('%s makes no sense', async (_what, value) => {
    answer(value)
    expect(await outcome(begin(hosted))).toBe('BillingServiceError')
  })

  test.each([
    [301, 'BillingServiceError'],
    [302, 'BillingServiceError'],
    [400, 'BillingServiceError'],
    [401, 'BillingServiceError'],
    [404, 'BillingServiceError'],
    [409, 'BillingServiceError'],
    [429, 'BillingUnavailable'],
    [500, 'BillingServiceError'],
    [502, 'BillingUnavailable'],
    [503, 'BillingUnavailable'],
    [504, 'BillingUnavailable'],
  ])('status %i with a fine body: %s', async (status, type) => {
    answer(payment, status)
    expect(await outcome(begin(hosted))).toBe(type)
  })

  test('is not followed to another address', async () => {
    said = { status: 307, headers: { location: `${url}/elsewhere` }, body: JSON.stringify(payment) }
    expect(await outcome(begin(hosted))).toBe('BillingServiceError')
    expect(asked.map(({ path }) => path)).toEqual(['/payments'])
  })

  test('a no without a reason of ours is still a no', async () => {
    answer({ error: { code: 'because' } }, 422)
    await expect(begin(hosted)).rejects.toMatchObject({ type: 'BillingTransactionDeclined', reason: 'PROVIDER_ERROR' })
    answer({ no: 1 }, 422)
    expect(await outcome(begin(hosted))).toBe('BillingServiceError')
  })

  test.each<[string, unknown]>([
    ['another payment', { ...payment, merchant_ref: '8' }],
    ['a list', [payment]],
  ])('asked about one, it tells of %s', async (_what, value) => {
    answer(value)
    expect(await outcome(hosted.ask({ direction: 'deposit', entryId: 7n, ref: 'pay_1' }))).toBe('BillingServiceError')
  })

  test('a refund that is none, a payout of somebody else, a verdict of its own', async () => {
    answer(payment)
    expect(await outcome(hosted.refund({ entryId: 7n, ref: 'pay_1', amount: 1n, currency: 'EUR' }))).toBe(
      'BillingServiceError',
    )
    answer({ ...payment, status: 'accepted', merchant_ref: '9' })
    const payout = { entryId: 7n, method: 'iban', amount: 1n, currency: 'EUR' as const, requisites: {} }
    expect(await outcome(hosted.pay(payout))).toBe('BillingServiceError')
    answer({ verdict: 'surely' })
    expect(await outcome(hosted.checkPayee(payout))).toBe('BillingServiceError')
  })
})

describe('a coin processor that lies', () => {
  const ok = (more: object) => ({ result: 'ok', order: { ...order, ...more } })

  test('an honest answer is taken', async () => {
    answer(ok({}))
    expect(await begin(coins)).toEqual({ ref: 'o1', action: { kind: 'qr', url: order.pay_url, code: order.address } })
  })

  test.each<[string, unknown]>([
    ['no result', { order }],
    ['no order', { result: 'ok' }],
    ['another order', ok({ order_id: '8' })],
    [
      'an address with a wrong sum',
      ok({ address: `${order.address.slice(0, -1)}${order.address.endsWith('1') ? '2' : '1'}` }),
    ],
    ['a script for the browser', ok({ pay_url: 'javascript:alert(1)' })],
    ['a state that nobody knows', ok({ state: 'maybe' })],
  ])('%s makes no sense', async (_what, value) => {
    answer(value)
    expect(await outcome(begin(coins))).toBe('BillingServiceError')
  })

  test.each(['1e3', '-1', '1.0000001', '1,5', '', '٣'])('%j coins make no sense', async (received) => {
    answer(ok({ state: 'done', received }))
    expect(await outcome(coins.ask({ direction: 'deposit', entryId: 7n, ref: 'o1' }))).toBe('BillingServiceError')
  })

  test('coins of another kind are told as such and never as ours', async () => {
    answer(ok({ state: 'done', received: '1.00', asset: 'EUR.X' }))
    expect(await coins.ask({ direction: 'deposit', entryId: 7n, ref: 'o1' })).toMatchObject({ currency: 'EUR' })
    answer(ok({ state: 'done', received: '1', asset: 'DOGE' }))
    expect(await outcome(coins.ask({ direction: 'deposit', entryId: 7n, ref: 'o1' }))).toBe('BillingServiceError')
  })

  test.each<[string, string]>([
    ['bad_address', 'BillingTransactionDeclined'],
    ['no_funds', 'BillingTransactionDeclined'],
    ['rate_limited', 'BillingServiceError'],
    ['order_id_was_used', 'BillingServiceError'],
    ['toString', 'BillingServiceError'],
  ])('asked to pay it says %s: %s', async (error, type) => {
    answer({ result: 'error', error })
    const payout = { entryId: 7n, method: 'usdt-trc20', amount: 1n, currency: 'USDT' as const }
    expect(await outcome(coins.pay({ ...payout, requisites: { trc20: order.address } }))).toBe(type)
  })

  test('a flood of notices is not passed on to it', async () => {
    answer(ok({}))
    asked.length = 0
    const notices = Array.from({ length: 100 }, () => outcome(coins.readNotice(Buffer.from('{"id":"o1"}'), {})))
    const said = await Promise.all(notices)
    expect(asked).toHaveLength(16)
    expect(said.filter((each) => each === 'BillingUnavailable')).toHaveLength(84)
    expect(await coins.readNotice(Buffer.from('{"id":"o1"}'), {})).toMatchObject({ ref: 'o1' })
  })

  test('a notice about something else than it names is not believed', async () => {
    answer(ok({ id: 'o2' }))
    expect(await coins.readNotice(Buffer.from('{"id":"o1"}'), {})).toBe('forged')
    expect(await coins.readNotice(Buffer.from('{"id":"../x"}'), {})).toBe('unreadable')
    expect(await coins.readNotice(Buffer.from('nonsense'), {})).toBe('unreadable')
  })
})

test('neither keys nor details are ever logged', () => {
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.join('')).not.toMatch(/canary|DE89|webhook-secret/)
})
