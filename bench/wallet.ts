import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from '../server/src/db/db.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { median, type Row } from './figures.ts'
import { findPgbench, openPgbench } from './pgbench.ts'
import { costOf, openCosts } from './processor.ts'
import { openStatements } from './statements.ts'
import type { Load, Order } from './wallet-load.ts'
import { addGamblers, fill, type Gambler, openWorld, startMinor } from './wallet-world.ts'

const connections = 64
const turns = 3
const turnSeconds = 5
const barRatio = 2
const barP99Ms = 50
const barHot = 300

const perSecond = (value: number) => `${Math.round(value)}/s`
const rateOf = ({ movements, seconds }: Load) => movements / seconds

/** The wallet as game providers meet it, over HTTP and signed, against PostgreSQL's own yardstick on the same server. */
export async function walletRows({ siteUrl, databaseUrl, dir, workers }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    const gamblers = await addGamblers(db, 10_000, 'gambler')
    await db.pool.query('vacuum analyze account_player, wallet_purse, rounds_session')
    // Until every player has played: first visits and new purses are another story.
    await load({ gamblers, seconds: 12 })
    const rows = [...(await speed(load, gamblers, { databaseUrl, dir, workers })), await hotRow(db, load)]
    const { faults } = await verifyLedger(db.sql, { dir })
    if (faults.length > 0) throw new Error(`the ledger is wrong after the load: ${JSON.stringify(faults)}`)
    return rows
  } finally {
    await db.close()
  }
}

export type Ask = (order: Pick<Order, 'gamblers' | 'seconds' | 'pace' | 'isOwn' | 'form'>) => Promise<Load>

export function openLoad(siteUrl: string, dir: string): Ask {
  const secret = readFileSync(join(dir, 'secrets/game-sample-secret'), 'utf8').trim()
  let runs = 0
  return async (wanted) => {
    runs += 1
    const port = Number(new URL(siteUrl).port)
    const order: Order = { port, secret, connections, run: `r${runs}-${process.pid}`, ...wanted }
    const file = join(dir, 'wallet-load.json')
    writeFileSync(file, JSON.stringify(order))
    const path = join(import.meta.dirname, 'wallet-load.ts')
    const child = spawn(process.execPath, [path, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    return JSON.parse(await text(child.stdout))
  }
}

type Measured = Pick<BenchSite, 'databaseUrl' | 'dir' | 'workers'>

/** In turns, so that a busy moment of the machine meets both. */
async function speed(load: Ask, gamblers: Gambler[], { databaseUrl, dir, workers }: Measured): Promise<Row[]> {
  const path = await findPgbench()
  const pgbench = path ? await openPgbench(path, databaseUrl) : null
  const found: { ours: number[]; reference: number[]; calls: number[] } = { ours: [], reference: [], calls: [] }
  const costs = openCosts()
  let moved = 0
  const statements = openStatements(dir)
  statements.forget()
  for (let turn = 0; turn < turns; turn += 1) {
    if (pgbench) found.reference.push(await pgbench.measure(turnSeconds))
    const loaded = await costOf(workers, async () => {
      const done = await load({ gamblers, seconds: turnSeconds })
      return { ...done, rate: done.calls / done.seconds, calls: done.movements }
    })
    found.ours.push(rateOf(loaded))
    found.calls.push(loaded.rate)
    costs.add(loaded)
    moved += loaded.movements
  }
  statements.say('wallet movements', moved)
  const [ours, reference] = [median(found.ours), median(found.reference)]
  const half = await load({ gamblers, seconds: turnSeconds, pace: median(found.calls) / 2 })
  const ratio = ours / reference
  return [
    {
      name: 'wallet: movements through HTTP, signed (a bet with its win counts two)',
      ours: perSecond(ours) + costs.text(),
      reference: pgbench ? `${pgbench.name} ${perSecond(reference)}` : 'pgbench not found',
      ratio,
      bar: { text: `≥ ${barRatio.toFixed(2)}`, isMet: ratio >= barRatio },
    },
    {
      name: `wallet: 99 of 100 answers at half that load, ${perSecond(half.calls / half.seconds)}`,
      ours: `${half.p99Ms.toFixed(1)} ms`,
      reference: `${barP99Ms} ms`,
      ratio: half.p99Ms / barP99Ms,
      bar: { text: '≤ 1.00', isMet: half.p99Ms <= barP99Ms },
    },
  ]
}

/** All seats play as one player: stakes stand in line, and not a cent goes missing. */
async function hotRow(db: Database, load: Ask): Promise<Row> {
  const gamblers = await addGamblers(db, 1, 'hot')
  const loaded = await load({ gamblers, seconds: turnSeconds })
  const [{ playerId } = { playerId: '' }] = gamblers
  const { rows } = await db.pool.query("select balance from wallet_purse where player_id = $1 and kind = 'main'", [
    playerId,
  ])
  const wanted = startMinor - BigInt(loaded.spent[playerId] ?? 0)
  if (rows[0]?.balance !== wanted) throw new Error(`the hot player has ${rows[0]?.balance}, not ${wanted}`)
  const rate = rateOf(loaded)
  return {
    name: 'wallet: one hot player, balance exact',
    ours: perSecond(rate),
    reference: perSecond(barHot),
    ratio: rate / barHot,
    bar: { text: '≥ 1.00', isMet: rate >= barHot },
  }
}

const manyTransfers = 10_000_000
const barLarge = 1.2

/**
 * The same load on a short and on a long ledger, by the processor's time: minutes lie between the two, and the machine may
 * be another one by then. Filling it takes those minutes, so it is asked for by `--large`.
 */
async function largeRow({ siteUrl, databaseUrl, dir, workers }: BenchSite): Promise<Row> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    const gamblers = await addGamblers(db, 10_000, 'gambler')
    await db.pool.query('vacuum analyze')
    await load({ gamblers, seconds: 15 })
    const measure = async () => {
      const [rates, costs]: [number[], number[]] = [[], []]
      for (let turn = 0; turn < turns; turn += 1) {
        const loaded = await costOf(workers, () => load({ gamblers, seconds: turnSeconds }))
        rates.push(rateOf(loaded))
        costs.push(((loaded.siteMs + loaded.databaseMs) * 1000 * loaded.calls) / loaded.movements)
      }
      return { us: median(costs), text: `${median(costs).toFixed(0)} µs of processor, ${perSecond(median(rates))}` }
    }
    const short = await measure()
    await fill(db, manyTransfers)
    await load({ gamblers, seconds: 15 })
    const long = await measure()
    return {
      name: 'wallet: movements with 10 million transfers in the table',
      ours: long.text,
      reference: `before them ${short.text}`,
      ratio: long.us / short.us,
      bar: { text: `≤ ${barLarge.toFixed(2)}`, isMet: long.us / short.us <= barLarge },
    }
  } finally {
    await db.close()
  }
}

if (import.meta.main) {
  const isLarge = process.argv.includes('--large')
  await benchAlone(isLarge ? async (site) => [await largeRow(site)] : walletRows)
}
