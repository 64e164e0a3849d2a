import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchSite, benchAlone } from './alone.ts'
import { openBetting } from './bets.ts'
import type { Row } from './figures.ts'
import { findPgbench, openPgbench } from './pgbench.ts'
import { costOf } from './processor.ts'
import { openStatements } from './statements.ts'
import { type Ask, openLoad } from './wallet.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

const players = 2_000
const warmSeconds = 5
const seconds = 5
const turns = 3

type Kind = { name: string; order: Parameters<Ask>[0] }

/**
 * The processor's time of each call on the way of money, beside that of a transaction of pgbench. Turn by turn, so that
 * a busy moment of the machine meets all of them: what others do on it hardly shows here, as it does in a rate.
 */
async function microseconds(site: BenchSite): Promise<Row[]> {
  const { siteUrl, databaseUrl, dir, workers } = site
  const db = openWorld(databaseUrl)
  const betting = await openBetting(site, db, players)
  try {
    const load = openLoad(siteUrl, dir)
    const kinds = await kindsOf(db, betting)
    await db.pool.query('vacuum analyze account_player, wallet_purse, rounds_session, auth_session')
    for (const { order } of kinds) await load({ ...order, seconds: warmSeconds })
    const path = await findPgbench()
    const pgbench = path ? await openPgbench(path, databaseUrl) : null
    const statements = openStatements(dir)
    const reference = { calls: 0, siteMs: 0, databaseMs: 0 }
    const costs = kinds.map(() => ({ calls: 0, siteMs: 0, databaseMs: 0 }))
    const measure = async (sum: typeof reference, work: () => Promise<{ calls: number }>) => {
      // What goes on behind a load is over by then.
      await sleep(1_000)
      const { calls, siteMs, databaseMs } = await costOf(workers, work)
      sum.calls += calls
      sum.siteMs += siteMs * calls
      sum.databaseMs += databaseMs * calls
      return calls
    }
    for (let turn = 0; turn < turns; turn += 1) {
      if (pgbench) await measure(reference, async () => ({ calls: (await pgbench.measure(seconds)) * seconds }))
      for (const [at, { name, order }] of kinds.entries()) {
        const sum = costs[at]
        if (!sum) continue
        statements.forget()
        const calls = await measure(sum, () => load({ ...order, seconds }))
        if (turn === turns - 1) statements.say(name, calls)
      }
    }
    const yardstick = (reference.databaseMs / reference.calls) * 1_000
    return kinds.map(({ name }, at) => {
      const { calls, siteMs, databaseMs } = costs[at] ?? reference
      const [ofSite, ofDatabase] = [(siteMs / calls) * 1_000, (databaseMs / calls) * 1_000]
      return {
        name,
        ours: `${ofSite.toFixed(0)} µs of site, ${ofDatabase.toFixed(0)} µs of database (${calls} calls)`,
        reference: `a transaction of pgbench ${yardstick.toFixed(0)} µs of database`,
        ratio: (ofSite + ofDatabase) / yardstick,
      }
    })
  } finally {
    betting.stop()
    await db.close()
  }
}

async function kindsOf(db: ReturnType<typeof openWorld>, betting: Awaited<ReturnType<typeof openBetting>>) {
  const wanted = process.argv.slice(2)
  const kinds: Kind[] = [
    {
      name: 'wallet: a call of a provider, 1.8 movements',
      order: { gamblers: await addGamblers(db, players, 'gambler'), seconds },
    },
    {
      name: 'rounds: an own round',
      order: { gamblers: await addGamblers(db, players, 'thrower', 'twin-dice'), seconds, isOwn: true },
    },
    { name: 'bets: a single', order: { gamblers: betting.gamblers, seconds, form: betting.single } },
    { name: 'quotes: a system of 8 legs', order: { gamblers: betting.gamblers, seconds, form: betting.quote } },
  ]
  return wanted.length === 0 ? kinds : kinds.filter(({ name }) => wanted.some((word) => name.startsWith(word)))
}

await benchAlone(microseconds)
