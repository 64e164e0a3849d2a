import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '@croupier/contract/contract'
import { jointQuestion } from '@croupier/sportsbook/feed'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { loadFeedKeys } from '../../secrets.ts'
import { isCallSigned } from '../../signed-call.ts'
import { testApp } from '../../test/app.ts'
import { factsOf, fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../../test/feed.ts'
import { freePort } from '../../test/http-browser.ts'
import { openProducers } from '../sports/sports.ts'

const port = await freePort()
const { db, as, send, config, secrets, log } = await testApp({
  producerPatienceMs: 20_000,
  env: { SPORTS_FEED: 'acme,mute', SPORTS_URLS: `acme=http://127.0.0.1:${port}/v1/` },
})

/** Home, over 2.5, both score: chances of every set by its bits, as in the first vector of football. */
const first = {
  facts: 0,
  chances: [1e9, 436_774_000, 496_101_000, 261_804_000, 557_421_000, 207_555_000, 420_000_000, 207_555_000],
}

type Answer = { status?: number; said?: unknown; afterMs?: number; before?: () => Promise<unknown> }
let answers: Answer[] = []
const asked: { path: string; isSigned: boolean; body: string }[] = []
const keys = loadFeedKeys(config.secretsDir, config).get('acme')

const producerDoor = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString('utf8')
  const [timestamp, signature] = [request.headers['x-timestamp'], request.headers['x-signature']].map(String)
  const isSigned = !!keys && isCallSigned(keys, signature ?? '', { timestamp: timestamp ?? '', body })
  asked.push({ path: String(request.url), isSigned, body })
  const elsewhere: Answer = { said: { facts: 0, chances: [1e9, 4e8, 5e8, 2e8] } }
  const answer = request.url !== '/v1/joint' ? elsewhere : answers.length > 1 ? answers.shift() : answers[0]
  await answer?.before?.()
  if (answer?.afterMs) await sleep(answer.afterMs)
  response
    .writeHead(answer?.status ?? 200, { 'content-type': 'application/json', location: '/elsewhere' })
    .end(JSON.stringify(answer?.said ?? {}))
})
await new Promise<void>((ready) => producerDoor.listen(port, '127.0.0.1', ready))
afterAll(() => new Promise((closed) => producerDoor.close(closed)))

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const two = (type: string, line: string | null, more = {}) =>
  resultMarket([1, 1, 1], { type, line, prices: [1900, 1900], wins: [5e8, 5e8], backs: [0, 0], ...more })
const markets = [
  resultMarket([2180, 3320, 3420]),
  two('total', '2.5'),
  two('total', '2'),
  two('both_score', null),
  two('double_chance', null, { prices: [1300, 1300, 1300], wins: [7e8, 7e8, 6e8], backs: [0, 0, 0] }),
  two('cards_total', '3.5', { is_live: false }),
]

const acme = testProducer(db, 'acme')
const mute = testProducer(db, 'mute')
for (const [producer, event] of [
  [acme, 'before'],
  [mute, 'alone'],
] as const)
  await producer.tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf(event, { starts_at: hours(5) }),
    fixtureOf(`${event}-live`, { starts_at: hours(-1) }),
    pricesOf(event, ...markets),
    pricesOf(`${event}-live`, ...markets),
    { kind: 'state', event: `${event}-live`, state: 'live' },
    factsOf(`${event}-live`, 1, ['begin', { period: 'h1' }]),
    { kind: 'snapshot_end' },
  )
const { rows } = await sql<{ ref: string; id: number }>`select ref, id::float8 as id from sports_event`.execute(db.sql)
const idOf = (ref: string) => rows.find((row) => row.ref === ref)?.id ?? 0

const [home, over, both] = ['result/ft/-/1', 'total/ft/2.5/over', 'both_score/ft/-/yes']
let caller = 0

/** Each from an address of its own: the limit is not what is looked at. */
async function quote(picks: readonly string[], event = 'before') {
  caller += 1
  const list = picks.map((pick) => (/^\d/.test(pick) ? pick : `${idOf(event)}/${pick}`)).join()
  return send({
    method: 'POST',
    url: '/api/bets.quoteBuilder',
    remoteAddress: `10.0.${caller >> 8}.${caller & 255}`,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ picks: list }).toString(),
  })
}

async function quoted(picks: readonly string[], event = 'before'): Promise<Output<'bets.quoteBuilder'>> {
  const { json, body } = await quote(picks, event)
  if (json?.result !== 1) throw new Error(body)
  return json.data
}

async function refused(picks: readonly string[], event = 'before') {
  const { status, json } = await quote(picks, event)
  return [status, json?.error?.error_data]
}

const named = (event: string, ...picks: string[]) => picks.map((pick) => `${idOf(event)}/${pick}`)
/** However long the tests before have taken. */
const keepAlive = () =>
  sql`update sports_producer set state = 'up', alive_at = clock_timestamp(), sent_at = clock_timestamp(),
    up_at = clock_timestamp()`.execute(db.sql)

