import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listProducers } from '../features/sports/sports.ts'
import { signCall } from '../signed-call.ts'
import { metricsToken, testApp } from '../test/app.ts'

const { app, config, db } = await testApp()
const secret = readFileSync(join(config.secretsDir, 'feed-simulated-secret'), 'utf8').trim()
const alive = JSON.stringify({ epoch: 1, first: 1, messages: [{ kind: 'snapshot_begin' }, { kind: 'snapshot_end' }] })

type Sending = { producer?: string; named?: string; signature?: string; timestamp?: string; body?: string }

async function send({ producer = 'simulated', named = producer, timestamp, body = alive, signature }: Sending = {}) {
  const at = timestamp ?? String(Date.now())
  const headers = {
    ...{ 'content-type': 'application/json', 'x-producer': named, 'x-timestamp': at },
    'x-signature': signature ?? signCall(secret, { timestamp: at, body }),
  }
  const { statusCode, json } = await app.inject({ method: 'POST', url: `/feed/v1/${producer}`, headers, payload: body })
  const said = json()
  return { statusCode, data: said.data, reason: said.error?.error_data?.reason, type: said.error?.type }
}

describe('the door of producers', () => {
  test('takes what is signed, and says what it wants next', async () => {
    expect(await send()).toMatchObject({ statusCode: 200, data: { next: 3, snapshot: false } })
    expect(await send()).toMatchObject({ statusCode: 200, data: { next: 3, snapshot: false } })
    expect(await listProducers(db.sql)).toMatchObject([{ name: 'simulated', state: 'up', seq: 2n }])
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    expect(body).toContain('croupier_feed_messages_total{producer="simulated"} 2')
  })

  test.each<[string, Sending, number, string]>([
    ['a wrong signature', { signature: 'f'.repeat(64) }, 401, 'SIGNATURE'],
    ['no signature', { signature: '' }, 401, 'SIGNATURE'],
    ['a signature of other bytes', { signature: signCall(secret, { timestamp: '1', body: alive }) }, 401, 'SIGNATURE'],
    ['a stranger', { producer: 'nobody' }, 401, 'SIGNATURE'],
    ['another name in the address', { named: 'nobody' }, 401, 'SIGNATURE'],
    ['a time that is no time', { timestamp: 'now' }, 401, 'SIGNATURE'],
    ['ten minutes ago', { timestamp: String(Date.now() - 600_000) }, 401, 'TIMESTAMP'],
    ['a clock that is ahead', { timestamp: String(Date.now() + 600_000) }, 401, 'TIMESTAMP'],
    ['numbers that are missing', { body: alive.replace('"first":1', '"first":9') }, 422, 'SEQUENCE_GAP'],
    ['another epoch', { body: '{"epoch":9,"first":1,"messages":[{"kind":"alive"}]}' }, 422, 'EPOCH'],
    ['a word nobody knows', { body: '{"epoch":1,"first":3,"messages":[{"kind":"gossip"}]}' }, 422, 'MESSAGE'],
    ['no JSON', { body: '{' }, 422, 'MESSAGE'],
    ['a field named twice', { body: '{"epoch":1,"epoch":2,"first":3,"messages":[]}' }, 422, 'MESSAGE'],
  ])('refuses %s', async (_what, sending, statusCode, reason) => {
    expect(await send(sending)).toMatchObject({ statusCode, reason })
    expect(await listProducers(db.sql)).toMatchObject([{ seq: 2n, epoch: 1n }])
  })
})
