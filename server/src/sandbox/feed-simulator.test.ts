import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld } from '@croupier/sportsbook/world/roster'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { testApp } from '../test/app.ts'
import { effort } from '../test/effort.ts'
import { bookOf } from '../test/feed.ts'
import { freePort } from '../test/http-browser.ts'
import { worldChanceOf } from './feed/chance.ts'
import { courseAt, openMatch } from './feed/match.ts'
import { eventRef } from './feed/refs.ts'
import { foldWords, newHouse } from './feed/test/house-model.ts'
import { sandboxFeed } from './feed-page.ts'
import { canSimulate, openSimulator } from './feed-simulator.ts'

const port = await freePort()
const here = await testApp({ env: { PORT: String(port) } })
await here.app.listen({ port, host: '127.0.0.1' })

const speed = 8
const kills = effort.simulatorKills

const producer = async () =>
  (
    await sql<{ state: string; seq: bigint; epoch: bigint }>`select state, seq, epoch from sports_producer
      where name = 'simulated'`.execute(here.db.sql)
  ).rows[0]

const patient = { timeout: 300_000, interval: 100 }

/** What the script says, at a moment, of an event that the house heard of since another one. */
function scripted(secret: string, since: number, until: number) {
  const source = { secret, chance: worldChanceOf(secret) }
  const world = makeWorld(source.chance)
  const fixtures = [
    ...sprintFixtures(world, since / 1_000 - 2 * 3_600, until / 1_000 + 1),
    ...[-2, -1, 0].flatMap((day) => leagueFixtures(world, Math.floor(until / 86_400_000) + day)),
  ]
  const byRef = new Map(fixtures.map((fixture) => [eventRef(fixture.ref), fixture]))
  const live = fixtures.filter((fixture) => {
    const match = openMatch(source, fixture)
    return match.begins <= until && match.whistle > until
  })
  return {
    live: live.map(({ ref }) => eventRef(ref)),
    event(ref: string) {
      const fixture = byRef.get(ref)
      if (!fixture) throw new Error(`the script has no ${ref}`)
      const house = newHouse()
      foldWords(house, openMatch(source, fixture).whole(until))
      const [event] = house.events.values()
      if (!event) throw new Error(`the script says nothing of ${ref}`)
      const { life, planned } = courseAt(source, fixture, [], until)
      // All of a match as it stands says nothing of a word that was taken back.
      const takenBack = life.things.filter(({ kind, at }) => kind === 'rollback' && planned + at <= until).length
      return { ...event, takenBack }
    },
  }
}

const from = Date.now()
const until = from + (9_000 + kills * 5_000) * speed
/** Told on until its clock stands still; after that it says that it is there, and does what a person wants. */
const simulator = openSimulator({
  config: here.config,
  log: here.log,
  settings: { SPEED: String(speed), CLOCK_FROM: String(from), CLOCK_UNTIL: String(until), BACKGROUND: 'off' },
})
const site = fastify()
await sandboxFeed(site, { config: here.config, hands: simulator, db: here.db.sql, listener: null })
afterAll(async () => {
  await simulator.close()
  await site.close()
})
const page = async () => (await site.inject('/sandbox/feed/')).body

