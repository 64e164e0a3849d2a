import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { begin, type Database } from '../db/db.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Movement, moveAll, type Outcome, verifyLedger } from '../features/wallet/wallet.ts'
import { effort } from '../test/effort.ts'
import { openPatient } from '../test/patient.ts'
import { chanceFrom, mainOf, oneMove, ownPurse, payIn } from '../test/purses.ts'
import { addPlayers } from '../test/world.ts'
import { backup, backupUsage, mayGoAway } from './backup.ts'
import { listFolder } from './backup-files.ts'
import { readForm } from './command.ts'
import { restoreBackup, restoreUsage } from './restore.ts'

// Real servers on a real folder.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const log = pino({ level: 'silent' })
const place = mkdtempSync(join(tmpdir(), 'croupier-backup-'))
const at = (name: string) => join(place, name)
const dataDir = at('data')
const ledgerIn = (dir: string) => join(dir, 'ledger')

let server: Embedded
let db: Database
let players: bigint[] = []

beforeAll(async () => {
  server = await startEmbedded({ dir: dataDir, log })
  await migrate(server.url, log)
  db = openPatient(server.url)
  mkdirSync(join(dataDir, 'secrets'))
  writeFileSync(join(dataDir, 'secrets/document-key'), 'seals-what-nobody-may-read-0123456789\n', { mode: 0o600 })
  // As some keep them: the secret itself is elsewhere.
  writeFileSync(at('kept-elsewhere'), 'a-secret-of-somewhere-else-0123456789\n')
  symlinkSync(at('kept-elsewhere'), join(dataDir, 'secrets/linked'))
  players = await addPlayers(db, 24)
  for (const playerId of players) await payIn(db, playerId, 1_000_000_000n)
  await verifyLedger(db.sql, { dir: ledgerIn(dataDir) })
})
afterAll(async () => {
  await db.close()
  await server.stop()
  rmSync(place, { recursive: true, force: true })
})

const main = join(import.meta.dirname, 'main.ts')
const start = (words: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [main, ...words], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('compiled'),
      ...env,
    },
  })

async function call(words: string[], env: Record<string, string> = {}) {
  const child = start(words, env)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { out, err, code: child.exitCode }
}

/** A backup that copies, and has not its name yet. */
const isBegun = (name: string) =>
  vi.waitFor(() => expect(readdirSync(place).some((found) => found.startsWith(`${name}.unfinished`))).toBe(true), {
    timeout: 60_000,
    interval: 1,
  })

const site = { databaseUrl: undefined, dataDir, secretsDir: join(dataDir, 'secrets') }

/** Movements by many at once, each with its key; what was acknowledged is kept with its answer. */
function load(name: string) {
  const chance = chanceFrom(7)
  const sent: Movement[] = []
  const acknowledged = new Map<string, string>()
  const state = { isOn: true }
  const next = (): Movement => {
    const playerId = players[chance(players.length)] ?? 0n
    const [own, studio] = [mainOf(playerId), ownPurse('game:studio')]
    const [from, to] = chance(2) === 0 ? [own, studio] : [studio, own]
    return oneMove({ from, to, amount: BigInt(1 + chance(500)), key: `${name} ${sent.length}`, about: own })
  }
  async function work() {
    while (state.isOn) {
      const batch = Array.from({ length: 4 }, () => {
        const movement = next()
        sent.push(movement)
        return movement
      })
      const outcomes = await begin(db, (tx) => moveAll(tx, batch))
      for (const [index, outcome] of outcomes.entries()) {
        const key = batch[index]?.key
        if (outcome.kind !== 'moved' || key === undefined) throw new Error(`a movement ended as ${outcome.kind}`)
        acknowledged.set(key, outcome.answer)
      }
      // A busy site, not a flood: all of it is told again below.
      await sleep(25)
    }
  }
  const workers = Array.from({ length: 6 }, work)
  return {
    sent,
    acknowledged,
    reaches: (count: number) => vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(count), 60_000),
    async stop() {
      state.isOn = false
      await Promise.all(workers)
    },
  }
}

async function answersIn({ sql: asked }: Database, scope: string): Promise<Map<string, string>> {
  const rows = await asked.selectFrom('wallet_movement').select(['key', 'answer']).where('scope', '=', scope).execute()
  return new Map(rows.map(({ key, answer }) => [key, answer]))
}

