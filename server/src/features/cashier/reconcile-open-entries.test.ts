import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addPayer, expectZero, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { freePort } from '../../test/http-browser.ts'
import { listStale } from './open-store.ts'
import { approveWithdrawal } from './operator-actions.ts'
import { reconcileOpenEntries } from './reconcile-open-entries.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const node = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin } })
const otherNode = await testApp({ env: { PORT: String(port), PUBLIC_URL: origin }, beside: node })
await node.app.listen({ port, host: '127.0.0.1' })
const { db, as, lines } = node
const [house, otherHouse] = [houseOf(node), houseOf(otherNode)]

const setMood = (mood: string) =>
  fetch(`${origin}/sandbox/payment/mood`, { method: 'POST', body: new URLSearchParams({ mood }) })
beforeEach(async () => {
  await setMood('up')
  await db.sql.updateTable('cashier_entry').set({ asked_at: sql`now() + interval '1 year'` }).execute()
  await sql`delete from http_rate_limit`.execute(db.sql)
})

type Payer = { id: bigint; cookie: string }

async function deposit(payer: Payer, account = 'anna@example.com') {
  const wish = { method: 'wallet', amount: '20', 'requisites[account]': account, key: `key-${payer.id}-0001` }
  const { json } = await as(payer.cookie).post('cashier.makedeposit', wish)
  return String(json.data?.transaction.id ?? json.error.error_data.transaction)
}
const entryOf = (id: string) =>
  db.sql.selectFrom('cashier_entry').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
/** As if the clock had gone on, for this entry alone. */
const later = (id: string, age: string) =>
  sql`update cashier_entry set created_at = created_at - ${age}::interval, updated_at = updated_at - ${age}::interval,
    asked_at = asked_at - ${age}::interval where id = ${id}`.execute(db.sql)
/** The provider knows, and its notice never came. */
const settleSilently = (ref: string | null, status: string) =>
  db.sql
    .updateTable('sandbox_payment')
    .set({ status })
    .where('ref', '=', ref ?? '')
    .execute()

describe('a deposit whose notice was lost', () => {
  test('is found by the regular look, and not before it is due', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer)
    await settleSilently((await entryOf(id)).provider_ref, 'succeeded')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'pending', asked_count: 0 })
    await later(id, '3 minutes')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'paid', asked_count: 1 })
    // The wallet's fee of one per cent is inside.
    expect(await purseOf(db, payer.id, 'main')).toBe(1_980n)
    await expectZero(db)
  })

  test('is credited once when two nodes look at once, and the notice comes after all', async () => {
    const payers = await Promise.all(Array.from({ length: 32 }, () => addPayer(node)))
    const ids: string[] = []
    for (const payer of payers) ids.push(await deposit(payer))
    for (const id of ids) {
      await settleSilently((await entryOf(id)).provider_ref, 'succeeded')
      await later(id, '3 minutes')
    }
    await Promise.all([reconcileOpenEntries(house), reconcileOpenEntries(otherHouse), reconcileOpenEntries(house)])
    for (const [at, id] of ids.entries()) {
      expect(await entryOf(id)).toMatchObject({ status: 'paid', asked_count: 1 })
      expect(await purseOf(db, payers[at]?.id ?? 0n, 'main')).toBe(1_980n)
    }
    await expectZero(db)
  })

  test('is there when the player looks, at most one question in ten seconds', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer)
    await db.sql.updateTable('cashier_entry').set({ asked_at: null }).where('id', '=', BigInt(id)).execute()
    const look = async () => (await as(payer.cookie).get('cashier.getdepositinfo', { id })).json.data
    expect(await look()).toMatchObject({ status: 'pending' })
    await settleSilently((await entryOf(id)).provider_ref, 'succeeded')
    expect(await look()).toMatchObject({ status: 'pending' })
    await later(id, '11 seconds')
    expect(await look()).toMatchObject({ status: 'paid' })
    expect(await purseOf(db, payer.id, 'main')).toBe(1_980n)
  })

  test('nobody waits for a provider that is away: the page shows what is known', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer)
    await db.sql.updateTable('cashier_entry').set({ asked_at: null }).where('id', '=', BigInt(id)).execute()
    await setMood('slow')
    const { status, json } = await as(payer.cookie).get('cashier.getdepositinfo', { id })
    await setMood('up')
    expect([status, json.data.status]).toEqual([200, 'pending'])
  })
})

