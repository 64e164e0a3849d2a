import { Refusal } from '@croupier/contract/refusals'
import type { QueryConfig } from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { network } from '../network.ts'
import { testApp } from '../test/app.ts'
import { floodLimit, openAttemptLimits, openLimits } from './rate-limit.ts'

const { app, db, config, as, addPlayer, signIn } = await testApp()

let alice = ''
let bruno = ''
beforeAll(async () => {
  alice = await signIn(await addPlayer({ login: 'alice@example.com' }))
  bruno = await signIn(await addPlayer({ login: 'bruno@example.com' }))
})

const ask = (cookie: string | null) => as(cookie).get('popups.get', { path: '/' })

test('the sixty-first call in a minute is refused with the seconds to wait, for this player only', async () => {
  const answers = await Promise.all(Array.from({ length: 61 }, () => ask(alice)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  const { json, headers } = refused[0] ?? { json: null, headers: {} }
  const seconds = json.error.error_data.resend_time
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(json.error).toMatchObject({ type: 'TooManyRequestsException', code: 15 })
  expect(json.error.message).toMatch(new RegExp(`\\b${seconds}$`))
  expect(headers['retry-after']).toBe(String(seconds))
  expect((await ask(bruno)).status).toBe(200)
  expect((await ask(null)).status).toBe(200)
})

test('calls with wrong parameters count too', async () => {
  const chika = await signIn(await addPlayer({ login: 'chika@example.com' }))
  const wrong = () => as(chika).get('popups.get', { path: '/'.repeat(501) })
  await Promise.all(Array.from({ length: 60 }, wrong))
  expect((await wrong()).status).toBe(429)
})

test('storing values has its own limit', async () => {
  const dora = await signIn(await addPlayer({ login: 'dora@example.com' }))
  const answers = await Promise.all(Array.from({ length: 121 }, () => as(dora).post('storage.set', { key: 'k' })))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('two nodes share one count', async () => {
  const limit = { points: 3, seconds: 60 }
  const nodes = [1, 2].map(() => openLimits({ pool: db.pool, pepper: 'p' }))
  const tries = Array.from({ length: 8 }, (_, i) =>
    nodes[i % 2]?.count('shared', limit, { playerId: 7n, address: '' }).then(
      () => 'counted',
      () => 'refused',
    ),
  )
  expect((await Promise.all(tries)).filter((word) => word === 'counted')).toHaveLength(3)
})

test('those who come together are counted by one statement, each as if it had come alone', async () => {
  const pool = { query: vi.fn((query: QueryConfig) => db.pool.query(query)) }
  const limits = openLimits({ pool, pepper: 'p' })
  const limit = { points: 7, seconds: 60 }
  const count = (playerId: bigint) =>
    limits.count('together', limit, { playerId, address: '' }).then(
      () => playerId,
      () => 0n,
    )
  const players = Array.from({ length: 40 }, (_, at) => BigInt(at % 4) + 1n)
  const passed = await Promise.all(players.map(count))
  expect(pool.query).toHaveBeenCalledOnce()
  // The first seven of each, in the order in which they came.
  expect(passed).toEqual(players.map((playerId, at) => (at < 28 ? playerId : 0n)))
  expect(await count(1n)).toBe(0n)
  expect(await count(5n)).toBe(5n)
})

test('a window that is over begins anew, and counting leaves the connections as they were', async () => {
  const limits = openLimits({ pool: db.pool, pepper: 'p' })
  const once = () => limits.count('over', { points: 1, seconds: 60 }, { playerId: 1n, address: '' })
  await once()
  await expect(once()).rejects.toMatchObject({ type: 'TooManyRequests' })
  await db.sql
    .updateTable('http_rate_limit')
    .set({ expire: Date.now() - 1 })
    .where('key', '=', 'over:player:1')
    .execute()
  await once()
  await expect(once()).rejects.toMatchObject({ type: 'TooManyRequests' })
  const asked = Array.from({ length: 16 }, () => db.pool.query('show synchronous_commit'))
  for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ synchronous_commit: 'on' }])
})

test('no address is stored, and a guest is counted by its network', async () => {
  const limits = openLimits({ pool: db.pool, pepper: 'p' })
  const from = (address: string) => limits.count('guests', { points: 1, seconds: 60 }, { playerId: undefined, address })
  await from('203.0.113.7')
  await from('203.0.113.8')
  await expect(from('::ffff:203.0.113.7')).rejects.toBeInstanceOf(Refusal)
  await from('2001:db8::1')
  await expect(from('2001:DB8:0:0:ffff::2')).rejects.toBeInstanceOf(Refusal)
  const rows = await db.sql.selectFrom('http_rate_limit').select('key').execute()
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ key }) => key).join()).not.toMatch(/203|2001|127\.0/)
})

