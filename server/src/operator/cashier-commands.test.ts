import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { addPayer, entriesOf, expectZero, purseOf } from '../test/cashier.ts'
import { pretendProvider } from '../test/pretend-provider.ts'
import { run as runCommand } from './commands.ts'

const bank = pretendProvider('sandbox')
const node = await testApp({ payments: new Map([['sandbox', bank.provider]]) })
const { db, as, config } = node
const run = (...words: string[]) => runCommand(db, words, config)

let count = 0
async function addPayout() {
  count += 1
  const player = await addPayer(node, { main: 10_000n })
  const body = { method: 'wallet', amount: '25', 'requisites[account]': `operator${count}@example.com` }
  const { json } = await as(player.cookie).post('cashier.makewithdrawal', body)
  return { ...player, entryId: String(json.data.transaction.id) }
}

beforeEach(() => bank.calm())

describe('withdrawals', () => {
  test('wait in a list with what is needed to decide', async () => {
    const { entryId, login } = await addPayout()
    const { lines, code } = await run('withdrawals', 'list')
    expect([code, lines.find((line) => line.startsWith(entryId))]).toEqual([
      0,
      expect.stringMatching(new RegExp(`25\\.00 EUR {2}wallet o…@example\\.com {2}${login}$`)),
    ])
  })

  test('that are approved are paid by the site, once', async () => {
    const { id, entryId } = await addPayout()
    expect(await run('withdrawals', 'approve', entryId)).toEqual({ lines: [`Payout ${entryId} is approved.`], code: 0 })
    expect((await run('withdrawals', 'approve', entryId)).lines).toEqual([`Payout ${entryId} was approved already.`])
    await node.runJobs()
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'sent', provider_ref: `sandbox-${entryId}` }])
    expect(bank.books.paid.size).toBe(1)
    expect((await run('withdrawals', 'decline', entryId, 'OPERATOR')).code).toBe(1)
    expect((await run('withdrawals', 'approve', entryId)).code).toBe(1)
  })

  test('that are declined go back to the balance, with the reason and a letter', async () => {
    const { id, entryId, cookie, login } = await addPayout()
    expect((await run('withdrawals', 'decline', entryId, 'DOCUMENTS_NEEDED')).code).toBe(0)
    expect((await run('withdrawals', 'decline', entryId, 'DOCUMENTS_NEEDED')).code).toBe(0)
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([10_000n, 0n])
    const info = await as(cookie).get('cashier.getdepositinfo', { id: entryId })
    expect(info.json.data).toMatchObject({ status: 'declined', reason: 'DOCUMENTS_NEEDED' })
    expect((await node.letters(login)).map(({ subject }) => subject)).toEqual(['Your withdrawal was declined'])
    await expectZero(db)
  })

  test.each([
    [['withdrawals', 'approve']],
    [['withdrawals', 'approve', 'x']],
    [['withdrawals', 'decline', '1']],
    [['withdrawals', 'decline', '1', 'BECAUSE']],
    [['withdrawals', 'list', 'all']],
    [['payments', 'off', 'nobody', 'deposit']],
    [['payments', 'off', 'sandbox', 'sideways']],
    [['details', 'accept']],
  ])('%j is not understood', async (words) => {
    expect((await run(...words)).code).toBe(2)
  })

  test('that nobody asked for cannot be decided', async () => {
    expect(await run('withdrawals', 'approve', '999999999')).toEqual({
      lines: ['There is no payout 999999999.'],
      code: 1,
    })
    expect((await run('details', 'accept', '999999999')).code).toBe(1)
  })
})

describe('payments', () => {
  test('are switched off and on, at once and for everybody', async () => {
    const { cookie } = await addPayer(node)
    const ask = () => as(cookie).post('cashier.makedeposit', { method: 'card', amount: '20' })
    expect((await run('payments', 'off', 'sandbox', 'deposit', 'they', 'are', 'ill')).code).toBe(0)
    expect((await run('payments', 'switches')).lines).toEqual([
      expect.stringMatching(/^sandbox {2}deposits are off since \S+ {2}they are ill$/),
    ])
    expect((await ask()).json.error.error_data.reason).toBe('METHOD_CLOSED')
    await run('payments', 'on', 'sandbox', 'deposit')
    expect((await run('payments', 'switches')).lines).toEqual(['Everything is on.'])
    expect((await ask()).status).toBe(200)
  })

  test('that are switched off keep an approved payout until they are on again', async () => {
    const { id, entryId } = await addPayout()
    await run('payments', 'off', 'sandbox', 'withdrawal')
    await run('withdrawals', 'approve', entryId)
    await node.runJobs()
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'approved' }])
    await run('payments', 'on', 'sandbox', 'withdrawal')
  })
})

