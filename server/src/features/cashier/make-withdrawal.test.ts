import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, expectZero, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { sessionOf } from '../../test/every-call.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { allRows } from '../../test/rows.ts'
import { lockPlayer } from '../account/account.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { approveWithdrawal, decideDetails } from './operator-actions.ts'
import { payoutApproved } from './pay-out.ts'

const bank = pretendProvider('sandbox')
const coins = pretendProvider('coins')
const payments = new Map([
  ['sandbox', bank.provider],
  ['coins', coins.provider],
])
const node = await testApp({ payments })
const other = await testApp({ payments, beside: node })
const british = await testApp({ payments, beside: node, env: { JURISDICTION: 'uk' } })
const { db, as } = node
const house = houseOf(node)

const forget = () => sql`delete from http_rate_limit`.execute(db.sql)
beforeEach(async () => {
  bank.calm()
  coins.calm()
  await forget()
})

let count = 0
/** Details that no other player has. */
const wallet = (amount = '20'): Record<string, string> => {
  count += 1
  return { method: 'wallet', amount, 'requisites[account]': `purse${count}@example.com` }
}
const withdraw = (cookie: string, body: Record<string, string> = wallet()) =>
  as(cookie).post('cashier.makewithdrawal', body)

type Reply = Awaited<ReturnType<typeof withdraw>>
const said = ({ json }: Reply) =>
  [json.error?.type.replace('Exception', ''), json.error?.error_data?.reason].filter(Boolean).join(':')
const fieldsOf = ({ json }: Reply) => json.error?.invalid_parameters
const dataOf = ({ json }: Reply) => json.error?.error_data

describe('a payout', () => {
  test('holds its money at once, is paid after the operator agreed, and says so', async () => {
    const { id, cookie, login } = await addPayer(node, { main: 10_000n })
    const { json, status } = await withdraw(cookie, wallet('50'))
    expect(status).toBe(200)
    expect(json.data.transaction).toMatchObject({
      amount: { amount: '50.00', currency: 'EUR' },
      fee: { amount: '0.50' },
      status: 'review',
      type: 'withdrawal',
      can_cancel: true,
      requisites: { account: 'p…@example.com' },
    })
    const entryId = BigInt(json.data.transaction.id)
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([5_000n, 5_000n])
    expect(await usesOf(db, id)).toEqual([{ kind: 'withdrawal', amount: 5_000n, key: `withdrawal:${entryId}` }])
    expect(await approveWithdrawal(house, entryId)).toBe('done')
    await node.runJobs()
    expect(bank.books.paid.get(entryId)).toMatchObject({
      amount: 4_950n,
      requisites: { account: expect.stringContaining('purse') },
    })
    const update = { direction: 'withdrawal', entryId, ref: `sandbox-${entryId}`, state: 'paid', reason: '' } as const
    expect(await applyProviderUpdate(house, 'sandbox', { ...update, amount: 4_950n, currency: 'EUR' }, 'n-1')).toBe(
      'applied',
    )
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([5_000n, 0n])
    const info = await as(cookie).get('cashier.getdepositinfo', { id: String(entryId) })
    expect(
      info.json.data.steps.map(({ status: at, actor }: { status: string; actor: string }) => `${at} ${actor}`),
    ).toEqual(['review player', 'approved operator', 'sent house', 'paid provider'])
    const [letter] = await node.letters(login)
    expect([letter?.subject, letter?.text]).toEqual(['Your withdrawal was sent', expect.stringContaining('€50.00')])
    const notices = await as(cookie).get('account.getNotices')
    expect(notices.json.data).toMatchObject([{ kind: 'payoutPaid', params: { amount: '€50.00' } }])
    await expectZero(db)
  })

  test('of everything there is, to the last cent', async () => {
    const { id, cookie } = await addPayer(node, { main: 12_345n })
    expect(fieldsOf(await withdraw(cookie, wallet('123.44')))).toEqual({ amount: ['FORMAT'] })
    expect((await withdraw(cookie, wallet('123.45'))).status).toBe(200)
    expect(await purseOf(db, id, 'main')).toBe(0n)
  })

  test('of a currency with six decimals, with its fixed fee', async () => {
    const { id, cookie } = await addPayer(node, { main: 30_123_456n, currency: 'USDT' })
    const body = {
      method: 'usdt-trc20',
      amount: '30.123456',
      'requisites[trc20]': 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    }
    const { json } = await withdraw(cookie, body)
    expect(json.data.transaction).toMatchObject({
      amount: { amount: '30.123456' },
      fee: { amount: '1.000000' },
      requisites: { trc20: 'TQn9...bLSE' },
    })
    const entryId = BigInt(json.data.transaction.id)
    await approveWithdrawal(house, entryId)
    await payoutApproved(house, { entryId: String(entryId) })
    expect(coins.books.paid.get(entryId)?.amount).toBe(29_123_456n)
    expect(await purseOf(db, id, 'withdrawal_hold')).toBe(30_123_456n)
  })

  test('of an excluded player goes out; a deposit does not come in', async () => {
    const { id } = await addPayer(node, { main: 10_000n, row: { excluded_until: sql<Date>`'infinity'` } })
    const cookie = await sessionOf(node, id, 'payout')
    expect((await withdraw(cookie)).status).toBe(200)
    expect((await as(cookie).get('cashier.getwithdrawsettings')).json.data.blocked_by).toBeNull()
    expect(said(await as(cookie).post('cashier.makedeposit', wallet()))).toBe('InvalidParameter:SELF_EXCLUDED')
  })
})

