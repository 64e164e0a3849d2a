import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { begin, type Database } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { marketsResulted } from '../server/src/features/bets/settler.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { openLog } from '../server/src/log.ts'
import {
  addMarkets,
  type MadeBet,
  openBets,
  over,
  type SaidResult,
  sayResult,
  settleAll,
  under,
} from '../server/src/test/bets.ts'
import { type Row, table } from './figures.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

/** Open bets on one event; fewer for a quick look. */
const count = Number(process.env.BENCH_BETS ?? 100_000)
const betsOfPlayer = 5
const bars = { singles: 10, again: 15, mixed: 20 }
/** Of all bets of the bar. */
const share = count / 100_000

/** Results of one event on which many have bet: how long until the last of them is paid, and paid anew. */
export async function settleRows({ databaseUrl, dir }: { databaseUrl: string; dir: string }): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const players = (await addGamblers(db, Math.ceil(count / betsOfPlayer), 'better')).map(({ playerId }) =>
      BigInt(playerId),
    )
    // What the database planned for empty tables it plans anew.
    await db.pool.query('vacuum analyze')
    const [market = 0n, ...others] = await addMarkets(db, 9)
    const single = (at: number): MadeBet => ({
      ...{ playerId: players[at % players.length] ?? 0n, stake: 100n },
      legs: [{ market, outcome: at % 2 === 0 ? 'over' : 'under', price: 1_900 }],
    })
    await makeBets(db, single)
    const rows = [
      row('singles of one event settled', bars.singles, await settled(db, [market], over)),
      row('the same settled anew', bars.again, await settled(db, [market], under)),
    ]
    await makeBets(db, (at) => ({ ...single(at), ...mixedLegs(at, others) }))
    rows.push(row('singles, multiples and systems settled', bars.mixed, await settled(db, others, over)))
    const { faults } = await verifyLedger(db.sql, { dir })
    if (faults.length > 0) throw new Error(`the ledger is wrong after the load: ${JSON.stringify(faults)}`)
    return rows
  } finally {
    await db.close()
  }
}

/** Six of ten have one leg, three have two to eight, one is a system of up to eight. */
function mixedLegs(at: number, markets: readonly bigint[]): Pick<MadeBet, 'legs' | 'kind' | 'sizes'> {
  const legsOf = (many: number) => markets.slice(0, many).map((market) => ({ market, outcome: 'over', price: 1_500 }))
  const turn = at % 10
  if (turn < 6) return { legs: legsOf(1) }
  const many = 2 + (Math.floor(at / 10) % 7)
  if (turn < 9) return { legs: legsOf(many) }
  return { kind: 'system', legs: legsOf(Math.max(3, many)), sizes: [2, 3] }
}

async function makeBets(db: Database, betAt: (at: number) => MadeBet): Promise<void> {
  for (let at = 0; at < count; at += 500)
    await openBets(
      db,
      Array.from({ length: Math.min(500, count - at) }, (_, next) => betAt(at + next)),
    )
  await db.pool.query('vacuum analyze')
}

/** Seconds from the result to the last of its bets. */
async function settled(db: Database, markets: readonly bigint[], said: SaidResult): Promise<number> {
  for (const market of markets) await sayResult(db, market, said)
  const since = performance.now()
  const ctx = {
    ...{ sql: db.sql, announce: async () => {}, log: openLog('warn') },
    begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work),
  }
  await marketsResulted(ctx, { markets: markets.map(String) })
  await settleAll(db, ctx)
  return (performance.now() - since) / 1_000
}

const row = (name: string, bar: number, seconds: number): Row => ({
  name: `${count} ${name}`,
  ours: `${seconds.toFixed(1)} s, ${Math.round(count / seconds)}/s`,
  reference: `${(bar * share).toFixed(1)} s`,
  ratio: seconds / (bar * share),
  bar: { text: '≤ 1.00', isMet: seconds <= bar * share },
})

if (import.meta.main) {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  const database = await startEmbedded({ dir, log: openLog('warn') })
  try {
    await migrate(database.url, openLog('warn'))
    const rows = await settleRows({ databaseUrl: database.url, dir })
    console.log(table(rows))
    process.exitCode = rows.some(({ bar }) => bar?.isMet === false) ? 1 : 0
  } finally {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
