import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveWithdrawal } from './features/cashier/cashier.ts'
import { testApp } from './test/app.ts'
import { addPayer, houseOf } from './test/cashier.ts'
import { freePort } from './test/http-browser.ts'
import { makeTronAddress } from './tron-address.ts'

/** Ways in and out with the log at its most talkative; afterwards no player's account stands in it. */

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const node = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin } })
await node.app.listen({ port, host: '127.0.0.1' })
const { db, as, lines, secrets } = node

const iban = 'DE89370400440532013000'
const cpf = '52998224725'
const address = makeTronAddress('canary')
const hidden = [iban, cpf, address, 'zqcanary', 'Zqcanary', '4242424242424242']

test('details, cards, passwords and proofs of payments are never logged, also when everything fails', async () => {
  const euro = await addPayer(node, { main: 50_000n, password: 'Zqcanary-Hill-7' })
  const real = await addPayer(node, { main: 50_000n, currency: 'BRL', country: 'BR' })
  const coin = await addPayer(node, { main: 500_000_000n, currency: 'USDT' })
  const wishes: [string, Record<string, string>][] = [
    [euro.cookie, { method: 'iban', 'requisites[iban]': iban, 'requisites[name]': 'Zqcanary Payer' }],
    ...['down', 'error', 'decline', 'refuse', 'fine'].map((mood): [string, Record<string, string>] => [
      euro.cookie,
      { method: 'wallet', 'requisites[account]': `${mood}+zqcanary@example.com` },
    ]),
    [euro.cookie, { method: 'card', 'requisites[card_token]': 'zqcanary-token-of-nobody' }],
    [euro.cookie, { method: 'iban', 'requisites[iban]': `${iban}1`, 'requisites[name]': 'Zqcanary' }],
    [real.cookie, { method: 'pix', 'requisites[cpf]': cpf }],
  ]
  const statuses: number[] = []
  for (const [cookie, wish] of wishes) {
    const body = { amount: '50', key: 'zqcanary-key', password: 'Zqcanary-Wrong-8', back_url: '/?zqcanary', ...wish }
    for (const name of ['cashier.makedeposit', 'cashier.makewithdrawal']) {
      statuses.push((await as(cookie).post(name, { ...body, key: `zqcanary-${statuses.length}` })).status)
    }
  }
  statuses.push((await as(coin.cookie).post('cashier.makedeposit', { method: 'usdt-trc20', amount: '50' })).status)
  const out = { method: 'usdt-trc20', amount: '50', 'requisites[trc20]': address }
  statuses.push((await as(coin.cookie).post('cashier.makewithdrawal', out)).status)
  expect(new Set(statuses)).toEqual(new Set([200, 422, 502]))
  const waiting = await db.sql.selectFrom('cashier_entry').select('id').where('status', '=', 'review').execute()
  expect(waiting.length).toBeGreaterThan(3)
  for (const { id } of waiting) await approveWithdrawal(houseOf(node), id)
  await node.runJobs({ mayFail: true })
  const notice = {
    method: 'POST',
    headers: { 'x-signature': 'zqcanary' },
    body: JSON.stringify({ id: 'zqcanary', iban }),
  }
  for (const provider of ['sandbox', 'coins', 'zqcanary']) await fetch(`${origin}/hooks/payment/${provider}`, notice)
  // The database names the row that it refuses.
  await sql`alter table cashier_entry add constraint never check (key = 'never') not valid`.execute(db.sql)
  const last = { method: 'pix', amount: '50', 'requisites[cpf]': cpf, key: 'zqcanary-last' }
  expect((await as(real.cookie).post('cashier.makedeposit', last)).status).toBe(500)
  const said = lines.join('')
  expect(lines.length).toBeGreaterThan(20)
  const secret = [secrets.paymentSecret, secrets.paymentWebhook, secrets.coinsToken].map(({ current }) => current)
  expect([...hidden, ...secret].filter((word) => said.includes(word))).toEqual([])
  const jobs = await sql<{ output: unknown }>`select output from jobs.job`.execute(db.sql)
  expect(hidden.filter((word) => JSON.stringify(jobs.rows).includes(word))).toEqual([])
}, 120_000)