describe('a bad wish is refused at its field and changes nothing', () => {
  const amounts: [string, string][] = [
    ['', 'REQUIRED'],
    ['0', 'FORMAT'],
    ['-1', 'FORMAT'],
    ['1e3', 'FORMAT'],
    ['0.001', 'FORMAT'],
    ['20.00', 'FORMAT'],
    ['1,000', 'FORMAT'],
    [' 20', 'FORMAT'],
    ['２０', 'FORMAT'],
    ['9'.repeat(40), 'TOO_LARGE'],
    ['9', 'TOO_SMALL'],
    ['5001', 'TOO_LARGE'],
  ]
  const details = { 'requisites[account]': 'bad@example.com' }
  const wishes: [string, Record<string, string>, Record<string, string[]>][] = [
    ...amounts.map(([amount, reason]): [string, Record<string, string>, Record<string, string[]>] => [
      `amount ${amount.slice(0, 12)}`,
      { method: 'wallet', amount, ...details },
      { amount: [reason] },
    ]),
    [
      'another currency',
      { method: 'wallet', amount: '20', currency: 'USD', ...details },
      { currency: ['UNKNOWN_VALUE'] },
    ],
    ['no method', { amount: '20' }, { method_id: ['REQUIRED'] }],
    ['a method that pays in only', { method: 'bank', amount: '20' }, { method_id: ['UNKNOWN_METHOD'] }],
    ['a method of another country', { method: 'pix', amount: '50' }, { method_id: ['UNKNOWN_METHOD'] }],
    [
      'missing details',
      { method: 'iban', amount: '20' },
      { 'requisites[iban]': ['REQUIRED'], 'requisites[name]': ['REQUIRED'] },
    ],
    ['a card without a token', { method: 'card', amount: '20' }, { 'requisites[card_token]': ['REQUIRED'] }],
    [
      'more details than asked for',
      { method: 'wallet', amount: '20', ...details, 'requisites[iban]': 'x' },
      { 'requisites[iban]': ['UNKNOWN_VALUE'] },
    ],
    [
      'saved details that are nobody’s',
      { method: 'wallet', amount: '20', requisite_id: '999999' },
      { requisite_id: ['UNKNOWN_VALUE'] },
    ],
    ['more than there is', { method: 'wallet', amount: '4000', ...details }, { amount: ['INSUFFICIENT_FUNDS'] }],
  ]

  test.each(wishes)('%s', async (_name, body, fields) => {
    const { cookie } = await addPayer(node, { main: 10_050n, row: {} })
    await approved(cookie)
    const before = await allRows(db)
    const answer = await withdraw(cookie, body)
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields])
    expect(await allRows(db)).toEqual(before)
  })

  test('a method that is switched off', async () => {
    const { cookie } = await addPayer(node, { main: 10_000n })
    await db.sql.insertInto('cashier_switch').values({ provider: 'sandbox', direction: 'withdrawal' }).execute()
    expect(said(await withdraw(cookie))).toBe('InvalidParameter:METHOD_CLOSED')
    await db.sql.deleteFrom('cashier_switch').execute()
  })

  test('saved details of somebody else are like none', async () => {
    const [mine, hers] = [await addPayer(node, { main: 10_000n }), await addPayer(node, { main: 10_000n })]
    await withdraw(hers.cookie)
    const saved = await db.sql
      .selectFrom('cashier_requisite')
      .select('id')
      .where('player_id', '=', hers.id)
      .executeTakeFirst()
    const before = await allRows(db)
    const ask = (id: string) => withdraw(mine.cookie, { method: 'wallet', amount: '20', requisite_id: id })
    const [one, two] = [await ask(String(saved?.id)), await ask('999999')]
    expect(one.body).toBe(two.body)
    expect(await allRows(db)).toEqual(before)
  })
})