const balances = async ({ sql: asked }: Database) =>
  (await sql`select player_id, owner, kind, currency, balance, seq from wallet_purse order by id`.execute(asked)).rows

async function replay(to: Database, movements: readonly Movement[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < movements.length; start += 64)
    outcomes.push(...(await begin(to, (tx) => moveAll(tx, movements.slice(start, start + 64)))))
  return outcomes
}

test('a site that is backed up while it works loses nothing, and what came later can be told again', async () => {
  const work = load('first')
  await work.reaches(400)
  const before = new Map(work.acknowledged)
  // Checkpoints and new logs meanwhile: a copy that leaned on the log being left alone would miss a piece.
  const churning = isBegun('copy').then(async () => {
    for (let count = 0; count < effort.repeats; count += 1) {
      await sql`select pg_switch_wal()`.execute(db.sql)
      await sql`checkpoint`.execute(db.sql)
    }
  })
  const answer = await call(['backup', at('copy')])
  await churning
  expect(answer).toEqual({
    out: expect.stringMatching(/^\S+copy: \d+ files, [\d.]+ MB, with the secrets\.\n$/),
    err: '',
    code: 0,
  })
  await work.reaches(work.acknowledged.size + 100)
  await work.stop()
  const { rows: slots } = await sql`select slot_name from pg_replication_slots`.execute(db.sql)
  expect(slots).toEqual([])

  const restored = await call(['restore', at('copy'), at('restored')])
  expect(restored).toMatchObject({
    err: '',
    code: 0,
    out: expect.stringContaining(`DATA_DIR=${at('restored')} npm start`),
  })
  const other = await startEmbedded({ dir: at('restored'), log })
  const there = openPatient(other.url)
  try {
    expect((await verifyLedger(there.sql, { dir: ledgerIn(at('restored')) })).faults).toEqual([])
    const kept = await answersIn(there, 'test')
    for (const [key, told] of before) expect(kept.get(key)).toBe(told)
    // Nothing was invented, nothing is half there.
    for (const [key, told] of kept) {
      if (!key.startsWith('pay-in')) expect(work.acknowledged.get(key)).toBe(told)
    }
    expect(kept.size - players.length).toBeLessThan(work.acknowledged.size)

    // Every provider tells again what it has told since: what is known is answered as it was, the rest is done.
    const outcomes = await replay(there, work.sent)
    for (const [index, outcome] of outcomes.entries()) {
      const key = work.sent[index]?.key ?? ''
      expect(outcome.kind).toBe(kept.has(key) ? 'repeated' : 'moved')
      if (outcome.kind === 'repeated') expect(outcome.answer).toBe(kept.get(key))
    }
    const again = await replay(there, work.sent)
    expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['repeated']))
    expect(await balances(there)).toEqual(await balances(db))
    expect((await verifyLedger(there.sql, { dir: ledgerIn(at('restored')) })).faults).toEqual([])
  } finally {
    await there.close()
    await other.stop()
  }
})

describe('the folder of a backup', () => {
  test('is for nobody else, holds the secrets, and names no process of today', async () => {
    const { files, folders } = await listFolder(at('copy'))
    for (const path of files) expect(statSync(join(at('copy'), path)).mode & 0o777).toBe(0o600)
    for (const path of ['', ...folders]) expect(statSync(join(at('copy'), path)).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(at('copy'), 'secrets/document-key'), 'utf8')).toContain('nobody-may-read')
    expect(readFileSync(join(at('copy'), 'secrets/linked'), 'utf8')).toContain('somewhere-else')
    expect(files).toEqual(expect.arrayContaining(['ledger/anchors.log', 'postgres.password', 'postgres/backup_label']))
    expect(files.filter((path) => /postmaster|owner$|pgsql_tmp/.test(path))).toEqual([])
  })

  test('is never one that exists, nor inside the data it is to save', async () => {
    await expect(backup(site, at('copy'))).rejects.toThrow(`${at('copy')} exists already`)
    await expect(backup(site, join(dataDir, 'copy'))).rejects.toThrow('is inside DATA_DIR')
    await expect(backup(site, at('no/such/copy'))).rejects.toThrow('does not exist')
  })

  test('has its name only when it is whole: a backup that is killed leaves none, and the next one works', async () => {
    const child = start(['backup', at('killed')])
    await isBegun('killed')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(at('killed'))).toBe(false)
    await vi.waitFor(async () => {
      const { rows } = await sql`select slot_name from pg_replication_slots`.execute(db.sql)
      expect(rows).toEqual([])
    }, 10_000)
    expect((await call(['backup', at('killed')])).code).toBe(0)
  })
})

