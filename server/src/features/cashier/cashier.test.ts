import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { giveBonus } from '../../test/bonuses.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { move } from '../wallet/wallet.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'

const bank = pretendProvider('sandbox')
const coins = pretendProvider('coins')
const payments = new Map([
  ['sandbox', bank.provider],
  ['coins', coins.provider],
])
const node = await testApp({ payments })
const { db, as } = node
const house = houseOf(node)
beforeEach(() => sql`delete from http_rate_limit`.execute(db.sql))

type Item = { id: number; status: string; type: string }
const deposit = async (cookie: string) =>
  (await as(cookie).post('cashier.makedeposit', { method: 'card', amount: '20' })).json.data.transaction.id
const history = async (cookie: string, query: Record<string, string>) => {
  const { json } = await as(cookie).get('cashier.gethistory', query)
  const items: Item[] = json.data.items
  return { ...json.data, ids: items.map(({ id }) => id) }
}
const pay = (id: number) =>
  applyProviderUpdate(
    house,
    'sandbox',
    {
      direction: 'deposit',
      entryId: BigInt(id),
      ref: `sandbox-${id}`,
      state: 'paid',
      reason: '',
      amount: 2_000n,
      currency: 'EUR',
    },
    null,
  )

describe('the history', () => {
  test('bonuses and cashbacks are what the ledger says was given, each in its own tab', async () => {
    const { cookie, id: playerId } = await addPayer(node)
    const stranger = await addPayer(node)
    const give = (to: bigint, key: string, reason: 'bonus' | 'cashback', amount: bigint) =>
      house.begin((tx) =>
        move(tx, {
          scope: 'gift',
          key,
          playerId: to,
          body: {},
          transfers: [
            {
              from: { playerId: null, owner: 'promotions', kind: 'main', currency: 'EUR' },
              to: { playerId: to, kind: reason === 'bonus' ? 'bonus' : 'main', currency: 'EUR' },
              amount,
              reason,
              ref: key,
            },
          ],
          answer: () => null,
        }),
      )
    for (const [at, amount] of [100n, 200n, 300n].entries())
      await give(playerId, `back-${playerId}-${at}`, 'cashback', amount)
    await give(playerId, `bonus-${playerId}`, 'bonus', 5_000n)
    await give(stranger.id, `back-${stranger.id}`, 'cashback', 900n)
    const backs = await history(cookie, { type: 'cashbacks', count: '2' })
    expect(backs.total).toBe(3)
    expect(backs.items.map((item: { amount: { amount: string } }) => item.amount.amount)).toEqual(['3.00', '2.00'])
    expect((await history(cookie, { type: 'cashbacks', offset: '2' })).items).toMatchObject([
      { amount: { amount: '1.00', currency: 'EUR' }, type: 'cashback', kind: 'cashback', status: 'paid' },
    ])
    expect(await history(cookie, { type: 'bonuses' })).toMatchObject({
      total: 1,
      items: [{ amount: { amount: '50.00' }, type: 'bonus' }],
    })
  })

  test('bonuses: what was granted, what became own money, and what went back with the reason', async () => {
    const { cookie, id: playerId } = await addPayer(node)
    const line = async (id: bigint, reason: 'conversion' | 'forfeit', amount: bigint) =>
      house.begin((tx) =>
        move(tx, {
          scope: 'test',
          key: `${reason}-${id}`,
          playerId,
          body: {},
          transfers: [
            {
              from: { playerId, kind: 'bonus', currency: 'EUR' },
              to:
                reason === 'conversion'
                  ? { playerId, kind: 'main', currency: 'EUR' }
                  : { playerId: null, owner: 'promotions', kind: 'main', currency: 'EUR' },
              amount,
              reason,
              ref: `bonus:${id}`,
            },
          ],
          answer: () => null,
        }),
      )
    const first = await giveBonus(db, { playerId, amount: 3_000n })
    await as(cookie).post('bonuses.remove', { bonus_id: String(first) })
    const second = await giveBonus(db, { playerId, amount: 5_000n })
    await line(second, 'conversion', 4_000n)
    await line(second, 'forfeit', 1_000n)
    await db.sql.updateTable('bonuses_bonus').set({ state: 'completed' }).where('id', '=', second).execute()
    const { items, total } = await history(cookie, { type: 'bonuses', count: '10' })
    expect(total).toBe(5)
    const told = items.map(({ amount, bonus }: { amount: { amount: string }; bonus: Record<string, string> }) =>
      [bonus.id, bonus.move, amount.amount, bonus.status, bonus.end_reason].join(' ').trim(),
    )
    expect(told).toEqual([
      `${second} forfeit 10.00 completed`,
      `${second} conversion 40.00 completed`,
      `${second} grant 50.00 completed`,
      `${first} forfeit 30.00 removed player`,
      `${first} grant 30.00 removed player`,
    ])
    expect((await history(cookie, { type: 'bonuses', count: '1', offset: '3' })).items[0].bonus.move).toBe('forfeit')
    expect(await history(cookie, { type: 'cashbacks' })).toMatchObject({ total: 0 })
  })

  test('finds lines of bonuses by their own indexes, however many stakes the purses have', async () => {
    const { id: playerId } = await addPayer(node)
    await giveBonus(db, { playerId, amount: 3_000n })
    const { rows } = await house.begin(async (tx) => {
      // A bitmap walks the same index; without it the plan has one word for it.
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain (costs off) select t.from_seq
        from wallet_purse p join wallet_transfer t on t.from_purse = p.id
        where p.player_id = ${playerId} and t.reason in ('conversion', 'forfeit')`.execute(tx)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('wallet_transfer_bonus_end')
  })

  test('turns its pages from the newest on', async () => {
    const { cookie } = await addPayer(node)
    const stranger = await addPayer(node)
    const ids: number[] = []
    for (let count = 0; count < 10; count += 1) {
      ids.unshift(await deposit(cookie))
      await deposit(stranger.cookie)
    }
    const first = await history(cookie, { type: 'deposit' })
    expect(first).toMatchObject({ ids: ids.slice(0, 4), total: 10, offset: 0, limit: 4 })
    expect((await history(cookie, { type: 'deposit', offset: '4' })).ids).toEqual(ids.slice(4, 8))
    expect((await history(cookie, { type: 'deposit', offset: '8' })).ids).toEqual(ids.slice(8))
    expect((await history(cookie, { type: 'deposit', offset: '10' })).ids).toEqual([])
    expect((await history(cookie, { type: 'deposit', offset: '999999', count: '100' })).ids).toEqual([])
    expect((await history(cookie, { type: 'deposit', offset: '3', count: '2' })).ids).toEqual(ids.slice(3, 5))
  })

  test('shows both kinds together, or one, or only some statuses', async () => {
    const { cookie } = await addPayer(node, { main: 10_000n })
    const [one, two] = [await deposit(cookie), await deposit(cookie)]
    const body = { method: 'wallet', amount: '20', 'requisites[account]': 'history@example.com' }
    const payout = (await as(cookie).post('cashier.makewithdrawal', body)).json.data.transaction.id
    await pay(one)
    expect(await history(cookie, {})).toMatchObject({ ids: [payout, two, one], total: 3 })
    expect(await history(cookie, { type: 'withdrawal' })).toMatchObject({ ids: [payout], total: 1 })
    expect(await history(cookie, { statuses: 'created, pending' })).toMatchObject({ ids: [two], total: 1 })
    expect(await history(cookie, { type: 'deposit', statuses: 'paid' })).toMatchObject({ ids: [one], total: 1 })
    expect(await history(cookie, { statuses: 'paid,review', count: '1', offset: '1' })).toMatchObject({
      ids: [one],
      total: 2,
    })
    for (const type of ['bonuses', 'cashbacks'])
      expect(await history(cookie, { type })).toMatchObject({ ids: [], total: 0 })
    const { json } = await as(cookie).get('cashier.gethistory', { fields: 'id,status', count: '1' })
    expect(json.data.items).toEqual([{ id: payout, status: 'review' }])
  })

  test.each(['unheard', 'paid,unheard', 'PAID'])('does not guess what the status %s means', async (statuses) => {
    const { cookie } = await addPayer(node)
    const { json, status } = await as(cookie).get('cashier.gethistory', { statuses })
    expect([status, json.error.invalid_parameters]).toEqual([422, { statuses: ['UNKNOWN_VALUE'] }])
  })

  test('reads a late page by its place, not by counting to it', async () => {
    const { id } = await addPayer(node)
    await sql`insert into cashier_entry (player_id, type, number, method, provider, currency, amount, status, domain, key, body_hash)
      select ${id}, 'deposit', n, 'card', 'sandbox', 'EUR', 2000, 'failed', 'localhost', 'past-' || n, ''
      from generate_series(1, 20000) as n`.execute(db.sql)
    await sql`analyze cashier_entry`.execute(db.sql)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain (analyze, costs off, timing off, summary off, buffers off)
      select * from cashier_entry where player_id = ${id} and type = 'deposit' and number <= 10000 and number > 9996
      order by number desc`.execute(db.sql)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('cashier_entry_player_id_type_number_key')
    expect(plan).not.toMatch(/rows=\d{3,}/)
  })
})

describe('the settings', () => {
  test('list the ways of the country and the currency', async () => {
    const listed = async (currency: string, country: string | null) => {
      const { cookie } = await addPayer(node, { currency, country })
      const { json } = await as(cookie).get('cashier.getdepositsettings')
      const out = await as(cookie).get('cashier.getwithdrawsettings')
      const names = (methods: { sysname: string }[]) => methods.map(({ sysname }) => sysname)
      return [names(json.data.methods), names(out.json.data.methods)]
    }
    expect(await listed('EUR', 'DE')).toEqual([
      ['card', 'bank', 'wallet', 'iban'],
      ['card', 'wallet', 'iban'],
    ])
    expect(await listed('EUR', 'GR')).toEqual([
      ['card', 'wallet', 'iban'],
      ['card', 'wallet', 'iban'],
    ])
    expect(await listed('BRL', 'BR')).toEqual([
      ['card', 'wallet', 'pix'],
      ['card', 'wallet', 'pix'],
    ])
    expect(await listed('BRL', null)).toEqual([
      ['card', 'wallet'],
      ['card', 'wallet'],
    ])
    expect(await listed('USDT', 'DE')).toEqual([['usdt-trc20'], ['usdt-trc20']])
    expect(await listed('UAH', 'UA')).toEqual([
      ['card', 'bank', 'wallet'],
      ['card', 'wallet'],
    ])
  })

  test('say the range, the fee, the amounts and what was paid in and out', async () => {
    const { cookie } = await addPayer(node, { row: { has_deposited: false } })
    const settings = () => as(cookie).get('cashier.getdepositsettings')
    const before = (await settings()).json.data
    expect(before).toMatchObject({
      currency: 'EUR',
      limit: null,
      should_ask_limit: true,
      blocked_by: null,
      totals: { paid_in: { amount: '0.00' }, paid_out: { amount: '0.00' }, net: { amount: '0.00' } },
    })
    expect(before.amounts.map(({ amount }: { amount: string }) => amount)).toEqual([
      '10.00',
      '20.00',
      '50.00',
      '100.00',
    ])
    const [card, pickBank, wallet] = before.methods
    expect(card).toMatchObject({
      id: 1,
      kind: 'card',
      min: { amount: '10.00' },
      max: { amount: '5000.00' },
      fee: null,
      is_open: true,
      frame_url: 'https://sandbox.example/frame',
      action: 'redirect',
      requisites: [{ sysname: 'card_token', kind: 'card_token', is_required: false }],
    })
    expect(pickBank).toMatchObject({
      frame_url: null,
      requisites: [{ options: [{ value: 'first', name: 'First Bank' }] }],
    })
    expect(wallet.fee).toEqual({ percent: '1', fixed: { amount: '0.00', currency: 'EUR' } })
    await pay(await deposit(cookie))
    expect((await settings()).json.data).toMatchObject({
      should_ask_limit: false,
      totals: { paid_in: { amount: '20.00' }, net: { amount: '20.00' } },
    })
  })

  test('know the banks of a place, and none where there are none', async () => {
    const german = await addPayer(node, { country: 'DE' })
    expect((await as(german.cookie).get('cashier.getbanks')).json.data.items).toEqual([
      { value: 'first', name: 'First Bank' },
    ])
    const greek = await addPayer(node, { country: 'GR' })
    expect((await as(greek.cookie).get('cashier.getbanks')).json.data.items).toEqual([])
    expect((await as(german.cookie).get('cashier.getbanks', { method: 'card' })).json.data.items).toEqual([])
  })
})

test('what the cashier knows of a player is in the player’s own export', async () => {
  const { cookie } = await addPayer(node, { main: 10_000n })
  const body = {
    method: 'iban',
    amount: '20',
    'requisites[iban]': 'DE89370400440532013000',
    'requisites[name]': 'Anna Payer',
  }
  const { json } = await as(cookie).post('cashier.makewithdrawal', body)
  const { json: exported } = await as(cookie).post('account.exportData')
  const details = { iban: 'DE89370400440532013000', name: 'Anna Payer' }
  expect(exported.data.cashier).toMatchObject({
    purses: expect.arrayContaining([{ kind: 'main', currency: 'EUR', balance: '8000' }]),
    entries: [{ id: json.data.transaction.id, type: 'withdrawal', amount: '2000', status: 'review', details }],
    details: [{ method: 'iban', mask: 'DE89...3000', values: details, state: 'verified' }],
  })
  expect(exported.data.account.uid).toBeGreaterThan(0)
})