test('a simulator that is killed again and again leaves the book as its script says', {
  timeout: 900_000 + kills * 30_000,
}, async () => {
  expect(await page()).toContain('does not run')
  // Looked at all the time: of a book that is not, only some of the prices are told.
  await sql`update sports_watch set at = 'infinity'`.execute(here.db.sql)
  simulator.start()
  await vi.waitFor(async () => expect(await producer()).toMatchObject({ state: 'up' }), patient)
  const epochs = new Set<bigint>()
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await producer()
    epochs.add(before?.epoch ?? 0n)
    await sleep(200 + ((kill * 733) % 2_500))
    const pid = simulator.pid()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => {
      const now = await producer()
      expect(now?.state).toBe('up')
      expect(now?.epoch).toBeGreaterThan(before?.epoch ?? 0n)
    }, patient)
  }
  expect(epochs.size).toBe(kills)
  const told = join(here.config.dataDir, 'feed-simulator/told-until')
  await vi.waitFor(() => expect(Number(readFileSync(told, 'utf8'))).toBe(until), patient)
  const secret = readFileSync(join(here.config.secretsDir, 'sports-world-secret'), 'utf8').trim()
  const script = scripted(secret, from, until)
  const book = await bookOf(here.db, 'simulated')
  const known = new Set(book.events.map(({ ref }) => ref))
  expect(script.live.filter((ref) => !known.has(ref))).toEqual([])
  expect(script.live.length).toBeGreaterThanOrEqual(24)
  expect(book.markets.filter(({ state }) => state === 'disputed')).toEqual([])
  for (const { ref, state } of book.events) {
    const event = script.event(ref)
    expect([ref, state]).toEqual([ref, event.state])
    const facts = book.facts.filter((fact) => fact.ref === ref)
    expect(facts.map(({ ref: _ref, ...fact }) => fact)).toEqual(
      event.facts.map(({ cancels = null, ...fact }) => ({ ...fact, cancels })),
    )
    const isStopped = ![...event.markets.values()].some((market) => market.state === 'open')
    for (const market of book.markets.filter((each) => each.ref === ref)) {
      const key = `${market.type}/${market.period}/${market.line}`
      const expected = event.markets.get(key)
      const place = `${ref} ${key}`
      if (isStopped && event.state === 'live') expect([place, market.state]).not.toEqual([place, 'open'])
      else if (!expected) expect([place, market.state]).toEqual([place, 'suspended'])
      else expect([place, market.state]).toEqual([place, expected.state])
      if (expected?.state === 'open') expect([place, market.prices]).toEqual([place, expected.prices])
      if (expected?.result && expected.state === 'resulted') {
        const results = JSON.parse(JSON.stringify(market.results))
        expect([place, JSON.stringify(results.at(-1)[1])]).toEqual([place, expected.result])
        // However often it was told, it was heard as first and as confirmed; and so once more where it was taken back.
        expect(results.length, place).toBeLessThanOrEqual(2 + 2 * event.takenBack)
      }
    }
  }
})

test('a person makes things happen at /sandbox/feed', { timeout: 180_000 }, async () => {
  expect(await page()).toContain('Played now')
  const shown = /name="do" value="abandon">\s*<input type="hidden" name="event" value="([^"]+)"/
  const event = shown.exec(await page())?.[1] ?? ''
  const press = async (wish: Record<string, string>) =>
    (await site.inject({ method: 'POST', url: '/sandbox/feed/', payload: String(new URLSearchParams(wish)) })).headers
      .location
  expect(await press({ do: 'abandon', event })).toBe('/sandbox/feed?said=done')
  const handled = () =>
    sql<{ ref: string; state: string }>`select ref, state from sports_event where is_handled`.execute(here.db.sql)
  await vi.waitFor(async () => expect((await handled()).rows).toEqual([{ ref: event, state: 'abandoned' }]), patient)
  expect(await press({ do: 'abandon', event })).toBe('/sandbox/feed?said=not')
  expect(await press({ do: 'everything', event })).toBe('/sandbox/feed?said=not')
})

test('made-up matches are told where the sandbox is, and in production only by name', () => {
  const can = (env: Record<string, string>) => canSimulate(parseConfig(env))
  expect(can({})).toBe(true)
  expect(can({ SPORTS_FEED: 'off' })).toBe(false)
  expect(can({ SPORTS_FEED: 'vendor' })).toBe(false)
  expect(can({ SANDBOX: 'off' })).toBe(false)
  expect(can({ NODE_ENV: 'production', SANDBOX: 'on' })).toBe(false)
  expect(can({ NODE_ENV: 'production', SPORTS_FEED: 'simulated' })).toBe(true)
})
