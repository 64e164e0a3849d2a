import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { siteUrl, type Visit } from './browser.ts'
import { inherited } from './global-setup.ts'
import { inDatabase, newPlayer } from './new-player.ts'

const root = resolve(import.meta.dirname, '..')

type Wanted = Parameters<typeof newPlayer>[1] & { isVerified?: boolean; currency?: string }

/** A player whom nothing keeps from taking money out but an empty purse. */
export async function newPayee(visitor: Visit, { isVerified = true, currency = 'EUR', ...wanted }: Wanted = {}) {
  const player = await newPlayer(visitor, { isNamed: true, hasPassword: true, ...wanted })
  await inDatabase((sql) =>
    sql
      .updateTable('account_player')
      .set({ currency, verified_at: isVerified ? new Date() : null })
      .where('id', '=', player.id)
      .execute(),
  )
  return player
}

/** One call of the API by the visitor's own browser, with its session. */
export async function callApi({ page }: Visit, name: string, params: Record<string, string> = {}, verb = 'POST') {
  const url = `${siteUrl()}/api/${name}?v=1`
  const headers = { origin: siteUrl(), 'sec-fetch-site': 'same-origin' }
  const answer =
    verb === 'POST'
      ? await page.request.post(url, { form: params, headers })
      : await page.request.get(`${url}&${new URLSearchParams(params)}`, { headers })
  return answer.json()
}

let payers = 0

/** Pays in through an e-wallet of one's own, whose page is answered as a person would. */
export async function payIn(visitor: Visit, amount: string, outcome: 'success' | 'fail' | 'pending' = 'success') {
  // The same wallet of two players would be looked into.
  const account = `payer-${process.pid}-${Date.now()}-${++payers}@example.com`
  const wish = { method: 'wallet', amount, 'requisites[account]': account }
  const { data } = await callApi(visitor, 'cashier.makedeposit', wish)
  await visitor.page.request.post(data.action.url, { form: { outcome }, maxRedirects: 0 })
  const id: number = data.transaction.id
  const wanted = { success: 'paid', fail: 'failed', pending: 'pending' }[outcome]
  const statusOf = async () => (await callApi(visitor, 'cashier.getdepositinfo', { id: String(id) }, 'GET')).data.status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe(wanted)
  return { id, account }
}

/** Asks for a payout without the page. */
export async function askPayout(visitor: Visit, amount: string, account: string): Promise<string> {
  const wish = { method: 'wallet', amount, 'requisites[account]': account }
  const { data } = await callApi(visitor, 'cashier.makewithdrawal', wish)
  return String(data.transaction.id)
}

/** The operator's command line beside the site. */
export async function operate(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'server/src/operator/main.ts'), ...words],
    {
      env: { ...inherited(), DATA_DIR: inject('siteDir'), PUBLIC_URL: siteUrl() },
    },
  )
  return stdout
}

/** So many deposits of the past, told to the database: a long history in a moment. */
export const addHistory = (playerId: bigint, count: number) =>
  inDatabase(async (sql) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      player_id: playerId,
      type: 'deposit' as const,
      number: at + 1,
      method: 'card',
      provider: 'sandbox',
      currency: 'EUR',
      amount: BigInt((at + 1) * 100),
      status: at % 3 === 2 ? ('failed' as const) : ('paid' as const),
      reason: at % 3 === 2 ? 'DECLINED_BY_BANK' : '',
      requisites: JSON.stringify({ card_token: '424242...4242' }),
      domain: 'example.com',
      key: `past-${at}`,
      body_hash: Buffer.alloc(32),
      created_at: new Date(Date.UTC(2026, 0, 1 + at, 19, 42)),
    }))
    return sql.insertInto('cashier_entry').values(rows).returning('id').execute()
  })
