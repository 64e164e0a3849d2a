import { createHmac, randomInt, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/db.ts'
import { testApp } from '../test/app.ts'
import { addPayer, expectZero, purseOf } from '../test/cashier.ts'
import { effort } from '../test/effort.ts'
import { freePort } from '../test/http-browser.ts'
import { webhooks } from './webhooks.ts'

const [port, otherPort] = [await freePort(), await freePort()]
const origin = `http://127.0.0.1:${port}`
const node = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin } })
const otherNode = await testApp({ env: { PORT: String(otherPort), PUBLIC_URL: origin }, beside: node })
await node.app.listen({ port, host: '127.0.0.1' })
await otherNode.app.listen({ port: otherPort, host: '127.0.0.1' })
const { db, as, secrets, lines } = node
const nodes = [origin, `http://127.0.0.1:${otherPort}`]

const secret = secrets.paymentWebhook.current
const sign = (body: string | Buffer, key = secret) => createHmac('sha256', key).update(body).digest('hex')

let count = 0
const post = (body: string, headers: Record<string, string> = {}, provider = 'sandbox') => {
  count += 1
  return fetch(`${nodes[count % 2]}/hooks/payment/${provider}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': sign(body), ...headers },
  })
}

type Deposit = { id: string; ref: string; amount: bigint; url: string; cookie: string; playerId: bigint }

async function deposit(amount = 20, payer?: { id: bigint; cookie: string }, method = 'card'): Promise<Deposit> {
  const isCoins = method === 'usdt-trc20'
  const { id: playerId, cookie } = payer ?? (await addPayer(node, { currency: isCoins ? 'USDT' : 'EUR' }))
  await sql`delete from http_rate_limit`.execute(db.sql)
  const { json } = await as(cookie).post('cashier.makedeposit', { method, amount: String(amount) })
  const id = String(json.data.transaction.id)
  const { provider_ref: ref } = await entryOf(id)
  const unit = isCoins ? 1_000_000n : 100n
  return { id, ref: ref ?? '', amount: BigInt(amount) * unit, url: json.data.action.url, cookie, playerId }
}

const entryOf = (id: string) =>
  db.sql.selectFrom('cashier_entry').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
const statusOf = async ({ id }: Deposit) => (await entryOf(id)).status
const verdictsOf = async ({ id }: Deposit) => {
  const rows = await db.sql.selectFrom('cashier_notice').select(['verdict', 'said']).orderBy('id').execute()
  return rows.filter(({ said }) => JSON.stringify(said).includes(`"${id}"`)).map(({ verdict }) => verdict)
}

const notice = ({ id, ref, amount }: Deposit, status: string, more: object = {}) =>
  JSON.stringify({
    id: randomUUID(),
    type: 'payment.updated',
    data: { ref, merchant_ref: id, status, amount: String(amount), currency: 'EUR', reason: null, ...more },
  })

let one: Deposit
beforeEach(async () => {
  one = await deposit()
})

test('what is chosen at the provider’s page is in the purse, and the browser comes back', async () => {
  const back = await fetch(one.url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  })
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toBe(`${origin}/cashier/paysuccess/${one.id}`)
  expect(await statusOf(one)).toBe('paid')
  expect(await purseOf(db, one.playerId, 'main')).toBe(2_000n)
  expect(await verdictsOf(one)).toEqual(['applied'])
})

test.each([
  ['fail', 'failed', 'payfail/'],
  ['cancel', 'cancelled', 'paycancel?transaction='],
  ['pending', 'pending', 'paypending/'],
])('%s, chosen there, is %s here', async (outcome, status, page) => {
  const form = new URLSearchParams({ outcome })
  const back = await fetch(one.url, { method: 'POST', body: form, redirect: 'manual' })
  expect(back.headers.get('location')).toContain(`/${page}${one.id}`)
  expect(await statusOf(one)).toBe(status)
  expect(await purseOf(db, one.playerId, 'main')).toBe(0n)
})

describe('nobody is believed', () => {
  test.each<[string, (body: string) => Record<string, string>]>([
    ['without a signature', () => ({ 'x-signature': '' })],
    ['with a stranger’s key', (body) => ({ 'x-signature': sign(body, 'a stranger') })],
    ['with the key for asking', (body) => ({ 'x-signature': sign(body, secrets.paymentSecret.current) })],
    ['with the signature of other bytes', (body) => ({ 'x-signature': sign(`${body} `) })],
    ['with a cut signature', (body) => ({ 'x-signature': sign(body).slice(0, 32) })],
    ['with a longer signature', (body) => ({ 'x-signature': `${sign(body)}00` })],
  ])('%s', async (_how, headers) => {
    const body = notice(one, 'succeeded')
    expect((await post(body, headers(body))).status).toBe(401)
    expect(await statusOf(one)).toBe('pending')
    expect(await verdictsOf(one)).toEqual([])
  })

  test('every changed byte makes it a forgery', async () => {
    const body = notice(one, 'succeeded')
    for (let times = 0; times < 40; times += 1) {
      const bytes = Buffer.from(body)
      const at = randomInt(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(7))
      const answer = await fetch(`${origin}/hooks/payment/sandbox`, {
        method: 'POST',
        body: bytes,
        headers: { 'x-signature': sign(body) },
      })
      expect(answer.status).toBe(401)
    }
    expect(await statusOf(one)).toBe('pending')
  })

  test('the signature is over the bytes as they came, not over what they mean', async () => {
    const body = notice(one, 'succeeded')
    const spaced = JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\r\n')
    expect((await post(spaced, { 'x-signature': sign(body) })).status).toBe(401)
    expect(await statusOf(one)).toBe('pending')
    expect((await post(spaced)).status).toBe(200)
    expect(await statusOf(one)).toBe('paid')
  })

  test('while keys rotate, the one before is believed', async () => {
    const body = notice(one, 'succeeded')
    secrets.paymentWebhook.previous = 'the key before this one'
    const answer = await post(body, { 'x-signature': sign(body, 'the key before this one') })
    secrets.paymentWebhook.previous = undefined
    expect(answer.status).toBe(200)
    expect(await statusOf(one)).toBe('paid')
  })

  test.each(['', 'null', '[]', '{"id":', '{"id":"x","type":"payment.updated","data":{}}'])(
    '%j, well signed, cannot be read',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )

  test.each(['gateway', 'SANDBOX', 'identity', '__proto__'])('%s has no door here', async (provider) => {
    expect((await post(notice(one, 'succeeded'), {}, provider)).status).toBe(404)
  })

  test('a body that is far too large is not read', async () => {
    expect((await post('x'.repeat(300_000))).status).toBe(413)
  })
})

describe('a proven notice', () => {
  test('counts once, however often and wherever it comes', async () => {
    const body = notice(one, 'succeeded')
    const answers = await Promise.all(Array.from({ length: 32 }, () => post(body)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await purseOf(db, one.playerId, 'main')).toBe(2_000n)
    expect(await verdictsOf(one)).toEqual(['applied'])
  })

  test('about what is over changes nothing', async () => {
    await post(notice(one, 'succeeded'))
    for (const status of ['processing', 'failed', 'canceled', 'new', 'succeeded']) {
      expect((await post(notice(one, status))).status).toBe(200)
      expect(await statusOf(one)).toBe('paid')
    }
    expect(await purseOf(db, one.playerId, 'main')).toBe(2_000n)
  })

  test.each<[string, object, string]>([
    ['a cent more', { amount: '2001' }, 'amount differs'],
    ['a cent less', { amount: '1999' }, 'amount differs'],
    ['a fortune', { amount: '9'.repeat(30) }, 'amount differs'],
    ['another currency', { currency: 'JPY' }, 'currency differs'],
    ['another payment of the provider', { ref: 'pay_other' }, 'not allowed'],
  ])('that says %s credits nothing and is for the operator to read', async (_what, more, verdict) => {
    const before = lines.length
    expect((await post(notice(one, 'succeeded', more))).status).toBe(200)
    expect(await statusOf(one)).toBe('pending')
    expect(await purseOf(db, one.playerId, 'main')).toBe(0n)
    expect(await verdictsOf(one)).toEqual([verdict])
    expect([...lines, ...otherNode.lines].slice(before).join('')).toContain('said what cannot be')
    // The truth still comes through.
    await post(notice(one, 'succeeded'))
    expect(await purseOf(db, one.playerId, 'main')).toBe(2_000n)
  })

  test('of one provider says nothing about the entries of another', async () => {
    const coins = await deposit(20, undefined, 'usdt-trc20')
    expect((await post(notice(coins, 'succeeded', { currency: 'USDT' }))).status).toBe(200)
    expect(await statusOf(coins)).toBe('pending')
    expect(await verdictsOf(coins)).toEqual(['other provider'])
  })

  test('about nothing we know is kept', async () => {
    for (const id of ['999999999', '9'.repeat(18)]) {
      const stranger = { ...one, id, ref: `pay_${id}` }
      expect((await post(notice(stranger, 'succeeded'))).status).toBe(200)
      expect(await verdictsOf(stranger)).toEqual(['unknown entry'])
    }
  })
})

describe('a notice of the coin processor', () => {
  const tell = (body: string) => post(body, {}, 'coins')

  test('says nothing itself: the processor is asked', async () => {
    const coins = await deposit(20, undefined, 'usdt-trc20')
    expect((await tell(JSON.stringify({ id: coins.ref, state: 'done', received: '20' }))).status).toBe(200)
    expect(await statusOf(coins)).toBe('pending')
    await fetch(coins.url, { method: 'POST', body: new URLSearchParams({ outcome: 'success' }), redirect: 'manual' })
    expect(await statusOf(coins)).toBe('paid')
    expect(await purseOf(db, coins.playerId, 'main')).toBe(20_000_000n)
    await Promise.all(Array.from({ length: 32 }, () => tell(JSON.stringify({ id: coins.ref }))))
    expect(await purseOf(db, coins.playerId, 'main')).toBe(20_000_000n)
  })

  test('too little waits and says so, too much is for the operator', async () => {
    const less = await deposit(20, undefined, 'usdt-trc20')
    await fetch(less.url, { method: 'POST', body: new URLSearchParams({ sent: 'less' }) })
    expect(await entryOf(less.id)).toMatchObject({ status: 'pending', reason: 'UNDERPAID' })
    const more = await deposit(20, undefined, 'usdt-trc20')
    await fetch(more.url, { method: 'POST', body: new URLSearchParams({ sent: 'more' }) })
    expect(await statusOf(more)).toBe('pending')
    expect(await verdictsOf(more)).toContain('amount differs')
    expect(await purseOf(db, more.playerId, 'main')).toBe(0n)
  })

  test('about an order that nobody made is turned away', async () => {
    expect((await tell('{"id":"o123"}')).status).toBe(401)
    expect((await tell('{"id":"t123"}')).status).toBe(401)
    expect((await tell('{"id":"../orders"}')).status).toBe(400)
    expect((await tell('id=o1')).status).toBe(400)
  })

  test('is asked for again while the processor is away', async () => {
    const coins = await deposit(20, undefined, 'usdt-trc20')
    await db.sql
      .updateTable('sandbox_coin')
      .set({ state: 'done', received: '20.000000' })
      .where('id', '=', coins.ref)
      .execute()
    const mood = (word: string) =>
      fetch(`${origin}/sandbox/coins/mood`, { method: 'POST', body: new URLSearchParams({ mood: word }) })
    await mood('down')
    expect((await tell(JSON.stringify({ id: coins.ref }))).status).toBe(502)
    await mood('up')
    expect((await tell(JSON.stringify({ id: coins.ref }))).status).toBe(200)
    expect(await statusOf(coins)).toBe('paid')
  })
})

const rounds = effort.deposits

test(`${rounds} deposits, with notices doubled, shuffled, flipped and lying, on two nodes`, {
  timeout: 600_000 * effort.timeoutFactor,
}, async () => {
  const payers = await Promise.all(Array.from({ length: 10 }, () => addPayer(node)))
  const made: (Deposit & { isPaid: boolean; lies: number })[] = []
  const all: string[] = []
  for (let at = 0; at < rounds; at += 1) {
    const payer = payers[at % payers.length]
    const each = await deposit(10 + randomInt(990), payer)
    const isPaid = randomInt(4) > 0
    const lies = [
      notice(each, 'succeeded', { amount: String(each.amount + 1n) }),
      notice(each, 'succeeded', { amount: String(each.amount - 1n) }),
      notice(each, 'succeeded', { currency: 'USD' }),
    ]
    const honest = ['processing', 'failed', 'canceled', 'new', ...(isPaid ? ['succeeded'] : [])]
    for (const body of [...honest.map((status) => notice(each, status)), ...lies]) {
      for (let times = 1 + randomInt(effort.noticeCopies); times > 0; times -= 1) all.push(body)
    }
    made.push({ ...each, isPaid, lies: lies.length })
  }
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[all[at], all[other]] = [all[other] ?? '', all[at] ?? '']
  }
  // A provider comes again after 503, and after nothing else.
  const deliver = async (body: string): Promise<number> => {
    const { status } = await post(body)
    return status === 503 ? deliver(body) : status
  }
  for (let from = 0; from < all.length; from += 32) {
    const statuses = await Promise.all(all.slice(from, from + 32).map(deliver))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }
  const states = new Map<string, string>()
  for (const { id, status } of await db.sql.selectFrom('cashier_entry').select(['id', 'status']).execute()) {
    states.set(String(id), status)
  }
  expect(made.filter(({ id, isPaid }) => (states.get(id) === 'paid') !== isPaid)).toEqual([])
  for (const { id } of payers) {
    const paid = made.filter(({ playerId, isPaid }) => playerId === id && isPaid)
    expect(await purseOf(db, id, 'main')).toBe(paid.reduce((sum, { amount }) => sum + amount, 0n))
  }
  const { rows } = await sql<{ verdict: string; count: number }>`
    select verdict, count(*)::int as count from cashier_notice
    where entry_id = any(${made.map(({ id }) => id)}::bigint[]) group by verdict`.execute(db.sql)
  const told = Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]))
  expect(told['amount differs']).toBe(rounds * 2)
  expect(told['currency differs']).toBe(rounds)
  await expectZero(db)
})

test('while the database is away the provider is asked to come again, and then it counts', async () => {
  const body = notice(one, 'succeeded')
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', pino({ level: 'silent' }))
  const server = Fastify()
  await server.register(webhooks, { ...node.parts, db: away, identityName: null })
  const headers = { 'x-signature': sign(body) }
  const answer = await server.inject({ method: 'POST', url: '/hooks/payment/sandbox', payload: body, headers })
  await server.close()
  await away.close()
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  expect((await post(body)).status).toBe(200)
  expect(await statusOf(one)).toBe('paid')
  expect(await purseOf(db, one.playerId, 'main')).toBe(2_000n)
})