/** Large sums are no question of a fresh check for this player. */
async function approved(cookie: string) {
  const { json } = await as(cookie).get('account.getInfo')
  await db.sql
    .insertInto('verification_action')
    .values({ player_id: BigInt(json.data.uid), action_id: 'payout-2026-01', state: 'approved' })
    .execute()
}

describe('what stands in the way', () => {
  const gates: [string, Record<string, unknown>, string][] = [
    ['nothing was ever paid in', { has_deposited: false }, 'UserNeedDeposit'],
    ['no contact is confirmed', { email_confirmed_at: null }, 'UserNeedConfirmContact'],
    ['the profile is empty', { first_name: '', birth_date: null }, 'UserNeedProfileData'],
    ['the identity is not verified', { verified_at: null }, 'KycWithdrawal'],
    ['the account is blocked', { banned_at: sql<Date>`now()` }, 'UserBanned'],
  ]
  test.each(gates)('%s', async (_name, row, type) => {
    const { cookie } = await addPayer(node, { main: 10_000n, row })
    const before = await allRows(db)
    expect(said(await withdraw(cookie))).toBe(type)
    expect(await allRows(db)).toEqual(before)
    if (type === 'UserBanned') return
    const { json } = await as(cookie).get('cashier.getwithdrawsettings')
    expect(json.data.blocked_by.type).toBe(type)
  })

  test('names the fields of the profile', async () => {
    const { cookie } = await addPayer(node, { main: 10_000n, row: { first_name: '', birth_date: null } })
    expect(dataOf(await withdraw(cookie)).fields).toEqual(['first_name', 'birth_date'])
  })

  test('the range of the way, with its figures', async () => {
    const { cookie } = await addPayer(node, { main: 1_000_000n })
    const answer = await withdraw(cookie, wallet('5001'))
    expect(said(answer)).toBe('WithdrawalLimitsExceeded')
    expect(dataOf(answer)).toEqual({
      min: { amount: '10.00', currency: 'EUR' },
      max: { amount: '5000.00', currency: 'EUR' },
    })
  })

  test('what the house pays in a day, with the moment when there is room again', async () => {
    const { cookie } = await addPayer(node, { main: 2_000_000n })
    await approved(cookie)
    await withdraw(cookie, wallet('5000'))
    await withdraw(cookie, wallet('4000'))
    const answer = await withdraw(cookie, wallet('1001'))
    expect(said(answer)).toBe('WithdrawalLimitsPeriodExceeded')
    expect(dataOf(answer)).toMatchObject({
      period: 'day',
      available_amount: { amount: '1000.00' },
      resets_at: expect.stringMatching(/^20/),
    })
    expect((await withdraw(cookie, wallet('1000'))).status).toBe(200)
    const { json } = await as(cookie).get('cashier.getwithdrawsettings')
    expect(json.data).toMatchObject({
      blocked_by: { type: 'WithdrawalLimitsPeriodExceeded' },
      held: { amount: '10000.00' },
      available: { amount: '10000.00' },
    })
  })

  test('a large sum in thirty days wants a fresh check, under a name of its own', async () => {
    const { id, cookie } = await addPayer(node, { main: 1_000_000n })
    expect((await withdraw(cookie, wallet('2000'))).status).toBe(200)
    const answer = await withdraw(cookie, wallet('10'))
    expect(said(answer)).toBe('SumsubVerificationRequired')
    expect(dataOf(answer).action_id).toMatch(/^payout-\d{4}-\d{2}$/)
    await db.sql
      .insertInto('verification_action')
      .values({
        player_id: id,
        action_id: dataOf(answer).action_id,
        state: 'approved',
        updated_at: sql<Date>`now() - interval '366 days'`,
      })
      .execute()
    expect(said(await withdraw(cookie, wallet('10')))).toBe('SumsubVerificationRequired')
    await db.sql
      .updateTable('verification_action')
      .set({ updated_at: sql<Date>`now()` })
      .where('player_id', '=', id)
      .execute()
    expect((await withdraw(cookie, wallet('10'))).status).toBe(200)
  })

  test('ten payouts at once are enough', async () => {
    const { cookie } = await addPayer(node, { main: 100_000n })
    const answers = await Promise.all(Array.from({ length: 11 }, () => withdraw(cookie, wallet('10'))))
    expect(answers.map(said).filter(Boolean)).toEqual(['WithdrawalDeclined'])
  })

  test.each([
    ['required', 'RequisitesValidationRequired'],
    ['fraudulent', 'RequisitesFraudulent'],
  ] as const)('details that the provider calls %s', async (payee, type) => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    bank.mood.payee = payee
    const body = wallet()
    expect(said(await withdraw(cookie, body))).toBe(type)
    const { json } = await as(cookie).get('cashier.getwithdrawsettings')
    const way = json.data.methods.find(({ sysname }: { sysname: string }) => sysname === 'wallet')
    expect(way.saved).toMatchObject([{ state: payee, is_source: false }])
    expect([await purseOf(db, id, 'main'), await entriesOf(db, id)]).toEqual([10_000n, []])
    bank.calm()
    // Asked again at the next try, unless they are known as a fraud.
    expect(said(await withdraw(cookie, body))).toBe(payee === 'fraudulent' ? type : '')
  })

  test('details of another player wait for the operator', async () => {
    const [one, two] = [await addPayer(node, { main: 10_000n }), await addPayer(node, { main: 10_000n })]
    const body = wallet()
    expect((await withdraw(one.cookie, body)).status).toBe(200)
    const shouted = { ...body, 'requisites[account]': body['requisites[account]']?.toUpperCase() ?? '' }
    const kept = await withdraw(two.cookie, shouted)
    expect(kept.json.data.transaction).toMatchObject({ status: 'review', reason: 'DETAILS_CHECKING' })
    const saved = await db.sql
      .selectFrom('cashier_requisite')
      .select('id')
      .where('player_id', '=', two.id)
      .executeTakeFirst()
    expect(await decideDetails(house, saved?.id ?? 0n, 'verified')).toBe('done')
    expect((await withdraw(two.cookie, body)).status).toBe(200)
    expect(await entriesOf(db, two.id)).toMatchObject([{ reason: '' }, { reason: '' }])
  })

  test('new details want the password a while after signing in; known ones do not', async () => {
    const password = 'Marmot-Hill-7'
    const { id, cookie } = await addPayer(node, { main: 10_000n, password })
    const known = wallet('10')
    expect((await withdraw(cookie, known)).status).toBe(200)
    await db.sql
      .updateTable('auth_session')
      .set({ created_at: sql<Date>`now() - interval '16 minutes'` })
      .where('player_id', '=', id)
      .execute()
    expect((await as(cookie).get('cashier.getwithdrawsettings')).json.data.needs_password).toBe(true)
    expect((await withdraw(cookie, known)).status).toBe(200)
    const fresh = wallet('10')
    const before = await allRows(db)
    const [none, wrong] = [
      await withdraw(cookie, fresh),
      await withdraw(cookie, { ...fresh, password: 'Heron-Lake-9' }),
    ]
    expect([none, wrong].map(said)).toEqual(Array(2).fill('InvalidParameter:PASSWORD_NEEDED'))
    expect([none, wrong].map(fieldsOf)).toEqual([{ password: ['REQUIRED'] }, { password: ['PASSWORD_WRONG'] }])
    expect(await allRows(db)).toEqual(before)
    expect((await withdraw(cookie, { ...fresh, password })).status).toBe(200)
  })

  test('where there is no password new details want a fresh sign-in or its proof; known ones do not', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    const set = (values: Record<string, unknown>) =>
      db.sql.updateTable('auth_session').set(values).where('player_id', '=', id).execute()
    const known = wallet('10')
    expect((await withdraw(cookie, known)).status).toBe(200)
    await set({ created_at: sql<Date>`now() - interval '16 minutes'` })
    expect((await as(cookie).get('cashier.getwithdrawsettings')).json.data.needs_password).toBe(false)
    expect((await withdraw(cookie, known)).status).toBe(200)
    const before = await allRows(db)
    const fresh = wallet('10')
    for (const password of ['', 'Heron-Lake-9'])
      expect(said(await withdraw(cookie, { ...fresh, password }))).toBe('InvalidParameter:STEP_UP_NEEDED')
    expect(await allRows(db)).toEqual(before)
    await set({ proven_at: sql<Date>`now()` })
    expect((await withdraw(cookie, fresh)).status).toBe(200)
  })

  test('whoever has only the session cannot pay in from a new place and take everything out there', async () => {
    const password = 'Marmot-Hill-7'
    const { id, cookie } = await addPayer(node, { main: 10_000n, password })
    await db.sql
      .updateTable('auth_session')
      .set({ created_at: sql<Date>`now() - interval '16 minutes'` })
      .where('player_id', '=', id)
      .execute()
    const own = wallet('20')
    const { json } = await as(cookie).post('cashier.makedeposit', own)
    const entryId = BigInt(json.data.transaction.id)
    const paid = { direction: 'deposit', entryId, state: 'paid', reason: '', amount: 2_000n, currency: 'EUR' } as const
    expect(await applyProviderUpdate(house, 'sandbox', { ...paid, ref: `sandbox-${entryId}` }, null)).toBe('applied')
    const saved = await db.sql
      .selectFrom('cashier_requisite')
      .select('id')
      .where('player_id', '=', id)
      .executeTakeFirstOrThrow()
    const ways = [own, { method: 'wallet', amount: '20', requisite_id: String(saved.id) }]
    for (const way of ways) expect(said(await withdraw(cookie, way))).toBe('InvalidParameter:PASSWORD_NEEDED')
    for (const way of ways) expect((await withdraw(cookie, { ...way, password })).status).toBe(200)
  })

  test('details that two players give at the same moment are good for one of them at most', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => addPayer(node, { main: 10_000n })))
    const same = wallet('20')
    // Each was looked at before the first of them was kept.
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    let askedCount = 0
    const asked = bank.provider.checkPayee
    bank.provider.checkPayee = async (payee) => {
      askedCount += 1
      if (askedCount === players.length) resolve()
      await allAsked
      return asked(payee)
    }
    const answers = await Promise.all(
      players.map(({ cookie }, at) => (at % 2 ? other : node).as(cookie).post('cashier.makewithdrawal', same)),
    )
    bank.provider.checkPayee = asked
    const reasons = answers.map(({ json }) => json.data.transaction.reason).sort()
    expect(reasons).toEqual(['', ...Array(players.length - 1).fill('DETAILS_CHECKING')])
  })

  test('details that the operator refuses while the provider is asked get nothing', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    const body = wallet('20')
    bank.mood.payee = 'checking'
    await withdraw(cookie, body)
    bank.mood.payee = 'ok'
    const asked = bank.provider.checkPayee
    bank.provider.checkPayee = async (payee) => {
      await db.sql.updateTable('cashier_requisite').set({ state: 'fraudulent' }).where('player_id', '=', id).execute()
      return asked(payee)
    }
    const answer = await withdraw(cookie, body)
    bank.provider.checkPayee = asked
    expect(said(answer)).toBe('RequisitesFraudulent')
    expect(await entriesOf(db, id)).toHaveLength(1)
  })

  test('active bonuses are lost only after a yes', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n, bonus: 700n })
    const body = wallet()
    const before = await allRows(db)
    const answer = await withdraw(cookie, body)
    expect(said(answer)).toBe('InvalidParameter:BURN_BONUSES')
    const [burn] = dataOf(answer).burns
    expect(burn).toMatchObject({ title: 'test', kind: 'bonus', amount: { amount: '7.00', currency: 'EUR' } })
    expect(burn.in_open_rounds).toEqual({ amount: '0.00', currency: 'EUR' })
    expect(await allRows(db)).toEqual(before)
    expect((await withdraw(cookie, { ...body, burn_bonuses: '1' })).status).toBe(200)
    expect([await purseOf(db, id, 'bonus'), await purseOf(db, id, 'main')]).toEqual([0n, 8_000n])
    await expectZero(db)
  })
})

