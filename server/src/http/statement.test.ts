import { describe, expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { move } from '../features/wallet/wallet.ts'
import { testApp } from '../test/app.ts'
import { mainOf, oneMove, ownPurse, payIn } from '../test/purses.ts'

const { db, addPlayer, signIn, send, as } = await testApp()

const mine = await addPlayer({ login: 'mine@example.test', currency: 'JPY' })
const cookie = await signIn(mine)
await payIn(db, mine, 5_000n, 'JPY')
await begin(db, (tx) =>
  move(tx, oneMove({ from: mainOf(mine, 'JPY'), to: ownPurse('game:studio', 'JPY'), amount: 30n, key: 'stake-1' })),
)

const download = (query = '', headers: Record<string, string> = { cookie, 'sec-fetch-site': 'same-origin' }) =>
  send({ method: 'GET', url: `/statement.csv${query}`, headers })

describe('my statement', () => {
  test('is listed page by page with the head of its chain', async () => {
    const { json } = await as(cookie).get('cashier.getstatement', { count: '1' })
    expect(json.data).toMatchObject({
      total: 2,
      offset: 0,
      limit: 1,
      balance: { amount: '4970', currency: 'JPY' },
      items: [
        {
          seq: 2,
          amount: { amount: '-30', currency: 'JPY' },
          balance: { amount: '4970' },
          reason: 'correction',
          ref: 'test:stake-1',
        },
      ],
    })
    expect(json.data.head).toBe(json.data.items[0].hash)
    const older = await as(cookie).get('cashier.getstatement', { count: '1', offset: '1' })
    expect(older.json.data.items).toMatchObject([{ seq: 1, amount: { amount: '5000' } }])
    const empty = await as(cookie).get('cashier.getstatement', { purse: 'bonus' })
    expect(empty.json.data).toMatchObject({ total: 0, items: [], purse: null, head: '0'.repeat(64) })
  })

  test('is a file of my own, whole', async () => {
    const { status, headers, body } = await download()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-main-JPY.csv"',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const lines = body.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe('purse,seq,time,amount,balance,other,scope,key,part,reason,ref,hash')
    expect(lines[2]).toMatch(/^\d+,2,\S+Z,-30,4970,\d+,"test","stake-1",0,"correction","test:stake-1",[0-9a-f]{64}$/)
  })

  test('is nobody else’s', async () => {
    const other = await signIn(await addPlayer({ login: 'other@example.test', currency: 'JPY' }))
    const { status, body } = await download('', { cookie: other })
    expect([status, body.split('\r\n')]).toEqual([200, [expect.any(String), '']])
    expect((await download('', {})).status).toBe(401)
    expect((await download('', { cookie: 'sid=nonsense' })).status).toBe(401)
  })

  test('is open to me while I am excluded and may only take my money out', async () => {
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', mine).execute()
    expect((await download()).status).toBe(200)
    expect((await as(cookie).get('cashier.getstatement')).status).toBe(200)
  })

  test('cannot be fetched by another site, and knows my purses only', async () => {
    expect((await download('', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(400)
    expect((await download('', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(400)
    expect((await download('', { cookie, 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await download('?purse=withdrawal_hold')).status).toBe(400)
    expect((await download('?purse=main&purse=fun')).status).toBe(400)
    expect((await download('?purse=fun')).status).toBe(200)
  })
})