test('while the database is away each node still counts', async () => {
  const pool = { query: vi.fn(() => Promise.reject(new Error('away'))) }
  const limits = openLimits({ pool, pepper: 'p' })
  const once = () => limits.count('away', { points: 2, seconds: 60 }, { playerId: 1n, address: '' })
  await once()
  await once()
  await expect(once()).rejects.toMatchObject({ type: 'TooManyRequests' })
  expect(pool.query).toHaveBeenCalledTimes(3)
})

test('one address cannot flood the API, and a header does not make it another', async () => {
  const call = (remoteAddress: string, forwarded: string) =>
    app.inject({ url: '/api/nothing', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  const statuses: number[] = []
  for (let i = 0; i <= floodLimit.points; i += 1)
    statuses.push((await call('203.0.113.9', `198.51.100.${i % 250}`)).statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(floodLimit.points)
  expect(statuses.at(-1)).toBe(429)
  expect((await call('203.0.113.10', '')).statusCode).toBe(404)
  expect(config.trustProxy).toEqual([])
})

test('behind a named proxy the address is the last one that the proxy saw', async () => {
  const proxied = await testApp({ env: { TRUST_PROXY: '10.0.0.0/8' } })
  const call = (forwarded: string) =>
    proxied.app.inject({ url: '/api/nothing', remoteAddress: '10.1.2.3', headers: { 'x-forwarded-for': forwarded } })
  for (let i = 0; i < floodLimit.points; i += 1) await call(`198.51.100.${i % 250}, 203.0.113.9`)
  expect((await call('198.51.100.1, 203.0.113.9')).statusCode).toBe(429)
  expect((await call('203.0.113.9, 203.0.113.10')).statusCode).toBe(404)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001::9', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to %s', (address, net) => {
  expect(network(address)).toBe(net)
})

describe('tries that operations count', () => {
  const limit = { points: 10, seconds: 900 }
  // Two processes on one database.
  const nodes = [
    openAttemptLimits({ pool: db.pool, pepper: 'pepper' }),
    openAttemptLimits({ pool: db.pool, pepper: 'pepper' }),
  ]
  const count = (name: string, key: string, at = 0) =>
    nodes[at % 2]?.count(name, limit, key).then(
      () => 'counted',
      (error: unknown) => (Refusal.is(error) ? error : Promise.reject(error)),
    )

  test('are ten over both nodes, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => count('login', 'alice', at)))
    expect(answers.filter((answer) => answer === 'counted')).toHaveLength(10)
    const refused = answers.find((answer) => answer !== 'counted')
    expect(refused).toMatchObject({ type: 'TooManyRequests' })
    expect(await count('login', 'bruno')).toBe('counted')
    expect(await count('restore', 'alice')).toBe('counted')
  })

  test('are forgotten by any node, and one can be given back', async () => {
    for (let at = 0; at < 11; at++) await count('forget', 'alice', at)
    expect(await count('forget', 'alice')).not.toBe('counted')
    await nodes[1]?.forget('forget', 'alice')
    for (let at = 0; at < 10; at++) expect(await count('forget', 'alice', at)).toBe('counted')
    await nodes[0]?.giveBack('forget', limit, 'alice')
    expect(await count('forget', 'alice', 1)).toBe('counted')
    expect(await count('forget', 'alice', 1)).not.toBe('counted')
  })

  test('leave no name in the table', async () => {
    await count('private', 'secret@example.com')
    const rows = await db.sql.selectFrom('http_rate_limit').select('key').execute()
    expect(rows.filter(({ key }) => key.includes('secret'))).toEqual([])
    expect(rows.filter(({ key }) => key.startsWith('try:private'))).toHaveLength(1)
  })
})
