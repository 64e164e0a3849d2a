import type { Database } from '../server/src/db/db.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { median, type Row } from './figures.ts'
import { findPgbench, openPgbench } from './pgbench.ts'
import { costOf, openCosts } from './processor.ts'
import { openStatements } from './statements.ts'
import { openLoad } from './wallet.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

const players = 2_000
const turns = 3
const turnSeconds = 5
const barRatio = 1

const perSecond = (value: number) => `${Math.round(value)}/s`

/** Whole rounds of an own game with real money, as its client plays them, against PostgreSQL's own yardstick. */
export async function roundsRow({ siteUrl, databaseUrl, dir, workers }: BenchSite): Promise<Row> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    const gamblers = await addGamblers(db, players, 'thrower', 'twin-dice')
    await db.pool.query('vacuum analyze account_player, wallet_purse, rounds_session')
    // Until every player has seeds and has played.
    await load({ gamblers, seconds: 8, isOwn: true })
    const path = await findPgbench()
    const pgbench = path ? await openPgbench(path, databaseUrl) : null
    const found: { ours: number[]; reference: number[]; waits: number[] } = { ours: [], reference: [], waits: [] }
    const costs = openCosts()
    let played = 0
    const statements = openStatements(dir)
    statements.forget()
    // In turns, so that a busy moment of the machine meets both.
    for (let turn = 0; turn < turns; turn += 1) {
      if (pgbench) found.reference.push(await pgbench.measure(turnSeconds))
      const { calls, seconds, p99Ms, ...cost } = await costOf(workers, () =>
        load({ gamblers, seconds: turnSeconds, isOwn: true }),
      )
      costs.add(cost)
      played += calls
      found.ours.push(calls / seconds)
      found.waits.push(p99Ms)
    }
    statements.say('own rounds', played)
    await check(db, dir)
    const [ours, reference] = [median(found.ours), median(found.reference)]
    const ratio = ours / reference
    return {
      name: `own rounds through the API, 64 players at once, 99 of 100 within ${median(found.waits).toFixed(0)} ms`,
      ours: perSecond(ours) + costs.text(),
      reference: pgbench ? `${pgbench.name} ${perSecond(reference)}` : 'pgbench not found',
      ratio,
      bar: { text: `≥ ${barRatio.toFixed(2)}`, isMet: ratio >= barRatio },
    }
  } finally {
    await db.close()
  }
}

/** Every round has its number and its money. */
async function check(db: Database, dir: string): Promise<void> {
  const { rows } = await db.pool.query(`select count(*)::text as odd from (
      select f.player_id from rounds_fair as f join rounds_play as p on p.seed_id = f.seed_id
      group by f.player_id, f.nonce having count(*) <> f.nonce or max(p.nonce) <> f.nonce - 1
    ) as gaps`)
  if (rows[0]?.odd !== '0') throw new Error(`${rows[0]?.odd} players with a gap in their numbers`)
  const { faults } = await verifyLedger(db.sql, { dir })
  if (faults.length > 0) throw new Error(`the ledger is wrong after the load: ${JSON.stringify(faults)}`)
}

if (import.meta.main) await benchAlone(async (site) => [await roundsRow(site)])
