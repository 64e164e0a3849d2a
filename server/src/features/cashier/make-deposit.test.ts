import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, expectZero, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { sessionOf } from '../../test/every-call.ts'
import { away, declines, garbage, pretendProvider } from '../../test/pretend-provider.ts'
import { allRows } from '../../test/rows.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'

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

beforeEach(() => {
  bank.calm()
  coins.calm()
})

const wallet = { method: 'wallet', amount: '20', 'requisites[account]': 'anna@example.com' }
const deposit = (cookie: string, body: Record<string, string> = wallet) => as(cookie).post('cashier.makedeposit', body)

type Reply = Awaited<ReturnType<typeof deposit>>
const said = ({ json }: Reply) =>
  [json.error?.type.replace('Exception', ''), json.error?.error_data?.reason].filter(Boolean).join(':')
const fieldsOf = ({ json }: Reply) => json.error?.invalid_parameters
const forget = () => sql`delete from http_rate_limit`.execute(db.sql)
beforeEach(forget)

const says = (entryId: bigint, state: 'paid' | 'failed', amount = 2_000n) =>
  applyProviderUpdate(
    house,
    'sandbox',
    { direction: 'deposit', entryId, ref: `sandbox-${entryId}`, state, reason: '', amount, currency: 'EUR' },
    null,
  )

const setLimit = (playerId: bigint, amount: bigint) =>
  db.sql.insertInto('limits_limit').values({ player_id: playerId, kind: 'deposit', period_days: 1, amount }).execute()

