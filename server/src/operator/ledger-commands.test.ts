import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ledgerDir } from '../features/wallet/wallet.ts'
import { testApp } from '../test/app.ts'
import { payIn } from '../test/purses.ts'
import { run } from './commands.ts'

const { db, as, addPlayer, signIn, config } = await testApp()
const call = (...words: string[]) => run(db, ['ledger', ...words], config)

let count = 0
let login = ''
let playerId = 0n
beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login })
})

const main = async () => (await as(await signIn(playerId)).get('account.getBalance')).json.data.balance_main.amount
const events = async () =>
  (await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()).map(
    ({ kind }) => kind,
  )
const correct = (amount: string, key: string, { currency = 'EUR', reason = 'a lost win' } = {}) =>
  call('correct', login, amount, currency, '--reason', reason, '--key', key)

describe('ledger correct', () => {
  test('gives and takes back, once per key, and the player can read it', async () => {
    expect(await correct('12.50', 'k1')).toEqual({ lines: [`${login}: 12.50 EUR; the balance is 12.50.`], code: 0 })
    expect(await correct('12.50', 'k1')).toEqual({
      lines: [`${login}: the key k1 was used for this already; nothing moved.`],
      code: 0,
    })
    expect(await correct('-2.00', 'k2')).toEqual({ lines: [`${login}: -2.00 EUR; the balance is 10.50.`], code: 0 })
    expect([await main(), await events()]).toEqual(['10.50', ['balanceCorrected', 'balanceCorrected']])
    const cookie = await signIn(playerId)
    const { items } = (await as(cookie).get('cashier.getstatement', { purse: 'main' })).json.data
    expect(items[0]).toMatchObject({ reason: 'correction', ref: 'correction:a lost win' })
  })

  test.each([
    ['12.51', 'a lost win'],
    ['12.50', 'another reason'],
  ])('with the key of something else moves nothing', async (amount, reason) => {
    const key = `conflict-${count}`
    await correct('12.50', key)
    expect((await correct(amount, key, { reason })).code).toBe(1)
    expect(await main()).toBe('12.50')
  })

  test('never takes more than there is', async () => {
    await payIn(db, playerId, 100n)
    expect(await correct('-1.01', `short-${count}`)).toEqual({
      lines: [`${login}: there is not so much in the purse; nothing moved.`],
      code: 1,
    })
    expect([await main(), await events()]).toEqual(['1.00', []])
    expect((await correct('-1.00', `short-${count}`)).code).toBe(0)
    expect(await main()).toBe('0.00')
  })

  test('raced by thirty-two moves once', async () => {
    const said = await Promise.all(Array.from({ length: 32 }, () => correct('3.00', `raced-${count}`)))
    expect(said.map(({ code }) => code)).toEqual(Array(32).fill(0))
    expect([await main(), await events()]).toEqual(['3.00', ['balanceCorrected']])
  })

  test('does not mix currencies', async () => {
    expect(await correct('5', `yen-${count}`, { currency: 'JPY' })).toEqual({
      lines: [`The account of ${login} is in EUR.`],
      code: 1,
    })
  })
})

describe('ledger statement', () => {
  test('is one readable line per movement, oldest first, with the head', async () => {
    await payIn(db, playerId, 100_000n)
    await correct('-0.01', `line-${count}`)
    const { lines, code } = await call('statement', login)
    expect(code).toBe(0)
    expect(lines[0]).toMatch(new RegExp(`^${login} main: 999.99 EUR, 2 lines, head [0-9a-f]{64}$`))
    expect(lines[1]).toMatch(/^ +1 {2}\d{4}-\d\d-\d\dT\S+Z +\+1000\.00 +1000\.00 {2}correction {2}test:pay-in/)
    expect(lines[2]).toMatch(/^ +2 {2}\S+ +-0\.01 +999\.99 {2}correction {2}correction:a lost win$/)
    expect((await call('statement', login, 'fun')).lines).toEqual([
      expect.stringMatching(/fun: 0\.00 FUN, 0 lines, head 0{64}$/),
    ])
  })

  test('as a table has every line', async () => {
    await payIn(db, playerId, 5n)
    const { text } = await call('statement', login, 'main', '--csv')
    let csv = ''
    for await (const part of text ?? []) csv += part
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
    expect(csv).toMatch(/^purse,seq,time,amount,balance/)
  })
})

describe('ledger verify', () => {
  test('says what there is and that it is right', async () => {
    await payIn(db, playerId, 5n)
    const whole = await call('verify')
    expect(whole.code).toBe(0)
    expect(whole.lines[0]).toMatch(/^EUR +\d+ purses, players own [\d.]+, sum 0\.00$/)
    expect(whole.lines.at(-1)).toMatch(/^The ledger is right: \d+ transfers, \d+ purses, whole history\. Anchor \d+: /)
    await payIn(db, playerId, 5n)
    expect((await call('verify', '--recent')).lines.at(-1)).toContain('since the last anchor')
    expect(ledgerDir(config)).toBe(join(config.dataDir, 'ledger'))
  })

  test('finds a purse that somebody filled by hand, and ends with 1', async () => {
    await payIn(db, playerId, 5n)
    const set = (by: number) =>
      sql`update wallet_purse set balance = balance + ${by} where player_id = ${playerId} and kind = 'main'`.execute(
        db.sql,
      )
    await set(1_000)
    const { lines, code } = await call('verify')
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(/The ledger is WRONG/)
    expect(lines.join('\n')).toMatch(/EUR sums to 1000/)
    await set(-1_000)
    expect((await call('verify')).code).toBe(0)
  })
})

test.each([
  ['verify', 'all'],
  ['verify', '--full', '--full'],
  ['statement'],
  ['statement', 'x', 'house'],
  ['statement', 'x', 'main', 'main'],
  ['correct', 'x', '1.00', 'EUR'],
  ['correct', 'x', '1.00', 'EUR', '--reason', 'r'],
  ['correct', 'x', '1.00', 'EUR', '--reason', '', '--key', 'k'],
  ['correct', 'x', '1.00', 'EUR', '--reason', 'r'.repeat(181), '--key', 'k'],
  ['correct', 'x', '1.00', 'EUR', '--reason', 'two\nlines', '--key', 'k'],
  ['correct', 'x', '1.00', 'EUR', '--reason', 'r', '--key', 'k k'],
  ['correct', 'x', '1.00', 'XXX', '--reason', 'r', '--key', 'k'],
  ['correct', 'x', '0', 'EUR', '--reason', 'r', '--key', 'k'],
  ['correct', 'x', '1.001', 'EUR', '--reason', 'r', '--key', 'k'],
  ['correct', 'x', '--1', 'EUR', '--reason', 'r', '--key', 'k'],
  ['correct', 'x', '1e3', 'EUR', '--reason', 'r', '--key', 'k'],
  ['correct', 'x', '1.00', 'EUR', 'r', '--reason', '--key', 'k'],
  ['erase'],
])('ledger %s %s is not understood', async (...words: string[]) => {
  expect((await call(...words)).code).toBe(2)
})

test('nobody is called so', async () => {
  expect(await call('statement', 'nobody@example.com')).toMatchObject({ code: 1 })
})
