import type { Output } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { betsDesk } from '../../../test/bets-desk.ts'
import { pricesOf, resultMarket } from '../../../test/feed.ts'
import { bookUnder } from './book-picks.ts'
import { forgetOldBookings } from './booking-store.ts'

const node = await testApp({ env: { SPORTS_FEED: 'simulated' } })
const { db } = node
const { producer, match, pickOf, player } = await betsDesk(node)
const guest = node.as('')

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const book = async (...picks: string[]) => {
  const { json } = await guest.post('bets.book', { picks: picks.join() })
  if (json?.result !== 1) throw new Error(json?.error?.error_data?.reason)
  const data: Output<'bets.book'> = json.data
  return data
}
const read = async (code: string, cookie = '') => {
  const { json } = await node.as(cookie).get('bets.getBooking', { code })
  if (json?.result !== 1) throw new Error(json?.error?.error_data?.reason)
  const data: Output<'bets.getBooking'> = json.data
  return data
}

test('a guest keeps the picks of a slip under a code, and whoever has it opens them', async () => {
  const { code, expires_at } = await book(pickOf('m1'), pickOf('m2', 'total/ft/2.5/over'))
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  const { cookie } = await player('0')
  const { picks } = await read(code.toLowerCase(), cookie)
  expect(picks).toMatchObject([
    {
      ...{ pick: pickOf('m1'), outcome: '1', price_then: 2180, price: 2180, version: 1, state: 'open' },
      ...{ market: { type: 'result', period: 'ft', line: null }, event: { sport: 'football', home: 'reds' } },
    },
    { pick: pickOf('m2', 'total/ft/2.5/over'), price_then: 1900, is_buildable: true },
  ])
  const { rows } = await sql<{
    columns: string
  }>`select string_agg(column_name, ',' order by ordinal_position) as columns
    from information_schema.columns where table_name = 'bets_booking'`.execute(db.sql)
  expect(rows[0]?.columns).toBe('code,picks,at,expires_at')
})

test('what has moved since has both prices, what is gone has none', async () => {
  for (const event of ['moved', 'paused', 'over']) await match(event)
  const { code } = await book(...['moved', 'paused', 'over'].map((event) => pickOf(event)))
  await producer.tell(
    pricesOf('moved', resultMarket([2000, 3320, 3420])),
    { kind: 'stop', event: 'paused', cause: 'DANGER' },
    { kind: 'state', event: 'over', state: 'cancelled' },
  )
  await expect
    .poll(async () => (await read(code)).picks.map(({ price, state }) => [price, state]))
    .toEqual([
      [2000, 'open'],
      [null, 'suspended'],
      [null, 'closed'],
    ])
  expect((await read(code)).picks.map(({ price_then: then }) => then)).toEqual([2180, 2180, 2180])
})

test('nothing is kept that is no pick, or more than a slip holds', async () => {
  await expect(book('nonsense')).rejects.toThrow('PICK_UNKNOWN')
  await expect(book(pickOf('m1', 'result/ft/-/3'))).rejects.toThrow('PICK_UNKNOWN')
  const many = Array.from({ length: 21 }, (_, at) => `${at + 1}/result/ft/-/1`)
  await expect(book(...many)).rejects.toThrow()
  await expect(read('BCDFGHJK')).rejects.toThrow('BOOKING_UNKNOWN')
  expect((await guest.get('bets.getBooking', { code: 'AEIOUAEI' })).status).toBe(422)
})

test('a code that is taken is not given twice', async () => {
  const codes = ['FFFFFFFF', 'FFFFFFFF', 'GGGGGGGG']
  const under = (pick: string) =>
    bookUnder(db.sql, [{ pick, market: 1, price: 2_000 }], () => codes.shift() ?? expect.unreachable())
  const first = await under(pickOf('m1'))
  const second = await under(pickOf('m2'))
  expect([first.code, second.code]).toEqual(['FFFFFFFF', 'GGGGGGGG'])
  expect((await read('FFFFFFFF')).picks).toMatchObject([{ pick: pickOf('m1') }])
  await expect(bookUnder(db.sql, [], () => 'FFFFFFFF')).rejects.toThrow('no code was free')
})

test('after thirty days a code opens nothing, and its picks are taken away', async () => {
  const { code } = await book(pickOf('m1'))
  const { code: other } = await book(pickOf('m1'))
  await sql`update bets_booking set expires_at = clock_timestamp() - interval '1 second' where code = ${code}`.execute(
    db.sql,
  )
  await expect(read(code)).rejects.toThrow('BOOKING_UNKNOWN')
  await forgetOldBookings(db.sql)
  const left = await db.sql.selectFrom('bets_booking').select('code').where('code', 'in', [code, other]).execute()
  expect(left).toEqual([{ code: other }])
})

test('thirty in a minute, and no more', async () => {
  const asked = await Promise.all(Array.from({ length: 31 }, () => guest.get('bets.getBooking', { code: 'BCDFGHJK' })))
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
})