describe('a deposit', () => {
  test('begins with the provider and is there when the provider says so', async () => {
    const { id, cookie } = await addPayer(node, { row: { has_deposited: false } })
    const { json, status } = await deposit(cookie, { ...wallet, back_url: '/game/one?x=1', campaign_offer_id: 'none' })
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      transaction: {
        amount: { amount: '20.00', currency: 'EUR' },
        fee: { amount: '0.20', currency: 'EUR' },
        status: 'pending',
        type: 'deposit',
        method: 'wallet',
        kind: 'wallet',
        requisites: { account: 'a…@example.com' },
        domain: 'localhost:3000',
        reason: '',
        can_cancel: false,
      },
      action: { kind: 'redirect', url: expect.stringContaining('https://sandbox.example/pay/') },
    })
    const entryId = BigInt(json.data.transaction.id)
    expect(bank.books.begun.get(entryId)).toMatchObject({ amount: 2_000n, requisites: { account: 'anna@example.com' } })
    expect(await purseOf(db, id, 'main')).toBe(0n)
    expect(await says(entryId, 'paid')).toBe('applied')
    expect(await purseOf(db, id, 'main')).toBe(1_980n)
    expect(await purseOf(db, id, 'withdrawal_hold')).toBe(0n)
    const info = await as(cookie).get('cashier.getdepositinfo', { id: String(entryId) })
    expect(info.json.data).toMatchObject({ status: 'paid', action: null, back_url: '/game/one?x=1' })
    expect(info.json.data.steps.map((step: { status: string; actor: string }) => [step.status, step.actor])).toEqual([
      ['created', 'player'],
      ['pending', 'provider'],
      ['paid', 'provider'],
    ])
    const settings = await as(cookie).get('cashier.getwithdrawsettings')
    const way = settings.json.data.methods.find(({ sysname }: { sysname: string }) => sysname === 'wallet')
    expect(way.saved).toMatchObject([{ mask: 'a…@example.com', is_source: true, state: 'new' }])
    const player = await db.sql
      .selectFrom('account_player')
      .select('has_deposited')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(player?.has_deposited).toBe(true)
    await expectZero(db)
  })

  test('keeps no details in the open', async () => {
    const { cookie } = await addPayer(node)
    const iban = 'DE89370400440532013000'
    const answer = await deposit(cookie, {
      method: 'iban',
      amount: '50',
      'requisites[iban]': 'DE89 3704 0044 0532 0130 00',
      'requisites[name]': 'Anna Payer',
    })
    expect(answer.json.data.transaction.requisites).toEqual({ iban: 'DE89...3000', name: 'Anna Payer' })
    const rows = await allRows(db)
    expect(JSON.stringify([rows.cashier_entry, rows.cashier_requisite])).not.toContain(iban)
    expect(node.lines.join()).not.toContain(iban)
  })

  test('of a currency without decimals, and of one with six', async () => {
    const yen = await addPayer(node, { currency: 'JPY', country: 'JP' })
    const bought = await deposit(yen.cookie, { ...wallet, amount: '1999' })
    expect(bought.json.data.transaction).toMatchObject({ amount: { amount: '1999' }, fee: { amount: '20' } })
    const tether = await addPayer(node, { currency: 'USDT', country: 'BR' })
    const sent = await deposit(tether.cookie, { method_id: '6', amount: '25' })
    expect(sent.json.data.transaction.amount).toEqual({ amount: '25.000000', currency: 'USDT' })
    const entryId = BigInt(sent.json.data.transaction.id)
    const update = { direction: 'deposit', entryId, ref: `coins-${entryId}`, state: 'paid', reason: '' } as const
    await applyProviderUpdate(house, 'coins', { ...update, amount: 25_000_000n, currency: 'USDT' }, null)
    expect(await purseOf(db, tether.id, 'main')).toBe(25_000_000n)
  })

  test('leads back to our own pages only', async () => {
    const { id, cookie } = await addPayer(node)
    await deposit(cookie, { ...wallet, back_url: 'https://evil.example/' })
    await deposit(cookie, { ...wallet, back_url: '//evil.example/' })
    expect((await entriesOf(db, id)).map(({ back_url }) => back_url)).toEqual([null, null])
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
    ['9'.repeat(40), 'TOO_LARGE'],
    [' 20', 'FORMAT'],
    ['20 ', 'FORMAT'],
    ['２０', 'FORMAT'],
    ['020', 'FORMAT'],
    ['+20', 'FORMAT'],
    ['9', 'TOO_SMALL'],
    ['5001', 'TOO_LARGE'],
    ['NaN', 'FORMAT'],
  ]
  const wishes: [string, Record<string, string>, Record<string, string[]>][] = [
    ...amounts.map(([amount, reason]): [string, Record<string, string>, Record<string, string[]>] => [
      `amount ${amount.slice(0, 12)}`,
      { ...wallet, amount },
      { amount: [reason] },
    ]),
    ['another currency', { ...wallet, currency: 'USD' }, { currency: ['UNKNOWN_VALUE'] }],
    ['no method', { amount: '20' }, { method_id: ['REQUIRED'] }],
    ['an unknown method', { ...wallet, method: 'barter' }, { method_id: ['UNKNOWN_METHOD'] }],
    ['two methods', { ...wallet, method_id: '1' }, { method_id: ['UNKNOWN_METHOD'] }],
    [
      'a method of another country',
      { method: 'pix', amount: '20', 'requisites[cpf]': '529.982.247-25' },
      { method_id: ['UNKNOWN_METHOD'] },
    ],
    ['a method of another currency', { method: 'usdt-trc20', amount: '20' }, { method_id: ['UNKNOWN_METHOD'] }],
    ['missing details', { method: 'wallet', amount: '20' }, { 'requisites[account]': ['REQUIRED'] }],
    ['malformed details', { ...wallet, 'requisites[account]': 'anna' }, { 'requisites[account]': ['EMAIL'] }],
    [
      'more details than asked for',
      { ...wallet, 'requisites[iban]': 'DE89' },
      { 'requisites[iban]': ['UNKNOWN_VALUE'] },
    ],
    [
      'a prototype for details',
      { ...wallet, 'requisites[constructor]': 'x' },
      { 'requisites[constructor]': ['UNKNOWN_VALUE'] },
    ],
    [
      'an unknown bank',
      { method: 'bank', amount: '20', 'requisites[bank]': 'last' },
      { 'requisites[bank]': ['UNKNOWN_VALUE'] },
    ],
    [
      'saved details that are nobody’s',
      { method: 'wallet', amount: '20', requisite_id: '999999' },
      { requisite_id: ['UNKNOWN_VALUE'] },
    ],
    ['an unknown offer', { ...wallet, campaign_offer_id: 'welcome' }, { campaign_offer_id: ['UNKNOWN_OFFER'] }],
    ['a short key', { ...wallet, key: 'short' }, { key: ['FORMAT'] }],
  ]

  test.each(wishes)('%s', async (_name, body, fields) => {
    const { cookie } = await addPayer(node)
    const before = await allRows(db)
    const answer = await deposit(cookie, body)
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields])
    expect(await allRows(db)).toEqual(before)
  })

  test('a method that the operator switched off, or whose provider is not here', async () => {
    const { cookie } = await addPayer(node)
    await db.sql.insertInto('cashier_switch').values({ provider: 'sandbox', direction: 'deposit' }).execute()
    const answer = await deposit(cookie)
    expect([said(answer), fieldsOf(answer)]).toEqual([
      'InvalidParameter:METHOD_CLOSED',
      { method_id: ['METHOD_CLOSED'] },
    ])
    const { json } = await as(cookie).get('cashier.getdepositsettings')
    expect(json.data.methods.map(({ is_open }: { is_open: boolean }) => is_open)).not.toContain(true)
    await db.sql.deleteFrom('cashier_switch').execute()
  })
})