beforeEach(async () => {
  await keepAlive()
  answers = [{ said: first }]
  asked.length = 0
})

describe('the price of a builder', () => {
  test('is of the chance of all parts together, and of every set of them', async () => {
    const said = await quoted([home, over, both])
    expect(said).toMatchObject({
      price: 4440,
      prices: [0, 2110, 1850, 3520, 1650, 4440, 2190, 4440],
      implied: named('before', over),
      payout_bp: 9200,
      is_live: false,
    })
    expect(asked).toMatchObject([{ path: '/v1/joint', isSigned: true }])
    const question = jointQuestion.parse(JSON.parse(asked[0]?.body ?? ''))
    expect(question.event).toBe('before')
    expect(question.parts[1]).toEqual({ type: 'total', period: 'ft', line: '2.5', outcome: 'over' })
  })

  test('of two parts is no product of theirs', async () => {
    answers = [{ said: { facts: 0, chances: [1e9, 436_774_000, 557_421_000, 207_555_000] } }]
    expect(await quoted([home, both])).toMatchObject({ price: 4440, implied: [] })
    answers = [{ said: { facts: 0, chances: [1e9, 436_774_000, 496_101_000, 261_804_000] } }]
    expect(await quoted([home, over])).toMatchObject({ price: 3520 })
  })

  test('is a word that the house knows again: signed, with all that is pinned, for a minute before and ten seconds live', async () => {
    const { quote: word, expires_at: expires } = await quoted([home, over, both])
    const [text = '', mac] = word.split('.')
    expect(createHmac('sha256', secrets.quoteKey.current).update(`quote\n${text}`).digest('base64url')).toBe(mac)
    const pinned = JSON.parse(Buffer.from(text, 'base64url').toString())
    expect(pinned).toMatchObject({
      ...{ kind: 'builder', event: idOf('before'), picks: named('before', home, over, both), facts: 0, isLive: false },
      chances: [436_774_000, 496_101_000, 557_421_000],
      prices: [0, 2110, 1850, 3520, 1650, 4440, 2190, 4440],
    })
    expect(new Date(pinned.expiresMs).toISOString()).toBe(expires)
    expect(Math.abs(pinned.expiresMs - Date.now() - 60_000)).toBeLessThan(5_000)
    answers = [{ said: { ...first, facts: 1 } }]
    const live = await quoted([home, over, both], 'before-live')
    expect(Math.abs(Date.parse(live.expires_at) - Date.now() - 10_000)).toBeLessThan(5_000)
    // 9150 while live.
    expect(live).toMatchObject({ is_live: true, payout_bp: 9150, price: 4400 })
  })
})

describe('no price', () => {
  test.each([
    ['one part', [home], 'LEG_COUNT'],
    ['seven parts', Array.from({ length: 7 }, () => home), 'LEG_COUNT'],
    ['no pick', [home, 'nonsense'], 'PICK_UNKNOWN'],
    ['no such market', [home, 'total/ft/4.5/over'], 'PICK_UNKNOWN'],
    ['no such outcome', [home, 'total/ft/2.5/perhaps'], 'PICK_UNKNOWN'],
    ['no such event', ['999999/result/ft/-/1', '999999/total/ft/2.5/over'], 'PICK_UNKNOWN'],
    ['a line that may give back', [home, 'total/ft/2/over'], 'BUILDER_UNPRICED', 'LINE'],
    ['the same pick twice', [home, home], 'LEGS_RELATED'],
  ])('of %s', async (_, picks, reason, cause?: string) => {
    expect(await refused(picks)).toMatchObject([422, { reason, ...(cause && { cause }) }])
    expect(asked).toEqual([])
  })

  test('of two events, of two answers to one question', async () => {
    const [one = '', other = ''] = [...named('before', home), ...named('before-live', over)]
    expect(await refused([one, other])).toMatchObject([422, { reason: 'BUILDER_UNPRICED', cause: 'EVENTS' }])
    const pair = ['result/ft/-/1', 'result/ft/-/x']
    const pairs = [named('before', ...pair)]
    expect(await refused(pair)).toEqual([422, { reason: 'LEGS_RELATED', pairs, can_build: false }])
    expect(asked).toEqual([])
  })

  test('of what cannot happen, or hardly ever', async () => {
    answers = [{ said: { facts: 0, chances: [1e9, 4e8, 5e8, 0] } }]
    expect(await refused([home, over])).toEqual([422, { reason: 'BUILDER_IMPOSSIBLE' }])
    answers = [{ said: { facts: 0, chances: [1e9, 4e8, 5e8, 1_000] } }]
    expect(await refused([home, over])).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'PRICE' }])
  })

  test.each<[string, Answer]>([
    ['says no', { status: 500 }],
    ['knows no such event', { status: 404 }],
    ['says something else', { said: { chances: 'none' } }],
    ['says too little', { said: { facts: 0, chances: [1e9, 4e8] } }],
    ['says what cannot be', { said: { facts: 0, chances: [1e9, 4e8, 5e8, 45e7] } }],
    ['leads elsewhere', { status: 307 }],
  ])('where the producer %s', async (_, answer) => {
    answers = [answer]
    expect(await refused([home, over])).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'NO_ANSWER' }])
  })

  test('where the producer is slow, and then the player is not kept waiting', async () => {
    answers = [{ said: first, afterMs: 5_000 }]
    const producers = openProducers({
      keys: loadFeedKeys(config.secretsDir, config),
      addressOf: () => `http://127.0.0.1:${port}/v1`,
      log,
    })
    const parts = [home, over].map((pick) => {
      const [type = '', period = '', line = '', outcome = ''] = pick.split('/')
      return { type, period, line: line === '-' ? null : line, outcome }
    })
    expect(await producers.joint('acme', { event: 'before', parts })).toBe('NO_ANSWER')
  })

  test('of a producer that only tells', async () => {
    expect(await refused([home, over], 'alone')).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'NO_ANSWER' }])
  })

  test('of a part that the producer does not price with others, or not now', async () => {
    answers = [{ status: 422 }]
    expect(await refused([home, over])).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'PART' }])
    answers = [{ status: 409 }]
    expect(await refused([home, over])).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'MOVED' }])
  })
})

