import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from './audit.ts'
import { askAgain, compare, openLedger, play } from './books.ts'
import { said } from './crash.ts'
import { type Figure, quantile, seconds } from './figures.ts'
import { databaseOf, type House, killDatabase, untilReady } from './site.ts'

/** The database goes away and comes back, connections are cut in the middle of their work: the process stays. */
export async function database(house: House, { restarts, cuts }: { restarts: number; cuts: number }): Promise<Figure> {
  const ledger = await openLedger(house, 24)
  const stop = new AbortController()
  const { pid } = house.site.child
  const playing = ledger.seats.map((seat) => play(house, ledger, seat, stop.signal))
  const back: number[] = []
  let cut = 0
  try {
    for (let count = 0; count < restarts; count += 1) {
      await sleep(randomInt(100, 500))
      killDatabase(house)
      await sleep(50)
      back.push(await untilReady(house))
    }
    while (cut < cuts) {
      cut += await cutSome(house)
      await sleep(randomInt(20, 80))
    }
    await sleep(500)
  } finally {
    stop.abort()
    await Promise.all(playing)
  }
  await compare(house, ledger)
  await askAgain(house, ledger, 1_000)
  ledger.faults.push(...(await audit(house)))
  const isAlive = house.site.child.exitCode === null && house.site.child.pid === pid
  if (!isAlive) ledger.faults.push('the process ended')
  return {
    name: 'S1 database restarted, connections cut',
    tried: `${restarts} restarts, ${cut} connections ended at work, ${ledger.counts.dropped} replies dropped, ${ledger.counts.acknowledged} acknowledged`,
    found: `process ${isAlive ? 'alive' : 'gone'}, ${ledger.faults.length} lost or doubled; ready again p99 ${seconds(quantile(back, 0.99))}${said(ledger.faults)}`,
    isKept: ledger.faults.length === 0,
  }
}

/** Those that are at work right now. */
async function cutSome(house: House): Promise<number> {
  const db = databaseOf(house)
  try {
    const { rows } = await db.pool.query(`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where pid <> pg_backend_pid() and application_name = 'croupier' and state <> 'idle' limit 4) busy`)
    return rows.length
  } finally {
    // Kysely ends only a pool that it has used.
    await db.pool.end()
  }
}