describe('the house says no', () => {
  test('to an excluded player, who can come in for the balance alone', async () => {
    const { id } = await addPayer(node, { row: { excluded_until: sql<Date>`'infinity'` } })
    const cookie = await sessionOf(node, id, 'payout')
    expect(said(await deposit(cookie))).toBe('InvalidParameter:SELF_EXCLUDED')
    expect(await entriesOf(db, id)).toEqual([])
  })

  test('to an exclusion that came after the request was let in', async () => {
    const { id, cookie } = await addPayer(node, { country: 'FI' })
    const hurry = db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('id', '=', id)
    // The list of banks is asked for between the session and the gate.
    bank.mood.banks = async () => void (await hurry.execute())
    const body = { method: 'bank', amount: '20', 'requisites[bank]': 'first' }
    expect(said(await deposit(cookie, body))).toBe('InvalidParameter:SELF_EXCLUDED')
    expect(await entriesOf(db, id)).toEqual([])
  })

  test('to a currency that the account had a moment ago', async () => {
    const { id, cookie } = await addPayer(node, { country: 'PT', row: { has_deposited: false } })
    bank.mood.banks = async () => {
      expect((await as(cookie).post('account.setCurrency', { currency: 'USD' })).status).toBe(200)
    }
    const body = { method: 'bank', amount: '20', 'requisites[bank]': 'first' }
    expect(fieldsOf(await deposit(cookie, body))).toEqual({ currency: ['UNKNOWN_VALUE'] })
    expect([await entriesOf(db, id), await usesOf(db, id)]).toEqual([[], []])
  })

  test('to a blocked player', async () => {
    const { cookie } = await addPayer(node, { row: { banned_at: sql<Date>`now()` } })
    expect(said(await deposit(cookie))).toBe('UserBanned')
  })

  test('to somebody unknown where the rules ask for an identity', async () => {
    const { cookie, id } = await addPayer(node, { row: { verified_at: null } })
    const answer = await british.as(cookie).post('cashier.makedeposit', wallet)
    expect(said(answer)).toBe('KycUserProfile')
    expect(await entriesOf(db, id)).toEqual([])
    const settings = await british.as(cookie).get('cashier.getdepositsettings')
    expect(settings.json.data.blocked_by.type).toBe('KycUserProfile')
    expect((await deposit(cookie)).status).toBe(200)
  })

  test('too many in ten minutes', async () => {
    const { cookie } = await addPayer(node)
    const answers = await Promise.all(Array.from({ length: 31 }, () => deposit(cookie, { ...wallet, amount: '1' })))
    expect(answers.filter((answer) => said(answer) === 'TooManyRequests')).toHaveLength(1)
  })
})

describe('the player’s own limit', () => {
  test('says what is left', async () => {
    const { id, cookie } = await addPayer(node)
    await setLimit(id, 5_000n)
    expect((await deposit(cookie, { ...wallet, amount: '40' })).status).toBe(200)
    const answer = await deposit(cookie)
    expect(said(answer)).toBe('BillingDepositLimitExceeded')
    expect(answer.json.error).toMatchObject({
      invalid_parameters: { amount: ['TOO_LARGE'] },
      error_data: { available_amount: { amount: '10.00', currency: 'EUR' }, period: 1 },
    })
    const { json } = await as(cookie).get('cashier.getdepositsettings')
    expect(json.data).toMatchObject({ limit: { period: 1, available_amount: { amount: '10.00' } }, blocked_by: null })
  })

  test('is not exceeded by 32 at once over two nodes, and what fails gives its room back', async () => {
    const { id, cookie } = await addPayer(node)
    await setLimit(id, 10_000n)
    const racers = Array.from({ length: 32 }, (_, at) =>
      (at % 2 ? node : other).as(cookie).post('cashier.makedeposit', wallet),
    )
    const answers = await Promise.all(racers)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => said(answer) === 'BillingDepositLimitExceeded')).toHaveLength(25)
    const [first, second] = await entriesOf(db, id)
    await says(first?.id ?? 0n, 'failed')
    await says(second?.id ?? 0n, 'paid')
    expect(await usesOf(db, id)).toHaveLength(4)
    await forget()
    expect((await deposit(cookie)).status).toBe(200)
    expect(said(await deposit(cookie))).toBe('BillingDepositLimitExceeded')
  })
})