describe('while the match goes on', () => {
  const parts = [home, over, both]
  let facts = 1
  const tellFact = (kind = 'corner') => {
    facts += 1
    return acme.tell(factsOf('before-live', facts, [kind, { side: 1, minute: 3 }]))
  }

  test('chances of before a fact are asked for again, and never sold', async () => {
    const stale = { said: { ...first, facts }, before: tellFact }
    answers = [stale, { said: { ...first, facts: facts + 1 } }]
    expect(await quoted(parts, 'before-live')).toMatchObject({ price: 4400 })
    expect(asked).toHaveLength(2)
    answers = [{ said: { ...first, facts: facts - 1 } }]
    expect(await refused(parts, 'before-live')).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'MOVED' }])
  })

  test('a fact that the producer knows first is waited for, a moment', async () => {
    const ahead = { said: { ...first, facts: facts + 1 } }
    answers = [{ ...ahead, before: async () => void sleep(50).then(() => tellFact()) }]
    expect(await quoted(parts, 'before-live')).toMatchObject({ price: 4400 })
    expect(asked).toHaveLength(1)
    answers = [{ said: { ...first, facts: facts + 5 } }]
    expect(await refused(parts, 'before-live')).toEqual([422, { reason: 'BUILDER_UNPRICED', cause: 'MOVED' }])
  })

  test('a stop that comes while the producer thinks is seen', async () => {
    const stop = () => acme.tell({ kind: 'stop', event: 'before-live', cause: 'GOAL' })
    answers = [{ said: { ...first, facts }, before: stop }]
    const picks = named('before-live', ...parts)
    expect(await refused(parts, 'before-live')).toEqual([422, { reason: 'MARKET_SUSPENDED', picks, cause: 'GOAL' }])
    expect(await refused(parts, 'before-live')).toMatchObject([422, { reason: 'MARKET_SUSPENDED' }])
    expect(asked).toHaveLength(1)
  })

  test('what has ended, or was only for before the match, is closed', async () => {
    await acme.tell(pricesOf('before-live', ...markets, two('both_score', null, { state: 'closed' })))
    expect(await refused(parts, 'before-live')).toEqual([
      422,
      { reason: 'MARKET_CLOSED', picks: named('before-live', both) },
    ])
    await sql`update sports_event set starts_at = now() - interval '1 second' where ref = 'before'`.execute(db.sql)
    const cards = 'cards_total/ft/3.5/over'
    expect(await refused([home, cards])).toEqual([422, { reason: 'MARKET_CLOSED', picks: named('before', cards) }])
    expect(asked).toEqual([])
  })

  test('a silent producer is not asked', async () => {
    await sql`update sports_producer set alive_at = now() - interval '61 seconds', up_at = now() - interval '61 seconds'
      where name = 'acme'`.execute(db.sql)
    expect(await refused(parts)).toEqual([422, { reason: 'FEED_STALE', picks: named('before', ...parts) }])
    expect(asked).toEqual([])
  })
})

test('five a second, then no more', async () => {
  const picks = named('before', home, over).join()
  const said = await Promise.all(Array.from({ length: 12 }, () => as(null).post('bets.quoteBuilder', { picks })))
  const many = said.filter(({ status }) => status === 429).length
  expect(many).toBeGreaterThanOrEqual(2)
})
