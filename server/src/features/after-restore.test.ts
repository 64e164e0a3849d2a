import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { sayRestored } from '../db/after-restore.ts'
import { begin } from '../db/db.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/boss.ts'
import { listeners } from '../jobs/events.ts'
import { backup } from '../operator/backup.ts'
import { restoreBackup } from '../operator/restore.ts'
import { loadSecrets } from '../secrets.ts'
import { testApp } from '../test/app.ts'
import { balanceOf, fund } from '../test/game-provider.ts'
import { openPatient } from '../test/patient.ts'
import { mainOf, oneMove, ownPurse } from '../test/purses.ts'
import { studioClient } from '../test/studio.ts'
import { testTable } from '../test/table.ts'
import { afterRestore } from './after-restore.ts'
import { issueCode } from './codes/codes.ts'
import { moveAll, verifyLedger } from './wallet/wallet.ts'

// Real servers on real folders.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const place = mkdtempSync(join(tmpdir(), 'croupier-drill-'))
const at = (name: string) => join(place, name)
const log = pino({ level: 'silent' })
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(place, { recursive: true, force: true })
})

/** The site on its own database in that folder, as it starts. */
async function open(name: string) {
  const dir = at(name)
  const server = await startEmbedded({ dir, log })
  await migrate(server.url, log)
  await prepareJobs(server.url, listeners)
  const opened = openPatient(server.url)
  closing.push(server.stop, opened.close)
  const secrets = loadSecrets(join(dir, 'secrets'), parseConfig({ NODE_ENV: 'test', DATA_DIR: dir }))
  const start = () => testApp({ env: { DATA_DIR: dir }, beside: { db: { ...opened, url: server.url }, secrets } })
  return { house: await start(), start }
}

const over7 = { side: 'over', target: 7 }
type House = Awaited<ReturnType<typeof testApp>>
const fairnessOf = async (house: House, playerId: bigint) =>
  (await house.as(await house.signIn(playerId)).get('fairness.get')).json.data