describe('a deposit that stopped half-way', () => {
  test('whose answer was lost is found by our own id', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer)
    // As if the process had been killed before it could write the answer down.
    const { provider_ref: ref } = await entryOf(id)
    await db.sql
      .updateTable('cashier_entry')
      .set({ status: 'created', provider_ref: null, action: null })
      .where('id', '=', BigInt(id))
      .execute()
    await settleSilently(ref, 'succeeded')
    await later(id, '1 hour')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'paid', provider_ref: ref })
    expect(await purseOf(db, payer.id, 'main')).toBe(1_980n)
  })

  test('that the provider never heard of ends after a quarter of an hour, and the limit is free again', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer, 'down@example.com')
    expect(await entryOf(id)).toMatchObject({ status: 'created', provider_ref: null })
    expect(await usesOf(db, payer.id)).toHaveLength(1)
    await later(id, '10 minutes')
    await db.sql.updateTable('cashier_entry').set({ asked_at: null }).where('id', '=', BigInt(id)).execute()
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'created', asked_count: 1 })
    await later(id, '6 minutes')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'failed', reason: 'EXPIRED' })
    expect(await usesOf(db, payer.id)).toEqual([])
  })

  test('of which the provider talked nonsense stays until the provider says', async () => {
    const payer = await addPayer(node)
    const id = await deposit(payer, 'error@example.com')
    expect((await entryOf(id)).status).toBe('created')
    await db.sql.updateTable('cashier_entry').set({ asked_at: null }).where('id', '=', BigInt(id)).execute()
    await later(id, '5 minutes')
    await reconcileOpenEntries(house)
    expect((await entryOf(id)).status).toBe('created')
  })
})

test('money that came too late and has to go back goes back, though its job was lost', async () => {
  const payer = await addPayer(node)
  const id = await deposit(payer)
  const { provider_ref: ref } = await entryOf(id)
  await settleSilently(ref, 'succeeded')
  // The provider said no, a limit was set, and then the money came after all; it has not been sent back since.
  await db.sql
    .updateTable('cashier_entry')
    .set({ status: 'failed', reason: 'LIMIT_EXCEEDED' })
    .where('id', '=', BigInt(id))
    .execute()
  await later(id, '2 days')
  expect((await listStale(db.sql, 100)).map((entry) => String(entry.id))).toContain(id)
  await reconcileOpenEntries(house)
  expect(await entryOf(id)).toMatchObject({ status: 'refunded', reason: 'RETURNED_TO_SOURCE' })
  const books = db.sql.selectFrom('sandbox_payment').select('status')
  expect(await books.where('ref', '=', ref ?? '').execute()).toEqual([{ status: 'refunded' }])
  expect(await purseOf(db, payer.id, 'main')).toBe(0n)
})

test('a provider that says another sum when asked is for the operator to read, once', async () => {
  const payer = await addPayer(node)
  const id = await deposit(payer)
  const { provider_ref: ref } = await entryOf(id)
  await db.sql
    .updateTable('sandbox_payment')
    .set({ status: 'succeeded', amount: '1999' })
    .where('ref', '=', ref ?? '')
    .execute()
  for (const age of ['3 minutes', '6 minutes']) {
    await later(id, age)
    await reconcileOpenEntries(house)
  }
  expect((await entryOf(id)).status).toBe('pending')
  expect(await purseOf(db, payer.id, 'main')).toBe(0n)
  const kept = await db.sql.selectFrom('cashier_notice').selectAll().where('entry_id', '=', BigInt(id)).execute()
  expect(kept).toMatchObject([{ verdict: 'amount differs', provider: 'sandbox' }])
})

describe('a provider that is away', () => {
  test.each(['down', 'garbage'])('%s: nothing is decided, and everything is found afterwards', async (mood) => {
    const payer = await addPayer(node)
    const id = await deposit(payer)
    await settleSilently((await entryOf(id)).provider_ref, 'succeeded')
    await later(id, '3 minutes')
    await setMood(mood)
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'pending', asked_count: 1 })
    expect(lines.join('')).toContain('an open entry could not be asked about')
    await setMood('up')
    await reconcileOpenEntries(house)
    expect((await entryOf(id)).status).toBe('pending')
    await later(id, '6 minutes')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'paid', asked_count: 2 })
  })
})