test('a payout that waited while the owner ended every session is not made', async () => {
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
    return rows.length > 0
  }
  const wish = await begin(db, async (tx) => {
    await lockPlayer(tx, id)
    const asked = withdraw(cookie)
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
    await sql`update auth_session set ended_at = now() where player_id = ${id}`.execute(tx)
    return { asked }
  })
  expect((await wish.asked).status).toBe(401)
  expect([await entriesOf(db, id), await purseOf(db, id, 'main')]).toEqual([[], 10_000n])
})

describe('a key', () => {
  const key = 'one-payout-please'

  test('stands for one payout, also when 50 ask at once over two nodes', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    const body = { ...wallet('20'), key }
    const answers: Reply[] = []
    for (const start of [0, 25]) {
      const ask = (at: number) => ((start + at) % 2 ? node : other).as(cookie).post('cashier.makewithdrawal', body)
      answers.push(...(await Promise.all(Array.from({ length: 25 }, (_, at) => ask(at)))))
      await forget()
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ json }) => json.data.transaction.id)).size).toBe(1)
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([8_000n, 2_000n])
  })

  test('stands for one payout also where the yes to lost bonuses is not asked for any more', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n, bonus: 700n })
    const body = { ...wallet('20'), key }
    const first = await withdraw(cookie, { ...body, burn_bonuses: '1' })
    const again = await withdraw(cookie, body)
    expect([again.status, again.json.data?.transaction.id]).toEqual([200, first.json.data.transaction.id])
    expect(await entriesOf(db, id)).toHaveLength(1)
  })

  test('is refused for anything else, and answered though the balance is gone', async () => {
    const { id, cookie } = await addPayer(node, { main: 2_000n })
    const body = { ...wallet('20.00'), key }
    expect((await withdraw(cookie, body)).status).toBe(200)
    expect((await withdraw(cookie, body)).status).toBe(200)
    expect(said(await withdraw(cookie, { ...body, amount: '20' }))).toBe('InvalidParameter:KEY_CONFLICT')
    expect(await entriesOf(db, id)).toHaveLength(1)
  })
})

