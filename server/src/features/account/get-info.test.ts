import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { oneMove, ownPurse } from '../../test/purses.ts'
import { move, type PlayerPurse } from '../wallet/wallet.ts'
import { addPlayer as register } from './account.ts'

const { db, addPlayer, signIn, as, secrets, content } = await testApp()

let keys = 0
async function give(playerId: bigint, kind: PlayerPurse, currency: string, amount: bigint) {
  const to = { playerId, kind, currency }
  keys += 1
  await begin(db, (tx) => move(tx, oneMove({ from: ownPurse('house', currency), to, amount, key: `give ${keys}` })))
}

const empty = { amount: '0.00', currency: 'EUR' }

test('I see what is in each of my purses, exactly, and never what is in another’s', async () => {
  const alice = await addPlayer({ login: 'alice@example.com' })
  const other = await addPlayer({ login: 'other@example.com' })
  await give(alice, 'main', 'EUR', 9_007_199_254_740_993n)
  await give(alice, 'bonus', 'EUR', 5n)
  await give(alice, 'betting_bonus', 'EUR', 120n)
  await give(alice, 'fun', 'FUN', 1_000_000n)
  await give(alice, 'withdrawal_hold', 'EUR', 2_500n)
  await give(alice, 'slip_hold', 'EUR', 7n)
  // From before the account's currency changed: shown nowhere, but not mixed in either.
  await give(alice, 'main', 'JPY', 77n)
  await give(other, 'main', 'EUR', 1n)
  const balances = {
    balance_main: { amount: '90071992547409.93', currency: 'EUR' },
    balance_bonus: { amount: '0.05', currency: 'EUR' },
    balance_betting_bonus: { amount: '1.20', currency: 'EUR' },
    balance_fun: { amount: '10000.00', currency: 'FUN' },
    balance_held: { amount: '25.00', currency: 'EUR' },
    balance_version: 7,
  }
  const mine = as(await signIn(alice))
  expect((await mine.get('account.getBalance')).json.data).toEqual(balances)
  expect((await mine.get('account.getInfo')).json.data).toMatchObject(balances)
  expect((await as(await signIn(other)).get('account.getBalance')).json.data).toEqual({
    balance_main: { amount: '0.01', currency: 'EUR' },
    balance_bonus: empty,
    balance_betting_bonus: empty,
    balance_fun: { amount: '0.00', currency: 'FUN' },
    balance_held: empty,
    balance_version: 1,
  })
})

test.each([
  ['JPY', 1_234n, '1234'],
  ['USDT', 1_234_567n, '1.234567'],
])('I see %s with the decimals it has', async (currency, amount, shown) => {
  const playerId = await addPlayer({ login: `${currency}@example.com`, currency })
  await give(playerId, 'main', currency, amount)
  const { balance_main: main } = (await as(await signIn(playerId)).get('account.getBalance')).json.data
  expect(main).toEqual({ amount: shown, currency })
})

test('the version grows with every movement, also with one that leaves the balance as it was', async () => {
  const playerId = await addPlayer({ login: 'chika@example.com' })
  const cookie = await signIn(playerId)
  const main = { playerId, kind: 'main', currency: 'EUR' } as const
  const read = async () => (await as(cookie).get('account.getBalance')).json.data
  expect((await read()).balance_version).toBe(0)
  await give(playerId, 'main', 'EUR', 100n)
  const before = await read()
  await begin(db, (tx) => move(tx, oneMove({ from: main, to: ownPurse('house'), amount: 100n, key: 'there' })))
  await give(playerId, 'main', 'EUR', 100n)
  const after = await read()
  expect(after.balance_main).toEqual(before.balance_main)
  expect([before.balance_version, after.balance_version]).toEqual([1, 3])
})

test('thirty-two who register at once each have play money, once', async () => {
  const parts = { keys: secrets, content, locale: 'en' }
  const added = await Promise.all(
    Array.from({ length: 32 }, (_, at) =>
      begin(db, (tx) =>
        register(tx, parts, {
          email: { value: `new${at}@example.com`, isConfirmed: false },
          locale: 'en',
          currency: 'EUR',
          countryCode: null,
          hasPassword: false,
          isRegistrationCompleted: true,
          hasAcceptedTerms: true,
          isSubscribed: false,
        }),
      ),
    ),
  )
  for (const each of added) {
    if (each.kind !== 'added') throw new Error(`registering ended as ${each.kind}`)
    const data = (await as(await signIn(each.playerId)).get('account.getBalance')).json.data
    expect([data.balance_fun.amount, data.balance_version]).toEqual(['10000.00', 1])
  }
})
