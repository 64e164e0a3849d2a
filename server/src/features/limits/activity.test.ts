import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { dropUse, noteUse } from './limits.ts'

const { db, as, addPlayer, signIn } = await testApp()

let count = 0
let playerId = 0n
let cookie = ''
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `heavy${count}@example.com` })
  cookie = await signIn(playerId)
})

const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati']

async function activity(zone = 'UTC') {
  const { since_joining, net_deposits, days } = (await as(cookie).get('account.getActivity', { time_zone: zone })).json
    .data
  return {
    joined: Number(since_joining.amount),
    paid: Number(net_deposits.amount),
    days: days.map(({ net }: { net: { amount: string } }) => net.amount),
  }
}

/** Of every kind in turns, one each so many minutes, the newest a minute ago. */
const play = (uses: number, minutes: number) =>
  sql`insert into limits_use (player_id, kind, amount, key, at)
    select ${playerId}, (array['stake', 'return', 'stake', 'deposit', 'withdrawal'])[1 + n % 5], 100 + n % 7, 'k' || n,
      now() - make_interval(mins => 1 + n * ${minutes}) from generate_series(0, ${uses - 1}) as n`.execute(db.sql)

const sumsOf = () => sql`select from limits_total where player_id = ${playerId}`.execute(db.sql)

test('the answers of a heavy player are the same before and after the uses were summed up', async () => {
  await play(5_000, 12)
  // The first answer reads them all, and sums up for the next.
  const first = await activity('Asia/Kathmandu')
  expect((await sumsOf()).rows).toHaveLength(1)
  expect(await activity('Asia/Kathmandu')).toEqual(first)
  const summed = await Promise.all(zones.map(activity))
  await sql`delete from limits_total where player_id = ${playerId}`.execute(db.sql)
  await sql`delete from limits_quarter where player_id = ${playerId}`.execute(db.sql)
  // Asked one after the other the first would sum up again; without sums each of them reads the uses.
  for (const [at, zone] of zones.entries()) {
    expect([zone, await activity(zone)]).toEqual([zone, summed[at]])
    await sql`delete from limits_total where player_id = ${playerId}`.execute(db.sql)
    await sql`delete from limits_quarter where player_id = ${playerId}`.execute(db.sql)
  }
})

test('what is older than yesterday is not read again', async () => {
  await play(3_000, 12)
  const first = await activity()
  await sql`delete from limits_use where player_id = ${playerId} and at < now() - interval '3 days'`.execute(db.sql)
  expect(await activity()).toEqual(first)
})

test('what comes later counts, and so does what is taken back, however old', async () => {
  await play(3_000, 12)
  const first = await activity()
  const move = (key: string) => begin(db, (tx) => noteUse(tx, { playerId, kind: 'return', amountMinor: 50_00n, key }))
  await move('new')
  expect((await activity()).joined).toBeCloseTo(first.joined + 50)
  await begin(db, (tx) => dropUse(tx, { playerId, key: 'new' }))
  expect(await activity()).toEqual(first)

  // A stake, a win and a deposit of about ten days ago, and a stake of long before the days that are shown.
  const amounts = { k1200: 'stake', k1201: 'return', k1203: 'deposit', k2995: 'stake' } as const
  for (const key of Object.keys(amounts)) await begin(db, (tx) => dropUse(tx, { playerId, key }))
  const after = await activity()
  const cents = (key: string) => (100 + (Number(key.slice(1)) % 7)) / 100
  expect(after.joined).toBeCloseTo(first.joined + cents('k1200') - cents('k1201') + cents('k2995'))
  expect(after.paid).toBeCloseTo(first.paid - cents('k1203'))
  // Taken back twice is taken back once.
  await begin(db, (tx) => dropUse(tx, { playerId, key: 'k1200' }))
  expect(await activity()).toEqual(after)
  await sql`delete from limits_total where player_id = ${playerId}`.execute(db.sql)
  await sql`delete from limits_quarter where player_id = ${playerId}`.execute(db.sql)
  expect(await activity()).toEqual(after)
})

test('a player with little behind needs no sums', async () => {
  await play(300, 60)
  await activity()
  expect((await sumsOf()).rows).toHaveLength(0)
})

test('sums that a clock ahead of its time has left are made anew: what is played since counts', async () => {
  await play(3_000, 12)
  const first = await activity()
  // Summed up when the clock stood five days ahead: the last days are in the sums, and so would be those to come.
  await sql`update limits_total set until = until + interval '5 days',
    net = (select sum(case kind when 'return' then amount when 'stake' then -amount else 0 end) from limits_use
      where player_id = ${playerId}) where player_id = ${playerId}`.execute(db.sql)
  await begin(db, (tx) => noteUse(tx, { playerId, kind: 'return', amountMinor: 50_00n, key: 'since' }))
  const since = await activity()
  expect(since.joined).toBeCloseTo(first.joined + 50)
  expect([since.paid, since.days.slice(0, -1)]).toEqual([first.paid, first.days.slice(0, -1)])
  expect(Number(since.days.at(-1))).toBeCloseTo(Number(first.days.at(-1)) + 50)
  expect(await activity()).toEqual(since)
})
