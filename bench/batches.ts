// Batches of the money path by themselves: no HTTP, always the same size, and the processor's time of each statement.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../server/src/config.ts'
import { begin, openDatabase } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPipelinedDatabase } from '../server/src/db/pipelined-database.ts'
import { hashLaunchToken } from '../server/src/features/rounds/batch/read-call.ts'
import { openRounds } from '../server/src/features/rounds/rounds.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { openLog } from '../server/src/log.ts'
import { loadSecrets } from '../server/src/secrets.ts'
import { costOf } from './processor.ts'
import { openStatements, tellOfStatements } from './statements.ts'
import { addGamblers } from './wallet-world.ts'

// As 64 seats settle down in two lanes.
const size = 32
const lanes = 2
const players = 2_000
const warmBatches = 60
const batches = 120

const dir = mkdtempSync(join(tmpdir(), 'croupier-batches-'))
const log = openLog('warn')
const database = await startEmbedded({ dir, log })
const config = parseConfig({ DATA_DIR: dir })
const keys = loadSecrets(config.secretsDir, config)
await migrate(database.url, log)
const db = openDatabase(database.url, log)
const pipelined = openPipelinedDatabase(db, log)
const rounds = openRounds({
  sql: db.sql,
  begin: (work) => begin(pipelined, work),
  config,
  keys,
  announce: async () => {},
  log,
})
const profiler = new Session()
profiler.connect()
await profiler.post('Profiler.enable')
await profiler.post('Profiler.setSamplingInterval', { interval: 200 })
const statements = openStatements(dir, true)
const workers = { site: process.pid, database: database.pid() }

type Call = (at: number) => Promise<unknown>

const gamblers = await addGamblers(db, players, 'gambler')
const throwers = await addGamblers(db, players, 'thrower', 'twin-dice')
const of = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('no players')
  return one
}

/** A bet with its win, as nine of ten calls of providers are. */
const betwin: Call = (at) => {
  const { playerId, token } = of(gamblers, at)
  const id = `r1-31415-${at}`
  const about = { transaction: id, round: id, game: 'dice', player: playerId, currency: 'EUR' }
  const sender = { provider: 'sample', sentAtMs: Date.now() }
  return rounds.call('betwin', sender, { token, ...about, amount: '1.00', win: '0.95' })
}

const throwOfDice: Call = (at) => {
  const { playerId, token } = of(throwers, at)
  const ask = { round: randomUUID(), stake: 100n, choice: { side: 'over', target: 7 } }
  return rounds.play({ kind: 'play', playerId: BigInt(playerId), tokenHash: hashLaunchToken(token), ...ask })
}

let made = 0
const next = () => {
  made += 1
  return made
}
async function run(call: Call, count: number) {
  const runLane = async () => {
    for (let batch = 0; batch < count / lanes; batch += 1) {
      await Promise.all(Array.from({ length: size }, () => call(next())))
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return { calls: count * size }
}

/** What the database's log says of each statement; off again before anything is timed as a whole. */
async function say(name: string, call: Call) {
  await profiler.post('Profiler.start')
  const { siteMs } = await costOf(workers, () => run(call, batches * 3))
  const { profile } = await profiler.post('Profiler.stop')
  if (process.env.BENCH_PROFILE) {
    mkdirSync(process.env.BENCH_PROFILE, { recursive: true })
    writeFileSync(join(process.env.BENCH_PROFILE, `${name}.cpuprofile`), JSON.stringify(profile))
  }
  console.log(`\n${name}: ${(siteMs * 1000).toFixed(0)} µs of site`)
  await countStatements('on')
  statements.forget()
  await run(call, batches)
  statements.say(name, batches * size)
  await countStatements('off')
}

async function countStatements(word: 'on' | 'off') {
  await tellOfStatements(database.url, word)
  // Settings of a role are those of its next connections.
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'croupier' and pid <> pg_backend_pid() and application_name = 'croupier'`)
  await Promise.allSettled(Array.from({ length: 12 }, () => pipelined.pool.query('select 1')))
}

try {
  await db.pool.query('vacuum analyze')
  await run(betwin, warmBatches)
  await run(throwOfDice, warmBatches)
  await say('a bet with its win of a provider', betwin)
  await say('an own round', throwOfDice)
  const { faults } = await verifyLedger(db.sql, { dir })
  if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`)
} finally {
  await rounds.close()
  await pipelined.close()
  await db.close()
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
