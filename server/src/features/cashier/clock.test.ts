import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, houseOf, purseOf } from '../../test/cashier.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { mainOf, oneMove, ownPurse } from '../../test/purses.ts'
import { gate, noteUse } from '../limits/limits.ts'
import { move } from '../wallet/wallet.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { addPastEntry } from './past-entry.ts'

const bank = pretendProvider('sandbox')
const node = await testApp({ payments: new Map([['sandbox', bank.provider]]) })
const { db, as } = node
const house = houseOf(node)

beforeEach(() => sql`delete from http_rate_limit`.execute(db.sql))
afterEach(() => vi.useRealTimers())

const minute = 60_000
const hour = 60 * minute
/** What the clock of this node says, while the database goes on as it was. */
const setClock = (now: number | Date) => vi.useFakeTimers({ toFake: ['Date'], now })

const wrong: [string, () => number | Date][] = [
  ['ten minutes behind', () => Date.now() - 10 * minute],
  ['ten minutes ahead', () => Date.now() + 10 * minute],
  ['an hour behind', () => Date.now() - hour],
  ['two days ahead', () => Date.now() + 48 * hour],
  ['on a leap day', () => new Date('2028-02-29T23:59:59.999Z')],
  ['at the end of a year', () => new Date('2030-12-31T23:59:59.999Z')],
]

const moment = async () =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.sql)).rows[0]?.now.getTime() ?? 0

describe.each(wrong)('a node whose clock is %s', (_, clock) => {
  test('writes money down in the order and at the time of the database', async () => {
    const { id } = await addPayer(node, { main: 1_000n })
    const from = await moment()
    const pay = (key: string) =>
      begin(db, (tx) => move(tx, oneMove({ from: mainOf(id), to: ownPurse('house'), amount: 1n, key: `${id} ${key}` })))
    await pay('right')
    setClock(clock())
    await pay('wrong')
    vi.useRealTimers()
    await pay('right again')
    const until = await moment()
    const { rows } = await sql<{ key: string; ms: number; kept: number }>`select t.key,
        extract(epoch from t.at)::float8 * 1000 as ms, extract(epoch from m.at)::float8 * 1000 as kept
      from wallet_transfer t join wallet_movement m using (scope, key)
      where t.key like ${`${id} %`} order by t.from_seq`.execute(db.sql)
    expect(rows.map(({ key }) => key)).toEqual([`${id} right`, `${id} wrong`, `${id} right again`])
    const times = rows.map(({ ms }) => ms)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(rows.map(({ kept }) => kept)).toEqual(times)
    // Times of the ledger are whole milliseconds.
    for (const ms of times) expect(ms > from - 1 && ms <= until).toBe(true)
  })

  test('counts a day of a limit as the database does', async () => {
    const { id } = await addPayer(node)
    await db.sql
      .insertInto('limits_limit')
      .values({ player_id: id, kind: 'deposit', period_days: 1, amount: 10_000n })
      .execute()
    const wish = { playerId: id, want: 'deposit', amountMinor: 5_000n, jurisdiction: 'default' } as const
    await begin(db, (tx) => noteUse(tx, { playerId: id, kind: 'deposit', amountMinor: 9_000n, key: 'a day ago' }))
    const usedAgo = (age: string) =>
      sql`update limits_use set at = now() - ${age}::interval where player_id = ${id}`.execute(db.sql)
    setClock(clock())
    await usedAgo('23 hours 59 minutes')
    await expect(begin(db, (tx) => gate(tx, wish))).rejects.toMatchObject({ type: 'BillingDepositLimitExceeded' })
    await usedAgo('24 hours 1 second')
    await begin(db, (tx) => gate(tx, wish))
  })

  test('takes a deposit once, and it is there when the provider says so', async () => {
    const { id, cookie } = await addPayer(node)
    const from = await moment()
    const wish = { method: 'wallet', amount: '20', 'requisites[account]': 'anna@example.com', key: randomUUID() }
    setClock(clock())
    const first = (await as(cookie).post('cashier.makedeposit', wish)).json
    expect(first.result).toBe(1)
    vi.useRealTimers()
    const again = (await as(cookie).post('cashier.makedeposit', wish)).json
    expect(again.data.transaction.id).toBe(first.data.transaction.id)
    setClock(clock())
    const entryId = BigInt(first.data.transaction.id)
    const update = { direction: 'deposit', entryId, ref: `sandbox-${entryId}`, reason: '', currency: 'EUR' } as const
    const say = () => applyProviderUpdate(house, 'sandbox', { ...update, state: 'paid', amount: 2_000n }, null)
    expect([await say(), await say()]).toEqual(['applied', 'repeated'])
    vi.useRealTimers()
    const until = await moment()
    expect(await purseOf(db, id, 'main')).toBe(1_980n)
    const times = await db.sql
      .selectFrom('cashier_entry')
      .select(['created_at', 'updated_at'])
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow()
    for (const at of Object.values(times)) expect(at.getTime() >= from - 1 && at.getTime() <= until).toBe(true)
    expect(await entriesOf(db, id)).toHaveLength(1)
  })

  test('knows what was paid out within a day as the database counts it', async () => {
    const { id: playerId, cookie } = await addPayer(node, { main: 3_000_000n })
    const paidOut = (hoursAgo: number, amount: bigint) =>
      begin(db, (tx) =>
        addPastEntry(house, tx, {
          playerId,
          type: 'withdrawal',
          method: 'wallet',
          currency: 'EUR',
          amount,
          status: 'paid',
          hoursAgo,
          values: { account: 'anna@example.com' },
          key: randomUUID(),
        }),
      )
    await paidOut(23.99, 10_000n)
    await paidOut(24.01, 20_000n)
    const settings = async () => (await as(cookie).get('cashier.getwithdrawsettings')).json.data
    const right = await settings()
    expect(JSON.stringify(right)).toContain('9900.00')
    setClock(clock())
    expect(await settings()).toEqual(right)
  })
})
