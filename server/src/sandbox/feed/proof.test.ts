import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyMatch } from '@croupier/sportsbook/verify'
import { leagueFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld } from '@croupier/sportsbook/world/roster'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { loadFeedKeys } from '../../secrets.ts'
import { testApp } from '../../test/app.ts'
import { testProducer } from '../../test/feed.ts'
import { freePort } from '../../test/http-browser.ts'
import { drawsFrom, worldChanceOf } from './chance.ts'
import { openMatch } from './match.ts'
import { openSimulatorMemory } from './memory.ts'
import { openProgramme } from './programme.ts'
import { eventRef, momentText } from './refs.ts'
import { serveHouse } from './serve.ts'
import { runSimulator } from './simulator.ts'

const secret = 'a world for the tests of proofs'
const day = 20_780
const noon = (day * 86_400 + 43_200) * 1_000
const fixtures = leagueFixtures(makeWorld(worldChanceOf(secret)), day - 4)
const [fixture = expect.unreachable()] = fixtures
const question = { event: eventRef(fixture.ref), starts_at: momentText(fixture.startsAt * 1_000) }

test('a match is drawn from what it was sealed with; before its end, and where a person was at work, nothing is shown', () => {
  const open = (acts = new Map()) => openProgramme(secret, { now: noon, since: null, acts })
  const shown = open().proof(question, noon)
  if (typeof shown === 'string') throw new Error(shown)
  const told = open()
    .history(day - 4, noon)
    .find((one) => one.kind === 'fixture' && one.event === question.event)
  expect(told).toMatchObject({ seed_hash: createHash('sha256').update(shown.seed, 'hex').digest('hex') })
  expect(open().proof(question, fixture.startsAt * 1_000)).toBe('NOT_NOW')
  expect(open(new Map([[fixture.ref, []]])).proof(question, noon)).toBe('EVENT')
  expect(open().proof({ ...question, event: 'league:of:nobody' }, noon)).toBe('EVENT')
})

test('once a match is closed for good the house shows its proof, and it plays the match again', async () => {
  const port = await freePort()
  const { as, db, config } = await testApp({
    env: { SPORTS_FEED: 'simulated', SPORTS_URLS: `simulated=http://127.0.0.1:${port}` },
  })
  const dir = mkdtempSync(join(tmpdir(), 'croupier-proof-'))
  const line = {
    ...{
      add: () => undefined,
      addSnapshot: () => undefined,
      send: async () => undefined,
      wantSnapshot: () => undefined,
    },
    ...{ wantsSnapshot: () => true, isBeside: () => true, isWatched: () => true, backlog: () => 0, quietMs: () => 0 },
    ...{ failingMs: () => 0, close: async () => undefined },
  }
  const simulator = runSimulator({ secret, line, memory: openSimulatorMemory(dir), clock: () => noon })
  const feedSecret = loadFeedKeys(config.secretsDir, config).get('simulated')?.current ?? expect.unreachable()
  const served = serveHouse(simulator, feedSecret).listen(port, '127.0.0.1')
  afterAll(async () => {
    served.close()
    await simulator.close()
    rmSync(dir, { recursive: true })
  })
  const producer = testProducer(db, 'simulated')
  const source = { secret, chance: worldChanceOf(secret) }
  const chosen = [...fixtures.slice(0, 2), ...new Map(fixtures.slice(2).map((one) => [one.sport, one])).values()]
  const words = chosen.flatMap((one) => openMatch(source, one).whole(noon))
  await producer.tell({ kind: 'snapshot_begin' }, ...simulator.programme.tree(), ...words, { kind: 'snapshot_end' })
  const { rows } = await sql<{ id: number }>`select id::float8 as id from sports_event
    where ended_at is not null order by id`.execute(db.sql)
  const [first = 0, second = 0, ...others] = rows.map(({ id }) => id)
  expect(others.length).toBeGreaterThanOrEqual(2)
  const proofOf = async (event: number) => (await as(null).get('sports.getProof', { event: String(event) })).json.data
  expect(await proofOf(first)).toMatchObject({ seed: '', model: null, facts: [], results: [] })
  await sql`update sports_event set state = 'closed'`.execute(db.sql)
  for (const event of others) {
    // A simulator that was asked for as much as it has time for says nothing for a moment.
    await vi.waitFor(async () => {
      const proof = await proofOf(event)
      const verdict = verifyMatch(proof, {
        draws: (seed) => drawsFrom(Buffer.from(seed, 'hex')),
        hashOf: (seed) => createHash('sha256').update(seed, 'hex').digest('hex'),
      })
      expect(verdict).toMatchObject({ kind: 'right' })
    })
  }
  await sql`update sports_event set is_handled = true`.execute(db.sql)
  expect(await proofOf(second)).toMatchObject({ seed: '', is_handled: true })
})