describe('a key', () => {
  const key = 'a-key-of-the-player'

  test('stands for one deposit, also when 50 ask at once over two nodes', async () => {
    const { id, cookie } = await addPayer(node)
    const ask = (at: number) => (at % 2 ? node : other).as(cookie).post('cashier.makedeposit', { ...wallet, key })
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    for (const start of [0, 25]) {
      answers.push(...(await Promise.all(Array.from({ length: 25 }, (_, at) => ask(start + at)))))
      await forget()
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ json }) => json.data.transaction.id)).size).toBe(1)
    expect(new Set(answers.map(({ json }) => json.data.action.url)).size).toBe(1)
    expect(await entriesOf(db, id)).toHaveLength(1)
    expect(await usesOf(db, id)).toHaveLength(1)
  })

  test('is refused for anything else', async () => {
    const { id, cookie } = await addPayer(node)
    await deposit(cookie, { ...wallet, key })
    const before = await allRows(db)
    const changes: Record<string, string>[] = [
      { amount: '21' },
      { method: 'card' },
      { currency: 'EUR' },
      { 'requisites[account]': 'bob@example.com' },
      { back_url: '/elsewhere' },
      { campaign_offer_id: 'none' },
    ]
    for (const change of changes) {
      const answer = await deposit(cookie, { ...wallet, key, ...change })
      expect(said(answer)).toBe('InvalidParameter:KEY_CONFLICT')
    }
    expect(await allRows(db)).toEqual(before)
    expect(await entriesOf(db, id)).toHaveLength(1)
  })

  test('is each player’s own', async () => {
    const [one, two] = [await addPayer(node), await addPayer(node)]
    const answers = await Promise.all([one, two].map(({ cookie }) => deposit(cookie, { ...wallet, key })))
    expect(new Set(answers.map(({ json }) => json.data.transaction.id)).size).toBe(2)
  })
})

describe('the provider', () => {
  test.each([
    ['is away', away, 'BillingUnavailable'],
    ['talks nonsense', garbage, 'BillingServiceError'],
  ] as const)('%s: nobody knows, so the deposit stays and the same key goes on with it', async (_name, mood, type) => {
    const { id, cookie } = await addPayer(node)
    const key = 'kept-until-an-answer'
    bank.mood.begin = mood
    const answer = await deposit(cookie, { ...wallet, key })
    expect(said(answer)).toBe(type)
    const [entry] = await entriesOf(db, id)
    expect(answer.json.error.error_data.transaction).toBe(Number(entry?.id))
    expect([entry?.status, (await usesOf(db, id)).length]).toEqual(['created', 1])
    bank.calm()
    const again = await deposit(cookie, { ...wallet, key })
    expect(again.json.data).toMatchObject({ transaction: { id: Number(entry?.id), status: 'pending' } })
    expect(await entriesOf(db, id)).toHaveLength(1)
  })

  test('says a clear no: the deposit failed and its room is free', async () => {
    const { id, cookie } = await addPayer(node)
    const key = 'one-clear-no'
    bank.mood.begin = declines
    const answer = await deposit(cookie, { ...wallet, key })
    expect(said(answer)).toBe('BillingTransactionDeclined:INSUFFICIENT_FUNDS')
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'failed', reason: 'INSUFFICIENT_FUNDS' }])
    expect(await usesOf(db, id)).toEqual([])
    bank.calm()
    const again = await deposit(cookie, { ...wallet, key })
    expect(again.json.data).toMatchObject({ transaction: { status: 'failed' }, action: null })
  })

  test('and the process ends between the two steps: the same key finds the way on', async () => {
    const { id, cookie } = await addPayer(node)
    const key = 'killed-in-between'
    bank.mood.begin = () => Promise.reject(new Error('the process ended'))
    expect((await deposit(cookie, { ...wallet, key })).status).toBe(500)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'created', action: null, provider_ref: null }])
    bank.calm()
    expect((await deposit(cookie, { ...wallet, key })).json.data.transaction.status).toBe('pending')
    expect(await usesOf(db, id)).toHaveLength(1)
  })

  test('was paid faster than it answered', async () => {
    const { id, cookie } = await addPayer(node)
    bank.mood.begin = async () => {
      const [entry] = await entriesOf(db, id)
      await says(entry?.id ?? 0n, 'paid')
    }
    const { json } = await deposit(cookie)
    expect(json.data).toMatchObject({ transaction: { status: 'paid' }, action: null })
    expect(await purseOf(db, id, 'main')).toBe(1_980n)
  })

  test('has no list of banks: the method is closed and the others are not', async () => {
    const { cookie } = await addPayer(node, { country: 'IE' })
    bank.mood.banks = away
    const { json } = await as(cookie).get('cashier.getdepositsettings')
    const open = Object.fromEntries(
      json.data.methods.map(({ sysname, is_open }: { sysname: string; is_open: boolean }) => [sysname, is_open]),
    )
    expect(open).toEqual({ card: true, bank: false, wallet: true, iban: true })
    expect(said(await as(cookie).get('cashier.getbanks'))).toBe('BillingUnavailable')
  })
})
