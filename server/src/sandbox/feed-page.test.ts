import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { openListener } from '../db/listener.ts'
import { signCall } from '../signed-call.ts'
import { testDatabase } from '../test/database.ts'
import { openSimulatorMemory } from './feed/memory.ts'
import { serveHouse } from './feed/serve.ts'
import { runSimulator } from './feed/simulator.ts'
import { sandboxFeed } from './feed-page.ts'
import type { FeedHands } from './pass-wishes.ts'

const db = await testDatabase()
const listener = await openListener(db.url, pino({ level: 'silent' }))
const config = parseConfig({ NODE_ENV: 'test' })
const dir = mkdtempSync(join(tmpdir(), 'croupier-feed-page-'))
const noon = (20_780 * 86_400 + 43_200) * 1_000
const secret = 'a world for the page of the sandbox'

const line = {
  ...{ add: () => undefined, addSnapshot: () => undefined, send: async () => undefined, wantSnapshot: () => undefined },
  ...{ wantsSnapshot: () => true, isBeside: () => true, isWatched: () => true, backlog: () => 0, quietMs: () => 0 },
  ...{ failingMs: () => 0, close: async () => undefined },
}
/** Stands by, in this process. */
const simulator = runSimulator({ secret, line, memory: openSimulatorMemory(dir), clock: () => noon })
const served = serveHouse(simulator, secret).listen(0, '127.0.0.1')
afterAll(async () => {
  served.close()
  await simulator.close()
  await listener.close()
  rmSync(dir, { recursive: true })
})

const standingBy: FeedHands = {
  async ask(path, wish) {
    const [timestamp, body] = [String(Date.now()), JSON.stringify(wish)]
    const address = served.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const headers = { 'x-timestamp': timestamp, 'x-signature': signCall(secret, { timestamp, body }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
    return { status: answer.status, said: await answer.json() }
  },
}

async function nodeWith(hands: FeedHands) {
  const site = fastify()
  await sandboxFeed(site, { config, hands, db: db.sql, listener })
  const press = async (wish: Record<string, string>) =>
    (await site.inject({ method: 'POST', url: '/sandbox/feed/', payload: String(new URLSearchParams(wish)) })).headers
      .location
  return { site, press, page: async () => (await site.inject('/sandbox/feed/')).body }
}

test('a node that stands by shows what is played, has a button for what counts in each sport, and says who is heard', async () => {
  const { page, site } = await nodeWith(standingBy)
  const body = await page()
  expect(body).toContain('Another node of this house is heard')
  for (const word of ['Goal: ', 'Point: ', 'Two points: ', 'Round: ', 'ten times faster']) expect(body).toContain(word)
  await site.close()
})

test('what is pressed on a node that stands by is done by the one that is heard', async () => {
  const done: unknown[] = []
  const heard: FeedHands = {
    ask: async (path, wish) => {
      if (path === '/act') done.push(wish)
      return { status: 200, said: {} }
    },
  }
  const [beside, other] = [await nodeWith(standingBy), await nodeWith(heard)]
  const wish = { do: 'goal', event: 'a:match', side: '2' }
  expect(await beside.press(wish)).toBe('/sandbox/feed?said=passed')
  await vi.waitFor(() => expect(done).toEqual([{ ...wish, side: 2 }]))
  expect(await other.press(wish)).toBe('/sandbox/feed?said=done')
  await Promise.all([beside.site.close(), other.site.close()])
})

test('a node that ends waits for what it was doing for another', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: FeedHands = {
    async ask() {
      asked.resolve()
      await answered.promise
      return { status: 200, said: {} }
    },
  }
  const [beside, other] = [await nodeWith(standingBy), await nodeWith(slow)]
  await beside.press({ do: 'silence' })
  await asked.promise
  const order: string[] = []
  const closed = other.site.close().then(() => order.push('closed'))
  await beside.site.close()
  order.push('answered')
  answered.resolve()
  await closed
  expect(order).toEqual(['answered', 'closed'])
})