test('what has been open for more than a day is listed', async () => {
  const { cookie } = await addPayer(node)
  const { json } = await as(cookie).post('cashier.makedeposit', { method: 'card', amount: '20' })
  const id = String(json.data.transaction.id)
  expect((await run('payments', 'open')).lines.join()).not.toContain(id)
  await sql`update cashier_entry set updated_at = now() - interval '25 hours' where id = ${id}`.execute(db.sql)
  expect((await run('payments', 'open')).lines.join()).toMatch(new RegExp(`${id} .* deposit  pending  sandbox`))
})

test('details that wait are listed, and accepted or refused', async () => {
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  bank.mood.payee = 'checking'
  const body = { method: 'wallet', amount: '25', 'requisites[account]': 'waits@example.com' }
  const { json } = await as(cookie).post('cashier.makewithdrawal', body)
  const entryId = String(json.data.transaction.id)
  expect(await run('withdrawals', 'approve', entryId)).toEqual({
    lines: [`Payout ${entryId} waits for its details: see \`details list\`.`],
    code: 1,
  })
  const { lines } = await run('details', 'list')
  const [line = ''] = lines.filter((each) => each.includes(`player ${id} `))
  expect(line).toMatch(/w…@example\.com {2}checking$/)
  const [word = ''] = line.split(' ')
  const listed = async () => (await run('withdrawals', 'list')).lines.find((each) => each.startsWith(entryId))
  expect(await listed()).toMatch(new RegExp(` {2}waits for details ${word}$`))
  expect((await run('details', 'accept', word)).code).toBe(0)
  expect(await listed()).not.toContain('waits')
  expect((await as(cookie).post('cashier.makewithdrawal', body)).status).toBe(200)
  await run('details', 'refuse', word)
  expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([10_000n, 0n])
  expect((await as(cookie).post('cashier.makewithdrawal', body)).json.error.type).toBe('RequisitesFraudulentException')
})

test('the lists show what the operator can decide, however much was refused before or waits for a provider', async () => {
  const { id } = await addPayer(node)
  await sql`insert into cashier_requisite (player_id, method, mask, sealed, print, state)
    select ${id}, 'wallet', 'refused', '', int4send(n), 'fraudulent' from generate_series(1, 250) as n`.execute(db.sql)
  await sql`insert into cashier_entry (player_id, type, number, method, provider, currency, amount, status, reason,
      domain, key, body_hash)
    select ${id}, 'withdrawal', n, 'wallet', 'sandbox', 'EUR', 100, 'review', 'DETAILS_CHECKING', 'test', 'k' || n, ''
    from generate_series(1, 250) as n`.execute(db.sql)
  const { entryId } = await addPayout()
  expect((await run('withdrawals', 'list')).lines.some((line) => line.startsWith(entryId))).toBe(true)
  bank.mood.payee = 'checking'
  const { id: waiting } = await addPayout()
  expect((await run('details', 'list')).lines.some((line) => line.includes(`player ${waiting} `))).toBe(true)
  await sql`delete from cashier_entry where player_id = ${id}`.execute(db.sql)
})

test('what games took back from players who no longer had it is listed for whoever settles with the provider', async () => {
  expect((await run('payments', 'shortfalls')).lines).toEqual(['No provider has to collect anything.'])
  const { id } = await addPayer(node)
  await sql`insert into rounds_round (provider, round, player_id, game, mode, currency)
    values ('studio', 'r-1', ${id}, 'dice', 'real', 'EUR')`.execute(db.sql)
  await sql`insert into rounds_action (provider, action, round, kind, shortfall)
    values ('studio', 'a-1', 'r-1', 'rollback', 250)`.execute(db.sql)
  expect((await run('payments', 'shortfalls')).lines).toEqual([
    expect.stringMatching(new RegExp(` {2}studio {2}a-1 {2}round r-1 {2}player ${id} {2}2\\.50 EUR$`)),
  ])
})