test('patience grows, and after a day somebody is told', async () => {
  const payer = await addPayer(node)
  const id = await deposit(payer)
  await db.sql.updateTable('cashier_entry').set({ asked_at: null }).where('id', '=', BigInt(id)).execute()
  const asked = async (age: string) => {
    await later(id, age)
    await reconcileOpenEntries(house)
    return (await entryOf(id)).asked_count
  }
  expect(await asked('1 minute')).toBe(0)
  expect(await asked('90 seconds')).toBe(1)
  expect(await asked('4 minutes')).toBe(1)
  expect(await asked('2 minutes')).toBe(2)
  expect(await asked('14 minutes')).toBe(2)
  expect(await asked('2 minutes')).toBe(3)
  expect(await asked('50 minutes')).toBe(3)
  expect(await asked('11 minutes')).toBe(4)
  expect((await listStale(db.sql, 100)).map((entry) => String(entry.id))).not.toContain(id)
  expect(await asked('23 hours')).toBe(4)
  expect(await asked('2 hours')).toBe(5)
  expect((await listStale(db.sql, 100)).map((entry) => String(entry.id))).toContain(id)
  expect(lines.filter((line) => line.includes('open for more than a day') && line.includes(id))).toHaveLength(1)
})

describe('a payout', () => {
  let count = 0
  async function payout(account = 'anna@example.com') {
    count += 1
    const payer = await addPayer(node, { main: 10_000n })
    const wish = { method: 'wallet', amount: '50', 'requisites[account]': account.replace('@', `+${count}@`) }
    const { json } = await as(payer.cookie).post('cashier.makewithdrawal', wish)
    const id = String(json.data.transaction.id)
    expect(await approveWithdrawal(house, BigInt(id))).toBe('done')
    return { id, payer }
  }
  const forgetJobs = () => sql`delete from jobs.job where name = 'payout.approved/cashier'`.execute(db.sql)
  const sandboxPayouts = async (id: string) =>
    db.sql
      .selectFrom('sandbox_payment')
      .select(['ref', 'amount'])
      .where('merchant_ref', '=', id)
      .where('direction', '=', 'out')
      .execute()

  test('whose job got lost is sent, once, and its end is heard', async () => {
    const { id, payer } = await payout()
    await forgetJobs()
    await later(id, '3 minutes')
    await Promise.all([reconcileOpenEntries(house), reconcileOpenEntries(otherHouse)])
    expect((await entryOf(id)).status).toBe('sent')
    expect(await sandboxPayouts(id)).toMatchObject([{ amount: '4950' }])
    await db.sql.updateTable('sandbox_payment').set({ status: 'paid' }).where('merchant_ref', '=', id).execute()
    await later(id, '6 minutes')
    await Promise.all([reconcileOpenEntries(house), reconcileOpenEntries(otherHouse)])
    expect((await entryOf(id)).status).toBe('paid')
    expect(await purseOf(db, payer.id, 'withdrawal_hold')).toBe(0n)
    expect(await purseOf(db, payer.id, 'main')).toBe(5_000n)
    await expectZero(db)
  })

  test('that was marked as sent when the process ended is given to the provider after all', async () => {
    const { id } = await payout('slow@example.com')
    await forgetJobs()
    await db.sql.updateTable('cashier_entry').set({ status: 'sent' }).where('id', '=', BigInt(id)).execute()
    await later(id, '3 minutes')
    await reconcileOpenEntries(house)
    expect(await sandboxPayouts(id)).toHaveLength(1)
    expect(await entryOf(id)).toMatchObject({ status: 'sent' })
    expect((await entryOf(id)).provider_ref).toBe((await sandboxPayouts(id))[0]?.ref)
  })

  test('that is being sent is not sent a second time because its player looks', async () => {
    const { id, payer } = await payout()
    await forgetJobs()
    // The job has marked it and is about to call.
    await db.sql
      .updateTable('cashier_entry')
      .set({ status: 'sent', asked_at: null })
      .where('id', '=', BigInt(id))
      .execute()
    const { json } = await as(payer.cookie).get('cashier.getdepositinfo', { id })
    expect(json.data.status).toBe('sent')
    expect(await sandboxPayouts(id)).toEqual([])
  })

  test('that the provider declines is the player’s money again', async () => {
    const { id, payer } = await payout('decline@example.com')
    await forgetJobs()
    await later(id, '3 minutes')
    await reconcileOpenEntries(house)
    await sql`update sandbox_payment set updated_at = now() - interval '1 minute' where merchant_ref = ${id}`.execute(
      db.sql,
    )
    await later(id, '6 minutes')
    await reconcileOpenEntries(house)
    expect(await entryOf(id)).toMatchObject({ status: 'declined', reason: 'DECLINED_BY_BANK' })
    expect(await purseOf(db, payer.id, 'main')).toBe(10_000n)
    await expectZero(db)
  })
})
