import { begin, type Database } from '../server/src/db/db.ts'
import { closeCashbackPeriods } from '../server/src/features/cashbacks/cashbacks.ts'
import { moveAll } from '../server/src/features/wallet/wallet.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import type { Row } from './figures.ts'
import { openLoad } from './wallet.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

/** A tenth of the 50,000 that the bar is about: what a player costs does not grow with their number. */
const players = 5_000
const mostMinutes = 10
const barRatio = 0.9
const terms = { product: 'casino', period: 'week', rates: [{ level: 1, rate: 5 }], claim_hours: 0 }

/** A period of many players is closed and paid while others stake. */
export async function cashbackRows({ siteUrl, databaseUrl, dir }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    const gamblers = await addGamblers(db, 500, 'staker', 'twin-dice')
    const losers = await addGamblers(db, players, 'loser')
    await lose(
      db,
      losers.map(({ playerId }) => BigInt(playerId)),
    )
    await db.pool.query('vacuum analyze account_player, wallet_purse, wallet_transfer')
    await load({ gamblers, seconds: 8, isOwn: true })
    const alone = await load({ gamblers, seconds: 5, isOwn: true })
    await db.pool.query(
      `insert into cashbacks_period (scheme, start_at, end_at, version, terms)
      values ('bench', now() - interval '7 days', clock_timestamp() + interval '1 millisecond', '', $1)`,
      [JSON.stringify(terms)],
    )
    const since = performance.now()
    const ctx = { sql: db.sql, begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
    let seconds = 0
    const closing = closeCashbackPeriods(ctx, { graceSeconds: 0, isUnbound: true }).then((closed) => {
      seconds = (performance.now() - since) / 1000
      return closed
    })
    const beside = await load({ gamblers, seconds: 5, isOwn: true })
    const closed = await closing
    // Before and after, so that a busy moment of the machine meets both.
    const after = await load({ gamblers, seconds: 5, isOwn: true })
    if (closed < players) throw new Error(`${closed} of ${players} players were closed`)
    const minutes = ((seconds / closed) * 50_000) / 60
    const quiet = (alone.calls + after.calls) / (alone.seconds + after.seconds)
    const meanwhile = beside.calls / beside.seconds
    const perSecond = (value: number) => `${Math.round(value)}/s`
    return [
      {
        name: `cashback of ${closed} players closed and paid`,
        ours: `${perSecond(closed / seconds)}, 50,000 in ${minutes.toFixed(1)} min`,
        reference: `${mostMinutes} min`,
        ratio: minutes / mostMinutes,
        bar: { text: '≤ 1.00', isMet: minutes <= mostMinutes },
      },
      {
        name: 'own rounds while it is closed',
        ours: perSecond(meanwhile),
        reference: `before and after ${perSecond(quiet)}`,
        ratio: meanwhile / quiet,
        bar: { text: `≥ ${barRatio.toFixed(2)}`, isMet: meanwhile / quiet >= barRatio },
      },
    ]
  } finally {
    await db.close()
  }
}

/** A stake of 20.00 each. */
async function lose(db: Database, ids: readonly bigint[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const movements = ids.slice(at, at + 500).map((playerId) => ({
      ...{ scope: 'bench', key: `lost-${playerId}`, playerId: null, body: {}, answer: () => ({}) },
      transfers: [
        {
          from: { playerId, kind: 'main', currency: 'EUR' },
          to: { playerId: null, owner: 'game:sample', kind: 'main', currency: 'EUR' },
          amount: 2_000n,
          reason: 'stake',
          ref: 'bench',
        } as const,
      ],
    }))
    await begin(db, (tx) => moveAll(tx, movements))
  }
}

if (import.meta.main) await benchAlone(cashbackRows)