const nextPlayer = async ({ db }: House) =>
  (await sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('account_player', 'id')) as id`.execute(db.sql))
    .rows[0]?.id ?? 0n

let before: House
let after: House
let restart: () => Promise<House>
let [alice, bob, cleo, flyer] = [0n, 0n, 0n, 0n]
let known = { hash: '', next_hash: '', nonce: 0 }
let seed = ''
let aliceCookie = ''
let lastPlayer = 0n
const keyed = () =>
  oneMove({ from: mainOf(bob), to: ownPurse('game:studio'), amount: 5n, key: 'kept', about: mainOf(bob) })
let answered = ''

beforeAll(async () => {
  ;({ house: before } = await open('data'))
  const add = (login: string) => before.addPlayer({ login: `${login}@example.com` })
  alice = await add('alice')
  bob = await add('bob')
  cleo = await add('cleo')
  for (const playerId of [alice, bob, cleo]) await fund(before, playerId, '100.00')
  const client = studioClient(before, [before])
  const dice = await client.launch(alice)
  await dice.play('1.00', over7)
  // Bob is in the middle of a round, a traveller waits for the start.
  await (await client.launch(bob, { game: 'minefold' })).play('10.00', { mines: 3 })
  const table = testTable(before)
  await table.chain((point) => point > 200)
  await table.open().turn()
  const traveller = await table.launch(before.addPlayer)
  flyer = traveller.playerId ?? 0n
  await traveller.stake('a-flight-that-is-open')
  await issueCode(before.db.sql, before.keys, { purpose: 'restore', subject: String(alice), lifeSeconds: 900 })
  aliceCookie = await before.signIn(alice)
  const [moved] = await begin(before.db, (tx) => moveAll(tx, [keyed()]))
  answered = moved?.kind === 'moved' ? moved.answer : ''
  known = await fairnessOf(before, alice)
  await backup({ databaseUrl: undefined, dataDir: at('data'), secretsDir: at('data/secrets') }, at('copy'))

  // Since then: three rounds, the seed is told, a newcomer.
  for (let round = 0; round < 3; round += 1) await dice.play('1.00', over7)
  const told = await before
    .as(aliceCookie)
    .post('fairness.rotate', { hash: known.hash, client_seed: 'chosen by one who knows' })
  seed = told.json.data.server_seed
  lastPlayer = await add('newcomer')
  await restoreBackup(at('copy'), at('restored'))
  const opened = await open('restored')
  after = opened.house
  restart = opened.start
})

test('no seed that was told or promised is in use any more', async () => {
  const fair = await fairnessOf(after, alice)
  expect([known.hash, known.next_hash]).not.toContain(fair.hash)
  expect([known.hash, known.next_hash]).not.toContain(fair.next_hash)
  expect(fair.nonce).toBe(0)
  const told = (await after.as(await after.signIn(alice)).get('fairness.getSeeds')).json.data.items
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ server_seed: seed, hash: known.hash, rounds: known.nonce }),
      expect.objectContaining({ hash: known.next_hash, rounds: 0 }),
    ]),
  )
  // Players who never played have none to replace.
  const { count } = await after.db.sql
    .selectFrom('rounds_fair')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('player_id', '=', cleo)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

test('a round that was open is void: its stake is back, and its player is told', async () => {
  expect(await balanceOf(after, bob)).toBe('99.95')
  const as = after.as(await after.signIn(bob))
  expect((await as.get('rounds.getUnfinished')).json.data.total).toBe(0)
  expect((await as.get('account.getNotices')).json.data).toMatchObject([{ kind: 'roundsReturned' }])
})

test('a flight that was open is over, its stakes are back, and its chain is used up', async () => {
  expect(await balanceOf(after, flyer)).toBe('100.00')
  const shared = await after.db.sql.selectFrom('rounds_shared').select(['phase', 'is_interrupted']).execute()
  expect(shared).toEqual([{ phase: 'over', is_interrupted: true }])
  const chains = await after.db.sql.selectFrom('rounds_chain').select(['used', 'length']).execute()
  expect(chains.filter(({ used, length }) => used < length)).toEqual([])
})

test('whoever was signed in comes in anew, and codes that were sent are worth nothing', async () => {
  expect((await after.as(aliceCookie).get('account.getInfo')).status).toBe(401)
  expect(await after.db.sql.selectFrom('codes_code').selectAll().execute()).toEqual([])
})

test('a newcomer gets no number that was given out since the backup', async () => {
  expect(await nextPlayer(after)).toBeGreaterThan(lastPlayer + 1_000_000n - 10n)
})

test('keys of the past are known, and the ledger is true', async () => {
  const [again] = await begin(after.db, (tx) => moveAll(tx, [keyed()]))
  expect(again).toMatchObject({ kind: 'repeated', answer: answered })
  expect((await verifyLedger(after.db.sql, { dir: at('restored/ledger') })).faults).toEqual([])
})

test('it is done once: the next start leaves everything as it is', async () => {
  const fair = await fairnessOf(after, alice)
  const next = await nextPlayer(after)
  const again = await restart()
  expect(await fairnessOf(again, alice)).toEqual(fair)
  expect(await nextPlayer(again)).toBe(next + 1n)
})

test('who restores by other means says so: the site is not ready until it has seen to it', async () => {
  const ready = async () => (await after.app.inject('/readyz')).statusCode
  expect(await ready()).toBe(200)
  const fair = await fairnessOf(after, alice)
  await sayRestored(after.db.sql)
  expect(await ready()).toBe(503)
  await afterRestore({ ...after.parts, sql: after.db.sql, begin: (work) => begin(after.db, work) })
  expect(await ready()).toBe(200)
  expect((await fairnessOf(after, alice)).hash).not.toBe(fair.hash)
})