describe('a backup that was touched is not restored', () => {
  const harms: [string, (dir: string, files: string[]) => void][] = [
    [
      'one byte of a file is another',
      (dir, files) => {
        const path = join(
          dir,
          files.find((name) => /^postgres\/base\/\d+\/\d+$/.test(name) && statSync(join(dir, name)).size > 0) ?? '',
        )
        const bytes = readFileSync(path)
        bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
        writeFileSync(path, bytes)
      },
    ],
    ['a file is missing', (dir) => rmSync(join(dir, 'postgres/backup_label'))],
    ['a file is too much', (dir) => writeFileSync(join(dir, 'postgres/recovery.signal'), '')],
    ['a secret is missing', (dir) => rmSync(join(dir, 'secrets'), { recursive: true })],
    [
      'the manifest says otherwise',
      (dir) => {
        const path = join(dir, 'manifest.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"bytes": 0/, '"bytes": 1'))
      },
    ],
    ['the manifest is missing', (dir) => rmSync(join(dir, 'manifest.json'))],
  ]

  test.each(harms)('because %s', async (_what, harm) => {
    const [dir, target] = [at('harmed'), at('target')]
    cpSync(at('copy'), dir, { recursive: true })
    try {
      harm(dir, (await listFolder(dir)).files)
      await expect(restoreBackup(dir, target)).rejects.toThrow(
        /^(The backup \S+ is damaged at \S+|\S+ is no backup)[^\n]*$/,
      )
      expect(existsSync(target)).toBe(false)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})

test('a backup is restored into an empty folder only, and what is there stays', async () => {
  const before = readdirSync(dataDir)
  writeFileSync(at('file'), '')
  await expect(restoreBackup(at('copy'), at('file'))).rejects.toThrow('is no folder')
  await expect(restoreBackup(at('copy'), dataDir)).rejects.toThrow(`${dataDir} is not empty.`)
  expect(readdirSync(dataDir)).toEqual(before)
  mkdirSync(at('empty'))
  expect((await restoreBackup(at('copy'), at('empty'))).code).toBe(0)
  expect(readdirSync(at('empty')).toSorted()).toEqual([
    'ledger',
    'postgres',
    'postgres.password',
    'restored',
    'secrets',
  ])
})

test('a database of one’s own is backed up by its own tools', async () => {
  const said = await backup({ ...site, databaseUrl: 'postgres://a:b@127.0.0.1:1/c' }, at('x'))
  expect(said).toEqual({ lines: [expect.stringContaining('pg_basebackup')], code: 2 })
})

test('what does not run cannot be backed up so, and what is no backup cannot be restored', async () => {
  await expect(backup({ ...site, dataDir: at('nothing') }, at('x'))).rejects.toThrow('No site runs')
  await expect(restoreBackup(at('never'), at('x'))).rejects.toThrow('is no backup')
  expect(existsSync(at('x'))).toBe(false)
})

test.each([
  ['a table that is dropped', 'base/16384/16390', true],
  ['what a checkpoint writes anew', 'pg_logical/replorigin_checkpoint.tmp', true],
  ['the state of transactions', 'pg_xact/0000', true],
  ['where to begin', 'global/pg_control', false],
  ['a piece of the log', 'pg_wal/000000010000000000000001', false],
  ['the version', 'PG_VERSION', false],
])('while it is copied %s (%s) may go away: %s', (_what, path, may) => {
  expect(mayGoAway(path)).toBe(may)
})

test('too few or too many words are not understood', async () => {
  expect(readForm(backupUsage.form, ['backup', at('x')])?.words).toEqual([at('x')])
  expect(readForm(backupUsage.form, ['backup', at('x'), 'y'])).toBeNull()
  expect(readForm(restoreUsage.form, ['restore', at('copy')])).toBeNull()
  const answer = await call(['backup'])
  expect([answer.code, answer.out]).toEqual([2, ''])
  expect(answer.err).toContain('npm run operator -- backup <folder>')
})