describe('taking a payout back', () => {
  const cancel = (cookie: string, id: number | string, at = node) =>
    at.as(cookie).post('cashier.cancelwithdrawal', { id: String(id) })

  test('gives the money and the room back, once', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    const entry = (await withdraw(cookie)).json.data.transaction
    for (const _ of [1, 2]) {
      const { json } = await cancel(cookie, entry.id)
      expect(json.data.transaction).toMatchObject({
        status: 'cancelled',
        reason: 'CANCELLED_BY_PLAYER',
        can_cancel: false,
      })
    }
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([10_000n, 0n])
    expect(await usesOf(db, id)).toEqual([])
    await expectZero(db)
  })

  test('is not possible once the provider was asked, nor where the rules forbid it', async () => {
    const { cookie } = await addPayer(node, { main: 10_000n })
    const [one, two] = [(await withdraw(cookie)).json.data.transaction, (await withdraw(cookie)).json.data.transaction]
    await approveWithdrawal(house, BigInt(one.id))
    await payoutApproved(house, { entryId: String(one.id) })
    expect(said(await cancel(cookie, one.id))).toBe('WithdrawalDeclined')
    expect(said(await cancel(cookie, two.id, british))).toBe('WithdrawalDeclined')
    const settings = await british.as(cookie).get('cashier.getwithdrawsettings')
    expect(settings.json.data.can_cancel).toBe(false)
  })

  test('of somebody else, of a deposit and of nobody: one answer', async () => {
    const [mine, hers] = [await addPayer(node, { main: 10_000n }), await addPayer(node, { main: 10_000n })]
    const payout = (await withdraw(hers.cookie)).json.data.transaction
    const paid = (await as(mine.cookie).post('cashier.makedeposit', wallet())).json.data.transaction
    const answers = await Promise.all([payout.id, paid.id, 999_999_999].map((id) => cancel(mine.cookie, id)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(said(answers[0] ?? (await cancel(mine.cookie, 1)))).toBe('InvalidParameter:UNKNOWN_TRANSACTION')
    const looks = await Promise.all(
      [payout.id, 999_999_999].map((id) => as(mine.cookie).get('cashier.getdepositinfo', { id: String(id) })),
    )
    expect(looks[0]?.body).toBe(looks[1]?.body)
    expect(await purseOf(db, hers.id, 'withdrawal_hold')).toBe(2_000n)
  })
})
